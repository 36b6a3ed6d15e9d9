import t from 'tap';
import { analyzerFor } from '../../../src/text/analysis/locale-analyzer.js';
import { FAMILIES } from './stem-families.js';

for (const [locale, families] of Object.entries(FAMILIES)) {
  t.test(`${locale}: forms of a word share a stem, other words do not`, async t => {
    const analyzer = analyzerFor(locale);
    const owners = new Map<string, string>();
    const rows = families.trim().split(/\n\s*/);
    t.ok(rows.length >= 25, `${rows.length} families`);
    for (const family of rows) {
      const stems = new Set(family.split(' ').map(word => analyzer.stem(analyzer.normalize(word))));
      t.equal(stems.size, 1, `${family}: ${[...stems].join(' ')}`);
      for (const stem of stems) {
        t.notOk(owners.has(stem), `${family} apart from ${owners.get(stem)}`);
        owners.set(stem, family);
      }
    }
  });
}

t.test("women's, women and womens agree as written", async t => {
  const analyzer = analyzerFor('en');
  const stemOf = (text: string) => analyzer.tokenize(text).map(token => analyzer.stem(token.text));
  for (const word of ['women', 'men', 'boy', 'girl', 'kid']) {
    t.strictSame(stemOf(`${word}'s`), stemOf(word));
    t.strictSame(stemOf(`${word}s`), stemOf(word));
    t.strictSame(stemOf(`${word}s'`), stemOf(word));
  }
});

t.test('short words, and words with digits or signs, keep their form', async t => {
  const analyzer = analyzerFor('en');
  for (const word of ['as', 'gas', 'tv', 'q&q', '42.5', '27inch', 'ab1234xes']) t.equal(analyzer.stem(word), word);
});

t.test('a language without rules keeps its words', async t => {
  for (const word of ['платья', 'φορέματα', 'ドレス']) t.equal(analyzerFor('xx').stem(word), word);
});

t.test('a stem is the same on the first call and later, when it was forgotten meanwhile too', async t => {
  const analyzer = analyzerFor('sv-SE');
  const words = Array.from({ length: 150_000 }, (_, i) => `ord${i.toString(36).replace(/\d/g, 'x')}orna`);
  const first = words.map(word => analyzer.stem(word));
  const different = words.filter((word, i) => analyzer.stem(word) !== first[i]);
  t.strictSame(different, []);
});
