import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { AscendingLists, AscendingListsWriter } from '../../src/index/ascending-lists.js';
import { PartWriter } from '../../src/index/part.js';
import { reread } from './reread.js';

t.test('lists are read as they were written, however far apart their numbers are', async () => {
  const numbers = fc.oneof(fc.nat(300), fc.nat(100_000), fc.integer({ min: 0, max: 0x7fffffff }));
  const list = fc.uniqueArray(numbers, { maxLength: 400 }).map(all => Uint32Array.from(all).sort());
  fc.assert(
    fc.property(fc.array(list, { maxLength: 6 }), lists => {
      const writer = new AscendingListsWriter();
      for (const one of lists) writer.add(Uint32Array.of(9, ...one, 9), 1, one.length + 1);
      const part = new PartWriter('some');
      writer.write(part, 'lists');
      const read = new AscendingLists(reread(part), 'lists');
      lists.forEach((one, i) => {
        assert.equal(read.count(i), one.length);
        assert.deepEqual([...read.read(i)], [...one]);
      });
    }),
    { seed: 20261123, numRuns: 50 },
  );
});
