import t from 'tap';
import { filesToCompact, MAX_CARD_FILES } from '../../../src/build/cards/card-compaction.js';
import { CardIndex, CardIndexBuilder } from '../../../src/index/cards.js';
import { reread } from '../../index/reread.js';

const HEAD = 48;

/** A view of one group in each place of `files`, of 100 bytes. */
function view(files: readonly string[], places: readonly number[], replaced: readonly number[] = []) {
  const builder = new CardIndexBuilder();
  for (const file of places) builder.add(file, { offset: 16, length: 100, hot: 0 });
  const cards = new CardIndex(reread(builder.finish(files)));
  return { cards, replaced: new Map(replaced.map(group => [group, true])) };
}

const sized = (sizes: Record<string, number>) =>
  new Map(Object.entries(sizes).map(([file, records]) => [file, { file, bytes: HEAD + records * 100 }]));

t.test('a file of which less than half is used is written again, counting what is replaced anyway', async t => {
  const sizes = sized({ a: 4, b: 4 });
  const of = (replaced: number[]) => [
    ...filesToCompact([view(['a', 'b'], [0, 0, 0, 0, 1, 1, 1, 1], replaced)], sizes, 1e6),
  ];
  t.same(of([]), []);
  t.same(of([0]), []);
  t.same(of([0, 1, 2]), ['a']);
  t.same(of([0, 1, 2, 5, 6, 7]).sort(), ['a', 'b']);
});

t.test('a file that several views share is used by all of them', async t => {
  const sizes = sized({ a: 4 });
  t.same([...filesToCompact([view(['a'], [0, 0], [0]), view(['a'], [0, 0])], sizes, 1e6)], []);
  t.same([...filesToCompact([view(['a'], [0, 0], [0]), view(['a'], [0, 0], [0, 1])], sizes, 1e6)], ['a']);
});

t.test('the worst come first, as many as the update is large', async t => {
  const sizes = sized({ a: 10, b: 10, c: 10 });
  const used = view(['a', 'b', 'c'], [0, 0, 0, 1, 2, 2]);
  t.same([...filesToCompact([used], sizes, 0)], []);
  t.same([...filesToCompact([used], sizes, 50)], ['b']);
  t.same([...filesToCompact([used], sizes, 150)], ['b', 'c']);
  t.same([...filesToCompact([used], sizes, 1000)], ['b', 'c', 'a']);
});

t.test('where there are too many files, the smallest are joined', async t => {
  const files = Array.from({ length: MAX_CARD_FILES }, (_, i) => `f${String(i).padStart(3, '0')}`);
  // The last three hold one group, all others two.
  const places = files.flatMap((_, i) => (i < files.length - 3 ? [i, i] : [i]));
  const sizes = sized(Object.fromEntries(files.map((file, i) => [file, i < files.length - 3 ? 2 : 1])));
  t.same([...filesToCompact([view(files, places)], sizes, 1)].sort(), files.slice(-3));
  const fewer = files.slice(1);
  const rest = places.filter(file => file > 0).map(file => file - 1);
  t.same([...filesToCompact([view(fewer, rest)], sizes, 1)], []);
});
