/**
 * Bounds of the learner's memory, independent of traffic: at a bound, the entries of least weight are released. At all
 * bounds at once the state takes about 450 MB; a shop with 100,000 products takes some 60.
 */
export interface Limits {
  /** Products of all markets together: 32 bytes, key and look-up. */
  products: number;
  contents: number;
  /** Different search texts of all markets and locales together: 120 bytes, text and look-up. */
  phrases: number;
  /** Pairs of a market and a locale. Activities in further pairs are ignored. */
  scopes: number;
  /** Open sessions: up to 2 KB each. */
  sessions: number;
  /** Customers with stored recent products, across sessions: 56 bytes each. */
  customers: number;
  /** Relation cells of 9 bytes: products seen in one session, products viewed by one customer in several sessions, … */
  seen: number;
  liked: number;
  /** … products of one basket, products chosen for a phrase, … */
  bought: number;
  chosen: number;
  /** … phrases that follow a phrase, corrections of a phrase. */
  next: number;
  meant: number;
}

export const DEFAULT_LIMITS: Readonly<Limits> = {
  products: 300_000,
  contents: 20_000,
  phrases: 100_000,
  scopes: 1_000,
  sessions: 40_000,
  customers: 200_000,
  seen: 6_000_000,
  liked: 3_000_000,
  bought: 3_000_000,
  chosen: 1_500_000,
  next: 800_000,
  meant: 400_000,
};

/** Most partners of one product or phrase in each relation; powers of two. */
export const LONGEST = { seen: 128, liked: 128, bought: 64, chosen: 32, next: 16, meant: 4 } as const;
