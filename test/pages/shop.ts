/**
 * Snapshots built and asked in one process: a catalog store in a temporary folder, the build over it, and the pages of
 * what was built. Catalogs are put into the store as records, past the import.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { VisitorSource } from '../../src/behaviour/visitors/visitor.js';
import { buildSnapshot } from '../../src/build/build-snapshot.js';
import { CatalogStore } from '../../src/catalog/catalog-store.js';
import type { Content, ProductGroup, Translation } from '../../src/catalog/records.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/index-settings.js';
import { Part } from '../../src/index/part.js';
import type { SearchedText } from '../../src/index/searched-texts.js';
import { type Explanation, Pages } from '../../src/pages/pages.js';
import { RecordMemory } from '../../src/pages/shared/cards/record-memory.js';
import { DEFAULT_PAGE_SETTINGS, type PageSettings } from '../../src/pages/shared/page-settings.js';
import type { AutocompleteRequest, SearchPageRequest, StorefrontRequest } from '../../src/pages/shared/requests.js';
import { readManifest, type SharedSignals, type SharedSnapshot } from '../../src/snapshot/index.js';
import { equalJoins, hasOverlay, joinEqualViews, joinedNames, joinedView } from '../../src/snapshot/join-views.js';
import { testFolder } from '../folder.js';

export const SECRET = 'a secret of this cluster';
/** When all requests of these tests are made: noon, so that dates without a time lie clearly before or after. */
export const NOW = Date.UTC(2026, 8, 1, 12);
export const DAY_MS = 86_400_000;

export interface Catalog {
  groups: Record<string, ProductGroup>;
  translations: Translation[];
  contents?: Record<string, Content>;
  /** What stands beside the catalog, by key. */
  documents?: Record<string, unknown>;
}

export interface ProductJson {
  key: string;
  link: string;
  ticket: string;
  sellingPrice: { min: number; max: number };
  variants: { key: string; link: string; ticket: string }[];
}

export interface FacetValueJson {
  id: string;
  label: string;
  selected: boolean;
  count: number;
  color?: string;
}

export interface FacetJson {
  id: string;
  label: string;
  type: string;
  [member: string]: unknown;
}

export interface GroupJson {
  key: string;
  products: ProductJson[];
  remaining: number;
}

export interface SearchJson {
  q: string;
  autoCorrect?: { q: string; originalTotalHits: number };
  didYouMean: { q: string }[];
  relatedSearches: { q: string }[];
  primaryList: {
    facets: FacetJson[];
    productGroups: GroupJson[];
    sort: { selected: string; options: { id: string; label: string }[] };
    totalHits: number;
  };
  secondaryList: { productGroups: GroupJson[]; totalHits: number };
}

export interface AutocompleteJson {
  phraseSuggestions: { q: string; highlighted: string }[];
  productSuggestions: GroupJson[];
  redirectLink?: string;
  totalHits: number;
}

const VISIT = {
  viewId: 'PRODUCTION',
  touchpoint: 'DESKTOP',
  customerKey: 'c',
  sessionKey: 's',
  userContext: 'PERSONALIZED',
  notify: true,
} as const;

/** What all requests have but market and locale. */
export const CONTEXT = {
  ...VISIT,
  channels: { online: true, store: true },
  stores: [],
  presentCustom: [],
  presentPrices: [],
} satisfies Partial<StorefrontRequest>;

/** What a test says about a request; everything else has its default. */
export type Asked<T> = Partial<T> & { market: string; locale: string };

export function searchRequest(asked: Asked<SearchPageRequest>): SearchPageRequest {
  return {
    ...VISIT,
    channels: { online: true, store: true },
    stores: [],
    presentCustom: [],
    presentPrices: [],
    query: 'search-page',
    q: '',
    facets: [],
    limit: 600,
    skip: 0,
    origin: 'ORGANIC',
    viewAllSecondary: false,
    includeNavigation: false,
    contentLists: [],
    rules: [],
    ...asked,
  };
}

export function autocompleteRequest(asked: Asked<AutocompleteRequest>): AutocompleteRequest {
  return {
    ...VISIT,
    channels: { online: true, store: true },
    stores: [],
    presentCustom: [],
    presentPrices: [],
    query: 'autocomplete',
    q: '',
    contentLists: [],
    rules: [],
    ...asked,
  };
}

/** Of all shops of a test, as that of a daemon outlives its snapshots; so small that records are overwritten. */
const CARD_MEMORY = new RecordMemory(1 << 16, true);

export class Shop {
  private readonly pages: Pages;

  constructor(
    readonly shared: SharedSnapshot,
    settings: Partial<PageSettings> = {},
    visitors?: VisitorSource,
  ) {
    const config = {
      settings: { ...DEFAULT_PAGE_SETTINGS, maxFacets: 100, ...settings },
      discountThreshold: DEFAULT_INDEX_SETTINGS.discountThreshold,
      ticketSecret: SECRET,
      cardMemory: CARD_MEMORY,
    };
    this.pages = new Pages(shared, config, visitors);
  }

  /** The views that can be asked for by name. */
  get views(): { market: string; locale: string }[] {
    const named = this.shared.manifest.views.filter(({ locale }) => locale !== '*');
    return named.map(({ market, locale }) => ({ market, locale }));
  }

  /** The answer as text. @param budgetMs how long it may take; undefined: as long as it takes */
  text(request: StorefrontRequest, nowMs = NOW, budgetMs?: number): string {
    return Buffer.from(this.pages.answer(request, nowMs, budgetMs).body).toString();
  }

  search(asked: Asked<SearchPageRequest>, nowMs = NOW): SearchJson {
    return JSON.parse(this.text(searchRequest(asked), nowMs)) as SearchJson;
  }

  autocomplete(asked: Asked<AutocompleteRequest>, nowMs = NOW): AutocompleteJson {
    return JSON.parse(this.text(autocompleteRequest(asked), nowMs)) as AutocompleteJson;
  }

  explain(request: StorefrontRequest, products: readonly string[] = [], nowMs = NOW, budgetMs?: number): Explanation {
    return this.pages.explain(request, products, nowMs, budgetMs);
  }

  learn(signals: Omit<SharedSignals, 'snapshotId'>): void {
    this.pages.learn({ snapshotId: this.shared.id, ...signals });
  }

  close(): void {
    this.pages.close();
  }
}

/** Main products of groups, in their order. */
export function mainKeys(groups: readonly GroupJson[]): string[] {
  return groups.map(({ products }) => products[0]!.key);
}

/** Reads a snapshot's parts into shared memory and joins its views, in this thread. */
export function share(dataDir: string, id: string): SharedSnapshot {
  const manifest = readManifest(dataDir, id);
  const parts = new Map<string, SharedArrayBuffer>();
  for (const { file } of manifest.files) {
    if (!file.endsWith('.part')) continue;
    const bytes = fs.readFileSync(path.join(dataDir, 'parts', file));
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    parts.set(file, shared);
  }
  const read = (file: string) => new Part(parts.get(file)!);
  const { changed = [] } = manifest;
  for (const views of equalJoins(manifest)) {
    const joined = joinEqualViews(views, { changed, known: new Set(), keepsBase: false, read });
    for (const [name, part] of joined.parts) parts.set(name, part);
  }
  const views = manifest.views.map(view =>
    hasOverlay(view) ? joinedView(view, joinedNames(view, changed), read) : view,
  );
  return { id, dataDir, manifest: { ...manifest, views }, parts };
}

interface Teardown {
  teardown(handler: () => unknown): void;
}

/** Builds snapshots of catalogs, one after the other, over one store. */
export class Builder {
  private readonly dataDir: string;
  private readonly store: CatalogStore;

  /** @param keeps whether shops of what was built before may be opened again: files of it are removed otherwise */
  constructor(
    t: Teardown,
    private readonly keeps = false,
  ) {
    this.dataDir = testFolder(t);
    this.store = CatalogStore.open(path.join(this.dataDir, 'catalog'));
    t.teardown(() => this.store.close());
  }

  /** Runs `use` on the shop of a catalog and lets go of it. */
  with<T>(catalog: Catalog, use: (shop: Shop) => T, settings: Partial<PageSettings> = {}): T {
    const shop = this.open(catalog, settings);
    try {
      return use(shop);
    } finally {
      shop.close();
    }
  }

  /**
   * As `with`; the caller closes the shop before the next one is opened.
   * @param searched what visitors searched for and chose before
   */
  open(catalog: Catalog, settings: Partial<PageSettings> = {}, searched: readonly SearchedText[] = []): Shop {
    const { store, dataDir } = this;
    if (!this.keeps) fs.rmSync(path.join(dataDir, 'parts'), { recursive: true, force: true });
    const { id } = store.transaction(() => {
      store.clear();
      for (const [key, group] of Object.entries(catalog.groups)) store.putGroup(key, group);
      for (const [key, content] of Object.entries(catalog.contents ?? {})) store.putContent(key, content);
      catalog.translations.forEach((translation, i) => {
        store.putTranslation(`t${i}`, translation);
      });
      for (const { key } of [...store.documents.entries()]) store.documents.remove(key);
      for (const [key, record] of Object.entries(catalog.documents ?? {})) store.documents.put(key, record);
      return buildSnapshot({
        store,
        dataDir,
        change: { kind: 'full' },
        settings: DEFAULT_INDEX_SETTINGS,
        searched: () => searched,
        progress: () => {},
      });
    });
    return new Shop(share(dataDir, id), settings);
  }
}
