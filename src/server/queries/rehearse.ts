/** Runs the rehearsal (`rehearsal.ts`) in the query threads of a front end, in between the queries of visitors. */
import type { Log } from '../observability/log.js';
import type { Batcher } from './batcher.js';
import type { Generation, InFlightQuery } from './generation.js';
import type { QueryPool } from './query-pool.js';
import { rehearsalOf } from './rehearsal.js';
import { searchPageOf } from './warm-up.js';

/** How often each query runs: V8 optimises what has run several times. */
const ROUNDS = 3;

/**
 * Runs them on the first view of a snapshot that is live, in all threads, until it is replaced or `ended`. A query that
 * fails is logged: not every catalog can answer every page, and what is damaged is found by its checksum.
 * @param generation retained by the caller
 */
export async function rehearse(
  generation: Generation,
  pool: QueryPool,
  batcher: Batcher<InFlightQuery>,
  log: Log,
  ended: AbortSignal,
): Promise<void> {
  const { id, manifest } = generation.shared;
  const [view] = manifest.views;
  if (view === undefined) return;
  const { market, locale } = view;
  const run = async <T>(thread: number, query: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await batcher.alone(thread, async () => (generation.retired || ended.aborted ? undefined : await work()));
    } catch (error) {
      log.debug({ query, err: error }, 'a query of the rehearsal failed');
      return undefined;
    }
  };
  const sample = await run(0, 'search-page', () => pool.sample(0, id, searchPageOf(market, locale)));
  if (sample === undefined) return;
  const threads = Array.from({ length: pool.size }, (_, thread) => thread);
  const requests = rehearsalOf(market, locale, sample);
  for (let round = 0; round < ROUNDS; round++) {
    for (const request of requests) {
      await Promise.all(threads.map(thread => run(thread, request.query, () => pool.rehearse(thread, id, request))));
    }
    if (round === 0) await Promise.all(threads.map(thread => run(thread, 'all', () => pool.rehearsed(thread))));
  }
}
