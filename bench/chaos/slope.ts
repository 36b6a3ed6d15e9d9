/**
 * Whether a figure that is looked at again and again rises: the slope of the straight line that fits it best, and an
 * interval that has the true one in 95 of 100 runs.
 *
 * Theil and Sen: the median of the slopes between all pairs of points, which single outliers, such as the heap right
 * before a collection, do not move; the interval is from the ranks of those slopes (Sen 1968, after Kendall's
 * statistic).
 */
import { median } from '../harness/figures.js';

/** Of the normal distribution, for an interval of 95 %. */
const Z = 1.96;

export interface Point {
  hours: number;
  value: number;
}

/** By the hour. */
export interface Slope {
  slope: number;
  low: number;
  high: number;
}

/** @param points at least ten, at different times */
export function slopeOf(points: readonly Point[]): Slope {
  const n = points.length;
  if (n < 10) throw new Error(`a slope needs at least ten points, found ${n}`);
  const slopes = points.flatMap((a, i) => points.slice(i + 1).map(b => (b.value - a.value) / (b.hours - a.hours)));
  slopes.sort((a, b) => a - b);
  const spread = Z * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  const low = Math.max(0, Math.floor((slopes.length - spread) / 2) - 1);
  const high = Math.min(slopes.length - 1, Math.ceil((slopes.length + spread) / 2));
  return { slope: median(slopes), low: slopes[low], high: slopes[high] };
}

/**
 * One point for each stretch of time, the median of what lies in it: neighbouring samples are alike, and would make the
 * interval look narrower than it is.
 */
export function blocks(points: readonly Point[], hours: number): Point[] {
  return [...grouped(points, hours).values()].map(block => ({
    hours: median(block.map(point => point.hours)),
    value: median(block.map(({ value }) => value)),
  }));
}

function grouped(points: readonly Point[], hours: number): Map<number, Point[]> {
  const byBlock = new Map<number, Point[]>();
  for (const point of points) {
    const block = Math.floor(point.hours / hours);
    const found = byBlock.get(block);
    if (found) found.push(point);
    else byBlock.set(block, [point]);
  }
  return byBlock;
}
