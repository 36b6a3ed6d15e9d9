/** Views that are built as one must come to the very parts that each comes to by itself. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import fc from 'fast-check';
import t from 'tap';
import { BuildShard, type PlannedViews } from '../../../src/build/shards/build-shard.js';
import { completed, planned } from '../../../src/build/shards/planned-views.js';
import { MarketPartition } from '../../../src/build/views/market-partition.js';
import { encodeGroup } from '../../../src/catalog/group-codec.js';
import { outlineOf } from '../../../src/catalog/group-outline.js';
import type { Image, Product, ProductData, ProductGroup, Variant, VariantData } from '../../../src/catalog/records.js';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { testFolder } from '../../folder.js';
import { catalogs, offers } from '../../pages/random-catalog.js';

const seed = 20260901;
const MARKETS = ['no', 'se', 'uk'];
const LOCALES = ['en-GB', 'sv-SE'];
const VIEWS = MARKETS.flatMap(market => LOCALES.map(locale => ({ market, locale })));

function alikeIn(groups: readonly ProductGroup[]): { locale: string; markets: string[] }[] {
  const alike = new MarketPartition(VIEWS);
  for (const group of groups) alike.add(outlineOf(group));
  return alike.views();
}

/** A group that all markets have. */
function group(
  over: { product?: Partial<Product>; variant?: Partial<Variant>; image?: Partial<Image> } = {},
): ProductGroup {
  const defaults: ProductData = { title: 'Lamp', url: '/l', dataLocale: 'en-GB' };
  const variant: Variant = { defaults: { listPrice: 1 }, ...over.variant };
  const images = { main: { defaults: { urls: [{ url: '/i.jpg' }] }, ...over.image } };
  return { products: { p: { markets: MARKETS, defaults, variants: { v: variant }, images, ...over.product } } };
}

const ALL = LOCALES.map(locale => ({ locale, markets: MARKETS }));
const WITHOUT_SE = LOCALES.flatMap(locale => [
  { locale, markets: ['se'] },
  { locale, markets: ['no', 'uk'] },
]);
const ONLY_SWEDISH = [{ locale: 'en-GB', markets: MARKETS }, ...WITHOUT_SE.filter(({ locale }) => locale === 'sv-SE')];

for (const [what, said, expected] of [
  ['nothing of one market', {}, ALL],
  [
    'prices and stock of one',
    { variant: { overrides: { 'se|*': { listPrice: 2, stock: 1, stores: { a: 1 } } } } },
    ALL,
  ],
  ['texts of a locale', { product: { overrides: { '*|sv-SE': { title: 'Lampa' } } } }, ALL],
  ['a text of one market', { product: { overrides: { 'se|*': { title: 'Lampa' } } } }, WITHOUT_SE],
  ['a text of one market in a locale', { product: { overrides: { 'se|sv-SE': { title: 'L' } } } }, ONLY_SWEDISH],
  ['a size of one market', { variant: { overrides: { 'se|*': { listPrice: 2, size: 'M' } } } }, WITHOUT_SE],
  ['an image of one market', { image: { overrides: { 'se|*': { alt: 'Lampa' } } } }, WITHOUT_SE],
  ['a product that one does not have', { product: { markets: ['no', 'uk'] } }, WITHOUT_SE],
  ['a variant that one alone has', { variant: { limitedMarkets: ['se'] } }, WITHOUT_SE],
  ['an image that one does not have', { image: { limitedMarkets: ['no', 'uk'] } }, WITHOUT_SE],
] as const) {
  t.test(`${what} ${expected === ALL ? 'leaves markets alike' : 'sets it apart'}`, async t => {
    const found = alikeIn([group(), group(said as Parameters<typeof group>[0])]);
    const sorted = (views: typeof found) => views.map(view => JSON.stringify(view)).sort();
    t.strictSame(sorted(found), sorted(expected as typeof found));
  });
}

/** Random groups that several markets have, with prices of their own, some with more. */
const shops = fc
  .tuple(catalogs(5), fc.array(fc.tuple(fc.constantFrom(...MARKETS), offers), { maxLength: 6 }), fc.nat(3))
  .map(([{ groups, translations }, priced, odd]) => {
    const records = Object.entries(groups).map(([key, record], i): [string, ProductGroup] => {
      const products = Object.entries(record.products).map(([name, product], j): [string, Product] => {
        const variants = Object.entries(product.variants).map(([variant, { defaults }], k): [string, Variant] => {
          const overrides: Record<string, VariantData> = {};
          for (const [market, offer] of priced.slice((i + j + k) % 3)) overrides[`${market}|*`] = offer;
          return [variant, { defaults, overrides }];
        });
        const { defaults } = product;
        const overrides = { '*|sv-SE': { title: `${defaults.title} på svenska` } };
        // One market in four shops lacks the first product.
        const markets = odd === 0 && i + j === 0 ? ['se', 'uk'] : MARKETS;
        return [name, { markets, defaults, overrides, variants: Object.fromEntries(variants) }];
      });
      return [key, { ...record, products: Object.fromEntries(products) }];
    });
    return { records, translations };
  });

t.test(
  'views of the same markets have structure and offers in common, and all that they have when built alone',
  async t => {
    const dir = testFolder(t);
    let saved = 0;
    fc.assert(
      fc.property(shops, shop => {
        const build = (views: PlannedViews[]) => {
          // Each in a shard of its own, as in threads.
          const built = views.flatMap(view => {
            const plan = { dir, views: [view], translations: shop.translations, settings: DEFAULT_INDEX_SETTINGS };
            const shard = new BuildShard(plan);
            for (const [key, record] of shop.records) shard.addGroup(key, encodeGroup(record));
            return shard.finish();
          });
          const written = built.map(({ view }) => Object.keys(view.parts).length).reduce((a, b) => a + b);
          return { written, views: completed(built, views) };
        };
        const sets = planned(alikeIn(shop.records.map(([, record]) => record)), []);
        const together = build(sets);
        const alone = build(sets.map(({ common: _, ...set }) => set));
        assert.deepEqual(together.views, alone.views);
        saved += alone.written - together.written;
      }),
      { seed, numRuns: 20 },
    );
    t.ok(saved > 40, `${saved} parts were written with others`);
  },
);

t.test('views built as one have the parts that they have when built alone', async t => {
  const dir = testFolder(t);
  let shared = 0;
  const build = (views: PlannedViews[], shop: typeof shops extends fc.Arbitrary<infer T> ? T : never) => {
    const lane = new BuildShard({ dir, views, translations: shop.translations, settings: DEFAULT_INDEX_SETTINGS });
    for (const [key, record] of shop.records) lane.addGroup(key, encodeGroup(record));
    const built = lane.finish().map(({ view }) => view);
    return built.sort((a, b) => (`${a.market}|${a.locale}` < `${b.market}|${b.locale}` ? -1 : 1));
  };
  fc.assert(
    fc.property(shops, shop => {
      const alike = alikeIn(shop.records.map(([, record]) => record));
      shared += VIEWS.length - alike.length;
      const planned = (views: typeof alike) =>
        views.map(({ locale, markets }, i) => ({
          locale,
          markets,
          name: String(i),
        }));
      const alone = VIEWS.map(({ market, locale }) => ({ locale, markets: [market] }));
      assert.deepEqual(build(planned(alike), shop), build(planned(alone), shop));
    }),
    { seed, numRuns: 20 },
  );
  t.ok(shared > 60, `${shared} views were built with others`);
  t.notOk(fs.readdirSync(dir).some(name => name.endsWith('.writing')));
});
