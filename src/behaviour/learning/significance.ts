/**
 * Significance of the co-occurrence of two events: Dunning's log-likelihood ratio ("Accurate Methods for the
 * Statistics of Surprise and Coincidence", Computational Linguistics 19:1, 1993), which holds for small counts too. For
 * independent events it is distributed as chi squared with one degree of freedom.
 */

/** The 95 % quantile: one in twenty independent pairs reaches it. */
export const SIGNIFICANT = 3.84;

/**
 * Cases of neither event, added to the counted total: without them a few sessions that are all alike would have no
 * significance, since every event would occur in every case.
 */
export const BACKGROUND = 3;

/**
 * @param both number of co-occurrences; `a` and `b` are the counts of each event in `total` cases, not necessarily
 * whole
 * @returns 0 where the events co-occur no more often than expected by chance
 */
export function significance(both: number, a: number, b: number, total: number): number {
  // Counts that decay separately may be slightly inconsistent.
  const onlyA = Math.max(0, a - both);
  const onlyB = Math.max(0, b - both);
  const neither = Math.max(0, total - both - onlyA - onlyB);
  const all = both + onlyA + onlyB + neither;
  const withA = both + onlyA;
  const withB = both + onlyB;
  if (both * all <= withA * withB) return 0;
  const cell = (count: number, row: number, column: number) =>
    count === 0 ? 0 : count * Math.log((count * all) / (row * column));
  const sum =
    cell(both, withA, withB) +
    cell(onlyA, withA, all - withB) +
    cell(onlyB, all - withA, withB) +
    cell(neither, all - withA, all - withB);
  return 2 * sum;
}
