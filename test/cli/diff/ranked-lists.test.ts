/** Lists of random hits, compared also the slow way: by the definition of every figure. */
import fc from 'fast-check';
import t from 'tap';
import { compareLists, longestRise, type RankedList, TOP } from '../../../src/cli/diff/ranked-lists.js';

const SEED = 20261121;

function list(keys: readonly string[], further: readonly string[] = []): RankedList {
  return { hits: keys.map(key => ({ key, title: `the ${key}` })), mayHold: key => further.includes(key) };
}

const near = (a: number, b: number) => Math.abs(a - b) < 1e-9;

/** What two lists agree on down to a depth. */
function sharedAt(a: readonly string[], b: readonly string[], depth: number): number {
  return a.slice(0, depth).filter(key => b.slice(0, depth).includes(key)).length;
}

function naiveSimilarity(a: readonly string[], b: readonly string[]): number {
  const depth = Math.min(TOP, Math.max(a.length, b.length));
  if (depth === 0) return 1;
  const depths = Array.from({ length: depth }, (_, i) => i + 1);
  const weight = (d: number) => 0.9 ** (d - 1);
  const sum = depths.reduce((all, d) => all + (weight(d) * sharedAt(a, b, d)) / d, 0);
  return sum / depths.reduce((all, d) => all + weight(d), 0);
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((n, i) => i === 0 || numbers[i - 1]! < n);
}

const KEYS = 'abcdefghijklmnopqrst'.split('');
const keys = fc.shuffledSubarray(KEYS, { maxLength: 16 });

t.test('figures and movers are what their definitions say, whatever the lists', async t => {
  fc.assert(
    fc.property(keys, keys, fc.subarray(KEYS), fc.subarray(KEYS), (a, b, furtherA, furtherB) => {
      const { overlap, similarity, movers } = compareLists(list(a, furtherA), list(b, furtherB));
      const depth = Math.min(TOP, Math.max(a.length, b.length));
      if (!near(overlap, depth === 0 ? 1 : sharedAt(a, b, depth) / depth)) return false;
      if (!near(similarity, naiveSimilarity(a, b))) return false;
      const place = (of: readonly string[], key: string) => (of.includes(key) ? of.indexOf(key) + 1 : undefined);
      const compared = KEYS.filter(key => [a, b].some(of => of.slice(0, TOP).includes(key)));
      const expected = compared.filter(key => place(a, key) !== place(b, key));
      if (
        movers
          .map(({ key }) => key)
          .sort()
          .join() !== expected.sort().join()
      )
        return false;
      return movers.every(({ key, title, from, to, move }) => {
        if (title !== `the ${key}` || from !== place(a, key) || to !== place(b, key)) return false;
        if (from === undefined) return move === (furtherA.includes(key) ? 'risen' : 'new');
        if (to === undefined) return move === (furtherB.includes(key) ? 'sunk' : 'gone');
        return move === 'moved' || move === 'shifted';
      });
    }),
    { seed: SEED, numRuns: 1000 },
  );
  t.pass(`seed ${SEED}`);
});

t.test('those that only shifted are in the same order on both sides, and no more could be', async t => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { maxLength: 9 }), numbers => {
      const kept = longestRise(numbers);
      const chosen = numbers.filter((_, i) => kept[i]);
      let longest = 0;
      for (let subset = 0; subset < 1 << numbers.length; subset++) {
        const some = numbers.filter((_, i) => subset & (1 << i));
        if (isRising(some)) longest = Math.max(longest, some.length);
      }
      return kept.length === numbers.length && isRising(chosen) && chosen.length === longest;
    }),
    { seed: SEED, numRuns: 500 },
  );
  t.pass(`seed ${SEED}`);
});

t.test('a newcomer at the top is the one that moves; the others are only shifted by it', async t => {
  const { overlap, similarity, movers } = compareLists(list(['a', 'b', 'c']), list(['x', 'a', 'b', 'c']));
  t.strictSame(
    movers.map(({ key, move, from, to }) => [key, move, from, to]),
    [
      ['x', 'new', undefined, 1],
      ['a', 'shifted', 1, 2],
      ['b', 'shifted', 2, 3],
      ['c', 'shifted', 3, 4],
    ],
  );
  t.equal(overlap, 3 / 4);
  t.ok(similarity < overlap, 'the top weighs most');
});

t.test('of two that swap places, one has overtaken the other', async t => {
  const { overlap, movers } = compareLists(list(['a', 'b']), list(['b', 'a']));
  t.equal(overlap, 1);
  t.strictSame(movers.map(({ key, move }) => `${key} ${move}`).sort(), ['a shifted', 'b moved']);
});

t.test('equal lists have no movers, and empty ones are equal', async t => {
  const all = list(KEYS);
  t.strictSame(compareLists(all, all), { overlap: 1, similarity: 1, movers: [] });
  t.strictSame(compareLists(list([]), list([])), { overlap: 1, similarity: 1, movers: [] });
  t.match(compareLists(all, list([])), { overlap: 0, similarity: 0, movers: { length: TOP } });
});

t.test('what changes behind the first ten is no change', async t => {
  const before = [...KEYS.slice(0, TOP), 'x', 'y'];
  t.strictSame(compareLists(list(before), list([...KEYS.slice(0, TOP), 'y', 'z'])).movers, []);
});
