/** Learned phrases of a view, written and read back. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { LearnedPhrases, writeLearnedPhrases } from '../../src/index/learned-phrases.js';
import { compareBytes } from '../../src/kernel/byte-order.js';
import { reread } from './reread.js';

const seed = 20261121;
const fold = (text: string) => text.toLowerCase();

const word = fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'z', '🙂'), minLength: 1, maxLength: 3 });
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map(words => words.join(' '));
const input = fc
  .uniqueArray(fc.tuple(phrase, fc.integer({ min: 1, max: 9 })), {
    selector: ([text]) => text,
    minLength: 1,
    maxLength: 20,
  })
  .chain(weights => {
    const some = fc.uniqueArray(fc.constantFrom(...weights.map(([text]) => text)), { maxLength: 5 });
    const boost = fc.tuple(fc.integer({ min: 0, max: 99 }), fc.float({ min: 0, max: 3, noNaN: true }));
    const entry = fc.record({
      folded: phrase.map(fold),
      boosts: fc.array(boost, { maxLength: 4 }),
      related: some,
      meant: some,
    });
    return fc.record({
      weights: fc.constant(new Map(weights)),
      trending: some,
      entries: fc.uniqueArray(entry, { selector: ({ folded }) => folded, maxLength: 10 }),
    });
  });

t.test(`what was written is read, phrase by phrase (seed ${seed})`, async () => {
  fc.assert(
    fc.property(input, phrase, (written, other) => {
      const learned = new LearnedPhrases(reread(writeLearnedPhrases(written, fold)));
      const byWeight = [...written.weights].sort((a, b) => b[1] - a[1] || compareBytes(a[0], b[0]));
      assert.deepEqual(
        byWeight.map((_, i) => [learned.phrases.at(i), learned.phrases.weight[i]]),
        byWeight,
      );
      assert.equal(learned.phrases.size, byWeight.length);
      assert.deepEqual(learned.trending(99), written.trending);
      assert.deepEqual(learned.trending(2), written.trending.slice(0, 2));
      const none = { folded: fold(other), boosts: [], related: [], meant: [] };
      const known = written.entries.some(({ folded }) => folded === none.folded);
      for (const { folded, boosts, related, meant } of known ? written.entries : [...written.entries, none]) {
        const found: [number, number][] = [];
        learned.eachBoost(folded, (product, boost) => found.push([product, boost]));
        assert.deepEqual(found, boosts);
        assert.deepEqual(learned.related(folded), related);
        assert.deepEqual(learned.meant(folded), meant);
      }
    }),
    { seed },
  );
});

t.test('suggestions go on from typed text like those of the catalog', async t => {
  const weights = new Map([
    ['Red Dress', 2],
    ['red shoes', 5],
    ['dress', 9],
  ]);
  const { phrases } = new LearnedPhrases(reread(writeLearnedPhrases({ weights, trending: [], entries: [] }, fold)));
  const going = (typed: string) => phrases.startingWith(typed, 9).map(ordinal => phrases.at(ordinal));
  t.same(going('re'), ['red shoes', 'Red Dress']);
  t.same(going('dre'), ['dress', 'Red Dress']);
});
