/**
 * Spreads products at the beginning of a list that are the same under another key: in sizes, packs and colours that have
 * groups of their own. Each loses a little for those before it, so that they stand behind what is about as good.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import { TopK } from '../../kernel/top-k.js';
import type { View } from '../../snapshot/index.js';
import { isSetApart, PERSONAL_WINDOW } from './personal-order.js';
import { orderInTiers } from './tiers.js';

/** How many of the best are looked at: a page. */
export const SAME_WINDOW = PERSONAL_WINDOW;
/** What a product loses for each one before it that is the same, and for how many at most. */
const POINTS_EACH = 1;
const MOST_BEFORE = 3;

const { fround } = Math;

/** Of the thread. */
const best = new TopK(SAME_WINDOW);
const seen = new Map<number, number[]>();

/** Whether products are the same in other groups. @param products at most as many as a window has */
export function haveSame(products: Uint32Array, view: View): boolean {
  return lossesOf(products, view, () => true);
}

/**
 * Orders the best products again, in place; those that lack words stay behind the others, and pinned and buried ones where
 * they are.
 * @param products in the order of their scores, at most as many as a window has
 * @param scores by place; as they are without the losses
 * @param behind products that stand behind all others
 * @returns what products lose
 */
export function spreadSame(
  products: Uint32Array,
  scores: Float32Array,
  behind: Bitmap | undefined,
  view: View,
): ReadonlyMap<number, number> {
  const losses = new Map<number, number>();
  lossesOf(products, view, (at, loss) => {
    if (!isSetApart(scores[at])) losses.set(products[at], loss);
    return false;
  });
  const beginning = { products, scores, behind, ties: view.structure.keyRank };
  orderInTiers(best, beginning, i => lessened(scores[i], losses.get(products[i]) ?? 0));
  return losses;
}

/** The score of a product that loses something. */
export function lessened(score: number, loss: number): number {
  return fround(score - loss);
}

/**
 * Tells of products by place what they lose for those before them that are the same in other groups.
 * @param tell whether that is enough
 * @returns whether it was
 */
function lossesOf(products: Uint32Array, view: View, tell: (at: number, loss: number) => boolean): boolean {
  const { sameProduct } = view.numbers;
  if (!sameProduct) return false;
  const { groupOf } = view.structure;
  seen.clear();
  for (let i = 0; i < products.length; i++) {
    const same = sameProduct[products[i]];
    if (Number.isNaN(same)) continue;
    const group = groupOf[products[i]];
    const groups = seen.get(same);
    if (!groups) {
      seen.set(same, [group]);
      continue;
    }
    const before = groups.reduce((sum, other) => sum + Number(other !== group), 0);
    groups.push(group);
    if (before > 0 && tell(i, POINTS_EACH * Math.min(MOST_BEFORE, before))) return true;
  }
  return false;
}
