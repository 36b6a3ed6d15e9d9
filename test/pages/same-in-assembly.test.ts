/**
 * Searches are answered alike by loops in WebAssembly and by those in TypeScript, also over what earlier queries
 * have kept: frequent and rare words, selections, customer prices, answers cut at a deadline, learned popularity, and
 * snapshots of other prices.
 */
import assert from 'node:assert/strict';
import t from 'tap';
import type { ProductGroup } from '../../src/catalog/records.js';
import { parseRules } from '../../src/catalog/rules/parse-rules.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/index-settings.js';
import { writeSignals } from '../../src/index/signals.js';
import { Pages, Workspaces } from '../../src/pages/pages.js';
import { DEFAULT_PAGE_SETTINGS } from '../../src/pages/shared/page-settings.js';
import type { FacetSelection, SearchPageRequest } from '../../src/pages/shared/requests.js';
import { keysOf, type SharedSnapshot, Snapshot } from '../../src/snapshot/index.js';
import { draws, SEED } from '../query/matching/wide-shop.js';
import { Builder, type Catalog, NOW, SECRET, searchRequest } from './shop.js';

const TYPES = ['Shirts', 'Shorts', 'Boots', 'Belts', 'Hats'];
const BRANDS = ['Brasse', 'Brix', 'Kobrid', 'Acme'];
const COLOURS = ['Brown', 'Black', 'Blue', 'Red'];
const TEXTS = ['shirts', 'shorts', 'brix', 'b', 'brand new', 'brix shirts', 'red brix boots', 'limited', 'limited red'];
const RULES = [
  '',
  'rule incl price [6, 8]',
  'rule excl brand {"Brix"}',
  'rule incl size {"M"} excl in_stock {"false"}',
];
const SELECTIONS: FacetSelection[] = [
  { id: 'brand', values: ['Brix', 'Acme'] },
  { id: 'color', values: ['Red'] },
  { id: 'size', values: ['M'] },
  { id: 'product_type', values: ['Shirts'] },
  { id: 'price', min: 6, max: 8 },
  { id: 'in_stock', checked: true },
];
/** About blocks, and regions of blocks. */
const SIZES = [64, 4096, 8200];

const below = draws();
const one = <Value>(list: readonly Value[]): Value => list[below(list.length)]!;

/**
 * Products of a type lie side by side, as in a shop.
 * @param someOnce whether some groups appear once
 */
function catalogOf(products: number, someOnce: boolean): Catalog {
  const groups: Record<string, ProductGroup> = {};
  for (let p = 0; p < products; p++) {
    const type = below(40) === 0 ? one(TYPES) : TYPES[Math.floor((p * TYPES.length) / products)]!;
    const [brand, colour] = [one(BRANDS), one(COLOURS)];
    const variants: ProductGroup['products'][string]['variants'] = {};
    for (const size of ['S', 'M'].slice(below(2))) {
      const customPrices = { club: { listPrice: 10, sellingPrice: 4 + below(3) } };
      const defaults = { listPrice: 10, sellingPrice: 5 + below(5), customPrices, size, stock: below(3) };
      variants[`v${p}-${size}`] = { defaults };
    }
    const title = [brand, colour, type, 'brand new', ...(below(90) === 0 ? ['limited'] : [])].slice(below(2)).join(' ');
    const own = {
      brand,
      productType: [type],
      url: '/p',
      dataLocale: 'en-GB',
      title,
      customLabels: { color: [colour] },
    };
    const defaults = { ...own, rating: below(6), ...(below(2) > 0 && { releaseDate: `2026-0${1 + below(8)}-01` }) };
    const group = `g${p - (below(4) === 0 ? 1 : 0)}`;
    groups[group] ??= { products: {}, ...(someOnce && below(8) === 0 && { suppressDuplicates: true }) };
    groups[group].products[`p${p}`] = { markets: ['uk'], defaults, variants };
  }
  return { groups, translations: [] };
}

function anyRequest(): SearchPageRequest {
  const facets = SELECTIONS.filter(() => below(6) === 0);
  const [q, rules] = [one(TEXTS), parseRules(one(RULES))];
  const priced = below(4) === 0 ? { priceId: 'club' } : {};
  return searchRequest({ market: 'uk', locale: 'en-GB', ...priced, q, rules, facets, limit: 40 });
}

function pagesOf(shared: SharedSnapshot, assembly: boolean): Pages {
  const settings = { ...DEFAULT_PAGE_SETTINGS, maxFacets: 100 };
  const { discountThreshold } = DEFAULT_INDEX_SETTINGS;
  return new Pages(shared, { settings, discountThreshold, ticketSecret: SECRET, assembly });
}

function textOf(pages: Pages, request: SearchPageRequest): string {
  return Buffer.from(pages.answer(request, NOW).body).toString();
}

function anyPopularity(shared: SharedSnapshot): Map<string, SharedArrayBuffer> {
  const snapshot = new Snapshot(shared);
  const { productCount } = snapshot.view('uk', 'en-GB').structure;
  snapshot.close();
  const none = { start: new Uint32Array(productCount + 1), to: new Uint32Array(0), weight: new Float32Array(0) };
  const popularity = Float32Array.from({ length: productCount }, () => below(100) / 100);
  return new Map([['uk', writeSignals({ popularity, bought: none, seen: none, liked: none }, []).share()]]);
}

const builder = new Builder(t);

for (const [products, someOnce] of [...SIZES.map(size => [size, false] as const), [4160, true] as const]) {
  t.test(`searches of ${products} products${someOnce ? ', some groups once' : ''} (seed ${SEED})`, async t => {
    const shop = builder.open(catalogOf(products, someOnce));
    const both = [true, false].map(assembly => pagesOf(shop.shared, assembly));
    t.teardown(() => {
      for (const opened of [shop, ...both]) opened.close();
    });
    for (let number = 0; number < 60; number++) {
      const request = anyRequest();
      if (number % 40 === 20) {
        const learned = { snapshotId: shop.shared.id, products: anyPopularity(shop.shared), phrases: new Map() };
        for (const pages of both) pages.learn(learned);
      }
      // An answer that is cut leaves nothing behind.
      if (below(3) === 0) for (const pages of both) pages.answer(request, NOW, 0);
      const [first, plain, again] = [...both, both[0]!].map(pages => textOf(pages, request));
      assert.equal(first, plain, JSON.stringify(request));
      assert.equal(again, plain, `again: ${JSON.stringify(request)}`);
    }
  });
}

t.test('a snapshot of other prices in the workspace of the one before', async t => {
  const builder = new Builder(t, true);
  const first = catalogOf(5000, false);
  const second = structuredClone(first);
  for (const { products } of Object.values(second.groups)) {
    for (const { variants } of Object.values(products)) {
      for (const { defaults } of Object.values(variants)) {
        Object.assign(defaults, { sellingPrice: 5 + below(5), stock: below(3) });
      }
    }
  }
  const shops = [first, second].map(catalog => builder.open(catalog));
  const settings = { ...DEFAULT_PAGE_SETTINGS, maxFacets: 100 };
  const { discountThreshold } = DEFAULT_INDEX_SETTINGS;
  const config = { settings, discountThreshold, ticketSecret: SECRET, assembly: true };
  const workspaces = new Workspaces(config);
  const warm = shops.map(({ shared }) => new Pages(shared, { ...config, workspaces }));
  const plain = shops.map(({ shared }) => pagesOf(shared, false));
  t.equal(new Set(shops.map(({ shared }) => keysOf(shared))).size, 1, 'one workspace');
  t.teardown(() => {
    for (const opened of [...shops, ...warm, ...plain]) opened.close();
  });
  for (let number = 0; number < 60; number++) {
    const request = anyRequest();
    const at = below(2);
    if (number % 40 === 20) {
      const { shared } = shops[at]!;
      const learned = { snapshotId: shared.id, products: anyPopularity(shared), phrases: new Map() };
      for (const pages of [warm[at]!, plain[at]!]) pages.learn(learned);
    }
    if (below(3) === 0) warm[at]!.answer(request, NOW, 0);
    assert.equal(textOf(warm[at]!, request), textOf(plain[at]!, request), JSON.stringify(request));
  }
});
