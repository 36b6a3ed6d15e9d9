/**
 * The stored data of one visitor in one market, as queries see it. Lists are newest first, without duplicates.
 */

/** `at`: minutes since 1970. */
export interface Remembered {
  key: string;
  at: number;
}

export interface Visitor {
  /** Search texts as typed. */
  searches: Remembered[];
  /** Product keys, as those of favourites and purchases. */
  views: Remembered[];
  favorites: Remembered[];
  /** Variant keys put into the cart since the last payment; of products where no variant was named. */
  cart: Remembered[];
  bought: Remembered[];
}

/** Where queries find visitors. */
export interface VisitorSource {
  /** Undefined: nothing is remembered, or no longer. */
  get(market: string, customerKey: string): Visitor | undefined;
}

export const MAX_SEARCHES = 10;
/** In characters; longer texts are not listed as recent searches. */
export const MAX_SEARCH_LENGTH = 1000;
export const MAX_VIEWS = 20;
export const MAX_FAVORITES = 200;
export const MAX_CART = 50;
export const MAX_BOUGHT = 50;
