/** Sizes of the invented catalog that figures are published for. */
import type { PublishedRow } from './rows.js';

export const SIZES = [10_000, 100_000, 1_000_000] as const;

/** Those that no row is of. */
export function missingSizes(rows: readonly PublishedRow[]): number[] {
  const there = new Set(rows.filter(({ catalog }) => catalog.name === 'invented').map(({ catalog }) => catalog.count));
  return SIZES.filter(size => !there.has(size));
}
