import t from 'tap';
import { addTo, takeFrom } from '../../src/kernel/lists-by-key.js';

t.test('lists are taken from in their order, and go with their last one', async t => {
  const lists = new Map<number, string[]>();
  for (const one of ['a', 'b']) addTo(lists, 1, one);
  addTo(lists, 2, 'c');
  t.same(
    [...lists],
    [
      [1, ['a', 'b']],
      [2, ['c']],
    ],
  );
  t.equal(takeFrom(lists, 1), 'a');
  t.equal(takeFrom(lists, 1), 'b');
  t.same([...lists.keys()], [2]);
});
