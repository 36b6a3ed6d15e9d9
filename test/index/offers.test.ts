import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { Offers, OffersBuilder, type VariantOffer } from '../../src/index/offers.js';
import { patchOfferColumns } from '../../src/index/patched-offers.js';
import { reread } from './reread.js';

const seed = 20260901;

const price = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.double({ min: 0, max: 1e9, noNaN: true }));
const prices = fc.record({ listPrice: price, sellingPrice: price });
const named = <T>(value: fc.Arbitrary<T>) =>
  fc.dictionary(fc.constantFrom('a', 'b', 'Ö 1', '10'), value, { maxKeys: 3 });
const offer: fc.Arbitrary<VariantOffer> = fc.record(
  {
    listPrice: price,
    sellingPrice: price,
    stock: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    stores: named(fc.integer({ min: 0, max: 5 })),
    customPrices: named(prices),
  },
  { requiredKeys: ['listPrice', 'sellingPrice', 'stock'] },
);
const offers = fc.array(offer, { maxLength: 30 });

function build(list: readonly VariantOffer[]) {
  const builder = new OffersBuilder();
  for (const one of list) builder.add(one);
  return builder.finish();
}

t.test('prices, stock, store stock and customer prices come back by variant', async () => {
  fc.assert(
    fc.property(offers, list => {
      const read = new Offers(reread(build(list)));
      assert.deepEqual(
        [...read.list],
        Array.from(list, one => one.listPrice),
      );
      assert.deepEqual(
        [...read.sell],
        Array.from(list, one => one.sellingPrice),
      );
      assert.deepEqual(
        [...read.stock],
        Array.from(list, one => one.stock),
      );
      const stores = new Set(list.flatMap(({ stores }) => Object.keys(stores ?? {})));
      assert.deepEqual([...read.stores], [...stores].sort());
      const ids = new Set(list.flatMap(({ customPrices }) => Object.keys(customPrices ?? {})));
      assert.deepEqual([...read.priceIds], [...ids].sort());
      assert.equal(read.storeIndex('none'), -1);
      assert.equal(read.priceIndex('none'), -1);
      for (const key of stores) {
        const store = read.storeIndex(key);
        list.forEach(({ stores }, v) => {
          assert.equal(read.storeStock(store, v), stores?.[key] ?? 0);
        });
        const column = read.storeColumn(store);
        assert.ok(
          column.variants.every((v, i, all) => i === 0 || all[i - 1] < v),
          'variants ascend',
        );
      }
      for (const id of ids) {
        const index = read.priceIndex(id);
        const under = read.pricesUnder(index);
        list.forEach((one, v) => {
          const own = one.customPrices?.[id];
          assert.deepEqual(read.customPrice(index, v), own && { ...own });
          assert.equal(under.list[v], (own ?? one).listPrice);
          assert.equal(under.sell[v], (own ?? one).sellingPrice);
        });
      }
    }),
    { seed, numRuns: 200 },
  );
});

t.test('prices under an id leave the ordinary ones as they are', async t => {
  const read = new Offers(
    reread(
      build([{ listPrice: 10, sellingPrice: 9, stock: 1, customPrices: { vip: { listPrice: 8, sellingPrice: 7 } } }]),
    ),
  );
  read.pricesUnder(0);
  t.same([...read.list], [10]);
  t.same([...read.sell], [9]);
});

t.test('a patch is the same bytes as a build of the changed offers from the beginning', async () => {
  const changed = offers.chain(list =>
    fc.tuple(
      fc.constant(list),
      fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: Math.max(0, list.length - 1) }), offer), {
        selector: ([variant]) => variant,
        maxLength: list.length,
      }),
    ),
  );
  fc.assert(
    fc.property(changed, ([list, changes]) => {
      const patched = patchOfferColumns(new Offers(reread(build(list))), new Map(changes));
      const anew = list.slice();
      for (const [variant, one] of changes) anew[variant] = one;
      assert.ok(patched.encode().equals(build(anew).encode()));
    }),
    { seed, numRuns: 300 },
  );
});
