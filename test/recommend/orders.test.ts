import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { finish } from '../../src/kernel/steps.js';
import { Order } from '../../src/recommend/order.js';
import { releaseOrderOf, sortedBy } from '../../src/recommend/orders.js';
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
