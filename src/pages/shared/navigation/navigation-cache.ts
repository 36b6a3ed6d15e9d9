/**
 * What a thread keeps of the navigation of a view: the trees, and how many hits each node's page has. A count is made
 * when a node is first shown, and holds as long as the snapshot does unless the rules of the page depend on the time.
 */
import type { Site } from '../../../index/site.js';
import { fullBitmap } from '../../../kernel/bitmap.js';
import type { HitSet } from '../../../query/facets/faceted-hits.js';
import { countHits, foundProducts } from '../../../query/facets/hit-count.js';
import { both, type Filter, passingProducts } from '../../../query/filters/filter.js';
import type { QueryContext } from '../../../query/query-context.js';
import type { View } from '../../../snapshot/index.js';
import type { PageConfigurations } from '../configurations/page-configurations.js';
import type { Selection } from '../filters/selection.js';
import type { ProductContext } from '../requests.js';
import { Navigation, ROOT } from './navigation.js';

/** Trees of a view, one for each locale and with and without previews; and counts, one set for each tree and kind of offers. */
const KEPT_TREES = 8;
const KEPT_COUNTS = 32;
const MINUTE_MS = 60_000;
const UNKNOWN = -1;

/** Decides which tree there is, and what its nodes lead to. */
export type NavigationPlace = Pick<ProductContext, 'locale' | 'viewId'>;

/** Hits of a node's page. */
export type NodeCount = (node: number) => number;

interface Counts {
  byNode: Int32Array;
  /** Whether the rules of a page counted here depend on the time: counts hold for this minute alone then. */
  dated: boolean;
  minute: number;
}

export class NavigationCache {
  private readonly trees = new Map<string, Navigation>();
  private readonly kept = new Map<string, Counts>();

  constructor(
    private readonly site: Site,
    private readonly view: View,
    private readonly pages: PageConfigurations,
  ) {}

  tree({ locale, viewId }: NavigationPlace): Navigation {
    const { market, analyzer } = this.view;
    const make = () => new Navigation(this.site, this.pages.directory(viewId), market, locale, analyzer.language);
    return kept(this.trees, `${viewId}|${locale}`, KEPT_TREES, make);
  }

  /** Counts of what pages hold. */
  pageCounts(place: NavigationPlace, query: QueryContext): NodeCount {
    const tree = this.tree(place);
    const minute = Math.floor(query.nowMs / MINUTE_MS);
    const counts = kept(this.kept, `${place.viewId}|${place.locale}|${query.offers.key}`, KEPT_COUNTS, () => {
      return { byNode: new Int32Array(tree.size).fill(UNKNOWN), dated: false, minute };
    });
    if (counts.dated && counts.minute !== minute) {
      counts.byNode.fill(UNKNOWN);
      counts.dated = false;
    }
    counts.minute = minute;
    return node => {
      const known = counts.byNode[node];
      if (known !== UNKNOWN) return known;
      if (query.deadline.passed) return 0;
      const { products, dated } = this.held(node, place, query);
      counts.dated ||= dated;
      const { structure } = this.view;
      const among = products && (products.within ?? fullBitmap(structure.productCount));
      const hits = among ? countHits(among, undefined, structure) : 0;
      // What a deadline has cut short is not kept.
      if (!query.deadline.cut) counts.byNode[node] = hits;
      return hits;
    };
  }

  /** Counts of the hits that are on each page; of those on the root: all. */
  hitCounts(hits: HitSet, place: NavigationPlace, query: QueryContext): NodeCount {
    const { structure } = this.view;
    const found = foundProducts(hits, structure);
    return node => {
      if (query.deadline.passed) return 0;
      const { products } = this.held(node, place, query);
      if (!products) return 0;
      const { filter, within } = products;
      // What was asked of variants and what the page asks of them has to hold of the same one.
      const joint =
        hits.variants && filter.variants
          ? passingProducts(both({ variants: hits.variants }, filter), structure)
          : within;
      return countHits(found, joint, structure);
    };
  }

  /** What selecting a node leaves of a search; undefined: everything. */
  selection(node: number, place: NavigationPlace, query: QueryContext): Filter | undefined {
    if (node === ROOT) return undefined;
    return this.held(node, place, query).products?.filter ?? { products: this.nothing };
  }

  private get nothing() {
    return fullBitmap(this.view.structure.productCount).fill(0);
  }

  /** The products of a node: all for the root, none where it leads to no page. */
  private held(node: number, place: NavigationPlace, query: QueryContext): { products?: Selection; dated: boolean } {
    if (node === ROOT) return { products: { filter: {}, within: undefined }, dated: false };
    const id = this.tree(place).at(node).page;
    const page = id === undefined ? undefined : this.pages.directory(place.viewId).byId(id);
    if (!page) return { dated: false };
    const configuration = this.pages.configuration(page, place);
    return { products: this.pages.products(configuration, query), dated: configuration.dated };
  }
}

/** The value of a key, made where there is none; beyond `most` the oldest is removed. */
function kept<T>(values: Map<string, T>, key: string, most: number, make: () => T): T {
  let value = values.get(key);
  if (value === undefined) {
    if (values.size >= most) values.delete(values.keys().next().value!);
    values.set(key, (value = make()));
  }
  return value;
}
