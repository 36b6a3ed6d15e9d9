/** Columns that are computed in WebAssembly are to the bit those of JavaScript. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { finish } from '../../../src/kernel/steps.js';
import { stockedOf } from '../../../src/query/columns/stocked.js';
import type { OfferContext } from '../../../src/query/filters/offer-context.js';
import { priorsOf } from '../../../src/query/ranking/priors.js';
import type { Searchable } from '../../../src/snapshot/index.js';

const SEED = 20261123;
const DAY_MS = 86_400_000;

const stocks = fc.array(fc.array(fc.integer({ min: -1, max: 2 }), { maxLength: 70 }), { maxLength: 300 });
const rating = fc.constantFrom(Number.NaN, -1, 0, 2.5, 4.7, 5, 1e300);
const date = fc.oneof(
  // Days that share a place, and times that are no days.
  { weight: 4, arbitrary: fc.integer({ min: -9000, max: 9000 }).map(day => day * DAY_MS) },
  fc.constantFrom(Number.NaN, 0, -0, 1.5, DAY_MS / 2, 8.64e15, -8.64e15, 1e300, Number.NEGATIVE_INFINITY),
);
const products = fc.array(
  fc.record({ popularity: fc.float({ noNaN: true, min: 0, max: 1 }), rating, date, isStocked: fc.boolean() }),
  { maxLength: 700 },
);
/** Of products that are as those drawn, again and again: pieces of columns have thousands. */
const repeats = fc.constantFrom(1, 1, 1, 30);

t.test(`what is in stock (seed ${SEED})`, t => {
  fc.assert(
    fc.property(stocks, repeats, (drawn, times) => {
      const byProduct = Array.from({ length: times }, () => drawn).flat();
      const stock = Int32Array.from(byProduct.flat());
      const variantStart = new Uint32Array(byProduct.length + 1);
      byProduct.forEach((variants, i) => {
        variantStart[i + 1] = variantStart[i]! + variants.length;
      });
      const structure = { variantStart, productCount: byProduct.length, variantCount: stock.length };
      const [expected, found] = [false, true].map(assembly => finish(stockedOf(stock, structure, assembly)));
      assert.deepEqual(found, expected);
    }),
    { seed: SEED, numRuns: 60 },
  );
  t.end();
});

t.test(`priors and the most of each block, with columns and without (seed ${SEED})`, t => {
  fc.assert(
    fc.property(products, repeats, fc.nat(7), (drawn, times, columns) => {
      const all = Array.from({ length: times }, () => drawn).flat();
      const has = (column: number) => (columns & (1 << column)) !== 0;
      const numbers = new Map([
        ...(has(0) ? [['rating', { values: Float64Array.from(all, one => one.rating) }] as const] : []),
        ...(has(1) ? [['release_date', { values: Float64Array.from(all, one => one.date) }] as const] : []),
      ]);
      const stocked = new Uint32Array(Math.ceil(all.length / 64) * 2);
      all.forEach(({ isStocked }, i) => {
        if (isStocked) stocked[i >>> 5]! |= 1 << (i & 31);
      });
      const popularity = Float32Array.from(all, one => one.popularity);
      const view = { structure: { productCount: all.length }, signals: { popularity }, numbers };
      const offers = has(2) ? ({ inStock: { products: stocked } } as unknown as OfferContext) : undefined;
      const [expected, found] = [false, true].map(assembly =>
        finish(priorsOf(view as unknown as Searchable, offers, assembly)),
      );
      const bits = ({ points, most }: NonNullable<typeof found>) =>
        [points, most].map(of => new Uint32Array(of.buffer));
      assert.deepEqual(bits(found!), bits(expected!));
    }),
    { seed: SEED, numRuns: 80 },
  );
  t.end();
});
