/** Figures: what stands for many measurements, and how it is written. */

/** @param values at least one */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The value below which a share of all lies.
 * @param sorted ascending, at least one
 * @param share of [0, 1]
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Rounded, with separators between thousands. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

/** @param share of 1 @param digits behind the point */
export function percent(share: number, digits = 0): string {
  return `${(share * 100).toFixed(digits)} %`;
}
