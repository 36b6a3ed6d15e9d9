import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { positionIn } from '../../src/kernel/sorted-search.js';

const seed = 20261122;

t.test(`a value is found where a walk finds it, within a range (seed ${seed})`, async () => {
  const lists = fc.uniqueArray(fc.nat(60), { maxLength: 40 }).map(list => Uint32Array.from(list).sort());
  fc.assert(
    fc.property(lists, fc.nat(60), fc.nat(40), fc.nat(40), (list, wanted, a, b) => {
      const from = Math.min(a, b, list.length);
      const to = Math.min(Math.max(a, b), list.length);
      const at = list.indexOf(wanted);
      assert.equal(positionIn(list, wanted), at);
      assert.equal(positionIn(list, wanted, from, to), at >= from && at < to ? at : -1);
    }),
    { seed, numRuns: 300 },
  );
});
