/** What the words of a query are taken for: over small catalogs in several languages, written out here. */
import t from 'tap';
import { mainKeys } from '../pages/shop.js';
import { shopOf, type Thing } from './small-shop.js';

const english = shopOf('en-GB', {
  shirtdress: { title: 'Striped shirt dress for women', productType: ['Dresses'], brand: 'Acme' },
  dressshirt: { title: 'Slim dress shirt', productType: ['Shirts'], brand: 'Acme' },
  shirt: { title: 'Linen shirt, blue', productType: ['Shirts'], brand: 'Bolt' },
  phone: { title: 'Volta 5', productType: ['Phones'], brand: 'Volta', price: 400 },
  case: { title: 'Leather case for Volta 5', productType: ['Phone cases'], brand: 'Shell', price: 20 },
  stand: { title: 'Phone stand', productType: ['Stands'], brand: 'Shell', price: 45 },
  laced: { title: 'Trainers with laces', productType: ['Trainers'], sizes: ['41', '42'], price: 80 },
  slip: { title: 'Trainers without laces', productType: ['Trainers'], sizes: ['42'], price: 60 },
  sandal: { title: 'Sandals 42', productType: ['Sandals'], sizes: ['38'], price: 30 },
  black: { title: 'Knitted scarf, black', productType: ['Scarves'], customLabels: { color: ['Black'] } },
  red: { title: 'Knitted scarf, red', productType: ['Scarves'], customLabels: { color: ['Red'] } },
  pack: { title: 'Day pack', productType: ['Backpacks'], volume: { amount: 19.5, unit: 'l' } },
  bottle: { title: 'Steel bottle', productType: ['Bottles'], volume: { amount: 500, unit: 'ml' } },
  tent: { title: 'Ridge tent', productType: ['Tents'], customNumbers: { persons: 4 } },
  sofa: { title: 'Corner sofa', productType: ['Sofas'], price: 900, weight: { amount: 60, unit: 'kg' } },
  tshirt: { title: 'Plain T-shirt', productType: ['T-shirts'] },
  on: { title: 'Cloud', productType: ['Trainers'], brand: 'Best', sizes: ['44'], price: 150 },
});

t.test('the last noun says what is looked for, a noun before it of what kind', async t => {
  t.same(english.keys('shirt dress').slice(0, 2), ['shirtdress', 'dressshirt']);
  t.same(english.keys('dress shirt').slice(0, 2), ['dressshirt', 'shirtdress']);
  t.equal(english.keys('phone')[0], 'phone', 'no case, though its type names phones');
  t.equal(english.keys('phone case')[0], 'case');
  t.equal(english.keys('case for phone')[0], 'case', 'what it is for stands behind "for"');
});

t.test('who names a kind of thing does not mean another that has the word in it', async t => {
  t.notOk(english.keys('shirts').includes('tshirt'));
  t.equal(english.keys('t shirt')[0], 'tshirt');
});

t.test('in Romance languages the first noun says it', async t => {
  const { keys } = shopOf('fr-FR', {
    robe: { title: 'Robe chemise en lin', productType: ['Robes'] },
    chemise: { title: 'Chemise longue', productType: ['Chemises'] },
    nuit: { title: 'Chemise robe de nuit', productType: ['Chemises'] },
  });
  t.equal(keys('robe chemise')[0], 'robe');
  t.equal(keys('chemise robe')[0], 'nuit');
});

t.test('what is not wanted is left out, and a product that says so itself is not', async t => {
  t.same(english.keys('trainers without laces').sort(), ['on', 'slip']);
  t.same(english.keys('scarf not black'), ['red']);
  t.same(english.keys('scarf without black'), ['red']);
  t.same(english.keys('knitted scarf not woollen').sort(), ['black', 'red'], '"not" before what nothing has is a word');
  t.ok(english.keys('without').length >= 0, 'alone it takes nothing away');
  const { keys } = shopOf('sv-SE', {
    luva: { title: 'Jacka med luva', productType: ['Jacka'] },
    slät: { title: 'Jacka i ull', productType: ['Jacka'] },
  });
  t.same(keys('jacka utan luva'), ['slät']);
});

t.test('what is free of something is without it', async t => {
  t.same(english.keys('black-free scarf'), ['red']);
  t.same(english.keys('black free scarf'), ['red']);
  const { keys } = shopOf('de-DE', {
    leder: { title: 'Schuhe', productType: ['Schuhe'], customLabels: { material: ['Leder'] } },
    stoff: { title: 'Schuhe', productType: ['Schuhe'], customLabels: { material: ['Stoff'] } },
  });
  t.same(keys('lederfreie schuhe'), ['stoff']);
});

t.test('a word for what is cheaper than it was asks for that, unless the catalog has the word', async t => {
  const things: Record<string, Thing> = {
    cheap: { title: 'Mug', price: 50, listed: 100 },
    dear: { title: 'Mug', price: 100 },
    sail: { title: 'Safe', price: 10 },
  };
  t.same(shopOf('en-GB', things).keys('mug sale'), ['cheap']);
  t.same(shopOf('en-GB', things).keys('sale'), ['cheap'], 'and is no typing error');
  t.same(shopOf('en-GB', { ...things, word: { title: 'Sale sign' } }).keys('sale'), ['word']);
});

t.test('bounds of prices and measures hold, and are given up where nothing is within them', async t => {
  t.same(english.keys('trainers under 70'), ['slip']);
  t.same(english.keys('trainers under £70'), ['slip']);
  t.same(english.keys('trainers over 100'), ['on']);
  t.same(english.keys('trainers between 70 and 100'), ['laced']);
  t.same(english.keys('under 25'), ['case'], 'a bound alone is a search');
  t.same(english.keys('sofa under 80 kg'), ['sofa']);
  const none = english.search('sofa under 50');
  t.same(mainKeys(none.primaryList.productGroups), ['sofa']);
  t.same(none.relaxed, { dropped: ['under 50'], totalHits: 0 }, 'and that is told');
  const fewer = english.search('leather trainers under 70');
  t.same(mainKeys(fewer.primaryList.productGroups), ['slip'], 'before that, words are');
  t.same(fewer.relaxed, { dropped: ['leather'], totalHits: 0 });
  const neither = english.search('leather sofa under 50');
  t.same(mainKeys(neither.primaryList.productGroups), ['sofa']);
  t.same(neither.relaxed, { dropped: ['under 50', 'leather'], totalHits: 0 });
  const beyond = english.search('red scarf under 5');
  t.same(mainKeys(beyond.primaryList.productGroups), ['red', 'black']);
  t.same(beyond.relaxed, { dropped: ['under 5', 'red'], totalHits: 0 }, 'beyond the bound nothing is all of it');
  const filtered = english.search('trainers under 70', { facets: [{ id: 'brand', values: ['Best'] }] });
  t.equal(filtered.primaryList.totalHits, 0, 'facets narrow what is within the bound');
});

t.test('the variants that a bound leaves are those that count', async t => {
  const { shop } = english;
  const facet = shop
    .search({ market: 'm', locale: 'en-GB', q: 'trainers under 100' })
    .primaryList.facets.find(({ id }) => id === 'price') as unknown as { min: number; max: number };
  t.same([facet.min, facet.max], [60, 80]);
});

t.test('a size that is called one is looked for among sizes alone', async t => {
  t.same(english.keys('size 42').sort(), ['laced', 'slip'], 'not the sandals that are called 42');
  t.same(english.keys('trainers size 41').slice(0, 1), ['laced']);
  t.equal(english.search('trainers size 99').relaxed?.dropped.includes('99'), true, 'one that nothing has is given up');
});

t.test('measures are found in other units, and by a number near them', async t => {
  t.equal(english.keys('bottle 0.5 l')[0], 'bottle');
  t.equal(english.keys('bottle 50cl')[0], 'bottle');
  t.equal(english.keys('20 l pack')[0], 'pack');
  t.equal(english.keys('tent for four persons')[0], 'tent');
  t.equal(english.keys('tent 4 persons')[0], 'tent');
});

t.test('words for the same thing find each other', async t => {
  t.equal(english.keys('couch')[0], 'sofa');
  t.equal(english.keys('rucksack')[0], 'pack');
  t.equal(english.keys('sneakers').length, 3);
});

t.test('a word of asking that is the name of a brand is meant', async t => {
  t.same(english.keys('best trainers').slice(0, 1), ['on']);
  t.equal(english.keys('what is a good sofa')[0], 'sofa');
});

t.test('a shop says itself what words mean, in phrases too, and which carry nothing', async t => {
  const settings = {
    synonyms: [{ words: ['night light', 'glow'] }, { from: ['gizmo'], to: ['day pack'] }],
    stopWords: ['webshop'],
  };
  const { keys } = shopOf(
    'en-GB',
    {
      glow: { title: 'Glow', productType: ['Lamps'] },
      night: { title: 'Light for the night', productType: ['Lamps'] },
      pack: { title: 'Day pack', productType: ['Bags'] },
      packet: { title: 'Pack of cards', productType: ['Games'] },
    },
    { 'search|en-GB': settings },
  );
  t.same(keys('night light').sort(), ['glow', 'night']);
  t.same(keys('glow').sort(), ['glow', 'night']);
  t.same(keys('gizmo'), ['pack'], 'both words of what it stands for');
  t.equal(keys('day pack').includes('glow'), false);
  t.same(keys('pack webshop').sort(), ['pack', 'packet']);
});

t.test('compounds find their parts, and parts their compounds', async t => {
  const swedish = shopOf('sv-SE', {
    regn: { title: 'Jacka för regn', productType: ['Jacka'] },
    ull: { title: 'Jacka i ull', productType: ['Jacka'] },
    regnjacka: { title: 'Regnjacka', productType: ['Regnjacka'] },
    kängor: { title: 'Vandringskängor dam', productType: ['Vandringskängor'] },
    skor: { title: 'Skor dam', productType: ['Skor'] },
    väska: { title: 'Väska i läder', productType: ['Väska'] },
  });
  t.same(swedish.keys('regnjacka'), ['regnjacka', 'regn']);
  t.ok(swedish.keys('jacka').includes('regnjacka'));
  t.equal(swedish.keys('regn jacka')[0], 'regnjacka');
  t.equal(swedish.keys('damskor')[0], 'skor');
  t.equal(swedish.keys('dam skor')[0], 'skor');
  t.same(swedish.keys('kängor'), ['kängor'], 'a word that stands in compounds alone');
  t.same(swedish.keys('känga'), ['kängor']);
  t.same(swedish.keys('skinnväska'), ['väska'], 'a part by another name');
  t.equal(swedish.keys('datorväska')[0], 'väska', 'behind what nobody knows, the head');
  const german = shopOf('de-DE', {
    schuhe: { title: 'Schuhe in Leder', productType: ['Schuhe'], gender: ['Damen'] },
    hosen: { title: 'Hosen', productType: ['Hosen'], gender: ['Damen'] },
    stiefel: { title: 'Herrenstiefel', productType: ['Stiefel'], gender: ['Herren'] },
  });
  t.equal(german.keys('Damenschuhe')[0], 'schuhe');
  t.equal(german.keys('Lederschuhe damen')[0], 'schuhe');
  t.same(german.keys('herren stiefel'), ['stiefel']);
});

t.test('letters typed without their accents are read as what the catalog has', async t => {
  const swedish = shopOf('sv-SE', {
    röd: { title: 'Röd klänning', productType: ['Klänning'] },
    tröja: { title: 'Stickad tröja', productType: ['Tröja'] },
    mal: { title: 'Mal i papp', productType: ['Mal'] },
    mål: { title: 'Mål för fotboll', productType: ['Mål'] },
  });
  const { q, autoCorrect } = swedish.search('rod klanning');
  t.same([q, autoCorrect], ['rod klanning', undefined], 'nothing that one has to be told of');
  t.equal(swedish.keys('rod klanning')[0], 'röd');
  t.same(swedish.keys('trojor'), ['tröja'], 'in another form too');
  t.equal(swedish.keys('mal')[0], 'mal', 'a word that there is means itself');
  t.notOk(swedish.keys('mal').includes('mål'));
  t.same(shopOf('de-DE', { mantel: { title: 'Mäntel', productType: ['Mäntel'] } }).keys('maentel'), ['mantel']);
});

t.test('a form that the catalog does not have is corrected to the one that it has', async t => {
  const { search } = shopOf('sv-SE', { a: { title: 'Klänningar', productType: ['Klänningar'] } });
  t.equal(search('klännig').q, 'klänningar');
});

t.test('words that the catalog has are never replaced, keys and numbers never guessed', async t => {
  t.equal(english.search('slip phone').autoCorrect, undefined);
  t.match(english.search('sofs').q, /^sofas?$/, 'a word that it does not have is');
  t.equal(english.search('41x').autoCorrect, undefined);
  t.equal(english.search('tnt').q, 'tent', 'four letters of which one is missing');
  t.equal(english.search('xhirt').q, 'shirt', 'the first letter is wrong only when nothing else fits');
});

t.test('one part of a compound is not corrected for the whole of it', async t => {
  const { search } = shopOf('de-DE', {
    vase: { title: 'Vase aus Porzellan', productType: ['Vase'] },
    flasche: { title: 'Flasche aus Stahl', productType: ['Flasche'] },
  });
  t.equal(search('porzelanflasche').autoCorrect, undefined);
});

t.test('a correction is made for what is within the limits of the text', async t => {
  const { search } = shopOf('en-GB', {
    ...Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`p${i}`, { title: 'Press', price: 500 }])),
    dress: { title: 'Dress', price: 20 },
  });
  t.equal(search('vress under 50').q, 'dress under 50');
  t.equal(search('vress').q, 'press', 'without one the commoner word is meant');
});

t.test('an amount of another currency than that of the market bounds nothing', async t => {
  const configuration = { markets: { m: { locales: ['en-GB'], appSettings: { currency: 'SEK' } } } };
  const { keys } = shopOf(
    'en-GB',
    { a: { title: 'Mug', price: 20 }, b: { title: 'Mug', price: 90 } },
    { configuration },
  );
  t.equal(keys('mug under 50 kr').length, 1);
  t.equal(keys('mug under 50').length, 1);
  t.equal(keys('mug under €50').length, 2);
});

t.test('a text of thousands of limits costs no more than a few', async t => {
  const started = performance.now();
  english.search(`sofa ${'under 50 '.repeat(3000)}`);
  t.ok(performance.now() - started < 1000);
});

t.test('a word has as many compounds as there are', async t => {
  const things = Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => {
      const title = `${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26), 107)}okängor`;
      return [`k${i}`, { title, productType: [title] }];
    }),
  );
  const { search } = shopOf('sv-SE', things);
  t.equal(search('kängor').primaryList.totalHits, 120);
});

t.test('numbers are given up before words, and packs are no goods', async t => {
  const { keys } = shopOf('en-GB', {
    sofa: { title: 'Sofa 100', productType: ['Sofas'] },
    shirt: { title: 'Cotton shirt', productType: ['Shirts'], customLabels: { material: ['Cotton'] } },
    socks: { title: 'Wool socks', productType: ['Socks'] },
    pack: { title: 'Backpack', productType: ['Backpacks'] },
  });
  t.equal(keys('100% cotton')[0], 'shirt');
  t.same(keys('socks 5-pack'), ['socks']);
});

t.test('what a word means beside itself stands behind what it says', async t => {
  const settings = { synonyms: [{ from: ['shoes'], to: ['socks'] }] };
  const { keys } = shopOf(
    'en-GB',
    {
      socks: { title: 'Wool socks', productType: ['Socks'] },
      shoes: { title: 'Running shoes', productType: ['Running shoes'], category: ['Shoes'] },
    },
    { 'search|en-GB': settings },
  );
  t.same(keys('shoes'), ['shoes', 'socks']);
});

t.test('what is left of a query says what is looked for, or nothing is found', async t => {
  const page = english.search('asdfgh black');
  t.equal(page.primaryList.totalHits, 0, 'a colour alone is no answer');
  t.same(page.relatedSearches, []);
  t.equal(page.secondaryList.totalHits, 0);
  const partly = english.search('linen shirt asdfgh');
  t.equal(partly.primaryList.totalHits > 0, true);
  t.equal(partly.relaxed?.dropped[0], 'asdfgh');
  t.equal(partly.relaxed?.totalHits, 0);
  t.equal(english.search('linen shirt').relaxed?.totalHits, 1);
});
