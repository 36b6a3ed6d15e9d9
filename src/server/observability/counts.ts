/** What one front end counts of queries, and the first one of the daemon. */
import { QUERY_PARAMETERS, type QueryName } from '../../api/query-parameters.js';

/** Plain counters, all starting at zero and only growing. */
export class Counts {
  cacheHits = 0;
  cacheMisses = 0;
  /** Requests that waited for the same question of another client. */
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
  /** Answers that were cut short by their deadline, by query. */
  degraded = Object.fromEntries(Object.keys(QUERY_PARAMETERS).map(name => [name, 0])) as Record<QueryName, number>;
}
