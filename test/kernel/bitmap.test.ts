import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import {
  andInto,
  bitmapWords,
  complement,
  emptyBitmap,
  fullBitmap,
  hasBit,
  listBits,
  orInto,
  popcount,
  setBit,
} from '../../src/kernel/bitmap.js';

const seed = 20260901;

/** Two sets of ordinals below one size, as bitmaps and as themselves. */
const pair = fc.integer({ min: 0, max: 300 }).chain(size => {
  const ordinals = fc.uniqueArray(fc.integer({ min: 0, max: Math.max(0, size - 1) }), { maxLength: size });
  return fc.tuple(fc.constant(size), ordinals, ordinals).map(([n, a, b]) => ({
    size: n,
    a: new Set(n === 0 ? [] : a),
    b: new Set(n === 0 ? [] : b),
  }));
});

function bitmapOf(ordinals: Iterable<number>, size: number) {
  const bits = emptyBitmap(size);
  for (const ordinal of ordinals) setBit(bits, ordinal);
  return bits;
}

function membersOf(bits: Uint32Array): number[] {
  const out = new Uint32Array(bits.length * 32);
  return [...out.subarray(0, listBits(bits, out))];
}

const ascending = (ordinals: Iterable<number>) => [...ordinals].sort((x, y) => x - y);

t.test('bitmaps behave as sets of ordinals', async () => {
  fc.assert(
    fc.property(pair, ({ size, a, b }) => {
      const left = bitmapOf(a, size);
      const right = bitmapOf(b, size);
      assert.deepEqual(membersOf(left), ascending(a), 'members ascend');
      assert.equal(popcount(left), a.size);
      for (let i = 0; i < size; i++) if (hasBit(left, i) !== a.has(i)) throw new Error(`bit ${i}`);
      const both = left.slice();
      andInto(both, right);
      assert.deepEqual(membersOf(both), ascending([...a].filter(i => b.has(i))));
      const either = left.slice();
      orInto(either, right);
      assert.deepEqual(membersOf(either), ascending(new Set([...a, ...b])));
      const others = complement(left, size);
      assert.deepEqual(
        membersOf(others),
        Array.from({ length: size }, (_, i) => i).filter(i => !a.has(i)),
      );
      assert.equal(others.length, bitmapWords(size));
    }),
    { seed, numRuns: 100 },
  );
});

t.test('a full bitmap has every ordinal of its size and none past it', async t => {
  for (const size of [0, 1, 31, 32, 33, 64, 65, 100]) {
    const full = fullBitmap(size);
    t.equal(full.length, 2 * Math.ceil(size / 64), 'whole blocks of 64');
    t.same(
      membersOf(full),
      Array.from({ length: size }, (_, i) => i),
    );
  }
});

t.test('the highest bit of a word is a bit like the others', async t => {
  const bits = bitmapOf([31, 63], 64);
  t.same(membersOf(bits), [31, 63]);
  t.equal(popcount(bits), 2);
  t.ok(hasBit(bits, 31));
  t.notOk(hasBit(bits, 30));
});
