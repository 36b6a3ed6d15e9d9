/**
 * Loops over many products end with what they have when the deadline passes. Pages show that answers are cut short at
 * all (test/pages/deadlines.test.ts); here each loop is called by itself, because in a page the next one behind it
 * would end instead.
 */
import t from 'tap';
import type { Attribute } from '../../src/index/attributes.js';
import type { NumberColumn } from '../../src/index/numbers.js';
import type { Structure } from '../../src/index/structure.js';
import { fullBitmap } from '../../src/kernel/bitmap.js';
import { DEADLINE_STEPS, Deadline } from '../../src/kernel/deadline.js';
import { FacetCounter } from '../../src/query/facets/facet-counts.js';
import { FacetedHits, type HitSet } from '../../src/query/facets/faceted-hits.js';
import { countNumbers } from '../../src/query/facets/number-counts.js';
import type { OfferContext } from '../../src/query/filters/offer-context.js';
import type { AssemblySearch } from '../../src/query/matching/assembly-search.js';
import { bestOf } from '../../src/query/matching/best-products.js';
import type { DenseLayer } from '../../src/query/matching/layer.js';
import { MatchMemory } from '../../src/query/matching/match-memory.js';
import { termGroupHitsOf } from '../../src/query/matching/posting-lookup.js';
import type { TermMatches } from '../../src/query/matching/term-matches.js';
import { blockMaxima } from '../../src/query/ranking/blocks.js';
import { rank } from '../../src/query/ranking/top-hits.js';
import type { Expansion } from '../../src/query/understanding/query-term.js';
import type { Searchable, View } from '../../src/snapshot/index.js';

/** A loop over them asks for the deadline more than once. */
const PRODUCTS = 2 * DEADLINE_STEPS + 1000;
const VALUES = 7;

const ordinals = (count: number) => Uint32Array.from({ length: count }, (_, i) => i);
/** Each product has one variant and is a group of its own, which appears once. */
const structure = {
  productCount: PRODUCTS,
  variantCount: PRODUCTS,
  productOf: ordinals(PRODUCTS),
  variantStart: ordinals(PRODUCTS + 1),
  groupOf: ordinals(PRODUCTS),
  keyRank: ordinals(PRODUCTS),
  hasCollapsed: true,
  isCollapsed: () => true,
} as unknown as Structure;
const all: HitSet = { docs: ordinals(PRODUCTS), count: PRODUCTS };
const allAsBits: HitSet = { ...all, bits: fullBitmap(PRODUCTS) };
const allInGroups: HitSet = { ...all, found: { docs: all.docs, single: { docs: all.docs, count: 0 } } };
/** The larger the ordinal, the better. */
const scored = { scores: Float32Array.from(all.docs) };

/** Passes when it is asked for the nth time: for the first, unless told otherwise. */
function passing(nth = 1): Deadline {
  let read = 0;
  const deadline = new Deadline(() => (read++ < nth ? 0 : 1));
  deadline.start(1);
  return deadline;
}

t.test('the best of the hits that were visited are ranked', async t => {
  const offers = { maxSell: Float64Array.from(all.docs) } as unknown as OfferContext;
  const orders = [{ by: 'relevance' }, { by: 'price', descending: true }] as const;
  for (const order of orders) {
    const best = (deadline: Deadline) => {
      const out = new Uint32Array(1);
      rank(
        { hits: all, scored, order },
        1,
        { view: { structure } as unknown as View, offers, nowMs: 0, deadline },
        out,
      );
      return out[0];
    };
    t.equal(best(new Deadline()), PRODUCTS - 1, order.by);
    t.equal(best(passing()), DEADLINE_STEPS - 1, order.by);
    t.equal(best(passing(2)), 2 * DEADLINE_STEPS, order.by);
  }
});

t.test('the best of the blocks that were looked at are found', async t => {
  // The deadline is asked for by words of a bitmap, so that only many products have a second look.
  const count = 3 * 32 * DEADLINE_STEPS;
  const points = Float32Array.from({ length: count }, (_, product) => product);
  const priors = { points, most: blockMaxima(points) };
  const layer: DenseLayer = {
    kind: 'dense',
    count,
    bits: fullBitmap(count),
    isWhole: true,
    terms: [],
    values: [],
    priors,
    offset: 0,
  };
  const ties = ordinals(count);
  const best = (deadline: Deadline, assembly?: AssemblySearch) => {
    const search = { among: undefined, except: undefined, limit: 1, boosts: [], ties };
    const out = new Uint32Array(1);
    bestOf(layer, search, deadline, out, assembly);
    return out[0];
  };
  t.equal(best(new Deadline()), count - 1);
  const first = best(passing())!;
  t.ok(first > 0 && first < 32 * DEADLINE_STEPS, `${first}`);
  t.equal(best(passing(2)), first + 32 * (DEADLINE_STEPS + 1));
  const memory = new MatchMemory(count, { query: 1 }, true);
  memory.begin();
  const { assembly } = memory;
  t.equal(best(new Deadline(), assembly), count - 1);
  t.equal(best(passing(), assembly), 16 * (DEADLINE_STEPS + 1) - 1);
  t.equal(best(passing(2), assembly), 32 * (DEADLINE_STEPS + 1) - 1);
});

t.test('of a search that is cut short before it has found enough, champions are the best', async t => {
  const count = 3 * 32 * DEADLINE_STEPS;
  const limit = 8;
  const points = Float32Array.from({ length: count }, (_, product) => product);
  const most = blockMaxima(points);
  const docs = Uint32Array.from({ length: limit }, (_, i) => count - 1 - 2 * i);
  const term = {
    bits: fullBitmap(count),
    points: new Float32Array(count),
    rankOf: (word: number) => 32 * word,
    mostWith: () => ({ blocks: most, regions: new Float32Array(most.length).fill(count), champions: { docs } }),
  } as unknown as TermMatches;
  const priors = { points, most };
  const layer: DenseLayer = {
    kind: 'dense',
    isWhole: true,
    count,
    bits: fullBitmap(count),
    terms: [term],
    values: [],
    priors,
    offset: 0,
  };
  const search = { among: undefined, except: undefined, limit, boosts: [], ties: ordinals(count) };
  const best = (deadline: Deadline) => {
    const out = new Uint32Array(limit);
    return [...out.subarray(0, bestOf(layer, search, deadline, out))];
  };
  t.same(best(passing()), [...docs]);
  t.same(
    best(new Deadline()),
    [...docs].map((_, i) => count - 1 - i),
  );
});

t.test('of groups that appear once, those visited are hits', async t => {
  const hits = (deadline: Deadline) =>
    new FacetedHits({ view: { structure } as unknown as View, deadline }, { ...all, ...scored }, {}, []).hits.count;
  t.equal(hits(new Deadline()), PRODUCTS);
  t.equal(hits(passing()), DEADLINE_STEPS);
});

t.test('values are counted of the hits that were visited', async t => {
  const of = all.docs.map(owner => owner % VALUES);
  const values = { size: VALUES, start: structure.variantStart, of };
  const sets = { column: 0, base: 0, start: ordinals(VALUES + 1), values: ordinals(VALUES) };
  const table = { rows: Uint16Array.from(of), width: 1, bases: Uint32Array.of(0, VALUES), setCount: VALUES };
  const view = { structure, attributes: { valueSets: table } } as unknown as View;
  const variants = fullBitmap(PRODUCTS);
  const counted: Record<string, [attribute: object, hits: HitSet, visited: number]> = {
    products: [{ ...values, level: 'product' }, all, 0],
    variants: [{ ...values, level: 'variant' }, { ...all, variants }, 0],
    'groups that appear once': [{ ...values, level: 'product' }, allInGroups, 0],
    'sets of values': [{ ...values, level: 'product', sets }, all, 0],
    'sets of values, of the products of a bitmap': [{ ...values, level: 'product', sets }, allAsBits, 0],
  };
  for (const [what, [attribute, hits, visited]] of Object.entries(counted)) {
    const total = (deadline: Deadline) => {
      const { counts } = new FacetCounter().count(attribute as Attribute, hits, { view, deadline });
      return counts.reduce((sum, count) => sum + count, 0);
    };
    t.equal(total(new Deadline()), PRODUCTS, what);
    t.equal(total(passing()), visited, what);
    const later = total(passing(2));
    t.ok(later > 0 && later < PRODUCTS, `${what}: ${later}`);
  }
});

t.test('numbers are counted of the hits that were visited', async t => {
  const column = { id: 'rating', level: 'product', values: Float64Array.from(all.docs) } satisfies NumberColumn;
  const counted = (deadline: Deadline) => countNumbers(column, all, structure, deadline).size;
  t.equal(counted(new Deadline()), PRODUCTS);
  t.equal(counted(passing()), 0);
  t.equal(counted(passing(2)), DEADLINE_STEPS + 1);
});

t.test('of several words that stand for one, the products are found that were looked up', async t => {
  // Two words, which all products have.
  const length = 2 * PRODUCTS;
  const postings = {
    docs: Uint32Array.from({ length }, (_, i) => i % PRODUCTS),
    fields: new Uint8Array(length).fill(1),
    place: new Uint8Array(length),
  };
  const start = Uint32Array.of(0, PRODUCTS, length);
  const text = { start, postings: () => postings, frequency: () => PRODUCTS };
  const view = { text, structure } as unknown as Searchable;
  const found = (deadline: Deadline) => {
    const words = [0, 1].map(term => [{ term, weight: 1, how: 'exact' } as Expansion]);
    return termGroupHitsOf(words, view, deadline).docs.length;
  };
  t.equal(found(new Deadline()), PRODUCTS);
  t.equal(found(passing()), 0, 'of the first word');
  t.equal(found(passing(4)), DEADLINE_STEPS, 'of the second word');
});
