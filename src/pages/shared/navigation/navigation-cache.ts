/**
 * What a thread keeps about the navigation of a view: the trees, and how many hits each node's page has. A count is
 * made when a node is first shown, and stays as long as the snapshot does unless what the page holds depends on the day.
 */
import type { Site } from '../../../index/site.js';
import { fullBitmap } from '../../../kernel/bitmap.js';
import { countHits, foundProducts } from '../../../query/facets/hit-count.js';
import type { HitSet } from '../../../query/facets/listing.js';
import { both, type Filter, passingProducts } from '../../../query/filters/filter.js';
import type { OfferContext } from '../../../query/filters/offer-context.js';
import type { View } from '../../../snapshot/index.js';
import type { PageConfigurations } from '../configurations/page-configurations.js';
import type { PageProducts } from '../filters/rule-products-cache.js';
import type { ProductContext } from '../requests.js';
import { Navigation, ROOT } from './navigation.js';

/** Trees of a view, which differ by locale and by preview; and for how many of them, under which offers, counts are. */
const KEPT_TREES = 8;
const KEPT_COUNTS = 32;
const MINUTE_MS = 60_000;
const UNKNOWN = -1;

/** What decides on what nodes lead to and hold. */
export type NavigationContext = Pick<ProductContext, 'locale' | 'viewId'>;

/** Hits of a node's page. */
export type NodeCount = (node: number) => number;

interface Counts {
  byNode: Int32Array;
  /** Whether a page counted here depends on the day, and so holds for this minute alone. */
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

  tree({ locale, viewId }: NavigationContext): Navigation {
    const { market, analyzer } = this.view;
    const make = () => new Navigation(this.site, this.pages.directory(viewId), market, locale, analyzer.language);
    return kept(this.trees, `${viewId}|${locale}`, KEPT_TREES, make);
  }

  /** Counts of what pages hold. */
  pageCounts(context: NavigationContext, offers: OfferContext, nowMs: number): NodeCount {
    const tree = this.tree(context);
    const minute = Math.floor(nowMs / MINUTE_MS);
    const counts = kept(this.kept, `${context.viewId}|${context.locale}|${offers.key}`, KEPT_COUNTS, () => {
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
      const { products, dated } = this.held(tree, node, context, offers, nowMs);
      counts.dated ||= dated;
      const { structure } = this.view;
      const among = products && (products.within ?? fullBitmap(structure.productCount));
      return (counts.byNode[node] = among ? countHits(among, undefined, structure) : 0);
    };
  }

  /** Counts of the hits that are on each page; of those on the root: all. */
  hitCounts(hits: HitSet, context: NavigationContext, offers: OfferContext, nowMs: number): NodeCount {
    const tree = this.tree(context);
    const { structure } = this.view;
    const found = foundProducts(hits, structure);
    return node => {
      const { products } = this.held(tree, node, context, offers, nowMs);
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
  selection(node: number, context: NavigationContext, offers: OfferContext, nowMs: number): Filter | undefined {
    if (node === ROOT) return undefined;
    return this.held(this.tree(context), node, context, offers, nowMs).products?.filter ?? { products: this.nothing };
  }

  private get nothing() {
    return fullBitmap(this.view.structure.productCount).fill(0);
  }

  /** The products of a node: all for the root, none where it leads to no page. */
  private held(
    tree: Navigation,
    node: number,
    context: NavigationContext,
    offers: OfferContext,
    nowMs: number,
  ): { products?: PageProducts; dated: boolean } {
    if (node === ROOT) return { products: { filter: {}, within: undefined }, dated: false };
    const id = tree.at(node).page;
    const page = id === undefined ? undefined : this.pages.directory(context.viewId).byId(id);
    if (!page) return { dated: false };
    const configuration = this.pages.configuration(page, context);
    return { products: this.pages.products(configuration, offers, nowMs), dated: configuration.dated };
  }
}

/** The value of a key, made where there is none; of more than `most` the oldest goes. */
function kept<T>(values: Map<string, T>, key: string, most: number, make: () => T): T {
  let value = values.get(key);
  if (value === undefined) {
    if (values.size >= most) values.delete(values.keys().next().value!);
    values.set(key, (value = make()));
  }
  return value;
}
