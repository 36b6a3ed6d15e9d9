/** Counts of observations by their size, in plain arrays: an observation costs a few additions. */

/** Not cumulative; one more bucket than there are bounds, for what is above all of them. */
export interface HistogramCounts {
  count: number;
  sum: number;
  buckets: Float64Array;
}

export function emptyHistogram(bounds: readonly number[]): HistogramCounts {
  return { count: 0, sum: 0, buckets: new Float64Array(bounds.length + 1) };
}

/** @param bounds those it was made with, rising: the most that falls into each bucket */
export function observe(counts: HistogramCounts, bounds: readonly number[], value: number): void {
  let bucket = 0;
  while (bucket < bounds.length && value > bounds[bucket]!) bucket++;
  counts.count++;
  counts.sum += value;
  counts.buckets[bucket]!++;
}
