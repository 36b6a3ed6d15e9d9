/** What exclusions take away and what they leave: over small catalogs, written out here. */
import t from 'tap';
import { searchRequest } from '../pages/shop.js';
import { shopOf } from './small-shop.js';

t.test('"no" and the like in names and before numbers exclude nothing', async t => {
  const brands = shopOf('en-GB', {
    a: { title: 'Skull shirt', brand: 'No Fear' },
    b: { title: 'Plain shirt', brand: 'Fear of God' },
  });
  t.same(brands.keys('no fear shirt').slice(0, 1), ['a'], 'a brand');
  const creams = shopOf('en-GB', { a: { title: 'Day cream', brand: 'No 7' }, b: { title: 'Cream 7 ml' } });
  t.same(creams.keys('no 7 cream').slice(0, 1), ['a'], 'a brand with a number');
  const perfumes = shopOf('en-GB', {
    a: { title: 'Perfume', description: 'The famous No. 5' },
    b: { title: 'Perfume 8' },
  });
  t.same(perfumes.keys('perfume no 5').slice(0, 1), ['a'], 'a number');
  const pans = shopOf('en-GB', { a: { title: 'Nonstick pan' }, b: { title: 'Pan stick holder' } });
  t.same(pans.keys('non stick pan').slice(0, 1), ['a'], 'written as one word');
  const helmets = shopOf('fi-FI', { a: { title: 'Kypärä', description: 'Vastaa EN 397' }, b: { title: 'Kypärä 2' } });
  t.same(helmets.keys('kypärä en 397').slice(0, 1), ['a'], 'the name of a standard');
  const stones = shopOf('fr-FR', { a: { title: 'Pas japonais en pierre' }, b: { title: 'Jardin japonais en pierre' } });
  t.same(stones.keys('pas japonais pierre').slice(0, 1), ['a'], 'in titles');
});

t.test('what searches mean as a refusal empties no list', async t => {
  const rows: [locale: string, title: string, q: string][] = [
    ['fr-FR', 'Robe rouge', 'robe pas cher'],
    ['fr-FR', 'Robe rouge', 'robe pas chère'],
    ['de-DE', 'Kleid rot', 'kleid nicht teuer'],
    ['en-GB', 'Red dress', 'dress not expensive'],
    ['en-GB', 'Red dress', 'dress not on sale'],
    ['en-GB', 'Dr. No poster', 'dr no'],
    ['en-GB', 'Dr. No poster', 'dr. no poster'],
    ['es-ES', 'Vestido rojo', 'vestido no caro'],
  ];
  for (const [locale, title, q] of rows) t.same(shopOf(locale, { a: { title } }).keys(q), ['a'], `${locale}: ${q}`);
});

t.test('a product that lacks another thing does not lack what is not wanted', async t => {
  const rows: [title: string, q: string, label?: string][] = [
    ['Wool sweater in a soft knit, without hood', 'sweater without wool'],
    ['Wool sweater', 'sweater without wool', 'Without hood'],
    ['Wool sweater in a soft knit, no hood', 'sweater no wool'],
    ['Wool sweater', 'sweater no wool', 'No hood'],
  ];
  for (const [title, q, label] of rows) {
    const some = { title, ...(label && { customLabels: { hood: [label] } }) };
    t.same(shopOf('en-GB', { some, a: { title: 'Sweater' } }).keys(q), ['a'], `${q}: ${title}`);
  }
  const labels = { customLabels: { material: ['Wool'], hood: ['Without hood'] } };
  t.same(
    shopOf('en-GB', { z: { title: 'Sweater', ...labels }, a: { title: 'Sweater' } })
      .keys('sweater without hood')
      .sort(),
    ['a', 'z'],
    'a label that says so',
  );
});

t.test('what is not to be reduced is not taken for a search for what is', async t => {
  const dresses = { a: { title: 'Dress', listed: 200 }, b: { title: 'Dress, long' } };
  t.same(shopOf('en-GB', dresses).keys('dress on sale'), ['a']);
  for (const q of ['dress not on sale', 'dress without discount', 'dress no sale']) {
    t.same(shopOf('en-GB', dresses).keys(q).sort(), ['a', 'b'], q);
  }
});

t.test('a list of ten goes on with what it excludes, which explanations tell', async t => {
  const sets = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, { title: `Knife set ${i}` }]));
  const block = { title: 'Knife set with block' };
  const { shop, search, keys } = shopOf('en-GB', { ...sets(10), block });
  const page = search('knife set without block');
  t.equal(keys('knife set without block').at(-1), 'block');
  t.equal(page.primaryList.totalHits, 11);
  t.same(page.relaxed, { dropped: ['without block'], totalHits: 10 });
  const request = searchRequest({ market: 'm', locale: 'en-GB', q: 'knife set without block', limit: 50 });
  const { lists } = shop.explain(request, ['block']);
  const hit = lists.flatMap(({ hits }) => hits).find(({ key }) => key === 'block');
  const given = hit?.parts?.find(part => part.kind === 'lacking');
  t.same(given?.words, ['without block']);
  const sum = hit?.parts?.reduce((points, part) => points + part.points, 0) ?? 0;
  t.ok(Math.abs(sum - (hit?.score ?? Number.NaN)) < 0.01, 'its parts add up');
  t.notOk(keys('knife set -block').includes('block'), 'not behind a minus sign');
  t.notOk(
    shopOf('en-GB', { ...sets(9), block })
      .keys('knife set without block')
      .includes('block'),
    'nor of nine',
  );
});

t.test('a value is excluded with the thing that it is said of, and no word that the text wants is', async t => {
  const blankets = shopOf('en-GB', {
    a: { title: 'Weighted blanket' },
    b: { title: 'Weighted blanket with glass beads' },
    c: { title: 'Glass beads' },
    d: { title: 'Blue beads' },
    e: { title: 'Bowl', customLabels: { color: ['Glass'] } },
  });
  t.same(blankets.keys('weighted blanket without glass beads').slice(0, 1), ['a']);
  t.notOk(blankets.keys('weighted blanket without glass beads').includes('b'));
  const cases = shopOf('en-GB', { a: { title: 'Tool case' }, b: { title: 'Case for glasses' } });
  t.same(cases.keys('tool cases without tools').slice(0, 1), ['a']);
});

t.test('what says that it has none comes before what has the words in better places', async t => {
  const { keys } = shopOf('en-GB', {
    plain: { title: 'Shampoo', productType: ['Shampoo'] },
    says: { title: 'Perfume-free care for daily use, washes as a shampoo does, 250 ml', productType: ['Care'] },
    other: { title: 'Soap', productType: ['Soap'] },
    towel: { title: 'Towel', productType: ['Towels'] },
  });
  t.equal(keys('shampoo')[0], 'plain');
  t.same(keys('shampoo without perfume').slice(0, 2), ['says', 'plain']);
});

t.test('function words may stand between a refusal and what is refused', async t => {
  const hoodies = shopOf('en-GB', { zip: { title: 'Zip hoodie' }, plain: { title: 'Pullover hoodie' } });
  t.same(hoodies.keys('hoodie without a zip'), ['plain']);
  const boards = shopOf('en-GB', { gaming: { title: 'Gaming keyboard' }, plain: { title: 'Compact keyboard' } });
  t.same(boards.keys('keyboard not for gaming'), ['plain']);
});

t.test('a word that ends as one that lacks something does not lack itself', async t => {
  const mice = shopOf('en-GB', { radio: { title: 'Wireless mouse' }, cable: { title: 'Gaming mouse' } });
  t.same(mice.keys('mouse -wireless'), ['cable']);
});

t.test('a word that says that there is none raises what says so in two words', async t => {
  const jams = shopOf('de-DE', {
    plain: { title: 'Erdbeermarmelade', productType: ['Marmelade'] },
    none: { title: 'Aprikosenmarmelade ohne Zucker', productType: ['Marmelade'] },
  });
  t.equal(jams.keys('zuckerfreie Marmelade')[0], 'none');
  const hillo = shopOf('fi-FI', {
    plain: { title: 'Mansikkahillo', productType: ['Hillo'] },
    none: { title: 'Aprikoosihillo ilman sokeria', productType: ['Hillo'] },
  });
  t.equal(hillo.keys('sokeriton hillo')[0], 'none');
});

t.test('what a derived word says that something has is excluded with it', async t => {
  const shop = shopOf('fi-FI', {
    a: { title: 'Vetoketjullinen huppari', productType: ['Hupparit'] },
    b: { title: 'Punainen huppari', productType: ['Hupparit'] },
  });
  t.same(shop.keys('huppari ilman vetoketjua'), ['b']);
  t.same(shop.keys('vetoketjullinen huppari')[0], 'a');
});

t.test('words that begin or end with "none of" exclude, short ones too', async t => {
  const polish = shopOf('pl-PL', {
    a: { title: 'Herbatniki z glutenem 200 g' },
    b: { title: 'Herbatniki bez glutenu 200 g' },
    c: { title: 'Bezrękawnik damski' },
  });
  t.same(polish.keys('bezglutenowe herbatniki'), ['b']);
  t.same(polish.keys('bezrękawnik'), ['c'], 'a thing that begins so');
  const hoodies = shopOf('en-GB', { a: { title: 'Hoodie with zip' }, b: { title: 'Red hoodie' } });
  t.same(hoodies.keys('zipless hoodie'), ['b']);
});
