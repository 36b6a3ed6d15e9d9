/** The sort orders of a listing, and two further names for them in page imports. */

const MEASURES = ['LENGTH', 'WIDTH', 'HEIGHT', 'DEPTH', 'VOLUME', 'WEIGHT'] as const;

/** The names in requests of storefronts, which page imports take too. */
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

/** Names that only page imports take, and the sort orders they stand for. */
export const SORT_ORDER_ALIASES = {
  PRICE_INCREASING: 'PRICE_ASCENDING',
  PRICE_DECREASING: 'PRICE_DESCENDING',
} as const;

export type ListingSortOrder = (typeof LISTING_SORT_ORDERS)[number];
export type SortOrderAlias = keyof typeof SORT_ORDER_ALIASES;

/** Resolves an alias; other names stay. */
export function storefrontSortOrder(name: ListingSortOrder | SortOrderAlias): ListingSortOrder {
  return Object.hasOwn(SORT_ORDER_ALIASES, name)
    ? SORT_ORDER_ALIASES[name as SortOrderAlias]
    : (name as ListingSortOrder);
}
