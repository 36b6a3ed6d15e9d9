import fc from 'fast-check';
import t from 'tap';
import { analyzerFor } from '../../../src/text/analysis/locale-analyzer.js';
import type { Analyzer } from '../../../src/text/index.js';
import { Highlighter } from '../../../src/text/phrases/highlighter.js';

const seed = 20260901;

function highlight(phrase: string, typed: string, analyzer: Analyzer): string {
  return new Highlighter(typed, analyzer).mark(phrase);
}

t.test('the beginnings of words that were typed are marked, letters stay as they are', async t => {
  const cases: [phrase: string, typed: string, expected: string, locale?: string][] = [
    ['jeans', 'jea', '{{jea}}ns'],
    ['Blue Jeans for Men', 'JE m', 'Blue {{Je}}ans for {{M}}en'],
    ['Café crème', 'creme', 'Café {{crème}}'],
    ['T-Shirts', 'tshi', '{{T-Shi}}rts'],
    ['T-Shirts', 'shirt', 'T-{{Shirt}}s'],
    ["Women's dresses", 'womens', "{{Women}}'s dresses"],
    ['s.Oliver tops', 's.ol', '{{s.Ol}}iver tops'],
    ['H&M basics', 'h&m', '{{H&M}} basics'],
    ['Monitor 27"', '27 inch', 'Monitor {{27"}}'],
    ['AB-1234/x', 'ab12', '{{AB-12}}34/x'],
    ['Weiße Straße', 'strass', 'Weiße {{Straß}}e', 'de-DE'],
    ['Blå klänning', 'kla', 'Blå klänning', 'sv-SE'],
    ['ﬁne e\u0301te\u0301', 'fin ete', '{{ﬁn}}e {{e\u0301te\u0301}}'],
  ];
  for (const [phrase, typed, expected, locale = 'en-GB'] of cases) {
    t.equal(highlight(phrase, typed, analyzerFor(locale)), expected, `${phrase} ← ${typed}`);
  }
});

t.test('another form of a typed word is marked whole', async t => {
  t.equal(highlight('black dress', 'dresses', analyzerFor('en')), 'black {{dress}}');
  t.equal(highlight('svarta klänningar', 'klänningen', analyzerFor('sv')), 'svarta {{klänningar}}');
});

t.test('of two typed words the longer match is marked', async t => {
  t.equal(highlight('shirts', 's shir', analyzerFor('en')), '{{shir}}ts');
});

t.test('nothing typed, or nothing matched, leaves the phrase', async t => {
  for (const typed of ['', '  ', '&', 'zzz']) t.equal(highlight('Blue jeans', typed, analyzerFor('en')), 'Blue jeans');
});

t.test('without the braces the phrase is what it was', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'abÅéß01 .-/&\'"½ﬁ赤\u0301İ'), maxLength: 20 });
  fc.assert(
    fc.property(text, text, (phrase, typed) => {
      const marked = highlight(phrase, typed, analyzerFor('en'));
      return marked.replaceAll('{{', '').replaceAll('}}', '') === phrase && !marked.includes('{{}}');
    }),
    { seed, numRuns: 3000 },
  );
});

t.test('words of letters alone are marked as tokens are', async () => {
  const word = fc.string({ unit: fc.constantFrom(...'abAsBe'), maxLength: 4 });
  const words = fc.array(word, { maxLength: 5 }).map(all => all.join(' '));
  fc.assert(
    fc.property(words, words, fc.constantFrom('en', 'sv', 'de', 'und'), (phrase, typed, locale) => {
      // With a sign behind it the phrase is tokenized.
      return (
        highlight(`${phrase} !`, typed, analyzerFor(locale)) === `${highlight(phrase, typed, analyzerFor(locale))} !`
      );
    }),
    { seed, numRuns: 3000 },
  );
});
