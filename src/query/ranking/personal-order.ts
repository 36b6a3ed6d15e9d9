/**
 * The beginning of a list in a visitor's own order: the best products by score are ordered once more by their scores
 * with what the visitor is likely to want added. That is so little, and so few of the best are looked at, that a list
 * has the same products on nearly the same pages for all visitors; those behind the beginning stay where they are.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import { TopK } from '../../kernel/top-k.js';
import { orderInTiers } from './tiers.js';

/** How many of the best are ordered again: a page. */
export const PERSONAL_WINDOW = 60;
/** Scores beyond this are those of products that rules pin or bury, which stay where they are. */
const SET_APART = 1 << 14;

const { fround } = Math;

export interface PersonalPoints {
  /** What is added to the score of a product: in single precision, from -1 to 1. */
  of(product: number): number;
  /** Writes the same of some products at once, by place in `products`, which there are at most as many of as a window has. */
  write(products: Uint32Array, points: Float32Array): void;
}

/** Of the thread. */
const best = new TopK(PERSONAL_WINDOW);
const points = new Float32Array(PERSONAL_WINDOW);

/** Whether a product stays where rules for the text have put it. */
export function isSetApart(score: number): boolean {
  return Math.abs(score) >= SET_APART;
}

/** The score of a product in the personal order. @param own what is added for the visitor */
export function personalScore(score: number, own: number): number {
  return isSetApart(score) ? score : fround(score + own);
}

/**
 * Orders the best products again, in place; those that lack words stay behind the others.
 * @param products in the order of their scores, at most as many as a window has
 * @param scores by place; become those of the personal order
 * @param behind products that stand behind all others
 * @param ties as those of the order by score
 */
export function orderPersonally(
  products: Uint32Array,
  scores: Float32Array,
  behind: Bitmap | undefined,
  personal: PersonalPoints,
  ties: Uint32Array,
): void {
  personal.write(products, points);
  const beginning = { products, scores, behind, ties };
  orderInTiers(best, beginning, i => personalScore(scores[i], points[i]));
}
