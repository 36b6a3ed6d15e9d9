import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { StampedSet } from '../../src/kernel/stamped-set.js';

const seed = 20261122;
const SIZE = 70;

t.test(
  `a stamped set holds what a set holds, whatever its sizes and however often it is emptied (seed ${seed})`,
  async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ add: fc.nat(SIZE - 1) }) },
      { weight: 1, arbitrary: fc.record({ clear: fc.integer({ min: 1, max: SIZE }) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), steps => {
        const stamped = new StampedSet();
        const naive = new Set<number>();
        let size = SIZE;
        stamped.clear(size);
        for (const next of steps) {
          if ('clear' in next) {
            size = next.clear;
            stamped.clear(size);
            naive.clear();
          } else if (next.add < size) {
            stamped.add(next.add);
            naive.add(next.add);
          }
          for (let ordinal = 0; ordinal < size; ordinal++) assert.equal(stamped.has(ordinal), naive.has(ordinal));
        }
      }),
      { seed },
    );
  },
);
