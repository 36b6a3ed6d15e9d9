/** Orders the beginning of a list by other scores, where products that lack words stay behind all others. */
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import type { TopK } from '../../kernel/top-k.js';

/** The beginning of a list by relevance. */
export interface Beginning {
  /** In the order of their scores. */
  readonly products: Uint32Array;
  /** By place. */
  readonly scores: Float32Array;
  /** Products that stand behind all others. */
  readonly behind: Bitmap | undefined;
  /** As those of the order by score. */
  readonly ties: Uint32Array;
}

/**
 * Orders products again, in place, and gives `scores` those of the new order.
 * @param best for as many as there are products
 * @param scoreAt the new score of the product at a place
 */
export function orderInTiers(best: TopK, beginning: Beginning, scoreAt: (place: number) => number): void {
  const { products, scores, behind, ties } = beginning;
  const isBehind = (product: number) => behind !== undefined && hasBit(behind, product);
  for (let from = 0, to = 0; from < products.length; from = to) {
    const tier = isBehind(products[from]);
    while (to < products.length && isBehind(products[to]) === tier) to++;
    best.reset(to - from);
    for (let i = from; i < to; i++) best.offer(products[i], scoreAt(i), ties[products[i]]);
    best.drain(products.subarray(from, to), scores.subarray(from, to));
  }
}
