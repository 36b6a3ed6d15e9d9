/** What a visitor did, as products of one view, and how much each of them tells of the visitor's taste now. */
import type { Remembered, Visitor } from '../behaviour/visitors/visitor.js';
import type { Structure } from '../index/structure.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** A longer pause ends what was done in one go. */
const PAUSE_MINUTES = 30;
/** Days in which what a visitor did comes to tell half as much. */
const HALF_LIFE_DAYS = 14;
const WORTH = { views: 1, favorites: 2.5, cart: 2.5, bought: 1.5 } as const;
type Deed = keyof typeof WORTH;
const DEEDS = Object.keys(WORTH) as Deed[];

/** A product by its key or by that of a variant; -1 where the view has neither. */
export function productOf({ products, variants, productOf }: Structure, key: string): number {
  const product = products.find(key);
  if (product >= 0) return product;
  const variant = variants.find(key);
  return variant < 0 ? -1 : productOf[variant];
}

/** The products of a list that the view has, in its order. */
export function remembered(structure: Structure, list: readonly Remembered[]): number[] {
  return list.map(({ key }) => productOf(structure, key)).filter(product => product >= 0);
}

/**
 * Products with what they tell, in looks. What happened in one go was done with one thing in mind: of n such deeds each
 * tells the square root of n-th part.
 */
export function tastes(structure: Structure, visitor: Visitor, nowMs: number): Map<number, number> {
  const now = nowMs / MINUTE_MS;
  const deeds = DEEDS.flatMap(deed => visitor[deed].map(({ key, at }) => ({ key, at, worth: WORTH[deed] })));
  deeds.sort((a, b) => a.at - b.at);
  const found = new Map<number, number>();
  for (let from = 0, to = 0; from < deeds.length; from = to) {
    for (to = from + 1; to < deeds.length && deeds[to].at - deeds[to - 1].at <= PAUSE_MINUTES; ) to++;
    for (let i = from; i < to; i++) {
      const product = productOf(structure, deeds[i].key);
      if (product < 0) continue;
      const days = Math.max(0, now - deeds[i].at) / DAY_MINUTES;
      const worth = (deeds[i].worth * 2 ** (-days / HALF_LIFE_DAYS)) / Math.sqrt(to - from);
      found.set(product, (found.get(product) ?? 0) + worth);
    }
  }
  return found;
}
