/** Which pools have a product of a list, and where, against a look at every pool and product. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { emptyBitmap, setBit } from '../../../src/kernel/bitmap.js';
import { MOST_COMPETING } from '../../../src/query/auction/auction-request.js';
import type { Pools } from '../../../src/query/auction/campaigns.js';
import { freePlace, GatheredPools, poolOf, removePlace } from '../../../src/query/auction/gathered-pools.js';

const seed = 20261128;
const PRODUCTS = 100;

/** @param sets products of each pool; every third is one with many products */
function poolsOf(sets: readonly (readonly number[])[]): Pools {
  const broad = new Map(
    sets.flatMap((products, pool) => {
      if (pool % 3 !== 0) return [];
      const bits = emptyBitmap(PRODUCTS);
      for (const product of products) setBit(bits, product);
      return [[pool, bits] as const];
    }),
  );
  const narrow = Array.from({ length: PRODUCTS }, (_, product) =>
    sets.flatMap((products, pool) => (pool % 3 !== 0 && products.includes(product) ? [pool] : [])),
  );
  const start = Uint32Array.from([0, ...narrow.map((_, p) => narrow.slice(0, p + 1).flat().length)]);
  return { campaigns: sets.map((_, pool) => Uint16Array.of(pool)), start, of: Uint16Array.from(narrow.flat()), broad };
}

t.test(`each pool has the places of its products in the list (seed ${seed})`, async () => {
  const list = fc.shuffledSubarray(Array.from({ length: PRODUCTS }, (_, product) => product));
  const set = fc.uniqueArray(fc.nat(PRODUCTS - 1), { maxLength: 12 });
  const property = fc.property(
    fc.array(set, { minLength: 1, maxLength: 30 }),
    list,
    fc.array(fc.nat(MOST_COMPETING - 1), { maxLength: 60 }),
    (sets, products, taken) => {
      const gathered = new GatheredPools(poolsOf(sets), (pool, place) => pool - place);
      const found = gathered.of({ products: Uint32Array.from(products), count: products.length });
      const free = { low: -1, high: -1 };
      for (const place of taken) removePlace(free, place);
      const competing = products.slice(0, MOST_COMPETING);
      const places = new Map([...found.entries].map(entry => [poolOf(entry), freePlace(found, entry, free)]));
      const expected = sets.flatMap((own, pool) => {
        if (!competing.some(product => own.includes(product))) return [];
        const place = competing.findIndex((product, at) => own.includes(product) && !taken.includes(at));
        return [[pool, place < 0 ? MOST_COMPETING : place] as const];
      });
      assert.deepEqual(
        [...places].sort(([a], [b]) => a - b),
        expected,
      );
    },
  );
  fc.assert(property, { seed, numRuns: 300 });
});

t.test('thousands of lists are remembered: none is gathered again when all are asked for anew', async t => {
  const pools = poolsOf(Array.from({ length: 60 }, (_, pool) => [pool, pool + 1, pool + 2]));
  const gathered = new GatheredPools(pools, () => 1);
  const lists = Array.from({ length: 5000 }, (_, i) => {
    const products = Uint32Array.from({ length: MOST_COMPETING }, (_, at) => (i * 7 + at * (1 + (i % 31))) % PRODUCTS);
    products[0] = i % PRODUCTS;
    products[1] = Math.floor(i / PRODUCTS);
    return { products, count: MOST_COMPETING };
  });
  const first = lists.map(list => gathered.of(list));
  t.ok(lists.every((list, i) => gathered.of(list) === first[i]));
});
