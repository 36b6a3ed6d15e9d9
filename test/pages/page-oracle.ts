/**
 * The list of a stored page worked out the slow way: what its rules, pins and blocks leave of the view, in order, with
 * what is pinned and sliced before the rest.
 */
import type { ResolvedVariant } from '../../src/catalog/resolve.js';
import type { RuleExpression } from '../../src/catalog/rules/rule-expression.js';
import type { PageSlice } from '../../src/catalog/site/page-primary-list.js';
import type { FacetSelection, SortOrder } from '../../src/pages/shared/requests.js';
import type { Item, OfferSelection, Oracle } from './oracle.js';
import { priorOf } from './prior-oracle.js';
import { sorted } from './sort-oracle.js';

export interface RandomPage {
  rules: RuleExpression;
  above: { rules: RuleExpression; restricts: boolean; slices: PageSlice[] | undefined };
  pinned: string[];
  blocked: string[];
  slices: PageSlice[];
  byPrice: boolean;
}

export interface PageQuestion {
  facets: FacetSelection[];
  offers: OfferSelection;
  sort: SortOrder | undefined;
}

export interface ExpectedList {
  keys: string[];
  ranges: { from: number; id: string; to: number }[];
}

export class PageOracle {
  private readonly slices: PageSlice[];
  private readonly ownSlices: boolean;

  constructor(
    private readonly oracle: Oracle,
    private readonly page: RandomPage,
    private readonly sets: ReadonlyMap<string, RuleExpression>,
  ) {
    this.ownSlices = page.slices.length > 0;
    this.slices = (this.ownSlices ? page.slices : (page.above.slices ?? [])).filter(slice => !slice.sponsored);
  }

  expected({ facets, offers, sort }: PageQuestion): ExpectedList {
    const usual: SortOrder = this.page.byPrice ? 'PRICE_ASCENDING' : 'RELEVANCE';
    const arranged = sort === undefined || sort === usual;
    const pins = arranged ? [...this.page.pinned, ...this.slices.flatMap(slice => this.pinsOf(slice))] : [];
    const hits = this.oracle.items.filter(item => this.passing(item, facets, offers).length > 0);
    const shown = this.oncePerGroup(hits, pins, offers);
    const order = this.inOrder(shown, sort ?? usual, offers);
    return arranged ? this.arrange(order, offers) : { keys: order.map(({ product }) => product.key), ranges: [] };
  }

  private pinsOf({ pinnedProducts = [], limit = -1 }: PageSlice): string[] {
    const known = pinnedProducts.filter(key => this.oracle.items.some(({ product }) => product.key === key));
    return limit < 0 ? known : known.slice(0, limit);
  }

  /** The variants of a product that meet all that is asked of variants together; empty: it is no hit. */
  passing(item: Item, facets: readonly FacetSelection[], offers: OfferSelection): ResolvedVariant[] {
    const { rules, above, pinned, blocked } = this.page;
    const { key } = item.product;
    if (blocked.includes(key)) return [];
    const further = this.ownSlices ? this.slices.flatMap(slice => this.pinsOf(slice)) : [];
    const chosen = facets.flatMap(facet => this.oracle.restriction(facet) ?? []);
    return item.product.variants.filter(variant => {
      const meets = (expression: RuleExpression) => this.oracle.meets(expression, item, variant, offers);
      const allowed = !above.restricts || meets(above.rules);
      const added = pinned.includes(key) || further.includes(key);
      return (meets(rules) || added) && allowed && chosen.every(one => this.oracle.holds(one, item, variant, offers));
    });
  }

  /** Of groups that appear once the product pinned first, else the best. */
  private oncePerGroup(hits: readonly Item[], pins: readonly string[], offers: OfferSelection): Item[] {
    const place = ({ product }: Item) => (pins.includes(product.key) ? pins.indexOf(product.key) : pins.length);
    const ranked = this.inOrder(hits, 'RELEVANCE', offers).sort((a, b) => place(a) - place(b));
    return ranked.filter((item, i) => !item.once || ranked.findIndex(({ group }) => group === item.group) === i);
  }

  private inOrder(items: readonly Item[], sort: SortOrder, offers: OfferSelection): Item[] {
    if (sort !== 'RELEVANCE') return sorted(items, sort, this.oracle, offers);
    const points = new Map(items.map(item => [item, priorOf(item, this.oracle, offers)]));
    return [...items].sort((a, b) => points.get(b)! - points.get(a)! || (a.product.key < b.product.key ? -1 : 1));
  }

  private arrange(order: readonly Item[], offers: OfferSelection): ExpectedList {
    const left = new Map(order.map(item => [item.product.key, item]));
    const keys: string[] = [];
    const ranges: ExpectedList['ranges'] = [];
    const take = (key: string) => {
      if (left.delete(key)) keys.push(key);
    };
    this.page.pinned.forEach(take);
    const all = this.ownSlices ? this.page.slices : (this.page.above.slices ?? []);
    for (const slice of this.slices) {
      const from = keys.length;
      const most = slice.limit === undefined || slice.limit < 0 ? Infinity : slice.limit;
      this.pinsOf(slice).forEach(take);
      for (const item of [...left.values()]) {
        if (keys.length - from < most && this.isInSet(item, slice.productSetId, offers)) take(item.product.key);
      }
      const id = slice.productSetId ?? String(all.indexOf(slice));
      if (keys.length > from) ranges.push({ from, id, to: keys.length });
    }
    [...left.keys()].forEach(take);
    return { keys, ranges };
  }

  private isInSet(item: Item, id: string | undefined, offers: OfferSelection): boolean {
    const rules = this.sets.get(id ?? '');
    return rules !== undefined && this.oracle.passing(item, rules, [], offers).length > 0;
  }
}
