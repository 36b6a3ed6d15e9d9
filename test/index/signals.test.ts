/** Signals of a market, written and read back. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { type Relations, Signals, writeSignals } from '../../src/index/signals.js';
import { compareBytes } from '../../src/kernel/byte-order.js';
import { reread } from './reread.js';

const seed = 20261121;

const share = fc.float({ min: 0, max: 1, noNaN: true });
const shop = fc.integer({ min: 0, max: 12 }).chain(products => {
  const partner = fc.record(
    { to: fc.integer({ min: 0, max: Math.max(0, products - 1) }), weight: share },
    { noNullPrototype: true },
  );
  const rows = fc.array(fc.array(partner, { maxLength: 5 }), { minLength: products, maxLength: products });
  return fc.record({
    popularity: fc.array(share, { minLength: products, maxLength: products }),
    bought: rows,
    seen: rows,
    liked: rows,
    contents: fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }), share, {
      noNullPrototype: true,
    }),
  });
});

function relations(rows: { to: number; weight: number }[][]): Relations {
  const start = new Uint32Array(rows.length + 1);
  for (const [i, row] of rows.entries()) start[i + 1] = start[i]! + row.length;
  const all = rows.flat();
  return {
    start,
    to: Uint32Array.from(all, ({ to }) => to),
    weight: Float32Array.from(all, ({ weight }) => weight),
  };
}

function listed({ start, to, weight }: Relations): { to: number; weight: number }[][] {
  return Array.from({ length: start.length - 1 }, (_, product) =>
    Array.from({ length: start[product + 1]! - start[product]! }, (_, i) => ({
      to: to[start[product]! + i]!,
      weight: weight[start[product]! + i]!,
    })),
  );
}

t.test(`what was written is read, product by product and content by content (seed ${seed})`, async () => {
  fc.assert(
    fc.property(shop, fc.string(), ({ popularity, bought, seen, liked, contents }, other) => {
      const sorted = Object.entries(contents).sort((a, b) => compareBytes(a[0], b[0]));
      const products = {
        popularity: Float32Array.from(popularity),
        bought: relations(bought),
        seen: relations(seen),
        liked: relations(liked),
      };
      const signals = Signals.open(reread(writeSignals(products, sorted)));
      assert.deepEqual([...signals.popularity], popularity);
      assert.deepEqual(listed(signals.bought), bought);
      assert.deepEqual(listed(signals.seen), seen);
      assert.deepEqual(listed(signals.liked), liked);
      for (const [key, value] of sorted) assert.equal(signals.contentPopularity(key), value);
      assert.equal(signals.contentPopularity(other), Object.hasOwn(contents, other) ? contents[other] : 0);
    }),
    { seed },
  );
});

t.test('a shop that nobody has visited has signals of nothing', async t => {
  const signals = Signals.none(3);
  t.same([...signals.popularity], [0, 0, 0]);
  t.same(listed(signals.bought), [[], [], []]);
  t.same(listed(signals.seen), [[], [], []]);
  t.same(listed(signals.liked), [[], [], []]);
  t.equal(signals.contentPopularity('guide'), 0);
});
