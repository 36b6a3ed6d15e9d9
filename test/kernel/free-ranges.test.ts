/** What is taken is free and the first that is large enough; what is released is free again. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { FreeRanges } from '../../src/kernel/free-ranges.js';

const seed = 20261123;
const SIZE = 100;

const steps = fc.array(fc.record({ take: fc.boolean(), size: fc.integer({ min: 1, max: 30 }), which: fc.nat() }));

t.test(`ranges are taken and released as units are one by one (seed ${seed})`, async () => {
  fc.assert(
    fc.property(steps, all => {
      const ranges = new FreeRanges();
      ranges.release(0, SIZE);
      const isFree = new Array<boolean>(SIZE).fill(true);
      const taken: { from: number; size: number }[] = [];
      for (const { take, size, which } of all) {
        if (take) {
          const places = isFree.keys();
          const expected = [...places].find(at => at + size <= SIZE && isFree.slice(at, at + size).every(Boolean));
          const from = ranges.take(size);
          assert.equal(from, expected);
          if (from === undefined) continue;
          isFree.fill(false, from, from + size);
          taken.push({ from, size });
        } else if (taken.length > 0) {
          const [{ from, size: released }] = taken.splice(which % taken.length, 1);
          ranges.release(from, from + released);
          isFree.fill(true, from, from + released);
        }
      }
    }),
    { seed, numRuns: 300 },
  );
});
