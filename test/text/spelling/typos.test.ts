import fc from 'fast-check';
import t from 'tap';
import {
  allowedEdits,
  correctionRounds,
  correctionScore,
  isOneEdit,
  mostCorrectionScore,
  soundOf,
} from '../../../src/text/spelling/typos.js';

const seed = 20260901;

/** The candidate that scores best; all occur equally often. */
function meant(typed: string, ...candidates: [text: string, edits: number, frequency?: number][]): string {
  const score = ([text, edits, frequency = 100]: (typeof candidates)[number]) =>
    correctionScore(typed, text, edits, frequency);
  return candidates.sort((a, b) => score(b) - score(a))[0][0];
}

t.test('longer words may have more edits, numbers and signs none', async t => {
  const expected = { '': 0, red: 0, wtch: 1, watches: 1, sunglass: 2, ab1234: 0, '42.5': 0, 'q&qq': 0, tröj: 1 };
  for (const [word, edits] of Object.entries(expected)) t.equal(allowedEdits(word), edits, word);
});

t.test('a wrong first letter is considered last', async t => {
  t.strictSame(correctionRounds('wtch'), [
    { maxEdits: 1, prefixLength: 1 },
    { maxEdits: 1, prefixLength: 0 },
  ]);
  t.strictSame(correctionRounds('sunglases'), [
    { maxEdits: 1, prefixLength: 1 },
    { maxEdits: 2, prefixLength: 1 },
    { maxEdits: 1, prefixLength: 0 },
  ]);
  t.strictSame(correctionRounds('xl'), []);
  t.strictSame(correctionRounds('ab1234'), []);
});

t.test('fewer edits win', async t => {
  t.equal(meant('jackt', ['jacket', 1], ['jackpot', 2]), 'jacket');
});

t.test('a swap is likelier than two other letters', async t => {
  t.equal(meant('sihrt', ['shirt', 1], ['short', 2], ['sibrt', 1]), 'shirt');
  t.equal(meant('enrotue', ['enroute', 1], ['enrotte', 1]), 'enroute');
});

t.test('a neighbouring key is likelier than a far one', async t => {
  t.equal(meant('brorn', ['brown', 1], ['brodn', 1], ['brorp', 1]), 'brodn');
  t.equal(meant('shoss', ['shops', 1], ['shoes', 1], ['shows', 1]), 'shoes');
});

t.test('a doubled letter is likelier than another one', async t => {
  t.equal(meant('walet', ['wallet', 1], ['walket', 1]), 'wallet');
  t.equal(meant('shirrt', ['shirt', 1], ['shirrs', 1]), 'shirt');
});

t.test('the first letter is likelier right than wrong', async t => {
  t.equal(meant('bhirt', ['shirt', 1], ['birt', 1]), 'birt');
});

t.test('words that sound alike are near', async t => {
  t.equal(soundOf('fotoe'), soundOf('photo'));
  t.equal(soundOf('kasual'), soundOf('casual'));
  t.equal(meant('kasual', ['basual', 1], ['casual', 1]), 'casual');
});

t.test('of equal candidates the more frequent is meant', async t => {
  t.equal(meant('shrts', ['shirts', 1, 900], ['shorts', 1, 80]), 'shirts');
});

t.test('the score is a number for any words', async () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(word, word, fc.nat(3), fc.nat(), (typed, candidate, edits, frequency) =>
      Number.isFinite(correctionScore(typed, candidate, edits, frequency)),
    ),
    { seed, numRuns: 1000 },
  );
});

t.test('no candidate beats the word itself', async () => {
  const word = fc.string({ unit: fc.constantFrom(...'aeistch'), minLength: 4, maxLength: 9 });
  fc.assert(
    fc.property(
      word,
      word,
      (typed, other) => typed === other || correctionScore(typed, typed, 0, 10) > correctionScore(typed, other, 1, 10),
    ),
    { seed, numRuns: 1000 },
  );
});

t.test('no score of a candidate is above the most that its edits and frequency allow', async () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aabeéorstß'), minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(letters, letters, fc.integer({ min: 1, max: 1000 }), (typed, candidate, frequency) => {
      const edits = editsBetween(typed, candidate);
      const score = correctionScore(typed, candidate, edits, frequency);
      return score <= mostCorrectionScore(edits, frequency);
    }),
    { seed, numRuns: 3000 },
  );
});

/** Insertions, deletions, replacements and swaps of neighbours between two words. */
function editsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, k) => i + k));
  for (let i = 1; i <= a.length; i++) {
    for (let k = 1; k <= b.length; k++) {
      const replaced = rows[i - 1]![k - 1]! + Number(a[i - 1] !== b[k - 1]);
      let least = Math.min(rows[i - 1]![k]! + 1, rows[i]![k - 1]! + 1, replaced);
      const isSwap = i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1];
      if (isSwap) least = Math.min(least, rows[i - 2]![k - 2]! + 1);
      rows[i]![k] = least;
    }
  }
  return rows[a.length]![b.length]!;
}

t.test(`one edit is a letter less, more or other, or two neighbours swapped (seed ${seed})`, async t => {
  const ALPHABET = ['a', 'b', 'c'];
  const edited = (word: string) => {
    const found = new Set<string>();
    for (let i = 0; i <= word.length; i++) {
      for (const letter of ALPHABET) {
        found.add(word.slice(0, i) + letter + word.slice(i));
        if (i < word.length) found.add(word.slice(0, i) + letter + word.slice(i + 1));
      }
      if (i < word.length) found.add(word.slice(0, i) + word.slice(i + 1));
      if (i + 1 < word.length) found.add(word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2));
    }
    found.delete(word);
    return found;
  };
  const text = fc.array(fc.constantFrom(...ALPHABET), { maxLength: 5 }).map(letters => letters.join(''));
  let near = 0;
  const property = fc.property(text, text, (typed, other) => {
    const expected = edited(other).has(typed);
    if (expected) near++;
    return isOneEdit(typed, other) === expected;
  });
  fc.assert(property, { seed, numRuns: 5000 });
  t.ok(near > 100, `${near} pairs were one edit apart`);
});
