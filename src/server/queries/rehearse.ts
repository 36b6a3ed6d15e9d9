/** Runs the rehearsal (`rehearsal.ts`) in the query threads of a front end, in between the queries of visitors. */
import type { Log } from '../observability/log.js';
import type { Batcher } from './batcher.js';
import type { Generation, InFlightQuery } from './generation.js';
import type { QueryPool } from './query-pool.js';
import { rehearsalOf } from './rehearsal.js';
import { searchPageOf } from './warm-up.js';

/** How often each query runs: V8 optimises what has run several times. */
const ROUNDS = 3;
/** Views that are rehearsed; what is computed for one takes memory. */
const MOST_VIEWS = 16;
/** Products from which on what words have in common takes a while to find. */
const LEAST_FOR_PAIRS = 5000;

interface RehearsalThreads {
  pool: QueryPool;
  batcher: Batcher<InFlightQuery>;
  log: Log;
  ended: AbortSignal;
  /** Called when each of them has run once, over the first view. */
  once(): void;
}

/**
 * Runs them on the views of a snapshot that is live, in all threads, until it is replaced or `ended`: on the first one
 * until V8 has optimised them, on the others once, because much of what the first query of a page computes is of its
 * view. A query that fails is logged: not every catalog can answer every page, and what is damaged is found by its
 * checksum.
 * @param generation retained by the caller
 */
export async function rehearse(
  generation: Generation,
  { pool, batcher, log, ended, once }: RehearsalThreads,
): Promise<void> {
  const { id, manifest } = generation.shared;
  const run = async <T>(thread: number, query: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await batcher.alone(thread, async () => (generation.retired || ended.aborted ? undefined : await work()));
    } catch (error) {
      log.debug({ query, err: error }, 'a query of the rehearsal failed');
      return undefined;
    }
  };
  const inAll = (query: string, work: (thread: number) => Promise<void>) =>
    Promise.all(Array.from({ length: pool.size }, (_, thread) => run(thread, query, () => work(thread))));
  let rounds = ROUNDS;
  for (const { market, locale } of manifest.views.slice(0, MOST_VIEWS)) {
    const sample = await run(0, 'search-page', () => pool.sample(0, id, searchPageOf(market, locale)));
    if (sample === undefined) continue;
    const pairs = manifest.counts.products < LEAST_FOR_PAIRS ? [] : sample.pairs;
    const requests = rehearsalOf(market, locale, { ...sample, pairs });
    for (let round = 0; round < rounds; round++) {
      for (const request of requests) await inAll(request.query, thread => pool.rehearse(thread, id, request));
      await inAll('explain', async thread => {
        await pool.explain(thread, generation.shared, requests[0]!, [sample.productKey]);
      });
      if (rounds === ROUNDS && round === 0) {
        once();
        await inAll('all', thread => pool.rehearsed(thread));
      }
    }
    rounds = 1;
  }
}
