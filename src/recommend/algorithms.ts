/**
 * Per algorithm: how its lists treat stock, free places at the end, and products that earlier lists of the response
 * show.
 */
interface ListRules {
  /** Products without stock: left out, behind the others, or like any other. */
  outOfStock: 'no' | 'behind' | 'yes';
  /** Whether free places at the end are filled with the shop's top products. */
  fillUp: boolean;
  /** Whether groups that earlier lists show move to the end, and groups of this list to the end of later ones. */
  demotesShown: boolean;
  /** Whether the visitor has put its products there, so that none is left out for being like another. */
  isChosen: boolean;
}

export const ALGORITHMS = {
  TOP_PRODUCTS: { outOfStock: 'behind', fillUp: false, demotesShown: true, isChosen: false },
  PERSONAL: { outOfStock: 'no', fillUp: true, demotesShown: true, isChosen: false },
  CART: { outOfStock: 'no', fillUp: true, demotesShown: true, isChosen: false },
  UPSELL: { outOfStock: 'no', fillUp: true, demotesShown: true, isChosen: false },
  ALTERNATIVES: { outOfStock: 'no', fillUp: false, demotesShown: true, isChosen: false },
  STYLE_WITH: { outOfStock: 'no', fillUp: false, demotesShown: false, isChosen: false },
  MORE_FROM_SERIES: { outOfStock: 'behind', fillUp: false, demotesShown: true, isChosen: false },
  NEWEST_PRODUCTS: { outOfStock: 'behind', fillUp: true, demotesShown: false, isChosen: false },
  FAVORITES: { outOfStock: 'no', fillUp: true, demotesShown: true, isChosen: true },
  RECENTLY_VIEWED: { outOfStock: 'yes', fillUp: false, demotesShown: false, isChosen: false },
  ADD_TO_CART_RECS: { outOfStock: 'no', fillUp: false, demotesShown: true, isChosen: false },
} as const satisfies Record<string, ListRules>;

export type Algorithm = keyof typeof ALGORITHMS;

/** Most groups of the list, whatever its limit. */
export const MAX_RECENTLY_VIEWED = 20;
