/**
 * The golden floor of search: judged queries over the demo catalog are worth no less than `data/relevance/floor.json`
 * says, and the judgements themselves are sound. After a change that makes search better, the bench writes new floors.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';

interface Line {
  q: string;
  market: string;
  locale: string;
  class: string;
  want?: Record<string, unknown>;
  unmet?: Record<string, unknown>;
  none?: true;
}

interface Row extends Line {
  ndcg?: number;
  empty?: boolean;
}

interface Facts {
  key: string;
  group: string;
  once: boolean;
  values: Map<string, string[]>;
  amounts: Map<string, number[]>;
  title: string;
  keys: string[];
}

type Markets = Map<string, Map<string, Facts>>;

interface Shop {
  search(q: string, market: string, locale: string): { hits: number; others: number; keys: string[] };
  close(): void;
}

interface JudgedModule {
  CATALOG: string;
  readJudged(): Line[];
  readFloor(): Record<string, number>;
  marketsOf(groups: unknown[], judged: Line[]): Markets;
  runJudged(shop: Shop, markets: Markets, judged: Line[]): Row[];
  faultsOf(groups: unknown[], markets: Markets, judged: Line[]): string[];
}

interface JudgeModule {
  grade(facts: Facts, want: Record<string, unknown>): number;
  worth(grades: number[], best: number[]): { ndcg: number; first: boolean };
}

const load = <Module>(name: string): Promise<Module> =>
  import(new URL(`../.bench/relevance/${name}.js`, import.meta.url).href);

const judge = await load<JudgeModule>('judge');
const { CATALOG, readJudged, readFloor, marketsOf, runJudged, faultsOf } = await load<JudgedModule>('judged');
const { below, floorOf } = await load<{
  below(rows: Row[], floor: Record<string, number>): string[];
  floorOf(rows: Row[]): Record<string, number>;
}>('summary');
const { readGroups } = await load<{ readGroups(file: string): unknown[] }>('facts');
const { openShop } = await load<{ openShop(dataDir: string, catalog: string): Promise<Shop> }>('shop');

const judged = readJudged();
const groups = readGroups(CATALOG);
const markets = marketsOf(groups, judged);

t.test('every judgement can be met by the catalog, and none that says so', async t => {
  t.same(faultsOf(groups, markets, judged), []);
  const wrong: Line[] = [
    { q: 'x', market: 'uk', locale: 'en-GB', class: 'plain', want: { type: ['dress'], colour: ['gold'] } },
    { q: 'rain dance', market: 'uk', locale: 'en-GB', class: 'none', none: true },
    {
      q: 'red dress',
      market: 'uk',
      locale: 'en-GB',
      class: 'relax',
      want: { type: ['dress'] },
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
  const graded = (want: Record<string, unknown>) => judge.grade(facts, want);
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
  const best = [3, 3, 2, 1];
  t.equal(judge.worth([3, 3, 2, 1], best).ndcg, 1);
  const late = judge.worth([0, 3, 3, 2], best);
  t.ok(late.ndcg > judge.worth([0, 0, 3, 3], best).ndcg && late.ndcg < 1);
  t.equal(late.first, false);
  t.equal(judge.worth([], best).ndcg, 0);
  // (3 of 7 at place 2 and 1 of 1 at place 3) by hand: 7 / log2(3) + 1 / 2 over 7 + 7 / log2(3) + 3 / 2 + 1 / log2(5)
  t.ok(Math.abs(judge.worth([0, 3, 1], best).ndcg - 4.9165 / 13.3472) < 1e-3);
});

t.test('search is no worse than the floor of every class and locale', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-relevance-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const shop = await openShop(folder, CATALOG);
  t.teardown(() => shop.close());
  const rows = runJudged(shop, markets, judged);
  t.same(below(rows, readFloor()), []);

  const floored = new Set([...judged.map(line => line.class), ...judged.map(line => line.locale)]);
  t.same(new Set(Object.keys(readFloor())), floored, 'none goes without a floor');
  const spoilt = rows.map(row => (row.class === 'plain' ? { ...row, ndcg: 0.5 } : row));
  t.match(below(spoilt, floorOf(rows))[0], /^plain: 0\.5000, expected 0\.\d+ or more$/, 'a class that falls is told');
});
