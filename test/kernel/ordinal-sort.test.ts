import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { sortOrdinals } from '../../src/kernel/ordinal-sort.js';

const seed = 20261121;

t.test('ordinals come in the order of their keys, equal ones as they were', async () => {
  const keys = fc.array(fc.oneof(fc.nat(3), fc.nat(70_000), fc.nat(2 ** 31 - 1)), {
    minLength: 1,
    maxLength: 300,
    size: 'max',
  });
  fc.assert(
    fc.property(keys, fc.boolean(), fc.nat(400), (given, descending, less) => {
      const of = Uint32Array.from(given);
      // Every ordinal once, the later half first.
      const half = given.length >> 1;
      const ordinals = Uint32Array.from(given, (_, i) => (i + half) % given.length);
      const n = Math.max(0, given.length - less);
      const before = [...ordinals];
      const expected = before.slice(0, n).sort((a, b) => (descending ? of[b]! - of[a]! : of[a]! - of[b]!));
      sortOrdinals(ordinals, n, of, Math.max(...given), descending);
      assert.deepEqual([...ordinals], [...expected, ...before.slice(n)]);
    }),
    { seed, numRuns: 400 },
  );
});
