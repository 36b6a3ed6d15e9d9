/**
 * Lists of product groups as a response has them, put together from what was found: groups that appear once brought
 * down to their best product, in order, cut to a page, as cards; and beside them facets, orders and totals.
 */

import type { ResolvedVariant } from '../../src/catalog/resolve.js';
import type { FacetSelection, ProductContext, SortOrder } from '../../src/pages/shared/requests.js';
import { SORT_ORDERS } from '../../src/pages/shared/requests.js';
import { facetLabel, sortLabel } from '../../src/pages/shared/wording.js';
import { CardOracle, type CardSettings } from '../pages/card-oracle.js';
import { ALL_IDS, type Counted, FacetOracle } from '../pages/facet-oracle.js';
import { type Item, type OfferSelection, type Oracle, offerOf } from '../pages/oracle.js';
import { sorted } from '../pages/sort-oracle.js';
import type { Match } from './match-oracle.js';
import { Links, type TicketOf } from './normal-form.js';
import { type TemplateJson, templated } from './template-oracle.js';

/** Products at the beginning of a list that the visitor's order is made of. */
const PERSONAL_WINDOW = 60;

export interface ListingSettings extends CardSettings {
  maxFacets: number;
  maxFacetValues: number;
}

/** The variants of a product that meet all that was asked of it but the text, under some selections. */
export type Passing = (item: Item, facets: readonly FacetSelection[]) => ResolvedVariant[];

export interface Listed {
  /** What the text found; facets narrow it. */
  match: Match;
  passing: Passing;
  request: ProductContext & { facets: readonly FacetSelection[]; skip: number; limit: number };
  sort: SortOrder;
  ticket: TicketOf;
  /** Products that stand behind the others in every order. */
  behind?: ReadonlySet<Item>;
  /** What the visitor is likely to want, in points; absent: the order is the same for all. */
  personal?: (item: Item) => number;
}

export class ListingOracle {
  private readonly language: string;

  constructor(
    readonly oracle: Oracle,
    private readonly settings: ListingSettings,
    private readonly templates: Readonly<Record<string, TemplateJson>> = {},
  ) {
    this.language = oracle.locale.slice(0, 2);
  }

  /** The products that stand for the hits, in no order. */
  shown({ match, passing, request }: Listed): Item[] {
    const hits = [...match.keys()].filter(item => passing(item, request.facets).length > 0);
    return this.oncePerGroup(hits, match);
  }

  oncePerGroup(hits: readonly Item[], match: Match): Item[] {
    const best = byPoints(hits, match);
    return best.filter((item, i) => !item.once || best.findIndex(({ group }) => group === item.group) === i);
  }

  ordered(listed: Listed): Item[] {
    const shown = this.shown(listed);
    const { match, sort, request, behind, personal } = listed;
    if (sort === 'RELEVANCE') {
      const alike = byPoints(shown, match);
      return personal ? inPersonalOrder(alike, match, personal, behind) : alike;
    }
    const tiers = [shown.filter(item => !behind?.has(item)), shown.filter(item => behind?.has(item))];
    return tiers.flatMap(tier => sorted(tier, sort, this.oracle, request));
  }

  /** The member `primaryList` of a response. */
  primaryList(listed: Listed, withoutGroups = false): Record<string, unknown> {
    const { request, sort } = listed;
    const { skip, limit } = request;
    const order = this.ordered(listed);
    return {
      facets: this.facets(listed),
      productGroups: withoutGroups ? [] : this.groups(order.slice(skip, skip + limit), skip, listed),
      sliceRanges: [],
      sort: { options: this.sortOptions(), selected: sort },
      totalHits: order.length,
    };
  }

  sortOptions(orders: readonly SortOrder[] = SORT_ORDERS): { id: string; label: string }[] {
    const has = (attribute: string) =>
      this.oracle.items.some(({ product }) =>
        product.variants.some(variant => {
          if (attribute === 'name') return product.data.name !== undefined;
          return this.oracle.number(attribute, product, variant, { list: 0, sell: 0, stock: 0 }) !== undefined;
        }),
      );
    const needs = (order: SortOrder) =>
      order === 'RATING'
        ? 'rating'
        : order === 'NAME'
          ? 'name'
          : order.split(/_(?=IN|DE)/)[1] && order.split('_')[0]!.toLowerCase();
    const isOffered = (order: SortOrder) => {
      const attribute = needs(order);
      return !attribute || attribute === 'price' || has(attribute);
    };
    return orders.filter(isOffered).map(id => ({ id, label: sortLabel(id, this.language) }));
  }

  facets({ match, passing, request }: Pick<Listed, 'match' | 'passing' | 'request'>): Record<string, unknown>[] {
    const selections = request.facets;
    const counted = new Map<string, Counted[]>();
    const countedWithout = (id: string): Counted[] => {
      const key = selections.some(facet => facet.id === id) ? id : '';
      let found = counted.get(key);
      if (!found) {
        const others = selections.filter(facet => facet.id !== id);
        const all = [...match.keys()].map(item => ({ item, variants: passing(item, others) }));
        counted.set(key, (found = all.filter(({ variants }) => variants.length > 0)));
      }
      return found;
    };
    const listed: Record<string, unknown>[] = [];
    for (const id of ALL_IDS) {
      const own = selections.find(facet => facet.id === id);
      if (listed.length >= this.settings.maxFacets && !own) continue;
      const oracle = new FacetOracle(this.oracle, id, own, request, countedWithout(id), this.settings.maxFacetValues);
      const facet = oracle.expected();
      if (facet) listed.push({ id, label: facetLabel(id, this.language), facetType: facet.type, ...facet });
    }
    return listed;
  }

  /** Product groups on a page of a list, the first of them at position `first`. */
  groups(
    items: readonly Item[],
    first: number,
    { passing, request, ticket }: Omit<Listed, 'match' | 'sort'>,
  ): unknown[] {
    const template = request.templateId === undefined ? undefined : this.templates[request.templateId];
    const sizes = request.facets.filter(facet => facet.id === 'size' && this.oracle.restriction(facet));
    return items.map((main, i) => {
      const position = first + i;
      const others = this.oracle.items.filter(({ group, product }) => group === main.group && product !== main.product);
      const products = [main, ...others].map((item, k) => {
        const own = item.product.data.url!;
        const ofSize = (facets: readonly FacetSelection[]) => passing(item, facets).map(({ data }) => data.url ?? own);
        const [chosen] = k === 0 ? ofSize(request.facets) : [];
        // Which variant a product links to that does not meet it all is not said.
        const link = sizes.length === 0 ? own : (chosen ?? new Links([own, ...ofSize(sizes)]));
        return this.card(item, link, k === 0, template, request, kindAndKey => ticket(position, kindAndKey));
      });
      return { key: main.group, products, remaining: 0 };
    });
  }

  private card(
    item: Item,
    link: string | Links,
    first: boolean,
    template: TemplateJson | undefined,
    request: ProductContext,
    ticket: (of: { kind: 'p' | 'v'; key: string }) => unknown,
  ): Record<string, unknown> {
    const shape = template && templated(template, first);
    const question = {
      offers: request as OfferSelection,
      presentCustom: [...request.presentCustom, ...(shape?.custom ?? [])],
      presentPrices: request.presentPrices,
    };
    const plain = new CardOracle(this.oracle, question, this.settings).card(item, '');
    const withTickets = {
      ...plain,
      link,
      ticket: ticket({ kind: 'p', key: item.product.key }),
      variants: (plain['variants'] as { key: string }[]).map(variant => ({
        ...variant,
        ticket: ticket({ kind: 'v', key: variant.key }),
      })),
    };
    return shape ? shape.cut(withTickets) : withTickets;
  }
}

/** The first products, those that stand behind the others apart, by points with what is the visitor's. */
function inPersonalOrder(
  alike: readonly Item[],
  match: Match,
  personal: (item: Item) => number,
  behind?: ReadonlySet<Item>,
): Item[] {
  const first = alike.slice(0, PERSONAL_WINDOW);
  const points: Match = new Map(first.map(item => [item, Math.fround(match.get(item)! + personal(item))]));
  const tiers = [first.filter(item => !behind?.has(item)), first.filter(item => behind?.has(item))];
  return [...tiers.flatMap(tier => byPoints(tier, points)), ...alike.slice(PERSONAL_WINDOW)];
}

/** Best first, ties by product key. */
function byPoints(items: readonly Item[], match: Match): Item[] {
  return [...items].sort((a, b) => match.get(b)! - match.get(a)! || (a.product.key < b.product.key ? -1 : 1));
}

/** Of a product under a request. */
export function isInStock({ product }: Item, offers: OfferSelection): boolean {
  return product.variants.some(variant => offerOf(variant, offers).stock > 0);
}
