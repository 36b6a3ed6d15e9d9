/** What lists of products are worth by their gains: nDCG@10, the first product, recall. */

/** What a list is judged by. */
export interface Judged {
  /** The largest gains that the catalog has, in order, as many as nDCG looks at. */
  best: readonly number[];
  /** The least gain of a product that is fully right. */
  exact: number;
  /** How many products of the catalog might do; undefined where recall is not measured. */
  relevant?: number;
}

/** What a list of products is worth. */
export interface ListWorth {
  /** nDCG@10. */
  ndcg: number;
  /** Whether the first is fully right. */
  first: boolean;
  /** Of the first fifty, the share of what might do that is among them; undefined where it is not measured. */
  recall?: number;
}

export const NDCG_AT = 10;
export const RECALL_AT = 50;
/** The least gain of a product that might do. */
export const RELEVANT = 0.1;

/** @param gains of the products of a list, in order */
export function worthOfGains({ best, exact, relevant }: Judged, gains: readonly number[]): ListWorth {
  const worth: ListWorth = { ndcg: discounted(gains) / discounted(best), first: (gains[0] ?? 0) >= exact };
  if (relevant !== undefined) {
    const found = gains.slice(0, RECALL_AT).filter(gain => gain >= RELEVANT).length;
    worth.recall = relevant === 0 ? 1 : found / relevant;
  }
  return worth;
}

/** What a place counts, from 0: the gain of a product is divided by the logarithm of its place. */
export function discount(place: number): number {
  return 1 / Math.log2(place + 2);
}

/** Discounted cumulative gain of the first ten. */
export function discounted(gains: readonly number[]): number {
  return gains.slice(0, NDCG_AT).reduce((sum, gain, place) => sum + gain * discount(place), 0);
}
