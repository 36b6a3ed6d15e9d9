import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { ValuePairs } from '../../src/index/value-pairs.js';

const seed = 20261123;

t.test('pairs come back as they were added, with what stands for each value', async () => {
  const ordinal = fc.oneof(fc.nat({ max: 5 }), fc.constantFrom(0xffff, 0x10000, 100_000));
  const owner = fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 5_000_000 }));
  const property = fc.property(fc.array(fc.tuple(owner, ordinal), { maxLength: 200, size: 'max' }), added => {
    const pairs = new ValuePairs();
    const rank = Uint32Array.from({ length: 100_001 }, (_, i) => 100_000 - i);
    for (const [owner, ordinal] of added) pairs.add(owner, ordinal);
    const { owners, values } = pairs.pairs(rank);
    assert.deepEqual(
      [...owners],
      added.map(([owner]) => owner),
    );
    assert.deepEqual(
      [...values],
      added.map(([, ordinal]) => 100_000 - ordinal),
    );
    const counts = pairs.counts(100_001);
    for (const [, ordinal] of added) {
      assert.equal(counts[ordinal], added.filter(other => other[1] === ordinal).length);
    }
  });
  fc.assert(property, { seed, numRuns: 100 });
});

t.test('owners that ascend step by step take one byte each, whatever their number', async t => {
  const pairs = new ValuePairs();
  for (let owner = 0; owner < 200_000; owner++) pairs.add(owner, owner % 70_000);
  const { owners, values } = pairs.pairs(Uint32Array.from({ length: 70_000 }, (_, i) => i));
  t.ok(owners.every((owner, i) => owner === i));
  t.ok(values.every((value, i) => value === i % 70_000));
});
