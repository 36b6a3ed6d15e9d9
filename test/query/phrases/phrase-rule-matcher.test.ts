/** Which rules a text calls for, against looking at every phrase of every rule. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { LocaleSearchSettings, PhraseRule } from '../../../src/catalog/site/search-settings-document.js';
import { PhraseRuleMatcher } from '../../../src/query/phrases/phrase-rule-matcher.js';
import { analyzerFor } from '../../../src/text/index.js';

const seed = 20260901;
const analyzer = analyzerFor('en-GB');
const WORDS = ['red', 'Dress', 'dresses', 't-shirt', 't', 'shirts', 'tshirt', 'été', 'ete', '7', '&'];

const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map(words => words.join(' '));
const rule = fc.record<PhraseRule>(
  { phrases: fc.array(phrase, { minLength: 1, maxLength: 3 }), match: fc.constantFrom('EXACT', 'CONTAINS') },
  { requiredKeys: ['phrases'] },
);
const layers = fc.array(fc.array(rule, { maxLength: 6 }), { maxLength: 3 });
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map(words => words.join('  '));

function stems(q: string): string[] {
  return analyzer.tokenize(q).flatMap(({ text, part }) => (part ? [] : [analyzer.stem(text)]));
}

/** Length of the longest phrase that a rule has in the text; 0: none; Infinity: the text is one. */
function reach({ phrases, match = 'EXACT' }: PhraseRule, q: string): number {
  const words = stems(q);
  const runs = words.flatMap((_, from) => words.slice(from).map((_, n) => words.slice(from, from + n + 1).join('')));
  const keys = phrases.map(one => stems(one).join('')).filter(key => key !== '');
  if (match === 'EXACT') return keys.includes(words.join('')) ? Number.POSITIVE_INFINITY : 0;
  return Math.max(0, ...keys.filter(key => runs.includes(key)).map(key => key.length));
}

t.test(`a text calls for the rules that have it, or a run of its words, as a phrase (seed ${seed})`, async t => {
  let called = 0;
  const property = fc.property(layers, text, (given, q) => {
    const merged = given.map((rules, i) => ({ name: `layer${i}`, settings: { rules } }));
    const found = new PhraseRuleMatcher(merged, analyzer).rulesFor(q).map(({ name }) => name);
    const all = given.flatMap((rules, i) =>
      rules.map((one, k) => ({ name: `layer${i}/rules/${k}`, far: reach(one, q) })),
    );
    const expected = all.filter(({ far }) => far > 0).sort((a, b) => b.far - a.far || all.indexOf(a) - all.indexOf(b));
    called += expected.length;
    assert.deepEqual(
      found,
      expected.map(({ name }) => name),
    );
  });
  fc.assert(property, { seed, numRuns: 2000 });
  t.ok(called > 1000, 'and many do');
});

t.test('words of all settings are merged, the most specific first', async t => {
  const named = (name: string, settings: LocaleSearchSettings) => ({ name, settings });
  const own: LocaleSearchSettings = { synonyms: [{ words: ['a', 'b'] }], stopWords: ['x', 'y'] };
  const general: LocaleSearchSettings = { synonyms: [{ from: ['c'], to: ['d'] }], stopWords: ['y', 'z'] };
  t.same(new PhraseRuleMatcher([named('en', own), named('*', general)], analyzer).words, {
    synonyms: [...own.synonyms!, ...general.synonyms!],
    stopWords: ['x', 'y', 'z'],
  });
  t.same(new PhraseRuleMatcher([], analyzer).words, { synonyms: [], stopWords: [] });
  t.equal(new PhraseRuleMatcher([], analyzer).redirect('anything'), undefined);
});
