/**
 * Queries whose time is over before they begin, over many products: each is answered with what is there, says so, and
 * leaves nothing behind that later queries would see.
 */
import t from 'tap';
import type { ProductGroup } from '../../src/catalog/records.js';
import type { StorefrontRequest } from '../../src/pages/shared/requests.js';
import { responseFaults } from '../api/response-faults.js';
import { landingRequest, listPage, type NodeJson, navigation, pages } from './landing.js';
import { autocompleteRequest, Builder, CONTEXT, mainKeys, type SearchJson, Shop, searchRequest } from './shop.js';

const GROUPS = 12_000;
/** The last so many have rare words, for texts that find little. */
const RARE = 84;
const COLOURS = ['Red', 'Blue', 'Green', 'Black'];
const TYPES = ['Dresses', 'Shirts', 'Shoes'];
const VIEW = { market: 'uk', locale: 'en-GB' };

const groups: Record<string, ProductGroup> = {};
for (let p = 0; p < GROUPS; p++) {
  const [color, type] = [COLOURS[p % 4]!, TYPES[p % 3]!];
  const rare = `${p % 2 === 0 ? 'Festive nordlys' : 'Nordlys'} ${p % 3 === 0 ? 'Shirts' : 'Dresses'}`;
  const defaults = {
    title: p < GROUPS - RARE ? `${color} linen ${type}` : rare,
    productType: [type],
    brand: `Brand ${p % 7}`,
    url: `/${p}`,
    dataLocale: 'en-GB',
    customLabels: { color: [color] },
  };
  const variants = { [`v${p}`]: { defaults: { listPrice: 10 + (p % 90), stock: 1 } } };
  groups[`g${p}`] = { products: { [`p${p}`]: { markets: ['uk'], defaults, variants } } };
}
const documents = {
  ...pages('uk', ...TYPES.map(type => listPage(type, { rules: `rule incl product_type {"${type}"}` }))),
  ...navigation(
    'uk',
    'en-GB',
    TYPES.map(type => ({ id: type, type: 'PAGE', title: type, pageId: type })),
  ),
};
const shop = new Builder(t).open({ groups, translations: [], documents });
t.teardown(() => shop.close());

const cheap = { exclude: false, attribute: 'price', condition: { kind: 'range' as const, min: 0, max: 50 } };
const recommendationLists = (['TOP_PRODUCTS', 'NEWEST_PRODUCTS'] as const).map(algorithm => {
  return { id: algorithm, algorithm, limit: 5, rules: [], visualization: 'CAROUSEL' as const };
});
const REQUESTS: Record<string, StorefrontRequest> = {
  'a search for one word': searchRequest({ ...VIEW, q: 'linen', limit: 20 }),
  'a search for several words': searchRequest({ ...VIEW, q: 'red linen dress', limit: 20 }),
  'a search under rules': searchRequest({ ...VIEW, q: 'linen', rules: [{ restrictions: [cheap] }], limit: 20 }),
  'a search with facets': searchRequest({ ...VIEW, q: 'linen', facets: [{ id: 'color', values: ['Red'] }], limit: 20 }),
  'a search that finds nothing as typed': searchRequest({ ...VIEW, q: 'reed linnen dress', limit: 20 }),
  'a search that finds little': searchRequest({ ...VIEW, q: 'festive nordlys dress', limit: 20 }),
  'a search with navigation': searchRequest({ ...VIEW, q: 'linen', includeNavigation: true, limit: 20 }),
  'a search by price': searchRequest({ ...VIEW, q: '', sort: 'PRICE_ASCENDING', limit: 20 }),
  // Without rules, nothing has to be computed of one that was typed before.
  'a beginning under rules': autocompleteRequest({ ...VIEW, q: 'lin', rules: [{ restrictions: [cheap] }] }),
  'a landing page': landingRequest({ ...VIEW, pageReference: 'Shirts', limit: 20, includeNavigation: true }),
  'a product page': {
    ...CONTEXT,
    ...VIEW,
    query: 'product-page',
    productKey: 'p1',
    includeGroup: false,
    recommendationLists,
  },
};

type Searched = SearchJson & { navigation?: { tree: NodeJson } };

/** Runs it by a clock that begins at 0 and is at 1 after so many readings. */
function withClock<T>(readings: number, run: () => T): T {
  let read = 0;
  Object.defineProperty(performance, 'now', { configurable: true, value: () => (read++ < readings ? 0 : 1) });
  try {
    return run();
  } finally {
    // The one that all clocks have comes back.
    delete (performance as Partial<typeof performance>).now;
  }
}

for (const [what, request] of Object.entries(REQUESTS)) {
  t.test(`${what} without any time left`, async t => {
    const before = shop.text(request);
    t.notMatch(before, /degraded/, 'with time enough nothing is said of it');
    const text = shop.text(request, undefined, 0);
    const cut = JSON.parse(text) as object;
    t.match(cut, { degraded: true });
    t.same(responseFaults(request.query, cut), []);
    t.equal(shop.text(request), before, 'what was cut short is not kept for the next query');
    t.equal(shop.text(request, undefined, 60_000), before, 'a deadline that does not pass changes nothing');
  });
}

t.test('what a cut search lists are hits of the whole one, and some are there', async t => {
  for (const q of ['linen', 'red linen dress']) {
    // Nothing is known of the words yet.
    const fresh = new Shop(shop.shared);
    const cut = JSON.parse(fresh.text(searchRequest({ ...VIEW, q, limit: GROUPS }), undefined, 0)) as SearchJson;
    const whole = fresh.search({ ...VIEW, q, limit: GROUPS });
    const hits = new Set(mainKeys(whole.primaryList.productGroups));
    t.equal(hits.size, q === 'linen' ? GROUPS - RARE : (GROUPS - RARE) / 12, 'what was cut short is not remembered');
    fresh.close();
    const listed = mainKeys(cut.primaryList.productGroups);
    t.ok(listed.length > 0 && listed.length < hits.size, `${listed.length} of ${hits.size} hits of "${q}"`);
    t.ok(listed.every(key => hits.has(key)));
  }
});

t.test('past the deadline nothing more is begun', async t => {
  const both = (request: StorefrontRequest) =>
    [undefined, 0].map(budgetMs => JSON.parse(shop.text(request, undefined, budgetMs)) as Searched) as [
      whole: Searched,
      cut: Searched,
    ];
  const [little, littleCut] = both(REQUESTS['a search that finds little']!);
  t.ok(littleCut.primaryList.totalHits < little.primaryList.totalHits, 'no search without a word');
  t.ok(littleCut.secondaryList.totalHits < little.secondaryList.totalHits, 'nor several for the secondary list');
  t.same([little.relatedSearches.length, littleCut.relatedSearches.length], [2, 0], 'no related search');
  t.same([little.primaryList.facets.length > 0, littleCut.primaryList.facets.length], [true, 0], 'no facet');
  const [corrected, correctedCut] = both(REQUESTS['a search that finds nothing as typed']!);
  t.same([corrected.q, correctedCut.q], ['red linen dress', 'reed linnen dress'], 'no correction');
  const [wide, wideCut] = both(REQUESTS['a search with navigation']!);
  const counts = ({ navigation }: Searched) => navigation!.tree.children.map(({ count }) => count);
  t.same(counts(wide), new Array(TYPES.length).fill((GROUPS - RARE) / TYPES.length));
  t.same(counts(wideCut), [0, 0, 0], 'no count of a page');
});

t.test('wherever the deadline passes, the next query finds everything', async t => {
  const tree: StorefrontRequest = { ...CONTEXT, ...VIEW, query: 'navigation-tree' };
  for (const [what, request] of Object.entries({ ...REQUESTS, 'a navigation tree': tree })) {
    const whole = shop.text(request);
    let isCut = true;
    let reading = 1;
    for (; isCut; reading++) {
      // Nothing is known of anything yet.
      const fresh = new Shop(shop.shared);
      const text = withClock(reading, () => fresh.text(request, undefined, 1));
      isCut = text.includes('"degraded":true');
      t.same(responseFaults(request.query, JSON.parse(text)), []);
      t.ok(fresh.text(request) === whole, `${what}, past the reading ${reading}`);
      fresh.close();
    }
    t.ok(reading > 3, `${what}: the clock is read ${reading - 1} times`);
  }
});

t.test('rules that there was no time to look at show nothing', async t => {
  const rules = [{ restrictions: [cheap] }];
  const request = searchRequest({ ...VIEW, q: 'linen', rules, limit: 20 });
  const cut = JSON.parse(shop.text(request, undefined, 0)) as SearchJson;
  t.equal(cut.primaryList.totalHits, 0);
});

t.test('an explanation says that it was cut short', async t => {
  const request = REQUESTS['a search with facets']!;
  t.notOk('degraded' in shop.explain(request));
  t.equal(shop.explain(request, [], undefined, 0).degraded, true);
});
