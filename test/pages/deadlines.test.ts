/**
 * Queries whose time is over before they begin, over many products: each is answered with what is there, says so, and
 * leaves nothing behind that later queries would see.
 */
import t from 'tap';
import type { ProductGroup } from '../../src/catalog/records.js';
import type { StorefrontRequest } from '../../src/pages/shared/requests.js';
import { responseFaults } from '../api/response-faults.js';
import { autocompleteRequest, Builder, CONTEXT, mainKeys, type SearchJson, Shop, searchRequest } from './shop.js';

const GROUPS = 12_000;
const COLOURS = ['Red', 'Blue', 'Green', 'Black'];
const TYPES = ['Dresses', 'Shirts', 'Shoes'];
const VIEW = { market: 'uk', locale: 'en-GB' };

const groups: Record<string, ProductGroup> = {};
for (let p = 0; p < GROUPS; p++) {
  const [color, type] = [COLOURS[p % 4]!, TYPES[p % 3]!];
  const defaults = {
    title: `${color} linen ${type}`,
    productType: [type],
    brand: `Brand ${p % 7}`,
    url: `/${p}`,
    dataLocale: 'en-GB',
    customLabels: { color: [color] },
  };
  const variants = { [`v${p}`]: { defaults: { listPrice: 10 + (p % 90), stock: 1 } } };
  groups[`g${p}`] = { products: { [`p${p}`]: { markets: ['uk'], defaults, variants } } };
}
const shop = new Builder(t).open({ groups, translations: [] });
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
  'a search that finds nothing as typed': searchRequest({ ...VIEW, q: 'linnen dreses purpel', limit: 20 }),
  'a search by price': searchRequest({ ...VIEW, q: '', sort: 'PRICE_ASCENDING', limit: 20 }),
  'a beginning': autocompleteRequest({ ...VIEW, q: 'lin' }),
  'a product page': {
    ...CONTEXT,
    ...VIEW,
    query: 'product-page',
    productKey: 'p1',
    includeGroup: false,
    recommendationLists,
  },
};

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
    t.equal(hits.size, q === 'linen' ? GROUPS : GROUPS / 12, 'what was cut short is not remembered');
    fresh.close();
    const listed = mainKeys(cut.primaryList.productGroups);
    t.ok(listed.length > 0 && listed.length < hits.size, `${listed.length} of ${hits.size} hits of "${q}"`);
    t.ok(listed.every(key => hits.has(key)));
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
