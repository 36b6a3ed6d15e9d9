/** Why is it not here? One case for each reason there is, over a small shop, and nothing else said of it. */
import t from 'tap';
import type { Product, ProductData } from '../../src/catalog/records.js';
import { parseRules } from '../../src/catalog/rules/parse-rules.js';
import { type LocaleSearchSettings, searchKey } from '../../src/catalog/site/search-settings-document.js';
import type { AskedInList, Explanation } from '../../src/pages/explain/explanation.js';
import type { SearchPageRequest, StorefrontRequest } from '../../src/pages/shared/requests.js';
import { landingRequest, listPage, navigation, pages } from '../pages/landing.js';
import { type Asked, autocompleteRequest, Builder, searchRequest } from '../pages/shop.js';

interface Small extends ProductData {
  group?: string;
  markets?: string[];
  colors?: string[];
  /** Sizes with their prices and stock. */
  sizes?: [size: string, price: number, stock?: number][];
}

function product(key: string, { markets = ['uk'], colors, sizes = [['M', 50]], group: _, ...data }: Small): Product {
  const variants = sizes.map(([size, listPrice, stock = 1]) => [
    `${key}-${size}`,
    { defaults: { listPrice, stock, sizes: [{ format: 'EU', size }] } },
  ]);
  return {
    markets,
    defaults: { url: `/${key}`, dataLocale: 'en-GB', ...data },
    variants: Object.fromEntries(variants) as Product['variants'],
    ...(colors && { colorInitial: colors }),
  };
}

const PRODUCTS: Record<string, Small> = {
  d1: { title: 'Red summer dress', brand: 'Nordlys', category: ['Women > Dresses'], colors: ['#ff0000'] },
  d2: {
    title: 'Evening dress',
    brand: 'Felicia',
    category: ['Women > Dresses'],
    sizes: [
      ['S', 40],
      ['L', 120],
    ],
  },
  d3: { title: 'Wool dress', brand: 'Felicia', category: ['Women > Dresses'], sizes: [['M', 90, 0]] },
  s1: { title: 'Shirt dressed in blue', brand: 'Kettil', category: ['Men > Shirts'], group: 'shirts' },
  s2: { title: 'Shirt in green', brand: 'Kettil', category: ['Men > Shirts'], group: 'shirts' },
  r1: { title: 'Rug', brand: 'Kettil', category: ['Home'], width: { amount: 2, unit: 'm' } },
  r2: { title: 'Small rug with fringes', brand: 'Kettil', category: ['Home'], width: { amount: 80, unit: 'cm' } },
  b0: { title: 'Brown boot' },
  h1: { title: 'Summery hat' },
  no: { title: 'Norwegian dress', markets: ['no'] },
};
for (let i = 0; i < 62; i++) PRODUCTS[`many${i}`] = { title: `Blue boot number ${i}`, category: ['Men > Boots'] };

const settings: LocaleSearchSettings = {
  synonyms: [{ from: ['frock'], to: ['dress'] }],
  stopWords: ['please'],
  redirects: [{ phrases: ['sale'], link: '/sale' }],
  rules: [{ phrases: ['rug'], pin: ['r2'], boost: [{ rules: 'rule incl brand {"Kettil"}', weight: 2 }] }],
};

const documents = {
  [searchKey('search', 'en-GB')]: settings,
  ...pages(
    'uk',
    listPage('/women', { rules: 'rule incl category {"Women"}', restrictChildRules: true }),
    listPage('/women/cheap', { rules: 'rule incl price [0, 60]', blocked: ['d1'] }),
    listPage('/words', { keywords: { additional: { 'en-GB': ['wool dress', 'rug'] } } }),
    listPage('/arranged', { rules: 'rule incl category {"Home"}', pinned: ['d1'] }),
  ),
  ...navigation('uk', 'en-GB', [{ id: 'n', title: 'Women', type: 'PAGE', pageId: '/women' }]),
};
const groups: Record<string, { products: Record<string, Product>; suppressDuplicates?: boolean }> = {};
for (const [key, small] of Object.entries(PRODUCTS)) {
  const group = (groups[small.group ?? `g-${key}`] ??= { products: {}, suppressDuplicates: small.group !== undefined });
  group.products[key] = product(key, small);
}
const shop = new Builder(t).open({ groups, translations: [], documents });
t.teardown(() => shop.close());

const view = { market: 'uk', locale: 'en-GB' };
const search = (q: string, more: Partial<Asked<SearchPageRequest>> = {}) => searchRequest({ ...view, q, ...more });

function asked(request: StorefrontRequest, key: string, list = 'primaryList'): AskedInList {
  const found = shop.explain(request, [key]).asked[0]!.lists.find(one => one.list === list);
  if (!found) throw new Error(`${key}: nothing is said of ${list}`);
  return found;
}

type Check = Pick<typeof t, 'strictSame' | 'match'>;

/** Exactly these reasons, and what they say. */
function because(t: Check, request: StorefrontRequest, key: string, reasons: [string, RegExp][], list?: string): void {
  const found = asked(request, key, list);
  t.strictSame(
    found.reasons.map(({ code }) => code),
    reasons.map(([code]) => code),
    JSON.stringify(found.reasons),
  );
  reasons.forEach(([code, says], i) => {
    t.match(found.reasons[i]!.message, says, code);
  });
}

t.test('a product on the page or further down is told by its place', async t => {
  because(t, search('dress', { limit: 2 }), 'd1', [['ON_PAGE', /^it is number [12]$/]]);
  const last = shop.explain(search('dress')).lists[0]!.hits.at(-1)!;
  because(t, search('dress', { limit: 1 }), last.key, [
    ['FURTHER_DOWN', new RegExp(`^it is number ${last.position} of `)],
  ]);
  t.equal(asked(search('dress', { limit: 1 }), last.key).position, last.position);
  t.equal(asked(search('dress', { limit: 1 }), last.key).score, last.score);
});

t.test('a key that the view does not have is unknown, or of another market, and what it may be is said', async t => {
  const reasons = (key: string) => shop.explain(search('dress'), [key]).asked[0]!.reasons;
  t.match(reasons('no'), [{ code: 'NOT_IN_VIEW', message: /uk, en-GB does not have it; it is in no, en-GB/ }]);
  t.match(reasons('d9'), [{ code: 'UNKNOWN_KEY', message: /^no product of the catalog has this key$/ }]);
  t.match(reasons('D1'), [{ code: 'UNKNOWN_KEY', message: /there is d1/ }]);
  t.match(reasons('d1-M'), [{ code: 'UNKNOWN_KEY', message: /a variant of d1/ }]);
  t.match(reasons('shirts'), [{ code: 'UNKNOWN_KEY', message: /a product group/ }]);
});

t.test('words that a product lacks are named, with what it has near them', async t => {
  because(t, search('boot'), 'd1', [['LACKS_WORDS', /^it has nothing for "boot"$/]]);
  because(t, search('fringe', { origin: 'UNDO_AUTO_CORRECT' }), 'r1', [['LACKS_WORDS', /"fringe"/]]);
  because(t, search('shirts'), 'd1', [['LACKS_WORDS', /"shirts"$/]]);
  because(t, search('rag', { origin: 'UNDO_AUTO_CORRECT' }), 'r1', [
    ['LACKS_WORDS', /nothing in the catalog is known for "rag"/],
  ]);
  because(t, search('summery'), 'd1', [['LACKS_WORDS', /"summery", the nearest it has is "summer" in title$/]]);
  because(t, search('numbers'), 'd2', [['LACKS_WORDS', /"numbers"/]]);
  const { reasons } = asked(search('wool'), 's2');
  t.notMatch(reasons[0]!.message, /nearest/, 'nothing of it comes near');
});

t.test('a product that lacks a word is listed only where few have them all', async t => {
  because(t, search('blue boot'), 'b0', [['LACKS_WORDS', /"blue".*only where few have all/]]);
  const { parts } = asked(search('blue boot'), 'b0');
  t.ok(parts!.some(part => part.kind === 'lacking' && part.words.includes('blue')));
  t.equal(asked(search('wool dress'), 'd1').reasons[0]!.code, 'ON_PAGE', 'few have both');
});

t.test('filters that keep a product out are told with what it has instead', async t => {
  const rules = parseRules('rule incl price [0, 45] rule incl brand {"Nordlys"}');
  because(t, search('dress', { rules }), 'd3', [
    ['RULED_OUT', /incl price \[0,45\] \(it has 90\), or incl brand \{"Nordlys"\} \(it has Felicia\)/],
  ]);
  const brand = [{ id: 'brand', values: ['Felicia', 'Kettil'] }];
  because(t, search('dress', { facets: brand }), 'd1', [
    ['FACET', /brand: Felicia, Kettil is selected; it has Nordlys$/],
  ]);
  const stocked = [{ id: 'onlyInStock', checked: true }];
  because(t, search('dress', { facets: stocked }), 'd3', [['FACET', /onlyInStock: true.*it has 0 in stock/]]);
  because(t, search('dress under 60'), 'd3', [['LIMIT', /the text says "under 60": it has price 90$/]]);
  because(t, search('rug under 150 cm'), 'r1', [['LIMIT', /"under 150 cm": it has width 200 cm/]]);
  because(t, search('rug without fringes'), 'r2', [['LIMIT', /"without fringes": it has "fringes" in title/]]);
  because(t, search('', { selectedCategory: '/women' }), 'r1', [['CATEGORY', /not below \/women.*it is in Home/]]);
});

t.test('conditions that no single variant meets are told as such', async t => {
  const facets = [
    { id: 'size', values: ['L'] },
    { id: 'price', max: 60 },
  ];
  because(t, search('dress', { facets }), 'd2', [['NO_SINGLE_VARIANT', /single variant/]]);
  const rules = parseRules('rule incl size {"L"} incl price [0, 60]');
  because(t, search('dress', { rules }), 'd2', [['RULED_OUT', /of one variant, and no single one has it all/]]);
});

t.test('a group that is listed once is stood for by its best product', async t => {
  const codes = ['s1', 's2'].map(key => asked(search('shirt'), key).reasons[0]!);
  t.strictSame(codes.map(({ code }) => code).sort(), ['GROUP_SHOWN_ONCE', 'ON_PAGE']);
  t.match(codes.find(({ code }) => code === 'GROUP_SHOWN_ONCE')!.message, /and s[12] stands for it/);
});

t.test('a text without words finds nothing, and that is the reason', async t => {
  because(t, search('!!'), 'd1', [['NOTHING_SEARCHED', /no word/]]);
});

t.test('the secondary list leaves out what the primary one holds', async t => {
  const request = search('wool dress');
  const secondary = shop.explain(request, ['d3']).asked[0]!.lists.find(({ list }) => list === 'secondaryList');
  t.match(secondary?.reasons, [{ code: 'IN_PRIMARY_LIST' }]);
});

t.test('pages say which of their rules, blocks and keywords keep a product out, and those of pages above', async t => {
  const page = (pageReference: string) => landingRequest({ ...view, pageReference });
  because(t, page('/women'), 'r1', [
    ['PAGE_RULES', /rules of the page ask for incl category \{"Women"\} \(it has Home\)/],
  ]);
  because(t, page('/women/cheap'), 'r1', [['PAGE_ABOVE', /rules of a page above/]]);
  because(t, page('/women/cheap'), 'd1', [['BLOCKED', /blocks it/]]);
  because(t, page('/women/cheap'), 'd3', [['PAGE_RULES', /\[0,60\] \(it has 90\)/]]);
  because(t, page('/words'), 's1', [['KEYWORDS', /none of the page's keywords "wool dress", "rug"/]]);
  const arranged = shop.explain(page('/arranged')).lists[0]!;
  t.match(arranged.hits[0], { key: 'd1', arranged: 'pinned' }, 'pinned whatever the rules');
  t.strictSame(arranged.filters, [{ kind: 'page', text: 'rule incl category {"Home"}' }]);
});

t.test('a suggestion stands for its group, and others are further down', async t => {
  const few = new Builder(t).open({ groups: shirts(), translations: [] }, { productSuggestions: 1 });
  t.teardown(() => few.close());
  const { lists, asked } = few.explain(autocompleteRequest({ ...view, q: 'shi' }), ['a1', 'a2', 'b1']);
  const [shown] = lists[0]!.hits;
  const reasons = Object.fromEntries(asked.map(({ key, lists }) => [key, lists[0]!.reasons.map(({ code }) => code)]));
  t.strictSame(reasons[shown!.key], ['ON_PAGE']);
  const sibling = shown!.key === 'a1' ? 'a2' : 'a1';
  t.strictSame(reasons[sibling], ['GROUP_SHOWN', 'FURTHER_DOWN']);
  t.strictSame(reasons['b1'], ['FURTHER_DOWN']);
});

/** A group of two that comes first, and another. */
function shirts() {
  const made = (key: string, rating: number) => product(key, { title: 'Shirt', rating });
  return {
    a: { products: { a1: made('a1', 5), a2: made('a2', 5) } },
    b: { products: { b1: made('b1', 1) } },
  };
}

const reading = (q: string, more = {}): Explanation => shop.explain(search(q, more));

t.test('a reading tells of each word what it is and stands for', async t => {
  const { understanding: text } = reading('frock please in red without wool under 60');
  const words = Object.fromEntries(text!.words.map(word => [word.text, word]));
  t.match(words['frock'], { role: /head|word/, means: [{ terms: ['dress'], how: 'synonym' }] });
  t.match(words['please'], { role: 'filler', means: [] });
  t.match(words['without'], { role: 'negator' });
  t.match(words['wool'], { role: 'unwanted', means: [{ terms: ['wool'], how: 'exact', products: 1 }] });
  t.match(words['under 60'], { role: 'bound' });
  const color = text!.values.find(({ attribute }) => attribute === 'color');
  t.match(color, { value: 'RED', words: 'red', products: 1, share: 1 });
  t.strictSame(
    text!.limits.map(limit => limit.state),
    ['in force', 'in force'],
  );
  t.match(reading('dress blorft', { origin: 'UNDO_AUTO_CORRECT' }).understanding!.words[1], { role: 'unknown' });
});

t.test('limits that would leave nothing are given up, and those that mean nothing here do not apply', async t => {
  t.strictSame(reading('dress under 5').understanding!.limits, [{ text: 'under 5', state: 'given up' }]);
  t.strictSame(reading('dress under 5 kg').understanding!.limits, [{ text: 'under 5 kg', state: 'not applicable' }]);
});

t.test('a correction is told word by word, with what was searched for', async t => {
  const { understanding: text, lists } = reading('evenign dress');
  t.match(text, { typed: 'evenign dress', used: 'evening dress', why: 'corrected' });
  t.strictSame(text!.replaced, [{ typed: 'evenign', used: 'evening' }]);
  t.equal(lists[0]!.hits[0]!.key, 'd2');
  t.match(reading('dress').understanding, { why: 'typed', replaced: [] });
});

t.test('redirects and rules for the text are told, and what rules do to the score', async t => {
  t.equal(reading('Sale').understanding!.redirect, '/sale');
  const { understanding: text, lists } = reading('rugs');
  t.match(text!.rules, [{ name: 'en-GB/rules/0', phrases: ['rug'], match: 'EXACT', pins: ['r2'] }]);
  const [pinned, boosted] = lists[0]!.hits;
  t.match(pinned, { key: 'r2', parts: [{ kind: 'pin', place: 1 }] });
  t.ok(boosted!.parts!.some(part => part.kind === 'boost' && part.points === 2));
});

t.test('a list in another order tells the value that each hit is sorted by', async t => {
  const prices = reading('dress', { sort: 'PRICE_DESCENDING' }).lists[0]!.hits.map(({ sortedBy }) => sortedBy);
  t.match(prices[0], { by: 'price', value: 120 });
  t.match(reading('dress', { sort: 'TITLE' }).lists[0]!.hits[0], { sortedBy: { by: 'title', value: 'Evening dress' } });
  t.match(reading('rug', { sort: 'WIDTH_INCREASING' }).lists[0]!.hits[0], {
    sortedBy: { by: 'width', value: '80 cm' },
  });
  const [newest] = reading('dress', { sort: 'NEWEST_FIRST' }).lists[0]!.hits;
  t.strictSame(newest!.sortedBy, { by: 'release_date' }, 'none has a date');
});
