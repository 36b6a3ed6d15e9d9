/** Runs the rehearsal (`rehearsal.ts`) in the query threads of a front end, in between the queries of visitors. */
import { setTimeout as delay } from 'node:timers/promises';
import { askedFirst, type ViewManifest } from '../../snapshot/index.js';
import type { RunningImports } from '../imports/running-imports.js';
import type { Log } from '../observability/log.js';
import type { Batcher } from './batcher.js';
import type { Generation, InFlightQuery } from './generation.js';
import type { QueryPool } from './query-pool.js';
import { rehearsalOf } from './rehearsal.js';
import { searchPageOf } from './warm-up.js';

/** How long queries of all pages over the first view are waited for. */
export const LONGEST_REHEARSAL_MS = 2000;
/** How long threads rest when that is told: the queries that have waited for it come at once. */
export const BEHIND_READINESS_MS = 200;
/** How often each query runs: V8 optimises what has run several times. */
const ROUNDS = 3;
/** Views that are rehearsed, or whose recommendations a swap prepares: what is computed for one takes memory. */
export const MOST_REHEARSED_VIEWS = 16;
/** Products from which on first queries, and what words have in common, take a while. */
const LEAST_PRODUCTS = 5000;

interface RehearsalThreads {
  pool: QueryPool;
  batcher: Batcher<InFlightQuery>;
  log: Log;
  ended: AbortSignal;
  /** Queries wait for the end of these. */
  imports: RunningImports;
  /** Prepares in a thread what recommendations of a view need, unless that is over. @throws what the thread throws */
  prepare(thread: number, view: ViewManifest, isOver: () => boolean): Promise<void>;
  /** Called when all have run over the first view. */
  once(): void;
}

/**
 * Runs them on the views of a snapshot that is live, in all threads, until it is replaced or `ended`: on the first one
 * until V8 has optimised them, on the others once, because much of what the first query of a page computes is of its
 * view. A query that fails is logged: not every catalog can answer every page, and what is damaged is found by its
 * checksum.
 * Queries wait while an import runs.
 * @param generation retained by the caller
 * @returns false where it was replaced before all have run over the first view
 */
export async function rehearse(
  generation: Generation,
  { pool, batcher, log, ended, imports, prepare, once }: RehearsalThreads,
): Promise<boolean> {
  const { id, manifest, asked } = generation.shared;
  const lateMs = performance.now() + LONGEST_REHEARSAL_MS;
  const isOver = () => generation.retired || ended.aborted;
  const pauses = imports.pauses();
  const isLarge = manifest.counts.products >= LEAST_PRODUCTS;
  let first = true;
  const run = async <T>(query: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      log.debug({ query, err: error }, 'a query of the rehearsal failed');
      return undefined;
    }
  };
  const alone = async <T>(thread: number, query: string, work: () => Promise<T>): Promise<T | undefined> => {
    await pauses.ended(isOver);
    // A snapshot that is replaced is closed when this ends.
    if (isOver()) return undefined;
    if (!first || performance.now() > lateMs) await batcher.quiet(thread);
    const inTurn = async () => (isOver() ? undefined : await work());
    return run(query, () => batcher.alone(thread, inTurn));
  };
  const threads = Array.from({ length: pool.size }, (_, thread) => thread);
  const inAll = (query: string, work: (thread: number) => Promise<void>) =>
    Promise.all(threads.map(thread => alone(thread, query, () => work(thread))));
  for (const view of askedFirst(manifest.views, asked).slice(0, MOST_REHEARSED_VIEWS)) {
    if (isOver()) return !first;
    const { market, locale } = view;
    await pauses.ended(isOver);
    const prepared = async (thread: number) => {
      if (!first) await batcher.quiet(thread);
      await run('recommendations', () => prepare(thread, view, isOver));
    };
    await Promise.all(threads.map(prepared));
    const sample = await alone(0, 'search-page', () => pool.sample(0, id, searchPageOf(market, locale)));
    if (sample === undefined) continue;
    const pairs = isLarge ? sample.pairs : [];
    const requests = rehearsalOf(market, locale, { ...sample, pairs });
    const explained = requests.find(({ query }) => query === 'search-page')!;
    for (let round = 0; round < (first ? ROUNDS : 1); round++) {
      for (const request of requests) await inAll(request.query, thread => pool.rehearse(thread, id, request));
      await inAll('explain', async thread => {
        await pool.explain(thread, generation.shared, explained, [sample.productKey]);
      });
    }
    if (first) {
      if (isOver()) return false;
      first = false;
      once();
      await inAll('all', thread => pool.rehearsed(thread));
      if (isLarge) await delay(BEHIND_READINESS_MS, undefined, { ref: false });
    }
  }
  return true;
}
