import fc from 'fast-check';
import t from 'tap';
import { analyzerFor } from '../../../src/text/analysis/locale-analyzer.js';

const seed = 20260901;

t.test('letters fold to their base but where they are letters of the language', async t => {
  const cases: [locale: string, text: string, folded: string][] = [
    ['en-GB', 'Café Ångström Øre Straße Łódź Œuvre Þór', 'cafe angstrom ore strasse lodz oeuvre thor'],
    ['sv-SE', 'Blå Tröja Idé Ærø', 'blå tröja ide ärö'],
    ['fi-FI', 'Kenkä Åbo', 'kenkä åbo'],
    ['da-DK', 'Blå Kjøle Tröja Ä', 'blå kjøle trøja æ'],
    ['nb-NO', 'Ærlig Ål', 'ærlig ål'],
    ['de-DE', 'GRÖẞE Größe Mäntel Café', 'grösse grösse mäntel cafe'],
    ['es-ES', 'Año Pantalón Pingüino', 'año pantalon pinguino'],
    ['fr-FR', 'Garçon Forêt Œil', 'garcon foret oeil'],
    ['pt-BR', 'Calção Avô Pé', 'calcao avo pe'],
    ['it-IT', 'Caffè Città', 'caffe citta'],
    ['pl-PL', 'Żółta Łódź Gęś', 'zolta lodz ges'],
    ['nl-NL', 'Ĳsmuts Crème Reünie', 'ijsmuts creme reunie'],
    ['nb-NO', 'Sølvfarget Armbånd Kafé', 'sølvfarget armbånd kafe'],
    ['cs-CZ', 'Červené Šaty', 'cervene saty'],
    ['ru-RU', 'Ёлка Йод', 'елка йод'],
    ['el-GR', 'ΌΣΟΣ όσος', 'οσοσ οσοσ'],
    ['tr-TR', 'İstanbul ışık', 'istanbul isik'],
    ['ar', 'قَميصٌ ٢٧', 'قميص 27'],
  ];
  for (const [locale, text, folded] of cases) t.equal(analyzerFor(locale).normalize(text), folded, locale);
});

t.test('a value is trimmed, its inner spaces single, its width and ligatures plain', async t => {
  t.equal(analyzerFor('en').normalize(' \t Navy\u00a0\n Blue\u00ad '), 'navy blue');
  t.equal(analyzerFor('en').normalize('ＡＢ１２ ﬁt X²'), 'ab12 fit x2');
  t.equal(analyzerFor('en').normalize(''), '');
});

t.test('folding a folded value changes nothing', async () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })),
      fc.constantFrom('en', 'sv', 'da', 'de', 'el'),
      (text, locale) => {
        const analyzer = analyzerFor(locale);
        const folded = analyzer.normalize(text);
        return analyzer.normalize(folded) === folded;
      },
    ),
    { seed, numRuns: 5000 },
  );
});

t.test('stop words are the function words of the language', async t => {
  const isStopWord = (locale: string, word: string) => analyzerFor(locale).isStopWord(word);
  t.ok(isStopWord('en-GB', 'for'));
  t.ok(isStopWord('sv-SE', 'för'));
  t.ok(isStopWord('nb-NO', 'på'));
  t.ok(isStopWord('de-DE', 'für'));
  t.ok(isStopWord('it-IT', 'e'));
  t.notOk(isStopWord('en-GB', 'men'));
  t.notOk(isStopWord('sv-SE', 'for'));
  t.notOk(isStopWord('es-ES', 'uñas'), 'nails are not some');
  t.notOk(isStopWord('fr-FR', 'sans'), 'what takes away is never passed over');
  t.notOk(isStopWord('xx', 'the'));
});

t.test('an analyzer is made once and names its locale and language', async t => {
  const analyzer = analyzerFor('sv-FI');
  t.equal(analyzerFor('sv-FI'), analyzer);
  t.equal(analyzer.locale, 'sv-FI');
  t.equal(analyzer.language, 'sv');
  t.equal(analyzerFor('pt_BR').language, 'pt');
});

t.test('a locale of no known form is analysed plainly', async t => {
  for (const locale of ['', '*', 'klingon-empire', '\u0000']) {
    t.strictSame(
      analyzerFor(locale)
        .tokenize('Blå ドレス')
        .map(token => token.text),
      ['bla', 'ドレス'],
    );
  }
});
