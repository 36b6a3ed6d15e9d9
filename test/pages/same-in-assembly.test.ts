/**
 * Searches are answered alike by loops in WebAssembly and by those in TypeScript, whatever was asked for and kept
 * before: frequent and rare words, selections, customer prices, answers cut at a deadline, learned popularity.
 */
import assert from 'node:assert/strict';
import t from 'tap';
import type { ProductGroup } from '../../src/catalog/records.js';
import { parseRules } from '../../src/catalog/rules/parse-rules.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/index-settings.js';
import { writeSignals } from '../../src/index/signals.js';
import { Pages } from '../../src/pages/pages.js';
import { DEFAULT_PAGE_SETTINGS } from '../../src/pages/shared/page-settings.js';
import type { FacetSelection, SearchPageRequest } from '../../src/pages/shared/requests.js';
import { type SharedSnapshot, Snapshot } from '../../src/snapshot/index.js';
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
const SIZES = [64, 4096, 9000];

const below = draws();
const one = <Value>(list: readonly Value[]): Value => list[below(list.length)]!;

/** Products of a type lie side by side, as in a shop. */
function catalogOf(products: number): Catalog {
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
    groups[`g${p}`] = { products: { [`p${p}`]: { markets: ['uk'], defaults, variants } } };
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

for (const products of SIZES) {
  t.test(`searches of ${products} products (seed ${SEED})`, async t => {
    const shop = builder.open(catalogOf(products));
    const both = [true, false].map(assembly => pagesOf(shop.shared, assembly));
    t.teardown(() => {
      for (const opened of [shop, ...both]) opened.close();
    });
    for (let number = 0; number < 100; number++) {
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
