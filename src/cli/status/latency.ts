/** Quantiles of the latency of queries, from the buckets of its histogram. */
import { LATENCY_BUCKETS_S } from '../../server/observability/latency.js';

/** Milliseconds. */
export interface Latency {
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

/**
 * @param below how many took no longer than a bound, by the bound as its label says it; `+Inf`: all of them
 * @returns undefined where there are none
 */
export function latencyOf(below: (bound: string) => number): Latency | undefined {
  const all = below('+Inf');
  if (all === 0) return undefined;
  const counts = LATENCY_BUCKETS_S.map(bound => below(String(bound)));
  const quantile = (share: number) => quantileMs(share * all, counts);
  return { p50Ms: quantile(0.5), p95Ms: quantile(0.95), p99Ms: quantile(0.99) };
}

/** As `histogram_quantile` of Prometheus: even within a bucket; above the last bound, that bound. */
function quantileMs(rank: number, counts: readonly number[]): number {
  const at = counts.findIndex(count => count >= rank);
  if (at < 0) return LATENCY_BUCKETS_S.at(-1)! * 1000;
  const [from, low] = at === 0 ? [0, 0] : [LATENCY_BUCKETS_S[at - 1]!, counts[at - 1]!];
  const within = (rank - low) / (counts[at]! - low);
  return 1000 * (from + within * (LATENCY_BUCKETS_S[at]! - from));
}
