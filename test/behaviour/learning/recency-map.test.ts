import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { RecencyMap } from '../../../src/behaviour/learning/recency-map.js';

const seed = 20261121;

t.test(`entries stand in the order of their last use (seed ${seed})`, async () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ use: key, value: fc.integer() }) },
    { weight: 2, arbitrary: fc.record({ delete: key }) },
    { weight: 1, arbitrary: fc.constant({ deleteOldest: true as const }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const recency = new RecencyMap<number>();
      const expected = new Map<string, number>();
      for (const one of steps) {
        if ('use' in one) {
          recency.use(one.use, one.value);
          expected.delete(one.use);
          expected.set(one.use, one.value);
        } else if ('delete' in one) {
          recency.delete(one.delete);
          expected.delete(one.delete);
        } else {
          recency.deleteOldest();
          for (const first of [...expected.keys()].slice(0, 1)) expected.delete(first);
        }
        assert.deepEqual([...recency.entries()], [...expected]);
        assert.equal(recency.size, expected.size);
        assert.equal(recency.oldest, [...expected.values()][0]);
        assert.equal(recency.get('c'), expected.get('c'));
      }
    }),
    { seed },
  );
});
