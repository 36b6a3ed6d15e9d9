/** How far two engines find the same. */
import type { Turn } from '../publishing/results.js';

/** @param ours hits of each search @param other the same */
export function agreement(ours: readonly number[], other: readonly number[]): Turn {
  const share = (holds: (ours: number, other: number) => boolean) =>
    ours.filter((hits, i) => holds(hits, other[i])).length / ours.length;
  return {
    requests: ours.length,
    sameHits: share((a, b) => a === b),
    oursAlone: share((a, b) => a > 0 && b === 0),
    otherAlone: share((a, b) => a === 0 && b > 0),
  };
}
