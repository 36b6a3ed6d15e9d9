/**
 * The golden floor of search: judged queries over the demo catalog are worth no less than `data/relevance/floor.json`
 * says, and the judgements themselves are sound. After a change that makes search better, the bench writes new floors.
 */
import t from 'tap';
import { DEMO_CATALOG } from '../bench/catalogs/known-catalogs.js';
import { readGroups } from '../bench/catalogs/product-groups.js';
import type { Facts } from '../bench/relevance/facts.js';
import { fashion } from '../bench/relevance/fashion.js';
import { below, floorOf, readFloor } from '../bench/relevance/floor.js';
import { interval } from '../bench/relevance/intervals.js';
import { type Grade, grade, worth } from '../bench/relevance/judge.js';
import {
  faultsOf,
  type JudgedQuery,
  judgedQuery,
  marketsOf,
  readJudged,
  runJudged,
} from '../bench/relevance/judged.js';
import { goodsProbes, type ProbeRow, shareRight, shoppingProbes, suggestionProbes } from '../bench/relevance/probes.js';
import { openShop } from '../bench/relevance/shop.js';
import { type ShoppingRow, shopping, worthOf } from '../bench/relevance/shopping.js';
import { means } from '../bench/relevance/summary.js';
import { candidateOf, pointsOf } from '../bench/relevance/training/candidates.js';
import { Want } from '../bench/relevance/want.js';
import { WEIGHTS } from '../src/query/ranking/weights.js';
import { testFolder } from './folder.js';

/** What the first of the partial matches have more where others are near to the text. */
const LEAD_POINTS = 500;
const judged = readJudged();
const groups = readGroups(DEMO_CATALOG);
const markets = marketsOf(groups, judged);

t.test('every judgement can be met by the catalog, and none that says so', async t => {
  t.same(faultsOf(groups, markets, judged), []);
  const wrong: JudgedQuery[] = [
    { q: 'x', market: 'uk', locale: 'en-GB', class: 'plain', want: new Want({ type: ['dress'], colour: ['gold'] }) },
    { q: 'rain dance', market: 'uk', locale: 'en-GB', class: 'none', none: true },
    {
      q: 'red dress',
      market: 'uk',
      locale: 'en-GB',
      class: 'relax',
      want: new Want({ type: ['dress'] }),
      unmet: { for: ['women'] },
    },
  ];
  t.match(faultsOf(groups, markets, wrong), [/fully right/, /word of the catalog, rain/, /can be met whole/]);
});

t.test('every locale has at least 40 queries, and every class is asked in every locale', async t => {
  const classes = new Set(judged.map(line => line.class));
  for (const locale of ['en-GB', 'sv-SE', 'de-DE', 'fi-FI']) {
    const own = judged.filter(line => line.locale === locale);
    t.ok(own.length >= 40, `${locale}: ${own.length}`);
    t.same(new Set(own.map(line => line.class)), classes, locale);
  }
});

t.test('a grade tells how much of what was wanted a product is', async t => {
  const facts: Facts = {
    key: 'A-1-navy',
    group: 'g1',
    once: false,
    values: new Map([
      ['type', ['rain jacket']],
      ['colour', ['navy']],
      ['for', ['women', 'adults']],
      ['material', ['merino wool']],
    ]),
    amounts: new Map([['price', [40, 60]]]),
    title: 'waterproof rain jacket for women, navy',
    keys: ['A-1-NAVY', 'A-1-NAVY-XL'],
  };
  const graded = (want: object) => {
    const stated = { q: 'q', market: 'uk', locale: 'en-GB', class: 'plain', want };
    return grade(facts, judgedQuery(JSON.stringify(stated)).want!);
  };
  t.equal(
    graded({ type: ['parka', 'rain jacket'], colour: ['blue'], material: ['wool'] }),
    3,
    'shades and finer kinds',
  );
  t.equal(graded({ type: ['parka'], colour: ['navy'] }), 0, 'another kind of thing');
  t.equal(graded({ type: ['parka'], near: { type: ['rain jacket'] } }), 2, 'nearly the thing');
  t.equal(graded({ type: ['rain jacket'], colour: ['navy'], for: ['men'] }), 2, 'all but one of three');
  t.equal(graded({ type: ['rain jacket'], colour: ['red'] }), 1, 'all but one of two');
  t.equal(graded({ colour: ['red'] }), 0, 'nothing of it');
  t.equal(graded({ type: ['rain jacket'], not: { colour: ['navy'] } }), 0, 'what was to be left out');
  t.equal(graded({ type: ['rain jacket'], price: [null, 30], must: ['price'] }), 0, 'an essential bound');
  t.equal(graded({ type: ['rain jacket'], price: [50, null] }), 3, 'a bound that one variant meets');
  t.equal(graded({ title: ['rain'], key: ['a-1'] }), 3, 'whole words of the title, beginnings of keys');
  t.equal(graded({ title: ['proof'], key: ['a-1'] }), 1, 'no parts of words');
});

t.test('a list is worth more the better its hits and the higher the best of them', async t => {
  const best: Grade[] = [3, 3, 2, 1];
  t.equal(worth([3, 3, 2, 1], best).ndcg, 1);
  const late = worth([0, 3, 3, 2], best);
  t.ok(late.ndcg > worth([0, 0, 3, 3], best).ndcg && late.ndcg < 1);
  t.equal(late.first, false);
  t.equal(worth([], best).ndcg, 0);
  // (3 of 7 at place 2 and 1 of 1 at place 3) by hand: 7 / log2(3) + 1 / 2 over 7 + 7 / log2(3) + 3 / 2 + 1 / log2(5)
  t.ok(Math.abs(worth([0, 3, 1], best).ndcg - 4.9165 / 13.3472) < 1e-3);
});

t.test('search is no worse than the floor of every class and locale', async t => {
  const folder = testFolder(t);
  const shop = await openShop(folder, DEMO_CATALOG);
  t.teardown(() => shop.close());
  const rows = runJudged(shop, markets, judged);
  t.same(below(rows, readFloor()), []);
  const beginnings = suggestionProbes(shop, 'demo');
  t.ok(shareRight(beginnings) >= 0.97, wrongOf(beginnings));

  // What training makes of explanations is what lists are ordered by.
  for (const { q, market, locale } of judged.filter((_, i) => i % 9 === 0)) {
    for (const hit of shop.explained(q, market, locale, 20)) {
      const candidate = candidateOf(hit, { gainOf: () => 0 });
      const isLead = hit.parts!.some(({ kind }) => kind === 'lead');
      const near = isLead ? LEAD_POINTS : WEIGHTS['near.similarity'] * candidate.similarity;
      const points = pointsOf(candidate, WEIGHTS) + near;
      if (Math.abs(points - hit.score!) > 1e-3) t.fail(`${q}: ${hit.key} has ${hit.score}, its parts make ${points}`);
    }
  }

  const floored = new Set([...judged.map(line => line.class), ...judged.map(line => line.locale)]);
  t.same(new Set(Object.keys(readFloor())), floored, 'none goes without a floor');
  const spoilt = rows.map(row => (row.class === 'plain' ? { ...row, ndcg: 0.5 } : row));
  t.match(below(spoilt, floorOf(rows))[0], /^plain: 0\.5000, expected 0\.\d+ or more$/, 'a class that falls is told');
});

t.test('lists with grades of human judges: gains count by place, and what has no judgement is wrong', async t => {
  const rel = { a: 1, b: 1, c: 0.1, d: 0 };
  const { ndcg, first, recall } = worthOf(['x', 'a', 'c'], rel);
  // By hand: 1 / log2(3) + 0.1 / 2 over 1 + 1 / log2(3) + 0.1 / 2.
  t.ok(Math.abs(ndcg - 0.6809 / 1.6809) < 1e-3, `${ndcg}`);
  t.equal(first, false);
  t.equal(recall, 2 / 3);
  t.same(worthOf(['b', 'a', 'c'], rel), { ndcg: 1, first: true, recall: 1 });
  const { mean, low, high } = interval([0, 1, 1, 0, 1, 0, 1, 1]);
  t.equal(mean, 0.625);
  t.ok(low < mean && mean < high && low >= 0 && high <= 1);
  t.same(interval([0.5, 0.5]), { mean: 0.5, low: 0.5, high: 0.5 });
});

t.test('shopping queries with grades of human judges, and probes, are no worse than their floors', async t => {
  let probes: ProbeRow[] = [];
  let beginnings: ProbeRow[] = [];
  const rows = await shopping(testFolder(t), shop => {
    probes = shoppingProbes(shop);
    beginnings = suggestionProbes(shop, 'shopping');
  });
  if (!rows) return t.comment('the judged catalog is not beside the checkout');
  t.ok(shareRight(probes) >= 0.97, wrongOf(probes));
  t.ok(shareRight(beginnings) >= 0.97, wrongOf(beginnings));
  const mean = (value: (row: ShoppingRow) => number) => rows.reduce((sum, row) => sum + value(row), 0) / rows.length;
  const figures = {
    ndcg: mean(row => row.ndcg),
    first: mean(row => Number(row.first)),
    recall: mean(row => row.recall),
  };
  t.ok(figures.ndcg >= 0.69, `nDCG@10 ${figures.ndcg}`);
  t.ok(figures.first >= 0.77, `first hit exact ${figures.first}`);
  t.ok(figures.recall >= 0.765, `recall in 50 ${figures.recall}`);
});

t.test('judged queries over a real catalog of fashion are no worse than their floor', async t => {
  const rows = await fashion(testFolder(t));
  if (!rows) return t.comment('the judged catalog is not beside the checkout');
  t.ok(means(rows).ndcg >= 0.985, `nDCG@10 ${means(rows).ndcg}`);
  for (const [name, floor] of Object.entries({ 'with a typing error': 0.97, 'words all known': 0.985 })) {
    const { ndcg } = means(rows.filter(row => row.class === name));
    t.ok(ndcg >= floor, `${name}: nDCG@10 ${ndcg}`);
  }
});

t.test('probes of everyday things in five languages are no worse than their floor', async t => {
  const rows = await goodsProbes(testFolder(t));
  const floors = { 'de-DE': 0.97, 'sv-SE': 0.97, 'fi-FI': 0.95, 'fr-FR': 0.97, 'pl-PL': 0.97 };
  for (const [locale, floor] of Object.entries(floors)) {
    const own = rows.filter(row => row.locale === locale);
    t.ok(own.length >= 40 && shareRight(own) >= floor, `${locale}: ${shareRight(own)}, ${wrongOf(own)}`);
  }
});

function wrongOf(rows: readonly ProbeRow[]): string {
  return rows.flatMap(({ isRight, q, keys }) => (isRight ? [] : [`"${q}": ${keys.join(' ')}`])).join('; ');
}
