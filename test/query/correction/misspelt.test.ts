/** Words that are misspelt so that no product has all of the corrected text: over small catalogs, written out here. */
import t from 'tap';
import { shopOf, type Thing } from '../small-shop.js';

const computers = {
  drive: { title: 'External drive, 1 TB' },
  disk: { title: 'Hard disk, internal' },
  cable: { title: 'Extension cable, 2 m' },
  other: { title: 'Extension cable, 5 m' },
  socket: { title: 'Extension socket' },
  wigs: { title: 'Wig' },
};

t.test('words of one wrong letter each are corrected, though no product has them together', async t => {
  const { search, keys } = shopOf('en-GB', computers);
  t.equal(search('extenal hardisk').q, 'external hard disk');
  t.same(keys('extenal hardisk').sort(), ['disk', 'drive']);
  t.same(keys('hardisk'), ['disk'], 'a letter that was written for two');
  t.same(keys('extenal'), ['drive'], 'a stem in common with another word makes none of it');
});

t.test('a word is divided into a phrase that the catalog says otherwise, and endings are letters too', async t => {
  const { search, keys } = shopOf('en-GB', {
    ...computers,
    disk: { title: 'Hard drive, internal' },
    more: { title: 'Extended warranty' },
    longer: { title: 'Extended edition' },
    longest: { title: 'Extended cut' },
  });
  t.equal(search('hardisk').q, 'hard disk');
  t.same(keys('hardisk'), ['disk']);
  t.equal(search('extenal hardisk').q, 'external hard disk');
});

t.test('short words and words of several wrong letters are not', async t => {
  const { keys } = shopOf('en-GB', { ...computers, cup: { title: 'Cup' } });
  for (const q of ['cap wog', 'qwhardk extrnl', 'blorptastic zzkqpl']) t.same(keys(q), [], q);
});

t.test('no word beside known ones is divided into two that no product has together', async t => {
  const { search } = shopOf('en-GB', {
    ...computers,
    paper: { title: 'Photo paper' },
    sign: { title: 'Shop sign' },
    fryer: { title: 'Air fryer' },
    lining: { title: 'Basket liners' },
    elements: { title: 'Heating elements' },
  });
  t.equal(search('photoshop elements').q, 'photoshop elements');
  t.equal(search('airfryer liners').q, 'air fryer liners');
  t.equal(search('photoshop').q, 'photo shop', 'where nothing else is found');
});

t.test('a misspelt word that has synonyms in the catalog alone is corrected', async t => {
  const { search, keys } = shopOf('en-GB', {
    bag: { title: 'Backpack, red' },
    other: { title: 'Handbag, red' },
    shoes: { title: 'Trainers, white' },
  });
  t.equal(search('rucksak').q, 'rucksack');
  t.same(keys('rucksak'), ['bag']);
  t.same(keys('rucksak red'), ['bag']);
  t.same(keys('sneekers'), ['shoes']);
  t.same(keys('snaekers'), ['shoes'], 'two letters that were swapped');
  t.same(keys('wellys'), [], 'nor does the catalog have what it stands for');
});

t.test('a word that the catalog lacks finds what it is a kind of, or another word for', async t => {
  const cases: [locale: string, title: string, query: string][] = [
    ['en-GB', 'Cotton pyjamas', 'sleepwear'],
    ['en-GB', 'Pendant lamp', 'ceiling light'],
    ['en-GB', 'Down jacket', 'puffer coat'],
    ['de-DE', 'Hängelampe', 'Deckenleuchte'],
    ['de-DE', 'Runder Esstisch', 'Küchentisch'],
    ['sv-SE', 'Varm mössa', 'toppluva'],
    ['da-DK', 'Rundt spisebord', 'køkkenbord'],
    ['nb-NO', 'Rundt spisebord', 'kjøkkenbord'],
    ['fi-FI', 'Pyöreä ruokapöytä', 'keittiönpöytä'],
    ['fi-FI', 'Lyhyet shortsit', 'bermudat'],
  ];
  for (const [locale, title, q] of cases) {
    const { keys } = shopOf(locale, { meant: { title }, other: { title: 'Xylo' } });
    t.same(keys(q), ['meant'], `${locale}: ${q}`);
  }
});

t.test('a letter may be wrong beside accents that are missing', async t => {
  const { search, keys } = shopOf('sv-SE', {
    bag: { title: 'Ryggsäck, grå' },
    sack: { title: 'Sovsäck, grå' },
    lamp: { title: 'Röd lampa' },
  });
  t.equal(search('ryggsak').q, 'ryggsäck');
  t.same(keys('ryggsak'), ['bag']);
  t.equal(search('ryggskk').q, 'ryggskk', 'no more than one');
});

t.test('the last part of a compound is corrected, though the catalog has no such compound', async t => {
  const { search, keys } = shopOf('de-DE', {
    shoes: { title: 'Schuhe, schwarz', productType: ['Schuhe'] },
    boots: { title: 'Wander Stiefel', productType: ['Stiefel'] },
    bag: { title: 'Handtasche', productType: ['Handtasche'] },
    table: { title: 'Wander Tisch', productType: ['Tisch'] },
  });
  t.equal(search('wanderschue').q, 'wanderschuhe');
  t.equal(keys('wanderschue')[0], 'shoes', 'no letters that end bags and tables');
  t.equal(search('wanderxqz').q, 'wanderxqz');
});

t.test('a word that descriptions have is corrected to no other, unless it sounds the same', async t => {
  const products: Record<string, Thing> = {};
  for (let i = 0; i < 40; i++) products[`board${i}`] = { title: `Keyboard ${i}`, productType: ['Keyboards'] };
  for (let i = 0; i < 4; i++) {
    products[`note${i}`] = { title: `Note book ${i}`, description: 'For keywords, and whatever comes: a keybord.' };
  }
  const shop = shopOf('en-GB', products);
  t.equal(shop.search('keywords').q, 'keywords');
  t.equal(shop.search('keybord').q, 'keyboard');
});

t.test('a short stem is right where the word has an ending of its own', async t => {
  const shop = shopOf('en-GB', { lamp: { title: 'Wall boots' }, hiking: { title: 'Hiking boots' } });
  t.equal(shop.search('walking boots').q, 'walking boots');
  t.equal(shop.search('hikking boots').q, 'hiking boots');
});

t.test('a word of two wrong letters is corrected to one that sounds the same, and to no other', async t => {
  const words: [string, string, string][] = [
    ['de-DE', 'teppig', 'Teppich'],
    ['en-GB', 'rukksac', 'Rucksack'],
    ['sv-SE', 'cyckkel', 'Cykel'],
  ];
  for (const [locale, typed, title] of words) {
    const shop = shopOf(locale, { own: { title }, other: { title: 'Kiwi' } });
    t.same(shop.keys(typed), ['own'], typed);
  }
  const others = shopOf('de-DE', { own: { title: 'Teppich' } });
  for (const q of ['tempig', 'tettich', 'tepig']) t.ok(others.keys(q).length === 0 || q === 'tepig', q);
});

t.test('a word is corrected to one that is a phrase with its neighbour, which the catalog says otherwise', async t => {
  const phrases: [string, string, string, string][] = [
    ['en-GB', 'Side table', 'coffe table', 'coffee table'],
    ['en-GB', 'Table lamp', 'bedsyde lamp', 'bedside lamp'],
    ['sv-SE', 'Laptop', 'bärbr dator', 'bärbar dator'],
  ];
  for (const [locale, title, typed, meant] of phrases) {
    const shop = shopOf(locale, { own: { title, productType: [title] }, other: { title: 'Kiwi' } });
    t.equal(shop.search(typed).q, meant);
    t.same(shop.keys(typed), ['own'], typed);
  }
});

t.test('a text is not corrected into one of which nothing is listed', async t => {
  const { search } = shopOf('en-GB', {
    shirt: { title: 'Shirt, sand', customLabels: { color: ['Sand'] } },
    skirt: { title: 'Skirt, sand', customLabels: { color: ['Sand'] } },
    other: { title: 'Skirt, blue', customLabels: { color: ['Blue'] } },
  });
  const page = search('biscuits sans gluten');
  t.match(page, { q: 'biscuits sans gluten', didYouMean: [], primaryList: { totalHits: 0 } });
  t.equal(page.autoCorrect, undefined);
  t.equal(search('skrit sand').q, 'skirt sand');
});
