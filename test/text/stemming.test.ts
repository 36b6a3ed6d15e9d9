import t from 'tap';
import { analyzerFor } from '../../src/text/analysis.js';

/** Rows of words that must share a stem; different rows must not. */
const FAMILIES: Record<string, string[]> = {
  'en-GB': [
    'woman women womens',
    'man men mens',
    'boy boys',
    'girl girls',
    'kid kids',
    'child children childrens',
    'dress dresses',
    'shoe shoes',
    'watch watches',
    'tie ties',
    'knife knives',
    'scarf scarves',
    'foot feet',
    'accessory accessories',
    'hoody hoodie hoodies',
    'bra bras',
    'eye eyes',
    'run running',
    'ear ears',
    'earring earrings',
    'leg legs',
    'leggings legging',
    'short',
    'shorts',
    'university universities',
    'universe',
  ],
  'sv-SE': [
    'sko skor skorna',
    'löparsko löparskor',
    'väska väskor väskan väskorna',
    'klänning klänningar klänningen klänningarna',
    'jacka jackor jackan jackorna',
    'tröja tröjor tröjan',
    'byxa byxor byxorna',
    'stövel stövlar stövlarna',
    'bok böcker',
    'röd röda rött',
    'blå blått',
  ],
  'da-DK': ['sko skoene', 'kjole kjoler kjolen', 'bukse bukser', 'støvle støvler', 'barn børn', 'rød røde rødt'],
  'nb-NO': ['sko skoene', 'kjole kjoler', 'bukse bukser', 'støvel støvler', 'mann menn', 'rød røde rødt'],
  'fi-FI': [
    'kenkä kengät kenkien kengän',
    'takki takit takin',
    'paita paidat paidan',
    'sukka sukat',
    'mekko mekot',
    'nainen naiset naisten',
    'lapsi lapset lasten',
    'punainen punaiset',
    'saapas saappaat',
  ],
  'de-DE': [
    'schuh schuhe schuhen',
    'kleid kleider',
    'mantel mäntel maentel',
    'größe grössen groesse',
    'hose hosen',
    'buch bücher',
    'stiefel stiefeln',
    'neu neue neuer neues',
  ],
  'nl-NL': [
    'schoen schoenen',
    'jurk jurken',
    'jas jassen',
    'muts mutsen',
    'laars laarzen',
    'meisje meisjes',
    'dame dames',
  ],
  'fr-FR': [
    'robe robes',
    'chaussure chaussures',
    'cheval chevaux',
    'blanc blanche blanches',
    'imprimé imprimée imprimées',
  ],
  'es-ES': ['zapato zapatos', 'mujer mujeres', 'pantalón pantalones', 'reloj relojes', 'luz luces', 'azul azules'],
  'it-IT': ['scarpa scarpe', 'uomo uomini', 'giacca giacche', 'nero nera neri nere', 'orologio orologi'],
  'pt-PT': ['sapato sapatos', 'mulher mulheres', 'calça calças', 'calção calções', 'homem homens', 'azul azuis'],
  'pl-PL': ['sukienka sukienki sukienek sukienkę', 'but buty butów', 'kurtka kurtki kurtek', 'koszula koszule'],
};

for (const [locale, families] of Object.entries(FAMILIES)) {
  t.test(`${locale}: forms of a word share a stem, other words do not`, async t => {
    const analyzer = analyzerFor(locale);
    const owners = new Map<string, string>();
    for (const family of families) {
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
