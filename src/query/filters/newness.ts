/** Whether a product is new: released at most a number of days ago, and not in the future. */
import type { View } from '../../snapshot/index.js';

const DAY_MS = 86_400_000;

export function newBadgeHolds(view: View, product: number, nowMs: number, days: number): boolean {
  const released = view.numbers.get('release_date')?.values[product];
  return released !== undefined && released <= nowMs && released >= nowMs - days * DAY_MS;
}
