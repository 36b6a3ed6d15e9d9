import t from 'tap';
import { analyzerFor } from '../../../src/text/analysis/locale-analyzer.js';
import { queryWordsOf } from '../../../src/text/vocabulary/query-words.js';

const LANGUAGES = 'en sv da nb nn no fi de nl fr es it pt pl'.split(' ');

t.test('a word that takes away is known in each language', async t => {
  const cases: [language: string, certain: string, possible: string][] = [
    ['en', 'without', 'no'],
    ['sv', 'utan', 'inte'],
    ['da', 'uden', 'ikke'],
    ['nb', 'uten', 'ikke'],
    ['nn', 'utan', 'ikkje'],
    ['fi', 'ilman', 'ei'],
    ['de', 'ohne', 'nicht'],
    ['nl', 'zonder', 'geen'],
    ['fr', 'sans', 'pas'],
    ['es', 'sin', 'no'],
    ['it', 'senza', 'non'],
    ['pt', 'sem', 'nao'],
    ['pl', 'bez', 'nie'],
  ];
  for (const [language, certain, possible] of cases) {
    const { negators } = queryWordsOf(language);
    t.ok(negators.certain.has(certain), `${language} ${certain}`);
    t.ok(negators.possible.has(possible), `${language} ${possible}`);
    t.notOk(negators.certain.has(possible), `${language} ${possible} is not certain`);
  }
});

t.test('the head stands before "for" and "with", first in Romance languages and Polish, else last', async t => {
  const introducers = 'en:for sv:för da:til nb:til de:für nl:voor fr:pour es:para it:per pt:para pl:dla';
  for (const [language, word] of introducers.split(' ').map(pair => pair.split(':'))) {
    t.ok(queryWordsOf(language).introducers.has(word), `${language} ${word}`);
  }
  for (const language of LANGUAGES) {
    t.equal(queryWordsOf(language).headFirst, ['fr', 'es', 'it', 'pt', 'pl'].includes(language), language);
  }
});

t.test('sizes are announced in the language, and in English everywhere', async t => {
  const words =
    'en:sizes sv:strl da:størrelse nb:str fi:koko de:grösse nl:maat fr:pointure es:talla it:taglia pt:tamanho';
  for (const [language, word] of `${words} pl:rozmiar`.split(' ').map(pair => pair.split(':'))) {
    t.ok(queryWordsOf(language).sizeWords.has(word), `${language} ${word}`);
    t.ok(queryWordsOf(language).sizeWords.has('size'), language);
  }
});

t.test('all words are folded as the analyzer of the language folds', async t => {
  for (const language of LANGUAGES) {
    const { negators, introducers, sizeWords, fillers } = queryWordsOf(language);
    const analyzer = analyzerFor(language);
    const all = [...negators.certain, ...negators.possible, ...introducers, ...sizeWords, ...fillers];
    t.ok(all.length > 60, `${language} has ${all.length} words`);
    t.strictSame(
      all.filter(word => analyzer.normalize(word) !== word || !/^\p{L}+$/u.test(word)),
      [],
      language,
    );
  }
});

t.test('words that name products somewhere are no fillers', async t => {
  // A watch, butter, a hat, a can, a man, tea, a fishing line, a US size.
  const names = 'fr:montre fi:voi de:hat en:can en:us sv:man es:te fr:ligne nl:kan it:te';
  for (const [language, word] of names.split(' ').map(pair => pair.split(':'))) {
    t.notOk(queryWordsOf(language).fillers.has(word), `${language} ${word}`);
  }
});

t.test('a language that is not known has no words, and Norwegian is one language', async t => {
  const { negators, introducers, sizeWords, fillers } = queryWordsOf('xx');
  t.equal(negators.certain.size + negators.possible.size + introducers.size + sizeWords.size + fillers.size, 0);
  t.strictSame(queryWordsOf('nn').fillers, queryWordsOf('nb').fillers);
  t.equal(queryWordsOf('sv'), queryWordsOf('sv'), 'made once');
});
