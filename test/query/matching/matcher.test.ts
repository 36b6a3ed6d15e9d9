/**
 * The matcher against the scorer, which works product by product from postings: over random catalogs and texts the
 * same products match, with the same scores to the bit, and the best of them are the best.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { type Bitmap, emptyBitmap, hasBit, setBit } from '../../../src/kernel/bitmap.js';
import { Scorer } from '../../../src/query/explain/scorer.js';
import { OfferContext } from '../../../src/query/filters/offer-context.js';
import { Matcher } from '../../../src/query/matching/matcher.js';
import type { Matches } from '../../../src/query/matching/matches.js';
import { weigh } from '../../../src/query/matching/phrase-effects.js';
import { completeLastWord } from '../../../src/query/understanding/completion.js';
import { understand } from '../../../src/query/understanding/understand.js';
import { Snapshot, type View } from '../../../src/snapshot/index.js';
import { catalogs, MARKETS } from '../../pages/random-catalog.js';
import { Builder } from '../../pages/shop.js';
import { draws, SEED, wideCatalog } from './wide-shop.js';

const seed = 20261122;
const builder = new Builder(t);
const wideBuilder = new Builder(t);
const OFFERS = { priceId: undefined, stores: [], channels: { online: true, store: false } };
const words = [
  'red',
  'shirt',
  'shirts',
  'blue',
  'boots',
  'boot',
  'rug',
  'mug',
  'nike',
  'acme',
  'älg',
  'alg',
  '10',
  'size',
];
const texts = fc.array(fc.constantFrom(...words, 'the', 'blueboots', 'sh', 'b'), { maxLength: 4 });

const wide = wideBuilder.open(wideCatalog());
const wideSnapshot = new Snapshot(wide.shared);
t.teardown(() => {
  wideSnapshot.close();
  wide.close();
});
const view = wideSnapshot.view('uk', 'en-GB');

/** What a matcher finds for a text, and what each product scores when it is looked at alone. */
function asked(q: string, view: View, offers: OfferContext, typing: boolean, within: Bitmap | undefined) {
  const read = understand(q, view);
  const understanding = typing ? completeLastWord(read, q, view) : read;
  const scorer = new Scorer({ understanding, completed: false }, view, offers);
  const scores = new Map<number, number>();
  for (let doc = 0; doc < view.structure.productCount; doc++) {
    const score = within && !hasBit(within, doc) ? undefined : scorer.of(doc);
    if (score) scores.set(doc, score.points);
  }
  return { understanding, scores };
}

/** Products and scores are those expected, and so are the best of all and of every third product. */
function holdsExactly(matches: Matches, expected: ReadonlyMap<number, number>, view: View, told: string): void {
  const { keyRank, productCount } = view.structure;
  assert.equal(matches.count, expected.size, told);
  const third = emptyBitmap(productCount);
  for (const doc of expected.keys()) if (doc % 3 === 0) setBit(third, doc);
  for (const among of [undefined, third]) {
    const order = [...expected.keys()].filter(doc => !among || hasBit(among, doc));
    order.sort((a, b) => expected.get(b)! - expected.get(a)! || keyRank[a]! - keyRank[b]!);
    for (const limit of [1, 8, 60, productCount]) {
      const out = new Uint32Array(productCount);
      const points = new Float32Array(productCount);
      const n = matches.best(among, limit, keyRank, out, points);
      const best = order.slice(0, limit);
      assert.deepEqual([...out.subarray(0, n)], best, `best ${limit} of ${told}`);
      assert.deepEqual(
        [...points.subarray(0, n)],
        best.map(doc => expected.get(doc)!),
        `their scores, of ${told}`,
      );
    }
  }
  const { docs, scores } = matches;
  assert.deepEqual(new Map([...docs.subarray(0, matches.count)].map(doc => [doc, scores[doc]!])), expected, told);
}

t.test('over random catalogs a match is what its products are one by one', async () => {
  const property = fc.property(catalogs(12), fc.array(texts, { minLength: 12, maxLength: 12 }), (catalog, asks) => {
    builder.with(catalog, shop => {
      const snapshot = new Snapshot(shop.shared);
      try {
        const matcher = new Matcher();
        for (const [i, some] of asks.entries()) {
          const view = snapshot.view(MARKETS[i % 2]!, 'en-GB');
          const offers = new OfferContext(view, OFFERS, '');
          const q = some.join(' ');
          const { understanding, scores } = asked(q, view, offers, i % 3 === 0, undefined);
          matcher.begin();
          if (understanding.queryTerms.length === 0) continue;
          holdsExactly(matcher.match(understanding, view, undefined, offers), scores, view, q);
        }
      } finally {
        snapshot.close();
      }
    });
  });
  fc.assert(property, { seed, numRuns: 12 });
});

t.test('over thousands of products the best are found without a score for each, in WebAssembly or not', async () => {
  const matchers = [true, false].map(assembly => ({ assembly, matcher: new Matcher(undefined, assembly) }));
  const offers = new OfferContext(view, OFFERS, '');
  const below = draws();
  const some = (share: number) => {
    const products = emptyBitmap(view.structure.productCount);
    for (let doc = 0; doc < view.structure.productCount; doc++) if (below(share) === 0) setBit(products, doc);
    return products;
  };
  const { fround } = Math;
  for (const q of [
    'b',
    'br',
    'brix',
    'blue shirts',
    'brand new',
    'limited',
    'limited red',
    'red boots new',
    'shirt',
    '',
  ]) {
    for (const within of [undefined, some(2), some(40)]) {
      const { understanding, scores } = asked(q, view, offers, q.length < 3, within);
      // Visitors' choices, boosts and burials of rules, and pins, one of them not found.
      const [raised, lowered] = [some(3), some(5)];
      const chosen = [...scores.keys()].slice(0, 3);
      const pins = [chosen[0] ?? 1, 2];
      const changed = new Map(scores);
      for (const [doc, score] of changed) {
        let points = chosen.includes(doc) ? fround(score + 0.75) : score;
        if (hasBit(raised, doc)) points = fround(points + 2.5);
        if (hasBit(lowered, doc)) points = fround(points - 2 ** 15);
        changed.set(doc, points);
      }
      for (const [i, doc] of pins.entries()) changed.set(doc, 1e6 - i);

      // Two matches together: a product has the better of its scores.
      const other = asked('red', view, offers, false, within);
      const both = new Map([...other.scores].map(([doc, score]) => [doc, fround(score - 1)]));
      for (const [doc, score] of scores) both.set(doc, Math.max(score, both.get(doc) ?? score));
      const left = new Set([...both.keys()].slice(0, 20));
      const rest = new Map([...both].filter(([doc]) => !left.has(doc)));

      for (const { assembly, matcher } of matchers) {
        const told = `${q} (seed ${SEED}${assembly ? ', WebAssembly' : ''})`;
        matcher.begin();
        const match = () => matcher.match(understanding, view, within, offers);
        holdsExactly(match(), scores, view, told);
        const few = new Set([...scores.keys()].slice(0, 20));
        const others = new Map([...scores].filter(([doc]) => !few.has(doc)));
        holdsExactly(match().without(few), others, view, `${told}, some left out`);
        holdsExactly(match(), scores, view, `${told}, again`);
        assert.equal(matcher.countMatches(understanding.queryTerms, view, within), q === '' ? 0 : scores.size);

        const matches = match();
        for (const doc of chosen) matches.raise(doc, 0.75);
        weigh({ pins: [], boosts: [{ products: raised, weight: 2.5, rule: '' }], buried: lowered }, matches);
        for (const [i, doc] of pins.entries()) matches.fix(doc, 1e6 - i);
        holdsExactly(matches, changed, view, `${told}, with effects`);

        const union = matcher.union(match(), view);
        union.add(matcher.match(other.understanding, view, within, offers), -1);
        holdsExactly(union.matches(), both, view, `${told} or red`);
        holdsExactly(union.matches().without(left), rest, view, `${told} or red, some left out`);
      }
    }
  }
});

t.test('a result is valid until the next query, however often the matcher matches in between', async t => {
  const matcher = new Matcher();
  const read = (q: string) => understand(q, view);
  matcher.begin();
  const reds = matcher.match(read('red'), view, undefined);
  const before = reds.count;
  for (const q of ['blue', 'shirts', 'brix boots']) matcher.match(read(q), view, undefined).scores.fill(7);
  matcher.countMatches(read('black').queryTerms, view, undefined);
  const scorer = new Scorer({ understanding: read('red'), completed: false }, view);
  for (const doc of reds.docs.subarray(0, 50)) t.equal(reds.scores[doc], scorer.of(doc)!.points);
  matcher.begin();
  t.equal(reds.count, before, 'its number stays');
  t.throws(() => reds.docs, /began another query/);
  t.throws(() => reds.scores, /began another query/);
  t.throws(() => reds.raise(0, 1), /began another query/);
  t.same(matcher.nothing(view).count, 0);
});

t.test('a matcher whose queries are never begun says so', async t => {
  const matcher = new Matcher();
  const red = understand('red boots', view);
  t.throws(() => {
    for (let i = 0; i < 10_000; i++) matcher.match(red, view, undefined);
  }, /begin/);
});
