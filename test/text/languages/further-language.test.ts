/** A further language is one object and its stemmer: all that the engine does with texts goes by it. */
import t from 'tap';
import {
  analyzerFor,
  findBounds,
  headOfTitle,
  headsOfName,
  keepsAccents,
  numberWordsOf,
  queryWordsOf,
  spellingsOf,
  splitCompound,
  thesaurusOf,
  writesCompounds,
} from '../../../src/text/index.js';
import { BASIC_ALPHABET } from '../../../src/text/languages/alphabets.js';
import type { Language } from '../../../src/text/languages/language.js';
import { registerLanguage } from '../../../src/text/languages/registry.js';

/** A short Icelandic: enough of each kind to be seen at work. */
const icelandic: Language = {
  codes: ['is'],
  writing: {
    alphabet: { own: 'áéíóúýöðþæ', spelled: { ...BASIC_ALPHABET.spelled, ø: 'ö' } },
    thousands: '.',
    spacedThousands: false,
    digraphs: { letters: { th: 'þ' }, pattern: /th/g },
  },
  stem: word => word.replace(/(?:inn|ur|ar|ir)$/, ''),
  irregularStems: 'barn: börn barna; bók: bækur bóka',
  stopWords: 'og eða í á',
  functionWords: {
    negators: { certain: 'án', possible: 'ekki' },
    introducers: 'fyrir með án',
    conjunctions: 'og eða',
    sizeWords: 'stærð',
    freeOf: '',
    lacking: '',
    onSale: 'útsala',
    fillers: 'ég vil kaupa',
  },
  headFirst: false,
  agreeing: true,
  compounds: { links: 'a s', endings: 'legur', lexicalised: 'handklæð', dropsThirdLetter: false },
  numberWords: { upToTwelve: 'einn tveir þrír fjórir fimm sex sjö átta níu tíu ellefu tólf', forms: { tvo: 2 } },
  units: { inch: 'tomma tommur' },
  currencies: { everywhere: { ISK: 'isk' }, here: { ISK: 'kr króna krónur' } },
  bounds: {
    below: 'undir',
    above: 'yfir',
    orLess: 'eða minna',
    orMore: 'eða meira',
    between: 'milli … og',
    to: 'til',
    from: 'frá',
    about: 'um',
    price: 'verð',
    leads: 'fyrir',
    otherScales: 'stærð',
    children: 'börn barn',
  },
  thesaurus: 'peysa, jumper; taska > bakpoki',
};

t.strictSame(numberWordsOf('is'), [], 'nothing is known of it before');

t.test('after it is registered, all that is done with texts goes by it', async t => {
  registerLanguage(icelandic);
  const analyzer = analyzerFor('is');
  const words = (text: string) => analyzer.tokenize(text).map(token => token.text);

  t.strictSame(words('Þykkur hvítur bolur, 27 tommur'), ['þykkur', 'hvítur', 'bolur', '27inch', '27', 'tommur']);
  t.equal(analyzer.stem('bolur'), 'bol');
  t.equal(analyzer.stem('börn'), 'barn');
  t.ok(analyzer.isStopWord('og'));
  t.ok(keepsAccents('is'));
  t.strictSame(spellingsOf('thykkur', 'is'), ['þykkur']);

  t.ok(queryWordsOf('is').negators.certain.has('án'));
  t.ok(queryWordsOf('is').sizeWords.has('stærð'));
  const title = 'Hvítur bolur með ermum';
  t.equal(words(title)[headOfTitle(title, analyzer.tokenize(title), 'is', new Set())], 'bolur');
  t.equal(headsOfName('Bolir og peysur', analyzer.tokenize('Bolir og peysur'), 'is').length, 2);

  t.ok(writesCompounds('is'));
  const known = (part: string) => ['barn', 'peysa', 'hand', 'klæði'].includes(part);
  t.strictSame(splitCompound('barnapeysa', known, 'is'), ['barn', 'peysa']);
  t.equal(splitCompound('handklæði', known, 'is'), undefined);

  t.strictSame(numberWordsOf('is')[0], { word: 'tveir', digits: '2' });
  t.strictSame(findBounds('peysa undir 5.000 krónur', 'is'), [
    { start: 6, end: 24, min: -Infinity, max: 5000, unit: undefined, currency: 'ISK' },
  ]);
  t.match(findBounds('sweater under 50 isk', 'en'), [{ currency: 'ISK' }], 'in texts of other languages too');
  t.strictSame(thesaurusOf('is'), [{ words: ['peysa', 'jumper'] }, { from: ['taska'], to: ['bakpoki'] }]);
});
