/** Which share of answers comes from the answer cache of a daemon. */
import type { Daemon } from '../harness/daemon.js';

export interface CacheCounts {
  hits: number;
  misses: number;
}

/** Look-ups so far. */
export async function cacheCounts(daemon: Daemon): Promise<CacheCounts> {
  return {
    hits: await daemon.metric('answer_cache_hits_total'),
    misses: await daemon.metric('answer_cache_misses_total'),
  };
}

/** Of the look-ups between two counts, 0 where there were none. */
export function cachedShare(before: CacheCounts, after: CacheCounts): number {
  const hits = after.hits - before.hits;
  const all = hits + after.misses - before.misses;
  return all === 0 ? 0 : hits / all;
}
