import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { Growable, growableF64, growableU8, growableU16, growableU32, growthOf } from '../../src/kernel/growable.js';

const seed = 20260901;

t.test('what is pushed is what there is, however often the array has grown', async () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff_ffff }), { maxLength: 300, size: 'max' }), values => {
      const growable = new Growable(new Uint32Array(1));
      for (const value of values) growable.push(value);
      assert.equal(growable.length, values.length);
      assert.deepEqual([...growable.view()], values);
      values.forEach((value, i) => {
        if (growable.get(i) !== value) throw new Error(`entry ${i}`);
      });
    }),
    { seed, numRuns: 100 },
  );
});

t.test('an array that starts without room grows too', async t => {
  const growable = new Growable(new Float64Array(0));
  growable.push(0.5);
  t.same([...growable.view()], [0.5]);
});

t.test('a large array keeps its values when it grows', async t => {
  const growable = growableU32();
  const length = (1 << 20) + 1;
  for (let i = 0; i < length; i++) growable.push(i);
  t.ok(growable.view().every((value, i) => value === i));
  t.equal(growable.view().length, length);
  t.ok(growable.view().buffer.byteLength > 4 * length, 'there is room for more');
});

t.test('an array grows up to the four gigabytes that one may have', async t => {
  const sizes = [1024];
  while (sizes.at(-1)! < 2 ** 32) sizes.push(sizes.at(-1)! * growthOf(sizes.at(-1)!));
  t.equal(sizes.at(-1), 2 ** 32);
  t.ok(sizes.length < 20, 'in few steps');
});

t.test('each kind keeps its type when it grows', async t => {
  for (const make of [growableU8, growableU16, growableU32, growableF64]) {
    const growable = make();
    const type = growable.view().constructor;
    for (let i = 0; i < 2000; i++) growable.push(i % 200);
    t.equal(growable.view().constructor, type);
    t.equal(growable.view().length, 2000);
    t.equal(growable.get(1999), 199);
  }
});
