/**
 * The personal order of searches: off unless a shop wants it, the same bytes for strangers, bounded for the others, and
 * explained. The naive engine of `test/engine` has it too.
 */
import t from 'tap';
import type { Visitor } from '../../../src/behaviour/visitors/visitor.js';
import type { ProductData, ProductGroup } from '../../../src/catalog/records.js';
import { searchKey } from '../../../src/catalog/site/search-settings-document.js';
import type { ExplainedHit } from '../../../src/pages/explain/explanation.js';
import type { SearchPageRequest } from '../../../src/pages/shared/requests.js';
import { visitor } from '../../recommend/small-shop.js';
import { Builder, type Catalog, mainKeys, NOW, Shop, searchRequest } from '../shop.js';

const VIEW = { market: 'se', locale: 'en-GB' };

/** A shirt of one of three brands, type and price by number; 70 of them, more than the beginning of a list. */
function shirt(n: number, data: Partial<ProductData> = {}, sizes = ['S', 'M'], stock = [1, 1]): [string, ProductGroup] {
  const key = `s${String(n).padStart(2, '0')}`;
  const variants = sizes.map((size, i) => {
    const offer = { listPrice: 100 * (1 + (n % 5)), stock: stock[i]! };
    return [`${key}-${size}`, { defaults: { ...offer, size } }] as const;
  });
  const defaults = {
    title: 'Plain shirt',
    brand: ['Ask', 'Birch', 'Cedar'][n % 3]!,
    category: ['Shirts'],
    productType: [n % 2 === 0 ? 'polo' : 'oxford'],
    url: `/${key}`,
    dataLocale: VIEW.locale,
    ...data,
  };
  return [key, { products: { [key]: { markets: ['se'], defaults, variants: Object.fromEntries(variants) } } }];
}

const shirts = Array.from({ length: 70 }, (_, n) => shirt(n));
const catalog: Catalog = {
  groups: Object.fromEntries([
    ...shirts,
    // In stock, but not in medium.
    shirt(70, {}, ['S', 'M'], [1, 0]),
    // Lacks a word of "plain shirt".
    shirt(71, { title: 'Shirt', brand: 'Birch', rating: 5 }),
  ]),
  translations: [],
  documents: { [searchKey('search', 'en')]: { rules: [{ phrases: ['pinned shirt'], pin: ['s04'] }] } },
};
const built = new Builder(t).open(catalog);
t.teardown(() => built.close());

const birch = visitor({ views: ['s01', 's04', 's07'], favorites: ['s10', 's13'], bought: ['s16'] });

/** What the shop answers to a visitor. */
function shopFor(who: Visitor | undefined, personalOrder = true): Shop {
  const shop = new Shop(
    built.shared,
    { personalOrder, partialMatches: 'append', spreadSameProducts: false },
    { get: () => who },
  );
  t.teardown(() => shop.close());
  return shop;
}

const asked = (more: Partial<SearchPageRequest> = {}) => searchRequest({ ...VIEW, q: 'plain shirt', ...more });
const keysFor = (shop: Shop, more: Partial<SearchPageRequest> = {}) =>
  mainKeys(shop.search({ ...VIEW, q: 'plain shirt', ...more }).primaryList.productGroups);
const brandOf = (key: string) => Number(key.slice(1)) % 3;

t.test('without the setting, and for strangers, answers are the same to the byte', async t => {
  const alike = shopFor(undefined, false).text(asked());
  t.equal(shopFor(birch, false).text(asked()), alike, 'a visitor without the setting');
  t.equal(shopFor(undefined).text(asked()), alike, 'a stranger');
  t.equal(shopFor(visitor({ views: ['gone'], searches: ['shirt'] })).text(asked()), alike, 'one with nothing here');
  t.not(shopFor(birch).text(asked()), alike);
});

t.test('the brand of a visitor comes first, with all hits listed once on the pages together', async t => {
  const shop = shopFor(birch);
  const all = keysFor(shop);
  t.strictSame(all.slice(0, 10).map(brandOf), Array(10).fill(1));
  t.equal(new Set(all).size, all.length);
  t.strictSame([...all].sort(), keysFor(shopFor(undefined)).sort());
  const paged = [0, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70].flatMap(skip => keysFor(shop, { skip, limit: 7 }));
  t.strictSame(paged, all, 'page by page');
  t.strictSame(all.slice(60), keysFor(shopFor(undefined)).slice(60), 'what stands behind the beginning stays there');
});

t.test('an explicit order, pinned products and the tier of partial matches are untouched', async t => {
  for (const sort of ['PRICE_ASCENDING', 'TITLE', 'RATING'] as const) {
    t.strictSame(keysFor(shopFor(birch), { sort }), keysFor(shopFor(undefined), { sort }), sort);
  }
  t.equal(keysFor(shopFor(visitor({ favorites: ['s03', 's06'] })), { q: 'pinned shirt' })[0], 's04');
  const keys = keysFor(shopFor(birch), { q: 'plain cedar shirt' });
  const full = keys.filter(key => brandOf(key) === 2 && key !== 's71');
  t.ok(keys.length > full.length, 'some lack a word');
  t.strictSame(keys.slice(0, full.length).sort(), full.sort());
});

t.test('a product that is out of stock in the size of the visitor is lowered a little', async t => {
  const medium = visitor({ bought: ['s02'], boughtVariants: ['s02-M', 's05-M'] });
  const small = visitor({ bought: ['s02'], boughtVariants: ['s02-S', 's05-S'] });
  const ofBrand = { facets: [{ id: 'brand', values: ['Birch'] }] };
  const pointsFor = (who: Visitor) => {
    const hit = shopFor(who)
      .explain(asked(ofBrand), [])
      .lists[0]!.hits.find(({ key }) => key === 's70');
    return sizePoints(hit!);
  };
  const rank = (who: Visitor) => keysFor(shopFor(who), ofBrand).indexOf('s70');
  t.ok(rank(medium) > rank(small), `${rank(medium)} after ${rank(small)}`);
  t.ok(pointsFor(medium) < 0 && pointsFor(small) === 0);
});

function sizePoints({ parts = [] }: ExplainedHit): number {
  return parts.reduce((sum, part) => (part.kind === 'personal' && part.of === 'size' ? sum + part.points : sum), 0);
}

t.test('an explanation has the parts, which add up to the score, and are a point at most', async t => {
  const who = { ...birch, boughtVariants: [{ key: 's16-M', at: NOW / 60_000 }] };
  const shop = shopFor(who);
  const [list] = shop.explain(asked(), ['s69']).lists;
  t.strictSame(
    list!.hits.map(({ key }) => key),
    keysFor(shop),
  );
  let personal = 0;
  for (const { key, score, parts } of list!.hits) {
    const sum = parts!.reduce((all, { points }) => all + points, 0);
    if (Math.abs(sum - score!) > 2e-6 * Math.max(1, Math.abs(score!))) t.fail(`${key}: ${sum} is not ${score}`);
    const own = parts!.filter(part => part.kind === 'personal');
    const points = own.reduce((all, part) => all + part.points, 0);
    if (points < -0.3 || points > 1) t.fail(`${key}: ${points}`);
    if (own.length > 0) personal++;
  }
  t.equal(personal, 60);
  t.strictSame(
    shopFor(undefined)
      .explain(asked())
      .lists[0]!.hits.flatMap(({ parts }) => parts!.filter(({ kind }) => kind === 'personal')),
    [],
  );
});
