/** The orders a listing can be sorted in, and the names that page imports may call two of them by. */

const MEASURES = ['LENGTH', 'WIDTH', 'HEIGHT', 'DEPTH', 'VOLUME', 'WEIGHT'] as const;

/** As storefronts name them; a page import takes these too. */
export const LISTING_SORT_ORDERS = [
  'RELEVANCE',
  'NEWEST_FIRST',
  'PRICE_ASCENDING',
  'PRICE_DESCENDING',
  'DISCOUNT',
  'RATING',
  'NAME',
  ...MEASURES.flatMap(measure => [`${measure}_INCREASING`, `${measure}_DECREASING`] as const),
  'TITLE',
] as const;

/** Further names that page imports take, and what they stand for. */
export const SORT_ORDER_ALIASES = {
  PRICE_INCREASING: 'PRICE_ASCENDING',
  PRICE_DECREASING: 'PRICE_DESCENDING',
} as const;

export type ListingSortOrder = (typeof LISTING_SORT_ORDERS)[number];
export type SortOrderAlias = keyof typeof SORT_ORDER_ALIASES;

/** The storefront's name of an order that a page states. */
export function storefrontSortOrder(name: ListingSortOrder | SortOrderAlias): ListingSortOrder {
  return Object.hasOwn(SORT_ORDER_ALIASES, name)
    ? SORT_ORDER_ALIASES[name as SortOrderAlias]
    : (name as ListingSortOrder);
}
