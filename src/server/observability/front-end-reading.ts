/** The counters and gauges of one front end, and their sum over several for the metrics. */

import type { Counts } from './counts.js';
import type { RouteLatency, Series } from './latency.js';
import type { LoopLag, Quantile } from './loop-lag.js';

/** Bytes that a query thread holds beside its heap, and the most that it may. */
export interface ThreadMemory {
  /** Of the ring of cards. */
  cards: number;
  mostCards: number;
  /** What was matched in open snapshots, and memory of closed ones, for the next. */
  matching: number;
  spare: number;
}

/** Of its query service. */
export interface QueryReading {
  /** Queries that wait for a thread. */
  queueDepth: number;
  cacheBytes: number;
  cacheEntries: number;
  /** Of its query threads. */
  threadMemory: readonly ThreadMemory[];
}

/** Of clients: their bodies, and replies that they have not taken. */
export interface UnreadReading {
  unreadBytes: number;
  /** Clients that were disconnected. */
  slowReaders: number;
  /** Of bodies that have arrived, or are arriving. */
  bodyBytes: number;
}

export interface FrontEndReading extends QueryReading, UnreadReading {
  counts: Counts;
  lagSeconds: Record<Quantile, number>;
  routes: { route: string; series: readonly Series[] }[];
}

export function readFrontEnd(
  counts: Counts,
  readings: QueryReading & UnreadReading,
  lag: LoopLag,
  routes: readonly RouteLatency[],
): FrontEndReading {
  return {
    counts,
    ...readings,
    lagSeconds: lag.read(),
    routes: routes.map(one => ({ route: one.route, series: one.read() })),
  };
}

/** Adds up the requests of one route at several front ends, by status. */
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
