/** Counters of the queries of one front end; the first one's has the daemon's as well. */
import { QUERY_PARAMETERS, type QueryName } from '../../api/query-parameters.js';
import { VIEW_CACHES } from '../../query/cache-lookups.js';

/** Plain counters, all starting at zero and only growing. */
export class Counts {
  cacheHits = 0;
  cacheMisses = 0;
  /** Requests that were answered by an equal query in flight. */
  shared = 0;
  shedQueueFull = 0;
  shedDeadline = 0;
  clientsGone = 0;
  searches = 0;
  zeroHitSearches = 0;
  autoCorrectedSearches = 0;
  swaps = 0;
  swapSeconds = 0;
  lastSwapSeconds = 0;
  ingestRestarts = 0;
  threadFailures = 0;
  /** Files of snapshots that were found to be damaged. */
  damagedFiles = 0;
  /** Look-ups in the caches that query threads keep of views: by cache hits and misses. */
  lookups = new Float64Array(2 * VIEW_CACHES.length);
  /** Searches by words alone because the encoder was late, or has failed. */
  unencoded = { late: 0, failed: 0 };
  /** Degraded answers, by query. */
  degraded = Object.fromEntries(Object.keys(QUERY_PARAMETERS).map(name => [name, 0])) as Record<QueryName, number>;
}
