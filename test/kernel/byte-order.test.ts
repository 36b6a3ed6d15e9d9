import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { compareBytes, orderByBytes, sortedByBytes } from '../../src/kernel/byte-order.js';

const seed = 20261122;

const letters = fc.constantFrom('a', 'b', 'å', '\u{0}', '\u{ffff}', '\u{e000}', '\u{10000}', '\u{1f600}');
const text = fc.oneof(
  fc.string({ unit: letters, maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  // A long common beginning.
  fc.string({ unit: letters, maxLength: 3 }).map(end => `${'x'.repeat(1_000)}${end}`),
);
const lists = fc.oneof(fc.array(text, { maxLength: 200 }), fc.array(text, { minLength: 100, maxLength: 400 }));

const inBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

t.test(`ordinals come in the order of bytes, those of equal texts ascending (seed ${seed})`, async () => {
  fc.assert(
    fc.property(lists, texts => {
      const expected = [...texts.keys()].sort((a, b) => inBytes(texts[a]!, texts[b]!) || a - b);
      assert.deepEqual([...orderByBytes(texts)], expected);
      assert.deepEqual(
        sortedByBytes(texts),
        expected.map(i => texts[i]),
      );
    }),
    { seed, numRuns: 200 },
  );
});

t.test('two texts compare as their bytes, from where they are known to be equal', async () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(Math.sign(compareBytes(a, b)), Math.sign(inBytes(a, b)));
      assert.equal(Math.sign(compareBytes(`ab${a}`, `ab${b}`, 2)), Math.sign(inBytes(a, b)));
    }),
    { seed },
  );
});

t.test('many equal texts, and texts sorted already', async () => {
  const equal = Array.from({ length: 5_000 }, () => 'same');
  assert.deepEqual([...orderByBytes(equal)], [...equal.keys()]);
  const sorted = Array.from({ length: 20_000 }, (_, i) => `key-${String(i).padStart(6, '0')}`);
  assert.deepEqual([...orderByBytes(sorted)], [...sorted.keys()]);
  assert.deepEqual([...orderByBytes(sorted.toReversed())], [...sorted.keys()].reverse());
});
