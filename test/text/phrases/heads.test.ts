/** Which word of a title or a value's name says what the thing is. */
import t from 'tap';
import { analyzerFor, headOfTitle, headsOfName } from '../../../src/text/index.js';

function headIn(locale: string, title: string, skip: readonly string[] = []): string | undefined {
  const analyzer = analyzerFor(locale);
  const tokens = analyzer.tokenize(title);
  return tokens[headOfTitle(title, tokens, analyzer.language, new Set(skip))]?.text;
}

t.test('the head of a title is its last noun before what else is said', async t => {
  const titles: [locale: string, title: string, head: string | undefined][] = [
    ['en-GB', 'Striped cotton shirt dress for women, white', 'dress'],
    ['en-GB', 'Dress shirt with collar', 'shirt'],
    ['en-GB', 'Phone case (pack of 2)', 'case'],
    ['en-GB', 'Running shoes - black', 'shoes'],
    ['en-GB', 'Galaxy S23', 'galaxy'],
    ['en-GB', 'T-shirt', 'tshirt'],
    ['en-GB', '(Renewed) Wireless earbuds with case', 'earbuds'],
    ['en-GB', '[2 pack] Bath towels', 'towels'],
    ['en-GB', '(Sofa)', 'sofa'],
    ['en-GB', 'Dough whisk made in Norway', 'whisk'],
    ['en-GB', 'Protective cover compatible with earbuds', 'cover'],
    ['en-GB', 'For women', 'women'],
    ['en-GB', '501 32/34', undefined],
    ['en-GB', '', undefined],
    ['sv-SE', 'Randig klänning med bälte, röd', 'klänning'],
    ['de-DE', 'Gestreiftes Hemd für Herren, weiß', 'hemd'],
    ['fr-FR', 'Robe chemise en coton', 'robe'],
    ['es-ES', 'Camisa de lino azul', 'camisa'],
    ['pl-PL', 'Sukienka koszulowa z paskiem', 'sukienka'],
    ['und', 'shirt dress', 'dress'],
  ];
  for (const [locale, title, head] of titles) t.equal(headIn(locale, title), head, title);
});

t.test('brands, colours and whom it is for are no heads', async t => {
  t.equal(headIn('sv-SE', 'Randig skjorta herr', ['herr']), 'skjorta');
  t.equal(headIn('fr-FR', 'Acme robe longue', ['acme']), 'robe');
  t.equal(headIn('en-GB', 'White', ['white']), undefined);
  t.equal(
    headIn('en-GB', 'White, shirt', ['white']),
    'shirt',
    'what stands behind the comma, where nothing else can be',
  );
});

t.test('a name that joins several things has a head for each', async t => {
  const names: [locale: string, name: string, heads: string[]][] = [
    ['en-GB', 'Running shoes', ['shoes']],
    ['en-GB', 'Jackets & winter coats', ['jackets', 'coats']],
    ['en-GB', 'Salt and pepper mills', ['salt', 'mills']],
    ['de-DE', 'Mützen und Schals', ['mützen', 'schals']],
    ['sv-SE', 'Kängor/stövlar', ['kängor', 'stövlar']],
    ['fr-FR', 'Robes longues et jupes', ['robes', 'jupes']],
    ['en-GB', '2024', []],
  ];
  for (const [locale, name, heads] of names) {
    const analyzer = analyzerFor(locale);
    const tokens = analyzer.tokenize(name);
    t.same(
      headsOfName(name, tokens, analyzer.language).map(at => tokens[at]!.text),
      heads,
      name,
    );
  }
});
