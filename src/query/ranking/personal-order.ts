/**
 * The beginning of a list in a visitor's own order: the best products by score are ordered once more by their scores
 * with what the visitor is likely to want added. That is so little, and so few of the best are looked at, that a list
 * has the same products on nearly the same pages for all visitors; those behind the beginning stay where they are.
 */
import { hasBit } from '../../kernel/bitmap.js';
import { TopK } from '../../kernel/top-k.js';
import type { Scored } from '../facets/faceted-hits.js';

/** How many of the best are ordered again: a page. */
export const PERSONAL_WINDOW = 60;
/** Scores beyond this are those of products that rules pin or bury, which stay where they are. */
const SET_APART = 1 << 14;

const { fround } = Math;

export interface PersonalPoints {
  /** What is added to the score of a product: in single precision, from -1 to 1. */
  of(product: number): number;
}

/** Of the thread. */
const best = new TopK(PERSONAL_WINDOW);

/** Whether a product stays where rules for the text have put it. */
export function isSetApart(score: number): boolean {
  return Math.abs(score) >= SET_APART;
}

/** The score of a product in the personal order. */
export function personalScore(score: number, product: number, personal: PersonalPoints): number {
  return isSetApart(score) ? score : fround(score + personal.of(product));
}

/**
 * Orders the best products again, in place; those that lack words stay behind the others.
 * @param products in the order of their scores
 * @param ties as those of the order by score
 */
export function orderPersonally(
  products: Uint32Array,
  scored: Scored,
  personal: PersonalPoints,
  ties: Uint32Array,
): void {
  const { behind } = scored;
  const isBehind = (product: number) => behind !== undefined && hasBit(behind, product);
  for (let from = 0, to = 0; from < products.length; from = to) {
    const tier = isBehind(products[from]);
    while (to < products.length && isBehind(products[to]) === tier) to++;
    best.reset(to - from);
    for (let i = from; i < to; i++) {
      const product = products[i];
      const score = scored.scoreOf ? scored.scoreOf(product) : scored.scores[product];
      best.offer(product, personalScore(score, product, personal), ties[product]);
    }
    best.drain(products.subarray(from, to));
  }
}
