import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { indicesByKey } from '../../src/kernel/indices-by-key.js';
import { ELEMENTS, finish } from '../../src/kernel/steps.js';

function naive(keys: Float64Array): number[] {
  return [...keys.keys()].sort((a, b) => (keys[a]! === keys[b]! ? a - b : keys[a]! - keys[b]!));
}

t.test('indices are in the order of their keys, whatever these are, those of equal keys ascending', async () => {
  const date = fc.constantFrom(-86_400_000, 0, -0, 1.7e12, 1.7e12 + 1, Number.POSITIVE_INFINITY, 5e-324, -5e-324);
  const key = fc.oneof(date, fc.double({ noNaN: true }), fc.integer());
  fc.assert(
    fc.property(fc.array(key, { maxLength: 300 }), keys => {
      const numbers = Float64Array.from(keys);
      assert.deepEqual([...finish(indicesByKey(numbers))], naive(numbers));
    }),
    { seed: 20261123 },
  );
});

t.test('they are, whatever number of steps that takes', async t => {
  for (const length of [0, 1, ELEMENTS - 1, ELEMENTS, ELEMENTS + 1, 5 * ELEMENTS + 17]) {
    const keys = Float64Array.from({ length }, (_, i) => ((i * 7919) % 1009) / 1009 - 0.5);
    t.same([...finish(indicesByKey(keys))], naive(keys), `${length}`);
  }
});

t.test('no step takes longer than a few thousand keys do', async t => {
  const keys = Float64Array.from({ length: 8 * ELEMENTS }, (_, i) => i);
  const steps = indicesByKey(keys);
  let count = 0;
  while (!steps.next().done) count++;
  t.ok(count > 8 * 6, `${count} steps, those of each pass`);
});
