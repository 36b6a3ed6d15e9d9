/** Products that lack words of the text: which are listed, in which order, and where. */
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { Matcher } from '../../../src/query/matching/matcher.js';
import { understand } from '../../../src/query/understanding/understand.js';
import { Snapshot } from '../../../src/snapshot/index.js';
import { Builder, mainKeys, type SearchJson, Shop, searchRequest } from '../../pages/shop.js';
import { wideCatalog } from '../matching/wide-shop.js';

const view = { market: 'uk', locale: 'en-GB' };
const groups: Record<string, ProductGroup> = {};
function sell(key: string, title: string, type: string, listPrice: number): void {
  const defaults = { title, productType: [type], url: `/${key}`, dataLocale: 'en-GB' };
  const variants = { [`${key}-v`]: { defaults: { listPrice, stock: 1 } } };
  groups[`g-${key}`] = { products: { [key]: { markets: ['uk'], defaults, variants } } };
}
sell('all', 'Dotted linen dress', 'Dresses', 90);
for (let i = 0; i < 4; i++) sell(`linen${i}`, 'Plain linen dress', 'Dresses', 10 + i);
for (let i = 0; i < 3; i++) sell(`dotted${i}`, 'Dotted linen shirt', 'Shirts', 20 + i);
for (let i = 0; i < 80; i++) sell(`plain${i}`, 'Plain new shirt', 'Shirts', 1);
for (let i = 0; i < 40; i++) sell(`new${i}`, 'New bowl', 'Bowls', 5);
sell('yoga', 'Yoga block', 'Blocks', 5);

const shop = new Builder(t).open({ groups, translations: [] });
t.teardown(() => shop.close());
const search = (q: string, more: object = {}) => shop.search({ ...view, q, ...more });
const keys = (page: SearchJson) => mainKeys(page.primaryList.productGroups);
const relaxed = (page: SearchJson) => (page as { relaxed?: { dropped: string[]; totalHits: number } }).relaxed;

t.test(
  'products that lack a word follow those that have all, the kind of thing being kept before the rest',
  async t => {
    const page = search('dotted linen dress');
    t.equal(keys(page)[0], 'all');
    t.same(keys(page).slice(1, 5).sort(), ['linen0', 'linen1', 'linen2', 'linen3']);
    t.same(keys(page).slice(5, 8).sort(), ['dotted0', 'dotted1', 'dotted2']);
    t.same(relaxed(page)?.totalHits, 1, 'how many have every word');
    t.ok(relaxed(page)?.dropped.includes('dotted'), 'and what the others lack');
    t.equal(page.primaryList.totalHits, keys(page).length, 'what is listed is counted');
    const brands = page.primaryList.facets.find(({ id }) => id === 'productType') as
      | { values: { count: number }[] }
      | undefined;
    const counted = brands?.values.reduce((sum, { count }) => sum + count, 0);
    t.equal(counted, keys(page).length, 'and so do facets');
  },
);

t.test('an explicit order holds among those that have every word, and among the others', async t => {
  for (const sort of ['PRICE_ASCENDING', 'PRICE_DESCENDING'] as const) {
    const found = keys(search('dotted linen dress', { sort }));
    t.equal(found[0], 'all', sort);
    const prices = found
      .slice(1)
      .map(key => groups[`g-${key}`]!.products[key]!.variants[`${key}-v`]!.defaults!.listPrice!);
    const sorted = [...prices].sort((a, b) => (sort === 'PRICE_ASCENDING' ? a - b : b - a));
    t.same(prices, sorted, sort);
    for (let skip = 0; skip < 4; skip++)
      t.same(keys(search('dotted linen dress', { sort, skip, limit: 2 })), found.slice(skip, skip + 2));
  }
});

t.test('words that nothing has veto nothing; what is left must say what the thing is', async t => {
  t.same(keys(search('yoga qwertz')), ['yoga']);
  t.same(relaxed(search('yoga qwertz')), { dropped: ['qwertz'], totalHits: 0 });
  t.same(keys(search('asdfgh qwertz')), []);
  t.same(keys(search('new qwertz')), [], 'a common word alone');
  t.ok(keys(search('qwertz bowl')).length === 40, 'a common kind of thing');
});

t.test('where the list is short may be set', async t => {
  const asked = (partialMatches: 'append' | 'ifEmpty' | 'secondary', q: string) => {
    const other = new Shop(shop.shared, { partialMatches });
    try {
      return JSON.parse(other.text(searchRequest({ ...view, q }))) as SearchJson;
    } finally {
      other.close();
    }
  };
  t.ok(keys(asked('append', 'dotted linen dress')).length > 1);
  t.same(keys(asked('ifEmpty', 'dotted linen dress')), ['all']);
  t.ok(keys(asked('ifEmpty', 'dotted yoga dress')).length > 0, 'nothing has all of it');
  const apart = asked('secondary', 'dotted linen dress');
  t.same(keys(apart), ['all']);
  t.ok(apart.secondaryList.totalHits > 0);
  t.notOk(mainKeys(apart.secondaryList.productGroups).includes('all'), 'what is in the primary list is not repeated');
  t.same(keys(asked('secondary', 'dotted yoga dress')), []);
});

t.test('products are counted by which units of a text they have', async t => {
  const wide = new Builder(t).open(wideCatalog());
  const snapshot = new Snapshot(wide.shared);
  t.teardown(() => {
    snapshot.close();
    wide.close();
  });
  const products = snapshot.view('uk', 'en-GB');
  const matchers = [true, false].map(assembly => new Matcher(undefined, assembly));
  const [matcher] = matchers as [Matcher, Matcher];
  for (const other of matchers) other.begin();
  const units = ['limited', 'red', 'boots', 'brix', 'red boots'].map(word => understand(word, products).queryTerms);
  const holding = units.map(queryTerms => {
    const { docs, count } = matcher.match({ queryTerms, values: [], bounds: [], excluded: [] }, products, undefined);
    return new Set(docs.subarray(0, count));
  });
  const { productCount } = products.structure;
  const sets = Array.from({ length: productCount }, (_, doc) =>
    holding.reduce((set, having, u) => (having.has(doc) ? set | (1 << u) : set), 0),
  );
  const even = Uint32Array.from({ length: 2 * Math.ceil(productCount / 64) }, () => 0x55555555);
  for (const within of [undefined, even]) {
    for (let essential = 0; essential <= units.length; essential++) {
      const expected = new Uint32Array(1 << units.length);
      for (const [doc, set] of sets.entries()) {
        if ((set & ((1 << essential) - 1)) !== 0 && (!within || doc % 2 === 0)) expected[set]!++;
      }
      for (const other of matchers) {
        t.same(other.countBySet(units, essential, products, within), expected, `${essential} essential units`);
      }
    }
  }
});
