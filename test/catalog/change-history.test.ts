import path from 'node:path';
import fc from 'fast-check';
import { open } from 'lmdb';
import t, { type Test } from 'tap';
import { ChangeHistory, type GroupChanges } from '../../src/catalog/change-history.js';
import { testFolder } from '../folder.js';

const seed = 20261123;

function history(t: Test): ChangeHistory {
  const root = open<unknown, string>({ path: path.join(testFolder(t), 'store') });
  t.teardown(() => root.close());
  return ChangeHistory.in(root);
}

t.test('changes between generations are those of each together', t => {
  const change = fc.option(fc.record({ keys: fc.uniqueArray(fc.stringMatching(/^[a-f]$/)), content: fc.boolean() }), {
    nil: undefined,
    freq: 8,
  });
  const own = history(t);
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), changes => {
      own.clear();
      changes.forEach((one, i) => {
        own.add(i + 1, one);
      });
      for (let after = 0; after <= changes.length; after++) {
        const some = changes.slice(after);
        const known: GroupChanges[] = some.filter(one => one !== undefined);
        const expected = {
          keys: [...new Set(known.flatMap(({ keys }) => keys))].sort(),
          content: known.some(({ content }) => content),
        };
        t.same(own.between(after, changes.length), known.length === some.length ? expected : undefined);
      }
    }),
    { seed, numRuns: 60 },
  );
  t.end();
});

t.test('nothing is known across a gap, which a version without a history leaves', t => {
  const own = history(t);
  own.add(1, { keys: ['a'], content: false });
  own.add(2, { keys: ['b'], content: false });
  own.add(5, { keys: ['c'], content: true });
  t.equal(own.between(2, 5), undefined);
  t.equal(own.between(0, 2), undefined, 'what comes before a gap is forgotten');
  t.same(own.between(4, 5), { keys: ['c'], content: true });
  t.same(own.between(5, 5), { keys: [], content: false });
  t.end();
});

t.test('old transactions are forgotten, so that the history is bounded', t => {
  const own = history(t);
  const keys = Array.from({ length: 100_000 }, (_, i) => `k${i}`);
  for (let generation = 1; generation <= 6; generation++) own.add(generation, { keys, content: false });
  t.equal(own.between(1, 6), undefined);
  t.equal(own.between(3, 6)?.keys.length, keys.length);
  t.end();
});
