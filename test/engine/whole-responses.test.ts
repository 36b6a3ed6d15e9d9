/**
 * The engine against a naive one, response by response: random catalogs imported as daemons import them, random
 * requests, and every member of every answer compared.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { Visitor } from '../../src/behaviour/visitors/visitor.js';
import type { VariantData } from '../../src/catalog/records.js';
import { formatRules } from '../../src/catalog/rules/parse-rules.js';
import { TEMPLATES_KEY } from '../../src/catalog/site/templates.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/index-settings.js';
import { DEFAULT_PAGE_SETTINGS } from '../../src/pages/shared/page-settings.js';
import { Snapshot } from '../../src/snapshot/index.js';
import { Importer, linesOf } from '../build/importer.js';
import { testFolder } from '../folder.js';
import { listPage, pages, productSets } from '../pages/landing.js';
import type { RandomPage } from '../pages/page-oracle.js';
import { MARKETS, offers } from '../pages/random-catalog.js';
import { primaryListOf, randomPage, SETS, writableRules } from '../pages/random-page.js';
import { type Catalog, NOW, Shop, share } from '../pages/shop.js';
import { type Beside, NaiveEngine, type NaiveSettings } from './naive-engine.js';
import type { NearSource } from './near-oracle.js';
import { firstDifference, normalForm, settle } from './normal-form.js';
import { type Asked, exclusions, largeRequests, requests } from './random-asking.js';
import type { TemplateJson } from './template-oracle.js';
import { renameWords } from './vocabulary.js';
import { largeShop, wordyShop } from './wordy-shop.js';

const SEED = Number(process.env['ENGINE_SEED'] ?? 20261121);
t.comment(`seed ${SEED}; ENGINE_SEED sets another`);
const folder = testFolder(t);

const settings: NaiveSettings = { ...DEFAULT_PAGE_SETTINGS, maxFacets: 100, spreadSameProducts: false };
/** As a shop may have them that wants less. */
const sparing: NaiveSettings = {
  ...settings,
  maxFacets: 6,
  maxFacetValues: 3,
  outOfStockVariants: false,
  newDays: 7,
  relatedSearches: false,
  productSuggestions: 3,
  phraseSuggestions: 4,
  personalOrder: true,
};

const templates: Record<string, TemplateJson> = {
  brief: {
    products: {
      first: { fields: ['title', 'sellingPrice', 'badges', 'custom.fit'], maxVariants: 2 },
      rest: { fields: ['link', 'inStock', 'custom.number.watt'] },
    } as TemplateJson['products'],
  },
  sizes: {
    products: {
      all: {
        fields: ['brand', 'rating', 'measures', 'imageInfo', 'swatch', 'listPrice'],
        variants: { first: { fields: ['size', 'availability', 'prices', 'link'] }, rest: { fields: ['stockNumber'] } },
      },
    } as TemplateJson['products'],
  },
};

function keysOf({ groups }: Catalog): { products: string[]; variants: string[]; all: string[] } {
  const entries = Object.values(groups).flatMap(({ products }) => Object.entries(products));
  const products = entries.map(([key]) => key);
  const variants = entries.flatMap(([, { variants }]) => Object.keys(variants));
  return { products, variants, all: [...Object.keys(groups), ...products, ...variants] };
}

/** Stored pages, a page above each, and the sets that slices name. */
function besideOf(catalog: Catalog, seed: number): Beside {
  const drawn = fc.sample(randomPage(keysOf(catalog).products.slice(0, 30)), { seed, numRuns: 4 });
  // A set of everything fills every slice.
  const sets = [[], ...fc.sample(writableRules, { seed, numRuns: 1 })];
  return {
    templates,
    pages: new Map(drawn.map((page, i) => [`/p${i}/q`, renameWords(page)])),
    sets: new Map(renameWords(sets).map((rules, i) => [renameWords(SETS)[i]!, rules])),
  };
}

function documentsOf({ pages: stored, sets }: Beside): Record<string, unknown> {
  const records = [...stored].flatMap(([id, page]: [string, RandomPage]) => [
    listPage(id.slice(0, id.lastIndexOf('/')), {
      rules: formatRules(page.above.rules),
      restrictChildRules: page.above.restricts,
      ...(page.above.slices && { pageSliceInfo: { slices: page.above.slices } }),
    }),
    listPage(id, primaryListOf(page)),
  ]);
  return {
    ...Object.assign({}, ...MARKETS.map(market => pages(market, ...records))),
    ...productSets(Object.fromEntries([...sets].map(([id, rules]) => [id, formatRules(rules)]))),
    [TEMPLATES_KEY]: templates,
  };
}

/** The catalog after some variants got other prices and stock, and the lines that say so. */
function repriced(catalog: Catalog, seed: number): { catalog: Catalog; lines: object[] } {
  const changed = structuredClone(catalog);
  // So few that cards and offers are patched, not built anew.
  const some = Object.values(changed.groups)
    .filter((_, i) => i % 6 === 0)
    .flatMap(({ products }) => Object.values(products).flatMap(({ variants }) => Object.entries(variants)));
  const data = fc.sample(offers, { seed, numRuns: some.length });
  const lines = some.map(([key, variant], i) => {
    const { listPrice, sellingPrice = listPrice, stock = 0 } = data[i] as VariantData;
    const edit = { listPrice, sellingPrice, stock };
    variant.defaults = { ...variant.defaults, ...edit } as VariantData;
    return { editAttributes: { key, variant: { defaults: edit } } };
  });
  return { catalog: changed, lines };
}

/** Who has looked at nothing, which autocomplete would tell, but likes and buys. */
function visitorOf(catalog: Catalog, seed: number): Visitor {
  const { products, variants } = keysOf(catalog);
  const draw = (keys: readonly string[], more: number) => {
    const entry = fc.record({ key: fc.constantFrom(...keys), daysAgo: fc.integer({ min: 0, max: 40 }) });
    const drawn = fc.sample(entry, { seed: seed + more, numRuns: 8 });
    return drawn.map(({ key, daysAgo }) => ({ key, at: NOW / 60_000 - daysAgo * 1440 })).sort((a, b) => b.at - a.at);
  };
  return {
    searches: [],
    views: [],
    favorites: draw(products, 0),
    cart: draw(variants, 1),
    bought: draw(products, 2),
    boughtVariants: draw(variants, 3),
  };
}

const nothing: Beside = { templates: {}, pages: new Map(), sets: new Map() };

/** Whether the stored page of a request offers the order that it asks for. */
function isOffered(request: Asked, { pages }: Beside): boolean {
  if (request.query !== 'landing-page' || request.sort === undefined) return true;
  if (request.body?.includePrimaryList === false || !pages.get(request.pageReference)?.byPrice) return true;
  return ['PRICE_ASCENDING', 'RELEVANCE'].includes(request.sort);
}

/** Asks what `importer` has announced, and compares. */
function check(
  importer: Importer,
  catalog: Catalog,
  beside: Beside,
  having: NaiveSettings,
  ask: (views: Shop['views']) => Asked[],
  visitor?: Visitor,
): void {
  const { id, catalogGeneration } = importer.manifest;
  const shared = share(importer.dataDir, id);
  const shop = new Shop(shared, having, { get: () => visitor });
  const snapshot = new Snapshot(shared);
  try {
    const naive = new Map(
      shop.views.map(view => [
        `${view.market}|${view.locale}`,
        new NaiveEngine(catalog, view, having, beside, catalogGeneration, visitor, nearSource(snapshot, view)),
      ]),
    );
    for (const request of ask(shop.views)) {
      if (!isOffered(request, beside)) {
        assert.throws(() => shop.text(request), { code: 'sort_not_offered' });
        continue;
      }
      const actual = normalForm(JSON.parse(shop.text(request)));
      const expected = settle(answerOf(naive.get(`${request.market}|${request.locale}`)!, request), actual);
      const different = firstDifference(actual, expected);
      assert.equal(different, undefined, `${different} in ${JSON.stringify(request)}`);
      seen.look(request, expected);
    }
    if (visitor) for (const { reordered } of naive.values()) seen.count('orders of a visitor', reordered);
    for (const { timesNear, timesDescribed, timesWider, timesBeside } of naive.values()) {
      seen.count('products near to a text', timesNear);
      seen.count('products raised by their descriptions', timesDescribed);
      seen.count('lists that go on behind exclusions', timesWider);
      seen.count('lists with heads beside what products are', timesBeside);
    }
  } finally {
    snapshot.close();
    shop.close();
  }
}

function nearSource(snapshot: Snapshot, { market, locale }: Shop['views'][number]): NearSource | undefined {
  const { meaning, structure } = snapshot.view(market, locale);
  return meaning && { vectors: meaning, ordinalOf: key => structure.products.find(key) };
}

/** How often answers held what is worth comparing. */
class Seen {
  readonly counts: Record<string, number> = {};

  look(request: Asked, answer: unknown): void {
    const { totalHits = 0 } = answer as { totalHits?: number };
    const { primaryList, secondaryList, productSuggestions, phraseSuggestions, relatedSearches, relaxed } =
      answer as Partial<Record<string, { [member: string]: unknown; length: number; totalHits: number }>>;
    const asked = request as Partial<Asked> & { facets?: unknown[]; q: string };
    this.count('products for a text', request.q !== '' && (primaryList?.totalHits ?? 0) > 0);
    this.count('facets under selections', (asked.facets?.length ?? 0) > 0 && (primaryList?.totalHits ?? 0) > 0);
    this.count('slices', (primaryList?.['sliceRanges'] as unknown[] | undefined)?.length);
    this.count('words given up', relaxed !== undefined);
    this.count('products beyond', secondaryList?.totalHits);
    this.count('related searches', relatedSearches?.length);
    this.count('completions', productSuggestions?.length);
    this.count('completions out of thousands', totalHits > 1000 && productSuggestions !== undefined);
    this.count('phrases', phraseSuggestions?.length);
    this.count('templates', request.templateId !== undefined);
  }

  count(what: string, happened: boolean | number | undefined): void {
    this.counts[what] = (this.counts[what] ?? 0) + (happened ? 1 : 0);
  }
}

const seen = new Seen();

function answerOf(naive: NaiveEngine, request: Asked): unknown {
  switch (request.query) {
    case 'search-page':
      return naive.searchPage(request);
    case 'landing-page':
      return naive.landingPage(request);
    case 'autocomplete':
      return naive.autocomplete(request);
  }
}

for (const [groups, collapsing, count] of [
  [15, true, 45],
  [60, true, 24],
  [200, false, 20],
] as const) {
  // Of so few products word vectors say little, and the larger ones of these have them all the same.
  const leastProducts = groups > 15 ? 1 : 1000;
  t.test(`${groups} groups: every answer is what the records say`, async () => {
    const seed = SEED + groups;
    const catalog = wordyShop(groups, collapsing, seed);
    const beside = besideOf(catalog, seed);
    const pages = [...beside.pages.keys(), 'nowhere'];
    const keys = keysOf(catalog).all.filter((_, i) => i % 20 === 0);
    const asking = (more: number) => (views: Shop['views']) =>
      fc.sample(requests(views, keys, pages, Object.keys(templates)), { seed: seed + more, numRuns: count });
    const indexed = { ...DEFAULT_INDEX_SETTINGS, wordVectors: { enabled: true, leastProducts, mostProducts: 1e6 } };
    const importer = new Importer(folder, undefined, indexed);
    try {
      const { store } = importer.service;
      store.transaction(() => {
        for (const [key, document] of Object.entries(documentsOf(beside))) store.documents.put(key, document);
      });
      await importer.import('replace', linesOf(catalog));
      check(importer, catalog, beside, settings, asking(0));
      if (groups > 15) {
        check(importer, catalog, beside, settings, views => fc.sample(exclusions(views), { seed, numRuns: 6 }));
      }
      check(importer, catalog, beside, sparing, asking(1), visitorOf(catalog, seed));
      const next = repriced(catalog, seed);
      await importer.import('update', next.lines);
      assert.equal(importer.builds.at(-1), 'offers');
      check(importer, next.catalog, beside, settings, asking(2));
    } finally {
      await importer.close();
    }
  });
}

t.test('many products with a word: every answer is what the records say', async () => {
  const catalog = largeShop(2500, SEED);
  const importer = new Importer(folder);
  try {
    await importer.import('replace', linesOf(catalog));
    check(importer, catalog, nothing, settings, () => fc.sample(largeRequests, { seed: SEED, numRuns: 40 }));
  } finally {
    await importer.close();
  }
});

t.test('there was something to compare in many of them', async t => {
  t.comment(JSON.stringify(seen.counts));
  for (const [what, times] of Object.entries(seen.counts)) t.ok(times > 1, `${what}: ${times}`);
});
