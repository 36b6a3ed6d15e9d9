import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { finish } from '../../src/kernel/steps.js';
import { Order } from '../../src/recommend/order.js';
import { coldOrderOf, releaseOrderOf, sortedBy } from '../../src/recommend/orders.js';
import type { Traits } from '../../src/recommend/traits.js';
import type { View } from '../../src/snapshot/index.js';

const seed = 20261121;

t.test('sortedBy puts ordinals in the order of their keys, equal ones as they were', async () => {
  const keys = fc.array(fc.constantFrom(0, 0.1, 0.25, 0.5, 0.999999, 1), { maxLength: 300 });
  fc.assert(
    fc.property(keys, keys => {
      const ordinals = Uint32Array.from(keys.keys(), i => i * 3 + 1);
      const naive = [...keys.keys()].sort((a, b) => keys[a]! - keys[b]! || a - b).map(i => ordinals[i]);
      assert.deepEqual([...finish(sortedBy(i => keys[i]!, ordinals))], naive);
    }),
    { seed },
  );
});

t.test(
  'products are in the order of release, newest first, of one date by key; those without a date are in none',
  async () => {
    const date = fc.constantFrom(Number.NaN, 0, 86_400_000, 1.7e12, 1.8e12, -5);
    fc.assert(
      fc.property(fc.array(date, { maxLength: 200 }), fc.nat(), (dates, turn) => {
        const { length } = dates;
        const keyRank = Uint32Array.from(dates, (_, p) => (p + turn) % length);
        const values = Float64Array.from(dates);
        const view = {
          structure: { productCount: length, keyRank },
          numbers: { get: () => ({ values }) },
        } as unknown as View;
        const { products, rank } = finish(releaseOrderOf(view));
        const naive = [...dates.keys()].filter(p => !Number.isNaN(dates[p]));
        naive.sort((a, b) => dates[b]! - dates[a]! || keyRank[a]! - keyRank[b]!);
        assert.deepEqual([...products], naive);
        assert.deepEqual(
          [...rank],
          dates.map((_, p) => (naive.includes(p) ? naive.indexOf(p) : naive.length)),
        );
      }),
      { seed },
    );
  },
);

t.test('an order finds its own among a few products, and leaves out the others', async () => {
  const shuffled = fc.uniqueArray(fc.nat(60), { maxLength: 60 });
  fc.assert(
    fc.property(shuffled, fc.uniqueArray(fc.nat(60), { maxLength: 30 }), (products, few) => {
      const order = new Order(Uint32Array.from(products), 61);
      const naive = products.filter(product => few.includes(product));
      assert.deepEqual([...order.among(Uint32Array.from(few))], naive);
    }),
    { seed },
  );
});

t.test('an order is that of the snapshot before where nothing that it depends on has changed', async t => {
  const viewOf = (values: number[], keyRank: number[]) =>
    ({
      structure: { productCount: values.length, keyRank: Uint32Array.from(keyRank) },
      numbers: { get: () => ({ values: Float64Array.from(values) }) },
    }) as unknown as View;
  const order = finish(releaseOrderOf(viewOf([3, 7, Number.NaN, 7], [0, 1, 2, 3])));
  t.equal(finish(releaseOrderOf(viewOf([3, 7, Number.NaN, 7], [0, 1, 2, 3]))), order);
  t.same([...finish(releaseOrderOf(viewOf([3, 7, 9, 7], [0, 1, 2, 3]))).products], [2, 1, 3, 0]);
  t.same([...finish(releaseOrderOf(viewOf([3, 7, Number.NaN, 7], [0, 3, 2, 1]))).products], [3, 1, 0]);
});

t.test('the cold-start order is kept only where all that it depends on is the same', async t => {
  const NOW = 1.8e12;
  const DAY_MS = 86_400_000;
  const usual = {
    groupOf: [0, 1, 2, 3],
    rating: [4, 3.9, 3.8, 1] as number[] | undefined,
    release: [Number.NaN, Number.NaN, Number.NaN, NOW - 400 * DAY_MS],
    kinds: [0, 1, 2, 3],
    brands: [0, 1, 2, 3] as number[] | undefined,
    brandStart: [0, 1, 2, 3, 4],
    brandLevel: 'product',
  };
  const cold = (change: Partial<typeof usual> = {}, nowMs = NOW) => {
    const { groupOf, rating, release, kinds, brands, brandStart, brandLevel } = { ...usual, ...change };
    const numbers = new Map([['release_date', { values: Float64Array.from(release) }]]);
    if (rating) numbers.set('rating', { values: Float64Array.from(rating) });
    const of = brands && Uint32Array.from(brands);
    const brand = { level: brandLevel, size: 4, start: Uint32Array.from(brandStart), of };
    const view = {
      structure: { productCount: 4, groupCount: 4, groupOf: Uint32Array.from(groupOf) },
      numbers,
      attributes: new Map(brands && [['brand', brand]]),
    } as unknown as View;
    const traits = { kinds: { of: Int32Array.from(kinds), count: 4 } } as unknown as Traits;
    return finish(coldOrderOf(view, traits, nowMs)).order;
  };
  const order = cold();
  t.same([...order.products], [0, 1, 2, 3]);
  t.equal(cold(), order, 'another view and other traits, which say the same');
  t.same([...cold({ groupOf: [0, 0, 2, 3] }).products], [0, 2, 3, 1], 'of a group the second is behind all others');
  t.same([...cold({ rating: [4, 3.9, 3.8, 5] }).products], [3, 0, 1, 2]);
  t.same([...cold({ release: [Number.NaN, Number.NaN, NOW, Number.NaN] }).products], [2, 0, 1, 3]);
  t.same([...cold({ kinds: [0, 0, 2, 3] }).products], [0, 2, 1, 3], 'another kind comes first');
  t.same([...cold({ brands: [0, 0, 2, 3] }).products], [0, 2, 1, 3], 'another brand does');
  t.same([...cold({ brands: [0, 0, 2], brandStart: [0, 1, 1, 2, 3] }).products], [0, 1, 2, 3], 'one without a brand');
  for (const [name, change] of Object.entries({
    'no ratings': { rating: undefined },
    'no brands': { brands: undefined },
    'brands of variants': { brandLevel: 'variant' },
  })) {
    t.not(cold(change), order, name);
  }
  t.equal(cold(), order);
  t.not(cold({}, NOW + DAY_MS), order, 'another day');
  t.not(cold(), order, 'that of a day that is over is not kept');
});
