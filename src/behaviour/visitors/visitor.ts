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
  /** Product keys, as in favourites and purchases. */
  views: Remembered[];
  favorites: Remembered[];
  /** Variant keys put into the cart since the last payment; of products where no variant was named. */
  cart: Remembered[];
  bought: Remembered[];
  /** Variant keys of the last purchases, by which sizes are known. */
  boughtVariants: Remembered[];
}

/** Source of stored visitors for queries. */
export interface VisitorSource {
  /** The stored visitor; undefined if there is none or all its data has expired. */
  get(market: string, customerKey: string): Visitor | undefined;
}

export const MAX_SEARCHES = 10;
/** Longest recent search, in characters; longer texts are not stored as recent searches. */
export const MAX_SEARCH_LENGTH = 1000;
export const MAX_VIEWS = 20;
export const MAX_FAVORITES = 200;
export const MAX_CART = 50;
export const MAX_BOUGHT = 50;
export const MAX_BOUGHT_VARIANTS = 12;
