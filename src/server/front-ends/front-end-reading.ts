/** What one front end counts and holds, as it is added up for whoever asks for metrics. */

import type { Counts } from '../observability/counts.js';
import type { RouteLatency, Series } from '../observability/latency.js';
import type { LoopLag, Quantile } from '../observability/loop-lag.js';
import type { QueryService } from '../queries/query-service.js';

export interface FrontEndReading {
  counts: Counts;
  queueDepth: number;
  cacheBytes: number;
  cacheEntries: number;
  lagSeconds: Record<Quantile, number>;
  routes: { route: string; series: readonly Series[] }[];
}

export function readFrontEnd(
  counts: Counts,
  { batcher, current }: QueryService,
  lag: LoopLag,
  routes: readonly RouteLatency[],
): FrontEndReading {
  return {
    counts,
    queueDepth: batcher.depth,
    cacheBytes: current?.cache.bytes ?? 0,
    cacheEntries: current?.cache.size ?? 0,
    lagSeconds: lag.read(),
    routes: routes.map(one => ({ route: one.route, series: one.read() })),
  };
}

/** The same route's requests at several front ends, by status. */
export function addUp(readings: readonly FrontEndReading['routes'][]): { route: string; series: Series[] }[] {
  const routes = new Map<string, Map<number, Series>>();
  for (const { route, series } of readings.flat()) {
    let byStatus = routes.get(route);
    if (byStatus === undefined) routes.set(route, (byStatus = new Map()));
    for (const one of series) {
      const sum = byStatus.get(one.status);
      if (sum === undefined) {
        byStatus.set(one.status, { ...one, buckets: one.buckets.slice() });
        continue;
      }
      sum.count += one.count;
      sum.sumSeconds += one.sumSeconds;
      one.buckets.forEach((count, i) => {
        sum.buckets[i]! += count;
      });
    }
  }
  return [...routes].map(([route, byStatus]) => ({ route, series: [...byStatus.values()] }));
}
