/** A visitor's history as products of one view, each with its present weight for the visitor's taste. */
import type { Remembered, Visitor } from '../behaviour/visitors/visitor.js';
import type { Structure } from '../index/structure.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** A longer pause begins a new session. */
const PAUSE_MINUTES = 30;
/** Days after which an activity weighs half as much. */
const HALF_LIFE_DAYS = 14;
const ACTIVITY_WEIGHTS = { views: 1, favorites: 2.5, cart: 2.5, bought: 1.5 } as const;
type ActivityKind = keyof typeof ACTIVITY_WEIGHTS;
const ACTIVITY_KINDS = Object.keys(ACTIVITY_WEIGHTS) as ActivityKind[];

/** The product with a key, or with a variant of that key; -1 where the view has neither. */
export function productOf({ products, variants, productOf }: Structure, key: string): number {
  const product = products.find(key);
  if (product >= 0) return product;
  const variant = variants.find(key);
  return variant < 0 ? -1 : productOf[variant];
}

/** The products of a list that the view has, in its order. */
export function productsOf(structure: Structure, list: readonly Remembered[]): number[] {
  return list.map(({ key }) => productOf(structure, key)).filter(product => product >= 0);
}

/**
 * Products of the history with their weights, in product views. The activities of one session share one intention: each
 * of n weighs 1/√n.
 * @param find the product with a key, see `productOf`; -1: there is none
 */
export function weighHistory(
  find: (key: string) => number,
  visitor: Pick<Visitor, ActivityKind>,
  nowMs: number,
): Map<number, number> {
  const now = nowMs / MINUTE_MS;
  const activities = ACTIVITY_KINDS.flatMap(kind =>
    visitor[kind].map(({ key, at }) => ({ key, at, weight: ACTIVITY_WEIGHTS[kind] })),
  );
  activities.sort((a, b) => a.at - b.at);
  const weights = new Map<number, number>();
  for (let from = 0, to = 0; from < activities.length; from = to) {
    for (to = from + 1; to < activities.length && activities[to].at - activities[to - 1].at <= PAUSE_MINUTES; ) to++;
    for (let i = from; i < to; i++) {
      const product = find(activities[i].key);
      if (product < 0) continue;
      const days = Math.max(0, now - activities[i].at) / DAY_MINUTES;
      const weight = (activities[i].weight * 2 ** (-days / HALF_LIFE_DAYS)) / Math.sqrt(to - from);
      weights.set(product, (weights.get(product) ?? 0) + weight);
    }
  }
  return weights;
}
