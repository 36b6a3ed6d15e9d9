/** Confidence intervals by bootstrap: how far a mean over queries would move with other queries of the same kind. */
import { type Draws, stream } from '../catalogs/chance.js';
import { quantile } from '../harness/figures.js';

const RESAMPLES = 2000;
const [LOW, HIGH] = [0.025, 0.975];

/** A mean, and the bounds within which 95 % of means over as many queries drawn from them lie. */
export interface Interval {
  mean: number;
  low: number;
  high: number;
}

/** @param values at least one; the same values have the same interval in every run */
export function interval(values: readonly number[]): Interval {
  const draws = stream('relevance intervals');
  const means = Float64Array.from({ length: RESAMPLES }, () => resampledMean(values, draws)).sort();
  return { mean: mean(values), low: quantile(means, LOW), high: quantile(means, HIGH) };
}

/** @param digits behind the point */
export function intervalText({ mean, low, high }: Interval, digits = 3): string {
  return `${mean.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function resampledMean(values: readonly number[], draws: Draws): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[draws.below(values.length)];
  return sum / values.length;
}
