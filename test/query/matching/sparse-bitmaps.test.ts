/** Bitmaps of few products hold those that were asked for, and nothing of the query before. */
import t from 'tap';
import { emptyBitmap, listBits } from '../../../src/kernel/bitmap.js';
import { SparseBitmaps } from '../../../src/query/matching/sparse-bitmaps.js';

const PRODUCTS = 1000;
const owners = Uint32Array.of(3, 40, 41, 999, 0, 64, 40);

function productsOf(bits: Uint32Array): number[] {
  const out = new Uint32Array(PRODUCTS);
  return [...out.subarray(0, listBits(bits, out))];
}

t.test('a bitmap has its products until the next query begins', async t => {
  let made = 0;
  const bitmaps = new SparseBitmaps(() => {
    made++;
    return emptyBitmap(PRODUCTS);
  });
  for (let query = 0; query < 3; query++) {
    bitmaps.begin();
    const first = bitmaps.of(owners.subarray(0, 4));
    const second = bitmaps.of(owners.subarray(4, 7));
    t.same(productsOf(first), [3, 40, 41, 999]);
    t.same(productsOf(second), [0, 40, 64]);
    t.equal(bitmaps.of(owners.subarray(0, 4)), first, 'asked for again in the same query, by another view');
  }
  bitmaps.begin();
  t.same(productsOf(bitmaps.of(owners.subarray(4, 7))), [0, 40, 64], 'where others were before');
  t.equal(made, 2, 'made for the most that a query had at once');
});
