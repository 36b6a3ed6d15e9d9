/** Whether a product is new: released at most a number of days ago, and not in the future. */
import type { View } from '../../snapshot/index.js';

const DAY_MS = 86_400_000;

/** When products are released that are new. */
export interface Newness {
  /** By product; undefined: of none it is known. */
  released: Float64Array | undefined;
  fromMs: number;
  toMs: number;
}

export function newnessOf(view: View, nowMs: number, days: number): Newness {
  return { released: view.numbers.get('release_date')?.values, fromMs: nowMs - days * DAY_MS, toMs: nowMs };
}

export function isNew({ released, fromMs, toMs }: Newness, product: number): boolean {
  return released !== undefined && released[product] <= toMs && released[product] >= fromMs;
}

export function newBadgeHolds(view: View, product: number, nowMs: number, days: number): boolean {
  return isNew(newnessOf(view, nowMs, days), product);
}
