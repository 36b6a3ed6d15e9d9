/**
 * A listing as visitors use it: a search, or the page of a category, with facets, an order, and more products at its
 * end. Each change asks again; what it shows is always the answer to the last one.
 */
import type { Facet, Parameters, PrimaryList, ProductGroup, Selection, Storefront } from '../storefront.js';
import { Latest } from './latest.js';
import { type Readable, Store } from './store.js';

type Sort = Parameters<'searchPage'>['sort'];

export interface ListingOptions {
  /** The id or path of a category or landing page; a search unless stated. */
  page?: string;
  q?: string;
  selection?: Selection;
  sort?: Sort;
  /** Groups of products asked for at once; 24 unless stated. */
  limit?: number;
  /** How long typing has to pause before it is searched for; 80 ms unless stated. */
  debounceMs?: number;
  /** Further parameters of each request. */
  parameters?: Partial<Parameters<'searchPage'>>;
  /** An answer that the server has rendered, which is not asked for again. */
  initial?: ListingState;
}

export interface ListingState {
  /** As typed. */
  q: string;
  /** What was searched for in place of it, where it was corrected. */
  corrected: string | undefined;
  didYouMean: string[];
  selection: Selection;
  sort: Sort;
  sorts: PrimaryList['sort']['options'];
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Of the status `failed`. */
  error: unknown;
  groups: ProductGroup[];
  totalHits: number;
  facets: Facet[];
  /** The heading of a page. */
  heading: string | undefined;
  /** Whether there are more groups to load. */
  hasMore: boolean;
}

export interface Listing extends Readable<ListingState> {
  /** Asks for what is set, at once. @returns when it is shown, or overtaken */
  load(): Promise<void>;
  /** What is typed, when typing pauses. */
  search(q: string): Promise<void>;
  /** Selects a value of a facet, or no longer. */
  toggle(facet: string, value: string): Promise<void>;
  /** Bounds of a range facet; undefined takes one away. */
  range(facet: string, bounds: { min?: number | undefined; max?: number | undefined }): Promise<void>;
  tick(facet: string, on: boolean): Promise<void>;
  /** Takes away what is selected in a facet, or in all. */
  clear(facet?: string): Promise<void>;
  sort(order: Sort): Promise<void>;
  /** Appends the next groups; nothing while there are none or something is loading. */
  more(): Promise<void>;
  /** Ends what is under way. */
  close(): void;
}

const EMPTY: ListingState = {
  q: '',
  corrected: undefined,
  didYouMean: [],
  selection: {},
  sort: undefined,
  sorts: [],
  status: 'idle',
  error: undefined,
  groups: [],
  totalHits: 0,
  facets: [],
  heading: undefined,
  hasMore: false,
};

export function listing(shop: Storefront, options: ListingOptions = {}): Listing {
  const { page, q = '', selection = {}, sort, limit = 24, debounceMs = 80, parameters, initial } = options;
  const store = new Store<ListingState>(initial ?? { ...EMPTY, q, selection, sort });
  const latest = new Latest();

  /** What both kinds of query answer, from the groups `skip`. */
  async function ask(
    skip: number,
    signal: AbortSignal,
  ): Promise<Partial<ListingState> & { list: PrimaryList | undefined }> {
    const { q: typed, selection, sort } = store.state;
    // Texts are not corrected while something is selected: what was found before stands.
    const known = Object.keys(selection).length > 0 ? store.state.corrected : undefined;
    const q = known ?? typed;
    const asked = { ...parameters, q, limit, skip, facets: selection, ...(sort && { sort }) };
    if (page === undefined) {
      const {
        primaryList: list,
        autoCorrect,
        q: used,
        didYouMean,
      } = await shop.searchPage(asked, undefined, { signal });
      return { list, corrected: autoCorrect ? used : known, didYouMean: didYouMean.map(one => one.q) };
    }
    const found = await shop.landingPage({ ...asked, pageReference: page }, undefined, { signal });
    return { list: found.primaryList, heading: found.seo.pageHeading };
  }

  async function load(pauseMs = 0): Promise<void> {
    store.set({ status: 'loading', error: undefined });
    await settle(0, pauseMs);
  }

  async function settle(skip: number, pauseMs: number): Promise<void> {
    try {
      const answer = await latest.run(signal => ask(skip, signal), pauseMs);
      if (answer === undefined) return;
      const { list, ...others } = answer;
      const fresh = list?.productGroups ?? [];
      const groups = skip === 0 ? fresh : [...store.state.groups, ...fresh];
      const totalHits = list?.totalHits ?? 0;
      store.set({
        ...others,
        status: 'ready',
        groups,
        totalHits,
        facets: list?.facets ?? [],
        sorts: list?.sort.options ?? [],
        hasMore: fresh.length > 0 && groups.length < totalHits,
      });
    } catch (error) {
      store.set({ status: 'failed', error });
    }
  }

  const select = (facet: string, value: Selection[string] | undefined) => {
    const { [facet]: _, ...others } = store.state.selection;
    store.set({ selection: value === undefined ? others : { ...others, [facet]: value } });
    return load();
  };

  return {
    get state() {
      return store.state;
    },
    subscribe: listener => store.subscribe(listener),
    load: () => load(),
    search(q) {
      store.set({ q, ...(q !== store.state.q && { corrected: undefined }) });
      return load(debounceMs);
    },
    toggle(facet, value) {
      const before = store.state.selection[facet];
      const values = Array.isArray(before) ? (before as string[]) : [];
      const after = values.includes(value) ? values.filter(one => one !== value) : [...values, value];
      return select(facet, after.length === 0 ? undefined : after);
    },
    range: (facet, bounds) => {
      const isOpen = bounds.min === undefined && bounds.max === undefined;
      return select(facet, isOpen ? undefined : bounds);
    },
    tick: (facet, on) => select(facet, on || undefined),
    clear(facet) {
      if (facet !== undefined) return select(facet, undefined);
      store.set({ selection: {} });
      return load();
    },
    sort(order) {
      store.set({ sort: order });
      return load();
    },
    async more() {
      const { hasMore, status, groups } = store.state;
      if (!hasMore || status !== 'ready') return;
      store.set({ status: 'loading' });
      await settle(groups.length, 0);
    },
    close: () => latest.end(),
  };
}
