/** Phrases that a shop suggests before its first visit, from its products alone. */
import t from 'tap';
import { shopOf, type Thing } from '../../query/small-shop.js';

const titles = [
  'Long lasting dog chew',
  'Long lasting dog chew, beef',
  'Long lasting dog chew, large',
  'Michael Kors Jet tote for women',
  'Michael Kors Jet tote for travel',
  'Michael Kors Jet tote with zip',
  'Canvas backpack',
  'Hiking backpack (40 l)',
  'Travel backpack with lock',
  'Coffee mug',
  'Coffee mug, blue',
  'Coffee mug in stoneware',
  'Brown jeans, coffee',
  'Brown jeans, coffee wash',
];
const products: Record<string, Thing> = {};
titles.forEach((title, i) => {
  products[`p${i}`] = { title, brand: 'Everybrand' };
});
for (let i = 0; i < 8; i++) {
  products[`c${i}`] = {
    title: `Number ${i}`,
    brand: i < 4 ? 'Acme' : 'Everybrand',
    productType: ['Leather strips, shapes, & scraps'],
    category: ['Home > Jackets & coats'],
    customLabels: { color: i < 6 ? ['Brown'] : ['02 Brown/Black'] },
  };
}
const { shop } = shopOf('en-GB', products);
const suggested = (q: string) =>
  shop.autocomplete({ market: 'm', locale: 'en-GB', q }).phraseSuggestions.map(phrase => phrase.q);

t.test('things are suggested by what titles call them, alone and with what stands before', async t => {
  t.same(suggested('backp'), ['backpack']);
  t.same(suggested('mug'), ['mug', 'coffee mug']);
  t.same(suggested('tote'), ['tote']);
});

t.test('a piece of other words is not suggested', async t => {
  t.same(suggested('lasting'), []);
  t.same(suggested('kors'), []);
  t.same(suggested('dog'), []);
});

t.test('names that join things are suggested as each of them, and colours where they are words', async t => {
  t.same(suggested('coat'), ['coats', 'brown coats', 'acme coats']);
  t.same(suggested('scr'), ['scraps', 'brown scraps', 'acme scraps']);
  t.same(suggested('02'), []);
});

t.test('a brand of most products is not suggested, and no phrase with it', async t => {
  t.same(suggested('every'), []);
  t.same(suggested('ac')[0], 'acme');
});

t.test('of phrases that differ in their forms alone one is suggested', async t => {
  const { shop: bottles } = shopOf('en-GB', {
    a: { title: 'Steel water bottle', productType: ['Water bottles'] },
    b: { title: 'Glass water bottle', productType: ['Water bottles'] },
    c: { title: 'Small water bottle', productType: ['Water bottles'] },
  });
  const found = bottles.autocomplete({ market: 'm', locale: 'en-GB', q: 'water' }).phraseSuggestions;
  t.same(
    found.map(({ q }) => q),
    ['water bottle'],
  );
});

t.test('a text that names a thing is not continued with another thing', async t => {
  t.notOk(suggested('mug j').includes('mug jeans'));
  t.ok(suggested('brown j').includes('brown jeans'));
});

t.test('it is not under rules either, though a product has both', async t => {
  const titles = [
    'Tea mug',
    'Large mug',
    'Small mug',
    'Blue jeans',
    'Wide jeans',
    'Brown jeans with mug',
    'Brown jeans',
  ];
  const { shop } = shopOf('en-GB', Object.fromEntries(titles.map((title, i) => [`p${i}`, { title }])));
  const condition = { kind: 'range', min: 1, max: 1000 } as const;
  const rules = [{ restrictions: [{ attribute: 'price', condition, exclude: false }] }];
  for (const more of [{}, { rules }]) {
    const suggested = (q: string) =>
      shop.autocomplete({ market: 'm', locale: 'en-GB', q, ...more }).phraseSuggestions.map(phrase => phrase.q);
    t.same(suggested('mug j'), []);
    t.same(suggested('brown j'), ['brown jeans']);
  }
});

const named = (titles: readonly string[], more: (i: number) => Thing = () => ({})) =>
  Object.fromEntries(titles.map((title, i) => [`p${i}`, { title, ...more(i) }]));
const suggestedBy = (products: Record<string, Thing>, q: string, locale = 'en-GB') =>
  shopOf(locale, products)
    .shop.autocomplete({ market: 'm', locale, q })
    .phraseSuggestions.map(phrase => phrase.q);

t.test('a phrase that one word goes on with nearly always is a piece', async t => {
  const products = named(['Pop up drain stopper', 'Brass pop up drain stopper', 'Pop up drain stopper, black']);
  t.same(suggestedBy(products, 'up'), []);
  t.same(suggestedBy(products, 'stop'), ['stopper']);
  const bottles = named(['Steel 32 oz water bottle', 'Large 16 oz water bottle', 'Small 20 oz water bottle']);
  t.same(suggestedBy(bottles, 'oz'), [], 'nor is a unit the beginning of one');
});

t.test(
  'kinds come before brands and colours of them, and what begins with the text before what has it further on',
  async t => {
    const products = named(
      Array.from({ length: 24 }, (_, i) => `Number ${i}`),
      i => ({
        brand: i < 12 ? 'Lapwing' : 'Soft Lap',
        productType: [i < 9 ? 'Lamps' : i < 18 ? 'Table lamps' : 'Lap desks'],
        customLabels: { color: ['Red'] },
      }),
    );
    const found = suggestedBy(products, 'la');
    t.same(found.slice(0, 3), ['lamps', 'lap desks', 'lapwing']);
    t.ok(found.indexOf('red lamps') > 2 && found.indexOf('table lamps') < found.indexOf('red table lamps'));
  },
);

t.test('what one brand alone calls so comes last, and is left out where no kind is called so', async t => {
  const products = named(
    [
      ...['Jack dakota slipper', 'Jill dakota slipper', 'Joan dakota slipper', 'Dining slipper', 'Day slipper'],
      ...['Wool dazzle', 'Silk dazzle', 'Long wool dazzle', 'Wide wool dazzle'],
    ],
    i => ({ brand: i < 3 || i > 4 ? 'Hugg' : `Other ${i}`, productType: ['Slippers'] }),
  );
  t.same(suggestedBy(products, 'slip')[0], 'slippers');
  t.same(suggestedBy(products, 'dak'), ['dakota slipper']);
  t.same(suggestedBy(products, 'daz'), []);
});

t.test('whom things are for is said as the language says it, and only where it tells things apart', async t => {
  const products = named(['Ett', 'Två', 'Tre', 'Fyra', 'Fem', 'Sex'], i => ({
    productType: [i < 3 ? 'Skor' : 'Lampor'],
    gender: i < 3 ? ['Dam'] : ['Dam', 'Herr'],
    customLabels: { color: ['Röd'] },
  }));
  t.same(suggestedBy(products, 'sko', 'sv-SE'), ['skor', 'skor dam']);
  t.same(suggestedBy(products, 'lam', 'sv-SE'), ['lampor']);
  t.same(suggestedBy(products, 'röd', 'sv-SE'), [], 'colours have other forms there');
  t.same(suggestedBy(products, 'sko', 'en-GB').slice(0, 2), ['skor', 'dam skor']);
});

t.test('words of titles stand between white space of any kind', async t => {
  const { shop: mills } = shopOf('en-GB', {
    a: { title: 'Oak pepper\nmill' },
    b: { title: 'Steel pepper\u00a0mill' },
    c: { title: 'Large pepper\tmill' },
  });
  const found = mills.autocomplete({ market: 'm', locale: 'en-GB', q: 'mill' }).phraseSuggestions;
  t.same(
    found.map(({ q }) => q),
    ['mill', 'pepper mill'],
  );
});
