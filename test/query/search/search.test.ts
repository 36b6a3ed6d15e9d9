/** What shoppers get for what they type, over a small catalog written out here. */
import t from 'tap';
import type { Product, ProductData } from '../../../src/catalog/records.js';
import type { SearchPageRequest, StorefrontRequest } from '../../../src/pages/shared/requests.js';
import { type Asked, Builder, type Catalog, mainKeys, searchRequest } from '../../pages/shop.js';

const builder = new Builder(t);
const view = { market: 'se', locale: 'en-GB' };

function product(key: string, title: string, more: ProductData & { colors?: string[]; stock?: number } = {}): Product {
  const { colors, stock, ...data } = more;
  return {
    markets: ['se'],
    defaults: { title, url: `/p/${key}`, dataLocale: 'en-GB', ...data },
    variants: { [`${key}-1`]: { defaults: { listPrice: 100, stock: stock ?? 1, url: `/v/${key}-1` } } },
    ...(colors && { colorInitial: colors }),
  };
}

const dress = { productType: ['Dress'], category: ['Women > Dresses'] };
const shoes = { productType: ['Running shoes'], category: ['Sport > Shoes'] };
const products: Record<string, Product> = {
  d1: product('d1', 'Summer dress with flowers', { ...dress, brand: 'Nordlys', colors: ['#d9262e'] }),
  d2: product('d2', 'Evening dress', { ...dress, brand: 'Nordlys', colors: ['#000000'] }),
  d3: product('d3', 'Wrap dress', { ...dress, brand: 'Felicia', colors: ['#d9262e'] }),
  d4: product('d4', 'Linen dress', { ...dress, brand: 'Felicia', colors: ['#ffffff'], stock: 0 }),
  r1: product('r1', 'Swift 5', { ...shoes, brand: 'Nordlys', colors: ['#d9262e'] }),
  r2: product('r2', 'Trail runner', { ...shoes, brand: 'Kettil', colors: ['#1f5fd0'] }),
  b1: product('b1', 'Backpack 20 l', { productType: ['Backpack'], category: ['Bags'], brand: 'Kettil' }),
  b2: product('b2', 'Dress bag', { productType: ['Garment bag'], category: ['Bags'], brand: 'Kettil' }),
  t1: product('t1', 'Crew neck tshirt', { productType: ['Tshirt'], category: ['Women > Tops'], brand: 'Felicia' }),
  'AB-12/x': product('AB-12/x', 'Spare lace', { productType: ['Laces'], category: ['Sport > Spares'] }),
};

const catalog: Catalog = {
  groups: Object.fromEntries(
    Object.entries(products).map(([key, one]) => [`group-${key}`, { products: { [key]: one } }]),
  ),
  translations: [],
};
const shop = builder.open(catalog);
t.teardown(() => shop.close());

const search = (q: string, more: Partial<Asked<SearchPageRequest>> = {}) => shop.search({ ...view, q, ...more });
const keys = (q: string, more?: Partial<Asked<SearchPageRequest>>) =>
  mainKeys(search(q, more).primaryList.productGroups);
const DRESSES = ['d1', 'd2', 'd3', 'd4'];
const startsWith = (found: readonly string[], expected: readonly string[]) =>
  found.slice(0, expected.length).sort().join() === [...expected].sort().join();

t.test('what a thing is stands before things that only mention it', async t => {
  t.ok(startsWith(keys('dress'), DRESSES), keys('dress').join());
  t.ok(keys('dress').includes('b2'), 'the bag for dresses is found too');
  t.equal(keys('dress').indexOf('d4'), 3, 'what is out of stock comes last of its kind');
});

t.test('other forms of a word are found, whatever case and accents', async t => {
  for (const q of ['dresses', 'DRESS', '  dress ', 'dréss']) t.ok(startsWith(keys(q), DRESSES), q);
});

t.test('a letter too few, too many, wrong or in the wrong place is put right', async t => {
  for (const q of ['drss', 'dresss', 'drezs', 'drses', 'evning dress', 'sumer dress']) {
    const page = search(q);
    t.strictSame(page.autoCorrect, { q, originalTotalHits: 0 }, q);
    t.not(page.q, q, 'the words used stand at the top');
    t.ok(page.primaryList.totalHits > 0);
    t.strictSame(mainKeys(page.primaryList.productGroups), keys(page.q), 'as if the right words had been typed');
  }
});

t.test('corrections are not forced on who does not want them', async t => {
  for (const more of [{ origin: 'UNDO_AUTO_CORRECT' as const }, { facets: [{ id: 'brand', values: ['Nordlys'] }] }]) {
    const page = search('dresss', more);
    t.equal(page.autoCorrect, undefined);
    t.equal(page.q, 'dresss');
    t.equal(page.primaryList.totalHits, 0);
    t.ok(
      page.didYouMean.some(({ q }) => q === 'dress'),
      JSON.stringify(page.didYouMean),
    );
  }
  const right = search('dress');
  t.equal(right.autoCorrect, undefined);
  t.strictSame(right.didYouMean, [], 'nothing to correct in a text with plenty of hits');
});

t.test('at most three corrections are offered, and each has hits', async t => {
  for (const q of ['dres bga', 'swft', 'tral', 'wrp']) {
    const { didYouMean } = search(q, { origin: 'UNDO_AUTO_CORRECT' });
    t.ok(didYouMean.length <= 3);
    for (const { q: other } of didYouMean) t.ok(search(other).primaryList.totalHits > 0, other);
  }
});

t.test('what is nothing finds nothing and is not corrected', async t => {
  const page = search('asdfgh');
  t.equal(page.primaryList.totalHits, 0);
  t.strictSame(page.primaryList.productGroups, []);
  t.strictSame(page.primaryList.facets, []);
  t.equal(page.autoCorrect, undefined);
  t.equal(page.q, 'asdfgh');
  t.strictSame([page.didYouMean, page.relatedSearches], [[], []]);
  t.strictSame(page.secondaryList, { productGroups: [], totalHits: 0 });
});

t.test('words typed apart or together are found either way', async t => {
  t.ok(keys('back pack').includes('b1'));
  t.ok(keys('backpack').includes('b1'));
  t.equal(keys('t shirt')[0], 't1');
  t.equal(keys('t-shirt')[0], 't1');
  t.ok(startsWith(keys('runningshoes'), ['r1', 'r2']), keys('runningshoes').join());
  t.ok(startsWith(keys('running-shoes'), ['r1', 'r2']), keys('running-shoes').join());
});

t.test('words like "for" and "the" need not stand in a product', async t => {
  t.ok(startsWith(keys('the dress'), DRESSES));
  t.ok(startsWith(keys('a dress for the evening'), ['d2']), keys('a dress for the evening').join());
  t.ok(keys('with').includes('d1'), 'alone they are words like any other');
});

t.test('brands and colours are recognised', async t => {
  t.strictSame(keys('nordlys dress').slice(0, 2).sort(), ['d1', 'd2']);
  t.strictSame(keys('red dress').slice(0, 2).sort(), ['d1', 'd3']);
  t.strictSame(keys('dress red nordlys')[0], 'd1');
  t.strictSame(keys('red nordlys shoes')[0], 'r1', 'no red dress before the shoes');
  t.ok(startsWith(keys('kettil'), ['b1', 'b2', 'r2']));
});

t.test('a short list goes on with products that lack a word, behind those that have all', async t => {
  const found = keys('red felicia dress');
  t.equal(found[0], 'd3');
  t.ok(found.length > 1, 'something follows');
  const dresses = found.filter(key => DRESSES.includes(key));
  t.strictSame(found.slice(0, dresses.length).sort(), dresses.sort(), 'what a thing is is kept');
  const { totalHits } = search('red felicia dress').primaryList;
  t.equal(totalHits, found.length);
});

t.test('a page of a list with completions is a slice of the whole', async t => {
  const whole = keys('red felicia dress');
  for (let skip = 0; skip <= whole.length; skip++) {
    t.strictSame(keys('red felicia dress', { skip, limit: 2 }), whole.slice(skip, skip + 2));
  }
});

t.test('a facet narrows what the words find and adds nothing', async t => {
  for (const q of ['dress', 'red dress', 'red felicia dress']) {
    const all = keys(q);
    const felicia = keys(q, { facets: [{ id: 'brand', values: ['felicia'] }] });
    const expected = all.filter(key => products[key]!.defaults.brand === 'Felicia');
    t.strictSame(felicia, expected, q);
  }
});

t.test('related searches have hits and are no question asked already', async t => {
  const { relatedSearches } = search('red nordlys dress');
  t.ok(relatedSearches.length > 0 && relatedSearches.length <= 8);
  for (const { q } of relatedSearches) {
    t.not(q, 'red nordlys dress');
    t.ok(search(q).primaryList.totalHits > 0, q);
  }
});

t.test('the secondary list holds nothing of the primary one, and nothing where no word can be given up', async t => {
  for (const q of ['red dress', 'felicia dress', 'red nordlys dress', 'nordlys shoes']) {
    const { primaryList, secondaryList } = search(q);
    const primary = new Set(mainKeys(primaryList.productGroups));
    for (const key of mainKeys(secondaryList.productGroups)) t.notOk(primary.has(key), `${q}: ${key}`);
    t.equal(secondaryList.totalHits >= secondaryList.productGroups.length, true);
  }
  const facets = [{ id: 'brand', values: ['Felicia'] }];
  t.equal(search('the dress', { facets }).secondaryList.totalHits, 0, 'what a facet took away does not come back');
});

t.test('a group that appears once is in the primary or the secondary list', async t => {
  const mug = (key: string, title: string) => product(key, title, { productType: ['Mug'], brand: 'Kiln' });
  const groups = {
    pair: { products: { m1: mug('m1', 'Blue mug'), m2: mug('m2', 'Green mug') }, suppressDuplicates: true },
  };
  builder.with({ groups, translations: [] }, mugs => {
    for (const q of ['blue mug', 'white mug kiln', 'kiln mug']) {
      const { primaryList, secondaryList } = mugs.search({ ...view, q });
      const shown = [...primaryList.productGroups, ...secondaryList.productGroups].map(({ key }) => key);
      t.strictSame(shown, ['pair'], q);
      t.equal(primaryList.totalHits + secondaryList.totalHits, 1, q);
    }
  });
});

t.test('a key typed exactly leads to its page, other text does not', async t => {
  const link = (q: string) => shop.autocomplete({ ...view, q }).redirectLink;
  t.equal(link('AB-12/x'), '/p/AB-12/x', 'a product');
  t.equal(link(' ab-12/X '), '/p/AB-12/x', 'whatever its case, spaces around');
  t.equal(link('d1-1'), '/v/d1-1', 'a variant');
  t.equal(link('group-d2'), '/p/d2', 'a group');
  for (const q of ['', 'AB-12', 'd', 'dress', 'd1-']) t.equal(link(q), undefined, q);
  t.equal(keys('AB-12/x')[0], 'AB-12/x', 'the search page finds it too');
  t.equal(keys('ab12x')[0], 'AB-12/x', 'without its signs as well');
});

t.test('autocomplete takes the last word for the beginning of one', async t => {
  const { productSuggestions, phraseSuggestions, totalHits } = shop.autocomplete({ ...view, q: 'dre' });
  t.ok(startsWith(mainKeys(productSuggestions), ['d1', 'd2', 'd3']), mainKeys(productSuggestions).join());
  t.strictSame(mainKeys(productSuggestions).slice(3).sort(), ['b2', 'd4']);
  t.equal(totalHits, productSuggestions.length);
  const phrase = phraseSuggestions.find(({ q }) => q === 'dress');
  t.strictSame(phrase, { q: 'dress', highlighted: '{{dre}}ss' });
  for (const { q } of phraseSuggestions) t.ok(search(q).primaryList.totalHits > 0, `${q} has hits`);
  t.ok(phraseSuggestions.length <= 10 && productSuggestions.length <= 8);
});

t.test('autocomplete puts right what is mistyped and not finished', async t => {
  const { productSuggestions } = shop.autocomplete({ ...view, q: 'bakcp' });
  t.same(mainKeys(productSuggestions), ['b1']);
  t.same(mainKeys(shop.autocomplete({ ...view, q: 'nordlys evwni' }).productSuggestions).slice(0, 1), ['d2']);
  t.equal(search('evwni').primaryList.totalHits, 0, 'what was sent off is finished');
});

t.test('autocomplete corrects too, suggests phrases for nothing typed, and knows when there is nothing', async t => {
  t.ok(startsWith(mainKeys(shop.autocomplete({ ...view, q: 'drezs' }).productSuggestions), DRESSES));
  const empty = shop.autocomplete({ ...view, q: '' });
  t.ok(empty.phraseSuggestions.length > 0);
  t.strictSame(empty.productSuggestions, []);
  const nothing = shop.autocomplete({ ...view, q: 'asdfgh' });
  t.strictSame([nothing.phraseSuggestions, nothing.productSuggestions, nothing.totalHits], [[], [], 0]);
});

t.test('rules hold for products, phrases and corrections alike', async t => {
  const condition = { kind: 'values' as const, values: ['Kettil'] };
  const rules = [{ restrictions: [{ exclude: false, attribute: 'brand', condition }] }];
  t.strictSame(keys('dress', { rules }), ['b2']);
  t.equal(search('evning', { rules }).primaryList.totalHits, 0, 'a correction without hits under the rules is none');
  const { phraseSuggestions, productSuggestions } = shop.autocomplete({ ...view, q: 'dre', rules });
  t.strictSame(mainKeys(productSuggestions), ['b2']);
  for (const { q } of phraseSuggestions) t.ok(search(q, { rules }).primaryList.totalHits > 0, `${q} has hits`);
});

t.test('an unknown market, locale or template is named', async t => {
  t.throws(() => shop.search({ market: 'xx', locale: 'en-GB' }), {
    error: 'BAD_REQUEST',
    message: /^market: "xx".*se/,
  });
  t.throws(() => shop.search({ market: 'se', locale: 'xx-XX' }), { error: 'BAD_REQUEST', message: /^locale: "xx-XX"/ });
  const unknown = { error: 'BAD_REQUEST', message: /^templateId: found "T"/ };
  t.throws(() => search('', { templateId: 'T' }), unknown);
  t.throws(() => search('qqqqqq', { templateId: 'T' }), unknown, 'without a hit');
  const navigation = { ...searchRequest({ ...view, templateId: 'T' }), query: 'navigation-tree' };
  t.throws(() => shop.text(navigation as unknown as StorefrontRequest), unknown, 'of a page without products');
});

t.test('part numbers are found by their beginning and their parts, and never guessed', async t => {
  for (const q of ['AB-12', 'ab12', 'AB-12/X']) t.same(keys(q), ['AB-12/x'], q);
  const page = search('ab13x');
  t.equal(page.primaryList.totalHits, 0);
  t.equal(page.autoCorrect, undefined);
  t.same(page.didYouMean, []);
});

t.test('an unfinished word is taken for what it begins before it is taken for a slip', async t => {
  t.equal(search('backp').q, 'backpack');
});

t.test('signs without a word find nothing', async t => {
  for (const q of ['!!!', '🙂']) t.equal(search(q).primaryList.totalHits, 0, q);
  t.equal(search('').primaryList.totalHits, Object.keys(products).length, 'no text at all finds everything');
});

t.test('a word longer than any of a catalog is not looked at for long', async t => {
  const started = performance.now();
  t.equal(search('b'.repeat(15_000)).primaryList.totalHits, 0);
  t.ok(performance.now() - started < 500, 'it would take seconds to look for it in all its parts');
});

t.test('spellings of a value that differ in case are one value', async t => {
  const spelled = (key: string, brand: string) => ({ products: { [key]: product(key, `Cap ${key}`, { brand }) } });
  const groups = {
    g1: spelled('c1', 'Puma'),
    g2: spelled('c2', 'PUMA'),
    g3: spelled('c3', 'Puma'),
    g4: spelled('c4', 'Asics'),
  };
  builder.with({ groups, translations: [] }, shop => {
    const listed = (facets: { id: string; values: string[] }[] = []) =>
      shop.search({ ...view, q: '', facets }).primaryList;
    const brand = listed().facets.find(({ id }) => id === 'brand');
    t.match(brand, {
      values: [
        { id: 'Puma', count: 3 },
        { id: 'Asics', count: 1 },
      ],
    });
    t.equal(listed([{ id: 'brand', values: ['PUMA'] }]).totalHits, 3);
  });
});
