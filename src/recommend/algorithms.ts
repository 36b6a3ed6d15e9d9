/** How the lists of each algorithm treat stock, room that is left, and what other lists of the response show. */
interface Manners {
  /** Products without stock: left out, behind the others, or like any. */
  outOfStock: 'no' | 'behind' | 'yes';
  /** Room that is left goes to the shop's top products. */
  fillUp: boolean;
  /** What earlier lists show moves to the end, and what this one shows does so in later ones. */
  moves: boolean;
}

export const ALGORITHMS = {
  TOP_PRODUCTS: { outOfStock: 'behind', fillUp: false, moves: true },
  PERSONAL: { outOfStock: 'no', fillUp: true, moves: true },
  CART: { outOfStock: 'no', fillUp: true, moves: true },
  UPSELL: { outOfStock: 'no', fillUp: true, moves: true },
  ALTERNATIVES: { outOfStock: 'no', fillUp: false, moves: true },
  STYLE_WITH: { outOfStock: 'no', fillUp: false, moves: false },
  MORE_FROM_SERIES: { outOfStock: 'behind', fillUp: false, moves: true },
  NEWEST_PRODUCTS: { outOfStock: 'behind', fillUp: true, moves: false },
  FAVORITES: { outOfStock: 'no', fillUp: true, moves: true },
  RECENTLY_VIEWED: { outOfStock: 'yes', fillUp: false, moves: false },
  ADD_TO_CART_RECS: { outOfStock: 'no', fillUp: false, moves: true },
} as const satisfies Record<string, Manners>;

export type Algorithm = keyof typeof ALGORITHMS;

/** Groups at most, whatever the limit. */
export const MAX_RECENTLY_VIEWED = 20;
