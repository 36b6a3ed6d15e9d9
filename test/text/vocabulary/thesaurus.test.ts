import t from 'tap';
import { analyzerFor } from '../../../src/text/analysis/locale-analyzer.js';
import { queryWordsOf } from '../../../src/text/vocabulary/query-words.js';
import { thesaurusOf } from '../../../src/text/vocabulary/thesaurus.js';

const LANGUAGES = 'en sv da nb fi de nl fr es it pt pl'.split(' ');

/** Whether a search for `asked` also finds `other`. */
function finds(language: string, asked: string, other: string): boolean {
  return thesaurusOf(language).some(entry => {
    if ('wide' in entry) return false;
    const [from, to] = 'words' in entry ? [entry.words, entry.words] : [entry.from, entry.to];
    return asked !== other && from.includes(asked) && to.includes(other);
  });
}

t.test('words for the same thing find each other', async t => {
  const cases: [language: string, one: string, other: string][] = [
    ['en', 'sofa', 'couch'],
    ['sv', 'hoodie', 'huvtröja'],
    ['da', 'rygsæk', 'backpack'],
    ['nb', 'joggesko', 'sneakers'],
    ['fi', 'reppu', 'selkäreppu'],
    ['de', 'Hoodie', 'Kapuzenpullover'],
    ['nl', 'spijkerbroek', 'jeans'],
    ['fr', 'canapé', 'sofa'],
    ['es', 'móvil', 'celular'],
    ['it', 'cellulare', 'smartphone'],
    ['pt', 'telemóvel', 'celular'],
    ['pl', 'kanapa', 'sofa'],
  ];
  for (const [language, one, other] of cases) {
    t.ok(finds(language, one, other), `${language}: ${one} finds ${other}`);
    t.ok(finds(language, other, one), `${language}: ${other} finds ${one}`);
  }
});

t.test('a word with two meanings leads one way', async t => {
  t.ok(finds('en', 'pants', 'trousers'));
  t.notOk(finds('en', 'trousers', 'pants'));
  t.ok(finds('en', 'kids', 'boys'));
  t.notOk(finds('en', 'boys', 'kids'));
});

for (const language of LANGUAGES) {
  t.test(`${language}: each entry adds something, and its words are no function words`, async t => {
    const analyzer = analyzerFor(language);
    const { fillers } = queryWordsOf(language);
    const stemsOf = (text: string) =>
      analyzer
        .tokenize(text)
        .filter(token => !token.part)
        .map(token => analyzer.stem(token.text))
        .join(' ');
    t.ok(thesaurusOf(language).length >= 15, `${thesaurusOf(language).length} entries`);
    const wrong: string[] = [];
    for (const entry of thesaurusOf(language)) {
      const words = Object.values(entry).flat();
      const stems = new Set(words.map(stemsOf));
      if (words.length < 2 || stems.size < words.length || stems.has('')) wrong.push(words.join(', '));
      wrong.push(...words.filter(word => analyzer.isStopWord(word) || fillers.has(analyzer.normalize(word))));
    }
    t.strictSame(wrong, []);
  });
}

t.test('Norwegian is one language, and a language that is not known has no entries', async t => {
  t.equal(thesaurusOf('nn'), thesaurusOf('nb'));
  t.strictSame(thesaurusOf('xx'), []);
});
