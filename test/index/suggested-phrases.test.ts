import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { SuggestedPhrases, writeSuggestedPhrases } from '../../src/index/suggested-phrases.js';
import { compareBytes } from '../../src/kernel/byte-order.js';
import { reread } from './reread.js';

const seed = 20260901;

const fold = (text: string) => text.toLowerCase();
const word = fc.string({ unit: fc.constantFrom('a', 'B', 'b', 'é', '🙂'), minLength: 1, maxLength: 3 });
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map(words => words.join(' '));
const weights = fc
  .uniqueArray(fc.tuple(phrase, fc.integer({ min: 1, max: 5 })), { selector: ([text]) => text, maxLength: 40 })
  .map(list => new Map(list));

function build(map: ReadonlyMap<string, number>): SuggestedPhrases {
  return new SuggestedPhrases(reread(writeSuggestedPhrases(map, fold)));
}

t.test('phrases come back by weight, the heaviest first', async () => {
  fc.assert(
    fc.property(weights, map => {
      const phrases = build(map);
      assert.equal(phrases.size, map.size);
      const sorted = [...map].sort((a, b) => b[1] - a[1] || compareBytes(a[0], b[0]));
      sorted.forEach(([text, weight], i) => {
        assert.equal(phrases.at(i), text);
        assert.equal(phrases.weight[i], weight);
      });
    }),
    { seed, numRuns: 100 },
  );
});

t.test('the best phrases for typed text are those of a filter and a sort', async () => {
  const typed = fc.oneof(
    phrase,
    word,
    fc.constant(''),
    fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 5 }),
  );
  fc.assert(
    fc.property(weights, typed, fc.integer({ min: 0, max: 12 }), (map, text, limit) => {
      const phrases = build(map);
      const expected = Array.from({ length: phrases.size }, (_, i) => i)
        .filter(i => {
          const words = fold(phrases.at(i)).split(' ');
          return words.some((_, at) => words.slice(at).join(' ').startsWith(fold(text)));
        })
        .slice(0, limit);
      assert.deepEqual(phrases.startingWith(fold(text), limit), expected);
    }),
    { seed, numRuns: 500 },
  );
});

t.test('text without phrases that go on from it suggests nothing', async t => {
  t.same(build(new Map([['red shoes', 3]])).startingWith('shoes red', 5), []);
  t.same(build(new Map()).startingWith('', 5), []);
});

t.test('of hundreds of phrases with a beginning the best come back', async () => {
  const words = ['ab', 'abc', 'b', 'ba', 'bab'];
  const all = new Map<string, number>();
  for (let i = 0; i < 600; i++) {
    all.set(`${words[i % 5]} ${words[(i >> 2) % 5]} ${(i * 7919) % 600}`, 1 + ((i * 104729) % 1000));
  }
  const phrases = build(all);
  for (const typed of ['', 'a', 'ab', 'ab ', 'abc b', 'b', 'ba', 'ba 1', '5']) {
    const expected = Array.from({ length: phrases.size }, (_, i) => i).filter(i => {
      const words = phrases.at(i).split(' ');
      return words.some((_, at) => words.slice(at).join(' ').startsWith(typed));
    });
    for (const limit of [1, 30]) assert.deepEqual(phrases.startingWith(typed, limit), expected.slice(0, limit), typed);
  }
});
