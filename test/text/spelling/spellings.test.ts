import fc from 'fast-check';
import t from 'tap';
import { foldBasic, spellingsOf } from '../../../src/text/spelling/spellings.js';

const seed = 20260901;

t.test('letters of their own become base letters, whatever the language', async t => {
  const cases = 'röda:roda klänning:klanning kør:kor bælte:balte grösse:grosse straße:strasse łódka:lodka niño:nino';
  for (const [word, plain] of cases.split(' ').map(pair => pair.split(':'))) t.equal(foldBasic(word), plain);
  t.equal(foldBasic('plain'), 'plain');
  t.equal(foldBasic('платья'), 'платья');
});

t.test('what is base letters already stays', async () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aåäæbcçeéioöøßuüł') }), word => {
      const plain = foldBasic(word);
      return /^[a-z]*$/.test(plain) && foldBasic(plain) === plain;
    }),
    { seed, numRuns: 1000 },
  );
});

t.test('two letters that stand for one are tried as one, all together first', async t => {
  t.strictSame(spellingsOf('maentel', 'de'), ['mäntel']);
  t.strictSame(spellingsOf('groesse', 'de'), ['grösse']);
  t.strictSame(spellingsOf('boernetoej', 'da'), ['børnetøj', 'børnetoej', 'boernetøj']);
  t.strictSame(spellingsOf('blaa', 'nb'), ['blå']);
  t.strictSame(spellingsOf('raett', 'sv'), ['rätt']);
});

t.test('a letter of its own is tried as two', async t => {
  t.strictSame(spellingsOf('århus', 'da'), ['aarhus']);
  t.strictSame(spellingsOf('jägermeister', 'de'), ['jaegermeister']);
});

t.test('pairs that stand for nothing are left alone', async t => {
  t.strictSame(spellingsOf('neue', 'de'), []);
  t.strictSame(spellingsOf('quelle', 'de'), []);
  t.strictSame(spellingsOf('aerosol', 'fr'), []);
  t.strictSame(spellingsOf('kleid', 'de'), []);
});

t.test('spellings are few, and never the word itself', async () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'aeouåäöæøüs'), maxLength: 12 }),
      fc.constantFrom('de', 'sv', 'da', 'nb', 'en'),
      (word, language) => {
        const spellings = spellingsOf(word, language);
        return spellings.length <= 6 && !spellings.includes(word) && new Set(spellings).size === spellings.length;
      },
    ),
    { seed, numRuns: 2000 },
  );
});
