/** What words stand for beside what they are in the catalog: over small catalogs, written out here. */
import t from 'tap';
import { shopOf, type Thing } from './small-shop.js';

t.test('signs of trademarks are no letters of the word before them', async t => {
  const shop = shopOf('en-GB', { a: { title: 'Evercool™ pillow' }, b: { title: 'Evercool® pillow' } });
  t.same(shop.keys('evercool').sort(), ['a', 'b']);
  t.same(shop.keys('Evercool™ pillow').sort(), ['a', 'b']);
});

t.test(
  'a word has its synonyms before it is divided, and what is looked for is not taken for another thing',
  async t => {
    const shop = shopOf('en-GB', {
      a: { title: 'Crew neck tee', productType: ['Tees'], gender: ['Men'] },
      b: { title: 'Running shorts', productType: ['Shorts'], gender: ['Men'] },
    });
    for (const q of ['t-shirt', 't-shirts', 't-shirts for men']) t.same(shop.keys(q).slice(0, 1), ['a'], q);
    const shirts = shopOf('en-GB', {
      a: { title: 'Linen shirt', productType: ['Shirts'] },
      b: { title: 'Velvet shorts', productType: ['Shorts'] },
    });
    t.same(shirts.search('velvet shirt').didYouMean, []);
  },
);

t.test('a word without products stands for a wider one, and for that alone', async t => {
  const german = shopOf('de-DE', { a: { title: 'Uhr aus Stahl', productType: ['Uhren'] } });
  t.same(german.keys('Armbanduhr'), ['a']);
  const purses = shopOf('en-GB', { a: { title: 'Leather purse', productType: ['Purses'] } });
  t.same(purses.keys('handbag'), ['a']);
  const jackets = shopOf('en-GB', { a: { title: 'Light jacket', productType: ['Jackets'] } });
  t.same(jackets.keys('windcheater'), ['a']);
  const both = shopOf('en-GB', { a: { title: 'Leather purse' }, b: { title: 'Leather handbag' } });
  t.same(both.keys('handbag'), ['b'], 'where it has products');
});

t.test('words that share a stem by chance do not stand for each other', async t => {
  const shop = shopOf('en-GB', {
    a: { title: 'Hair extensions' },
    b: { title: 'External drive' },
    c: { title: 'Dish cloth', productType: ['Cloths'] },
    d: { title: 'Workout clothing', productType: ['Clothing'] },
  });
  t.same(shop.keys('extenal drive'), ['b']);
  t.same(shop.keys('clothes'), ['d']);
  t.same(shop.keys('cloths'), ['c']);
});

t.test('a colour of one product does not take a noun from all others', async t => {
  const products: Record<string, Thing> = {
    odd: { title: 'Adult puzzle', customLabels: { color: ['Mini cars'] } },
    mini: { title: 'Mini cars', productType: ['Cars'] },
  };
  for (let i = 0; i < 40; i++) products[`car${i}`] = { title: `Racing cars ${i}`, productType: ['Cars'] };
  const found = shopOf('en-GB', products).keys('mini cars adult');
  t.ok(found.includes('car0'), 'they are listed for the noun');
});

t.test('a brand of one product does not take a noun from all others', async t => {
  const products: Record<string, Thing> = { odd: { title: 'Steel tumbler', brand: 'Cups', productType: ['Tumblers'] } };
  for (let i = 0; i < 40; i++) products[`cup${i}`] = { title: `Paper cups ${i}`, productType: ['Cups'] };
  const found = shopOf('en-GB', products).keys('paper cups steel');
  t.ok(found.indexOf('cup0') < found.indexOf('odd') && found.includes('cup0'), `${found.slice(0, 5)}`);
});

t.test('two words that most products have as one find these, but for those that most have apart', async t => {
  const products: Record<string, Thing> = {
    drops: { title: 'Ear drops' },
    tea: { title: 'Rose buds tea' },
    car: { title: 'Car pet barrier' },
    carpet: { title: 'Red carpet' },
    pet: { title: 'Pet brush' },
  };
  for (let i = 0; i < 8; i++) products[`bud${i}`] = { title: `Wireless earbuds ${i}` };
  const shop = shopOf('en-GB', products);
  t.same(
    shop.keys('ear buds').sort(),
    Object.keys(products)
      .filter(key => key.startsWith('bud'))
      .sort(),
  );
  t.equal(shop.keys('car pet')[0], 'car');
});

t.test('where a thing stands in the shop is not what it has', async t => {
  const category = ['Garden > Tables & accessories'];
  const shop = shopOf('en-GB', {
    a: { title: 'Picnic basket', category },
    b: { title: 'Picnic basket with accessories', category },
  });
  t.same(shop.keys('picnic basket without accessories'), ['a']);
});

t.test('a shelf of several things names none of them where the shop divides it', async t => {
  const shelf = 'Clothing, shoes & jewellery';
  const of = (title: string, below: string): Thing => ({
    title,
    category: [`${shelf} > ${below}`],
    department: [shelf],
  });
  const divided = shopOf('en-GB', {
    oxford: of('Brown oxfords', 'Men > Shoes > Oxfords'),
    belt: of('Brown belt', 'Men > Accessories > Belts'),
    ring: of('Brown ring', 'Jewellery > Rings'),
  });
  t.same(divided.keys('brown shoes'), ['oxford']);
  t.same(divided.keys('jewellery'), ['ring']);
  const undivided = shopOf('en-GB', {
    oxford: of('Brown oxfords', 'Winter'),
    belt: of('Brown belt', 'Summer'),
  });
  t.same(undivided.keys('shoes').sort(), ['belt', 'oxford'], 'where it is all that says so');
});

t.test('a phrase that a word stands for is not put together from a shelf of several things', async t => {
  const shelf = 'Clothing, shoes & jewellery';
  const of = (title: string, below: string): Thing => ({
    title,
    category: [`${shelf} > ${below}`],
    department: [shelf],
  });
  const shop = shopOf('en-GB', {
    bra: of('White sports bra', 'Women > Underwear > Bras'),
    sports: of('White sports shoes', 'Women > Shoes'),
    sneaker: of('White sneaker', 'Men > Shoes'),
  });
  t.same(shop.keys('white sneakers'), ['sneaker', 'sports']);
});

t.test('whom things are for is not what they are, where categories alone say so', async t => {
  const of = (title: string, below: string): Thing => ({ title, category: [`Clothing > ${below}`] });
  const { search } = shopOf('en-GB', {
    slipper: of('Felt slipper', 'Women'),
    scarf: of('Felt scarf', 'Women'),
    hat: of('Felt hat', 'Women'),
    mens: of('Wool slipper', 'Men > Slippers'),
  });
  const { primaryList, relaxed } = search('wool slippers women');
  t.same(
    primaryList.productGroups.map(({ products }) => products[0]!.key),
    ['mens', 'slipper'],
    'slippers are looked for, and no other things of women',
  );
  t.match(relaxed, { totalHits: 0 });
});

t.test('a phrase with few products goes on with products that have one of its words', async t => {
  const shop = shopOf('en-GB', {
    rain: { title: 'Rain boots' },
    wellies: { title: 'Red wellies' },
    ankle: { title: 'Red ankle boots', productType: ['Boots'] },
    drum: { title: 'Rain drum' },
  });
  const found = shop.keys('rain boots');
  t.same(found.slice(0, 2).sort(), ['rain', 'wellies']);
  t.equal(found[2], 'ankle');
  t.equal(shop.keys('red rain boots')[0], 'wellies');
});

t.test('the brand that something is for is not the brand that it must be of', async t => {
  const shop = shopOf('en-GB', {
    desk: { title: 'Oak desk', productType: ['Desks'] },
    clip: { title: 'Bag clip', productType: ['Clips'], brand: 'Small Spaces' },
  });
  t.equal(shop.keys('desk for small spaces')[0], 'desk');
});

t.test('a minus before a word says that it is not wanted', async t => {
  const colour = (color: string) => ({ title: `Shirt ${color}`, customLabels: { color: [color] } });
  const shop = shopOf('en-GB', { a: colour('Blue'), b: colour('Red') });
  t.same(shop.keys('shirt -blue'), ['b']);
  t.same(shop.keys('shirt - blue').slice(0, 1), ['a'], 'a dash between words is none');
  const bags = shopOf('en-GB', { a: { title: 'Sleeping bag -10' }, b: { title: 'Sleeping bag -5' } });
  t.same(bags.keys('sleeping bag -10').slice(0, 1), ['a'], 'before a number it is a sign');
});

t.test('a word without products stands for wider and narrower ones, several languages', async t => {
  const rows: [locale: string, title: string, q: string][] = [
    ['en-GB', 'Steel flatware', 'cutlery'],
    ['en-GB', 'Jacket with zip', 'zipper'],
    ['de-DE', 'Herrenuhr mit Lederband', 'Uhr'],
    ['de-DE', 'Leichte Regenjacke', 'Anorak'],
    ['sv-SE', 'Klocka i stål', 'armbandsur'],
    ['sv-SE', 'Regnjacka barn', 'galonjacka'],
    ['fi-FI', 'Miesten kello', 'rannekello'],
    ['fi-FI', 'Pölynimuri', 'imuri'],
    ['fr-FR', 'Veste de pluie', 'imperméable'],
    ['fr-FR', 'Montre homme', 'montre-bracelet'],
    ['pl-PL', 'Trampki damskie', 'adidasy'],
    ['pl-PL', 'Smartfon 128 GB', 'telefon'],
  ];
  for (const [locale, title, q] of rows) t.same(shopOf(locale, { a: { title } }).keys(q), ['a'], `${locale}: ${q}`);
  const boots = shopOf('sv-SE', { a: { title: 'Gummistövlar' }, b: { title: 'Ridstövlar' }, c: { title: 'Skor' } });
  t.same(boots.keys('stövlar').sort(), ['a', 'b'], 'nor where others end with it');
  const coats = shopOf('sv-SE', { a: { title: 'Kappa', productType: ['Kappor'] }, b: { title: 'Trenchcoat' } });
  t.same(coats.keys('kappa'), ['a'], 'and for nothing else where it has products');
  const jackets = shopOf('sv-SE', { a: { title: 'Jacka', productType: ['Jackor'] }, b: { title: 'Anorak' } });
  t.same(jackets.keys('jacka'), ['a', 'b'], 'what always is one comes behind');
});

t.test('what says that it has none of what is not wanted comes first', async t => {
  const rows: [locale: string, none: string, some: string, plain: string, q: string][] = [
    ['en-GB', 'Sugar-free cookies', 'Cookies with sugar', 'Cookies', 'cookies without sugar'],
    ['en-GB', 'Sleeveless dress', 'Dress with long sleeves', 'Dress', 'dress no sleeves'],
    ['en-GB', 'Knife set without block', 'Knife set, knife block', 'Knife set', 'knife set no block'],
    ['de-DE', 'Laktosefreie Milch', 'Milch, Laktose 5 %', 'Milch', 'Milch ohne Laktose'],
    ['sv-SE', 'Glutenfria kakor', 'Kakor, gluten', 'Kakor', 'kakor utan gluten'],
    ['fi-FI', 'Gluteeniton leipä', 'Leipä, gluteenia', 'Leipä', 'leipä ilman gluteenia'],
    ['fr-FR', 'Biscuits sans gluten', 'Biscuits, gluten', 'Biscuits', 'biscuits sans gluten'],
    ['pl-PL', 'Chleb bezglutenowy', 'Chleb, gluten', 'Chleb', 'chleb bez glutenu'],
    ['pl-PL', 'Mleko bez laktozy', 'Mleko, laktoza', 'Mleko', 'mleko bez laktozy'],
  ];
  for (const [locale, none, some, plain, q] of rows) {
    const shop = shopOf(locale, { z: { title: none }, some: { title: some }, a: { title: plain } });
    t.same(shop.keys(q), ['z', 'a'], `${locale}: ${q}`);
  }
  const shop = shopOf('sv-SE', { a: { title: 'Regnjacka barn, röd' }, b: { title: 'Regnjacka barn, blå' } });
  t.same(shop.keys('regnjacka inte röd'), ['b'], 'a word of the catalog need not be a value');
});

t.test(
  'one misspelt word is corrected beside a word that means nothing, where it is a thing with a wrong letter',
  async t => {
    const shop = shopOf('en-GB', {
      a: { title: 'Wireless headphones', productType: ['Headphones'] },
      b: { title: 'Cable for headphones', productType: ['Cables'] },
    });
    t.equal(shop.search('qworby hedphones').q, 'qworby headphones');
    t.equal(shop.keys('qworby hedphones')[0], 'a');
    t.same(shop.keys('qworby wirless'), [], 'a quality alone is no answer');
    t.same(shop.keys('qworby hedphnes'), [], 'nor is a guess');
  },
);

t.test('a word of the language that stands at the end of one compound alone is a part of others, too', async t => {
  const boots = shopOf('sv-SE', { a: { title: 'Gummistövlar barn, gula', productType: ['Gummistövlar'] } });
  t.same(boots.keys('barnstövlar'), ['a']);
  const french = shopOf('fr-FR', {
    a: { title: 'Imperméable femme', productType: ['Imperméables'] },
    b: { title: 'Bottes de pluie', productType: ['Bottes'] },
  });
  t.same(french.keys('veste de pluie'), ['a'], 'words for the same thing, of several words');
});

t.test('words of asking what to wear are none of what is looked for', async t => {
  const rows: [locale: string, title: string, other: string, q: string][] = [
    ['fr-FR', 'Legging de yoga', 'Sac de sport', 'quoi porter pour le yoga'],
    ['de-DE', 'Yoga Leggings', 'Anzug', 'was anziehen zum yoga'],
    ['pl-PL', 'Legginsy do jogi', 'Torba', 'co założyć na jogę'],
    ['fi-FI', 'Jooga legginsit', 'Puku', 'mitä pukea jooga'],
  ];
  for (const [locale, title, other, q] of rows) {
    const shop = shopOf(locale, { a: { title }, b: { title: other } });
    t.same([shop.keys(q), shop.search(q).relaxed?.dropped ?? []], [['a'], []], `${locale}: ${q}`);
  }
});

t.test('what a question says of wearing and using is not looked for, where a thing is called so it is', async t => {
  const shop = shopOf('en-GB', {
    a: { title: 'Yoga leggings' },
    b: { title: 'Evening wear sari' },
    c: { title: 'Trash can' },
  });
  for (const q of ['what to wear for yoga', 'what can i use for yoga']) t.same(shop.keys(q), ['a'], q);
  t.equal(shop.keys('evening wear')[0], 'b');
  t.equal(shop.keys('trash can')[0], 'c');
});

t.test('whom something is for is no answer where what it is has no products', async t => {
  const shop = shopOf('en-GB', {
    a: { title: 'Hoodie for girls and kids' },
    b: { title: 'Bottle for the bike' },
    c: { title: 'Pan' },
    d: { title: 'Lamp' },
  });
  t.notOk(shop.keys('kids bike helmet girls').includes('a'));
  t.same(shop.keys('helmet kids girls'), []);
  t.same(shop.keys('kids girls'), ['a']);
});

t.test('a word of the language is not corrected into another, where the catalog has no such thing', async t => {
  const shop = shopOf('fr-FR', {
    a: { title: 'Imperméable femme vert' },
    b: { title: 'Tente verte' },
    c: { title: 'Robe femme' },
  });
  t.same(
    [shop.search('vestes imperméables femme').q, shop.keys('vestes imperméables femme')[0]],
    ['vestes imperméables femme', 'a'],
  );
  t.equal(shop.search('tentte verte').q, 'tente verte', 'what is no word is');
});

t.test('a word of the language at the end of an unknown compound is looked for in others', async t => {
  const shop = shopOf('fi-FI', {
    a: { title: 'Ruskea käsilaukku', productType: ['Käsilaukut'] },
    b: { title: 'Huppari' },
  });
  t.same(shop.keys('nahkalaukku'), ['a']);
  t.same(shop.keys('nahkalaukkkoz'), []);
});

t.test('a word that only a shelf has stands for a wider one, too', async t => {
  const { keys } = shopOf('fi-FI', {
    dry: { title: 'Kuivapussi', category: ['Retkeily > Rinkat & reput'] },
    pack: { title: 'Suuri reppu', productType: ['Reppu'], category: ['Retkeily > Rinkat & reput'] },
    glasses: { title: 'Aurinkolasit' },
  });
  t.equal(keys('rinkka')[0], 'pack');
});

t.test(
  'a shelf of several things names one of them, in singular and plural, only where nothing on it says so',
  async t => {
    const shelves: [string, string, string, string][] = [
      ['en-GB', 'Chairs & sofas', 'Soft sofa', 'sofa'],
      ['sv-SE', 'Stolar & soffor', 'Mjuk soffa', 'soffa'],
      ['de-DE', 'Stühle & Sofas', 'Weiches Sofa', 'Sofa'],
      ['fi-FI', 'Tuolit ja sohvat', 'Pehmeä sohva', 'sohva'],
    ];
    for (const [locale, shelf, title, q] of shelves) {
      const things = { sofa: { title, category: [shelf] }, stool: { title: 'Taburett', category: [shelf] } };
      const divided = { ...things, sofa: { ...things.sofa, productType: [title.split(' ')[1]!] } };
      t.same(shopOf(locale, divided).keys(q), ['sofa'], q);
      t.same(shopOf(locale, { stool: things.stool }).keys(q), ['stool'], `${q}, where the shelf is all there is`);
    }
  },
);

t.test('a word of wishes is none of a brand of one product', async t => {
  const wishes: [string, string, string][] = [
    ['en-GB', 'best', 'Trousers'],
    ['sv-SE', 'bra', 'Byxor'],
    ['de-DE', 'gute', 'Hosen'],
  ];
  for (const [locale, wish, thing] of wishes) {
    const things: Record<string, Thing> = { odd: { title: 'Clock', brand: wish } };
    for (let i = 0; i < 20; i++) things[`said${i}`] = { title: `The ${wish} clock ${i}` };
    things['wanted'] = { title: thing, productType: [thing] };
    t.same(shopOf(locale, things).keys(`${wish} ${thing}`), ['wanted'], locale);
    const ofBrand = { own: { title: thing, brand: wish }, other: { title: thing } };
    t.equal(shopOf(locale, ofBrand).keys(`${wish} ${thing}`)[0], 'own', `${locale}: a brand with products`);
  }
});

t.test('a kind that few of the things with its word are of is not what the word means', async t => {
  const kinds: [string, string, string][] = [
    ['en-GB', 'Bottles', 'Water bottle'],
    ['sv-SE', 'Stolar', 'Bekväm stol'],
    ['de-DE', 'Stühle', 'Bequemer Stuhl'],
  ];
  for (const [locale, type, title] of kinds) {
    const things: Record<string, Thing> = { few: { title: `${title} 1 2 3 4`, productType: [type], rating: 1 } };
    for (let i = 0; i < 150; i++) things[`many${i}`] = { title, rating: 5 };
    t.match(shopOf(locale, things).keys(title)[0], 'many', locale);
    things['more'] = { title: `${title} 1 2 3 5`, productType: [type], rating: 1 };
    for (let i = 0; i < 145; i++) things[`many${i}`] = { title: 'Kiwi' };
    t.match(shopOf(locale, things).keys(title)[0], /few|more/, `${locale}: of several`);
  }
});

t.test('what a thing is for is not what it is, behind it', async t => {
  const shop = shopOf('fi-FI', {
    lamp: { title: 'Valkoinen lamppu', productType: ['Lamput'] },
    table: { title: 'Valkoinen pöytä', productType: ['Pöydät'] },
  });
  t.equal(shop.keys('valkoinen lamppu pöydälle')[0], 'lamp');
  t.equal(shop.keys('valkoinen pöytä')[0], 'table');
});

t.test('a phrase that is no kind of its last word finds none of these', async t => {
  const things = {
    jar: { title: 'Can of beans', productType: ['Cans'] },
    bank: { title: 'Piggy bank', productType: ['Banks'] },
  };
  const shop = shopOf('en-GB', things);
  for (const q of ['trash can', 'trash cans', 'power bank']) t.same(shop.keys(q), [], q);
  t.same(shop.keys('green can'), ['jar']);
  t.same(shopOf('en-GB', { ...things, bin: { title: 'Rubbish bin' } }).keys('trash can'), ['bin']);
  t.same(shopOf('en-GB', { ...things, own: { title: 'Trash can' } }).keys('trash can'), ['own']);
});

t.test('a word without products stands for the wider of its wider words, in longer texts too', async t => {
  const texts: [string, string, string][] = [
    ['de-DE', 'Schuhe', 'rote Latschen'],
    ['de-DE', 'Sneaker', 'rote Tennisschuhe'],
    ['sv-SE', 'Sneakers', 'röda tennisskor'],
    ['sv-SE', 'Kuddfodral', 'röd kudde till soffan'],
    ['en-GB', 'Table lamp', 'red night stand lamp'],
    ['fi-FI', 'Housut', 'punaiset vaatteet'],
  ];
  for (const [locale, title, q] of texts) {
    const things = { own: { title, productType: [title] }, other: { title: 'Kiwi', productType: ['Kiwi'] } };
    t.same(shopOf(locale, things).keys(q), ['own'], q);
  }
});

t.test('how many persons a thing is for is said in the words of the language', async t => {
  const shop = shopOf('fi-FI', {
    two: { title: 'Kahden hengen teltta', productType: ['Teltat'], customNumbers: { persons: 2 } },
    four: { title: 'Perheteltta', productType: ['Teltat'], customNumbers: { persons: 4 } },
  });
  t.equal(shop.keys('teltta neljälle hengelle')[0], 'four');
  t.equal(shop.keys('mikä teltta sopii parhaiten neljälle hengelle')[0], 'four');
  t.equal(shop.keys('kahden hengen teltta')[0], 'two');
});

t.test('a compound begins as another does that ends otherwise', async t => {
  const words: [string, string, string][] = [
    ['sv-SE', 'Terränglöparskor', 'skor för terränglöpning'],
    ['de-DE', 'Trailrunningschuhe', 'Schuhe für Trailrunning'],
    ['fi-FI', 'Polkujuoksukengät', 'kengät polkujuoksuun'],
  ];
  for (const [locale, type, q] of words) {
    const things = { own: { title: type, productType: [type] }, shoes: { title: q.split(' ')[0]!, rating: 5 } };
    t.equal(shopOf(locale, things).keys(q)[0], 'own', q);
  }
});

t.test('a kind that a synonym names comes behind the many things that have the word itself', async t => {
  const things: Record<string, Thing> = { other: { title: 'Parka', productType: ['Parka'] } };
  for (let i = 0; i < 3; i++) things[`own${i}`] = { title: 'Rain jacket', productType: ['Rain jacket'] };
  const keys = shopOf('en-GB', things).keys('jacket');
  t.equal(keys.length, 4);
  t.equal(keys.at(-1), 'other');
});
