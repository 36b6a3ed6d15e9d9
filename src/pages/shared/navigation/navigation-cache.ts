/**
 * The navigation of a view in one thread: its trees, and the number of hits of each node's page. A count is computed
 * when a node is first shown, and kept as long as the snapshot unless the rules of the page depend on time.
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

/**
 * Most trees of a view (one for each locale, with and without previews), and most sets of counts (one for each tree and
 * offer context).
 */
const KEPT_TREES = 8;
const KEPT_COUNTS = 32;
const MINUTE_MS = 60_000;
const UNKNOWN = -1;

/** The parameters that the tree and the pages of its nodes depend on. */
export type NavigationPlace = Pick<ProductContext, 'locale' | 'viewId'>;

/** Hits of a node's page. */
export type NodeCount = (node: number) => number;

interface Counts {
  byNode: Int32Array;
  /** Whether the rules of a counted page depend on time: the counts are valid for one minute then. */
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

  /** Number of products of the page of each node. */
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
      // Counts that were cut short by the deadline are not kept.
      if (!query.deadline.cut) counts.byNode[node] = hits;
      return hits;
    };
  }

  /** Number of hits that are on the page of each node; at the root, all hits. */
  hitCounts(hits: HitSet, place: NavigationPlace, query: QueryContext): NodeCount {
    const { structure } = this.view;
    const found = foundProducts(hits, structure);
    return node => {
      if (query.deadline.passed) return 0;
      const { products } = this.held(node, place, query);
      if (!products) return 0;
      const { filter, within } = products;
      // Variant conditions of the request and of the page must hold for one variant.
      const joint =
        hits.variants && filter.variants
          ? passingProducts(both({ variants: hits.variants }, filter), structure)
          : within;
      return countHits(found, joint, structure);
    };
  }

  /** The selection that a node makes in a search; undefined: all products. */
  selection(node: number, place: NavigationPlace, query: QueryContext): Filter | undefined {
    if (node === ROOT) return undefined;
    return this.held(node, place, query).products?.filter ?? { products: this.nothing };
  }

  private get nothing() {
    return fullBitmap(this.view.structure.productCount).fill(0);
  }

  /** The products of a node: all for the root, none for a node without page. */
  private held(node: number, place: NavigationPlace, query: QueryContext): { products?: Selection; dated: boolean } {
    if (node === ROOT) return { products: { filter: {}, within: undefined }, dated: false };
    const id = this.tree(place).at(node).page;
    const page = id === undefined ? undefined : this.pages.directory(place.viewId).byId(id);
    if (!page) return { dated: false };
    const configuration = this.pages.configuration(page, place);
    return { products: this.pages.products(configuration, query), dated: configuration.dated };
  }
}

/** The value of a key, computed where there is none; beyond `most` entries the oldest is removed. */
function kept<T>(values: Map<string, T>, key: string, most: number, make: () => T): T {
  let value = values.get(key);
  if (value === undefined) {
    if (values.size >= most) values.delete(values.keys().next().value!);
    values.set(key, (value = make()));
  }
  return value;
}
