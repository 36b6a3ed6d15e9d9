/** Every registered language is complete and does not contradict itself. */
import t from 'tap';
import { Folder } from '../../../src/text/fold/folder.js';
import { knownLanguages, languageOf, registerLanguage, writingOf } from '../../../src/text/languages/registry.js';
import { wordList } from '../../../src/text/languages/word-list.js';
import { UNITS } from '../../../src/text/quantities/units.js';

const LETTERS = /^\p{L}+$/u;

function repeated(list: readonly string[]): string[] {
  return list.filter((item, i) => list.indexOf(item) < i);
}

function phrases(list: string, separator: string): string[] {
  return list.split(separator).map(phrase => phrase.trim());
}

/** Words of a table, each with what it stands for. */
function meaningsOf(table: Readonly<Record<string, string>>): string[][] {
  return Object.entries(table).flatMap(([meaning, words]) => wordList(words).map(word => [word, meaning]));
}

/** Words that stand for two things. */
function ambiguous(meanings: readonly string[][]): string[] {
  const known = new Map<string, string>();
  return meanings.flatMap(([word, meaning]) => {
    const other = known.get(word) ?? meaning;
    known.set(word, meaning);
    return other === meaning ? [] : [`${word}: ${other}, ${meaning}`];
  });
}

t.test('a code means one language, and twelve are known', async t => {
  const codes = knownLanguages().flatMap(language => language.codes);
  t.equal(knownLanguages().length, 12);
  t.strictSame(repeated(codes), []);
  for (const code of codes) {
    t.match(code, /^[a-z]{2,3}$/);
    t.ok(languageOf(code)?.codes.includes(code), code);
    t.equal(writingOf(code), languageOf(code)?.writing, code);
  }
  t.equal(languageOf('nb'), languageOf('nn'), 'both written forms of Norwegian');
  t.equal(languageOf('xx'), undefined);
  t.throws(() => registerLanguage({ ...languageOf('sv')! }), { message: /^language sv: found a second one/ });
});

for (const language of knownLanguages()) {
  t.test(`${language.codes[0]} is complete`, async t => {
    const { functionWords, bounds, numberWords, writing } = language;
    const { negators, having = '', aside = '', askedPhrases = '', ownPhrases = '', ...lists } = functionWords;
    const { freeOf, lacking, ...needed } = { ...lists, ...negators, stopWords: language.stopWords };
    const folder = new Folder(writing.alphabet);
    for (const [name, list] of Object.entries({ ...needed, freeOf })) {
      const words = wordList(folder.fold(list));
      if (name !== 'freeOf') t.ok(words.length > 0, `${name}: ${words.length} words`);
      t.strictSame(
        words.filter(word => !LETTERS.test(word)),
        [],
        name,
      );
    }
    for (const affixes of [lacking, having, aside]) {
      t.ok(
        wordList(affixes).every(affix => /^-\p{L}+$|^\p{L}+-$/u.test(affix)),
        affixes,
      );
    }
    const asked = phrases(folder.fold(`${askedPhrases},${ownPhrases}`), ',').flatMap(phrase => wordList(phrase));
    t.strictSame(
      asked.filter(word => !LETTERS.test(word)),
      [],
      'askedPhrases and ownPhrases',
    );
    const dropped = wordList(`${functionWords.fillers} ${functionWords.sizeWords}`);
    t.strictSame(
      wordList(negators.certain).filter(word => dropped.includes(word)),
      [],
      'what takes away is no filler',
    );
    t.equal(wordList(numberWords.upToTwelve).length, 12, 'numbers up to twelve');
    for (const [form, number] of Object.entries(numberWords.forms)) {
      t.ok(LETTERS.test(form) && number >= 2 && number <= 12, `${form}: ${number}`);
    }
    for (const [unit, words] of Object.entries(language.units)) {
      t.ok(UNITS.includes(unit), `unit ${unit}`);
      t.ok(wordList(words).length > 0, `words for ${unit}`);
    }
    for (const table of [language.currencies.everywhere, language.currencies.here]) {
      for (const code of Object.keys(table)) t.match(code, /^([A-Z]{3}|\*)$/);
    }
    for (const name of ['below', 'above', 'orLess', 'orMore', 'to', 'about', 'price', 'leads', 'children'] as const) {
      t.ok(bounds[name].trim().length > 0, `bounds ${name}`);
    }
    for (const pair of phrases(bounds.between, ',')) t.match(pair, /^[^…]+ … [^…]+$/, 'between');
    t.strictSame(repeated(phrases(bounds.otherScales, ',')), []);
  });

  t.test(`${language.codes[0]}: a word has one stem, and compounds are described in letters`, async t => {
    const folder = new Folder(language.writing.alphabet);
    const groups = phrases(language.irregularStems, ';');
    t.strictSame(
      groups.filter(group => !/^[^\s:]+:(\s+[^\s:]+)*$/.test(group)),
      [],
    );
    const stems = groups.map(group => wordList(folder.fold(group).replace(':', ' ')));
    t.strictSame(ambiguous(stems.flatMap(([stem, ...words]) => [stem, ...words].map(word => [word, stem]))), []);
    for (const word of ['pulovertest', 'sandalettest']) t.match(language.stem(word), /^.{3,}$/, word);
    const { compounds } = language;
    if (!compounds) return;
    for (const link of wordList(compounds.links)) t.match(link, /^(\p{L}+|\p{L}*>\p{L}+)$/u, link);
    const words = wordList(folder.fold(`${compounds.endings} ${compounds.lexicalised}`));
    t.strictSame(
      words.filter(word => !LETTERS.test(word)),
      [],
    );
    t.strictSame(repeated(wordList(compounds.endings)), []);
    t.strictSame(repeated(wordList(compounds.lexicalised)), []);
  });

  t.test(`${language.codes[0]}: digraphs stand for letters of the alphabet's own`, async t => {
    const { alphabet, digraphs, thousands } = language.writing;
    t.match(thousands, /^[.,]$/);
    if (!digraphs) return;
    t.ok(digraphs.pattern.global);
    for (const [pair, letter] of Object.entries(digraphs.letters)) {
      t.equal(pair.length, 2);
      t.ok(alphabet.own.includes(letter), `${pair} for ${letter}`);
      t.equal(pair.replace(digraphs.pattern, ''), '', `${pair} is looked for`);
    }
  });
}

t.test('a word means one unit, whatever the language', async t => {
  const meanings = knownLanguages().flatMap(({ units, writing }) => {
    const folder = new Folder(writing.alphabet);
    return meaningsOf(units).map(([word, unit]) => [folder.fold(word), unit]);
  });
  t.ok(meanings.length > 100, `${meanings.length} words`);
  t.strictSame(ambiguous(meanings), []);
});

t.test('a word of money that holds everywhere means one currency', async t => {
  const meanings = knownLanguages().flatMap(({ currencies }) => meaningsOf(currencies.everywhere));
  t.ok(meanings.length > 20, `${meanings.length} words`);
  t.strictSame(ambiguous(meanings), []);
});
