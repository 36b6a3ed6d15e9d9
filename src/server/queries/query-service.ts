/**
 * The query service of one front end: its query threads, the queue before them, and the live snapshot. A new snapshot
 * is opened in every thread first and becomes live by one assignment; a query stays on the snapshot that it began with,
 * and a replaced snapshot is closed when its last query has ended.
 */

import { setImmediate } from 'node:timers/promises';
import { compileBodies } from '../../api/request-bodies.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import { isVerified, type SharedSignals, type ViewManifest } from '../../snapshot/index.js';
import type { Client } from '../admission/client-shares.js';
import type { DropReason } from '../admission/refusals.js';
import type { RunningImports } from '../imports/running-imports.js';
import type { Counts } from '../observability/counts.js';
import type { QueryReading } from '../observability/front-end-reading.js';
import type { Log } from '../observability/log.js';
import type { Computed } from '../observability/slow-queries.js';
import type { Settings } from '../settings/daemon-settings.js';
import type { Answer } from './answer-cache.js';
import { AskedViews } from './asked-views.js';
import type { BatchResult } from './batch.js';
import { Batcher } from './batcher.js';
import { type Generation, InFlightQuery, type Waiter } from './generation.js';
import { Generations } from './generations.js';
import { givenUp, HeldQueries, isDamaged } from './held-queries.js';
import type { Outcome } from './outcomes.js';
import { QueryCosts } from './query-costs.js';
import { QueryPool } from './query-pool.js';
import type { QueryThreadData } from './query-task.js';
import type { QueuedRequest } from './queued-request.js';
import { MOST_REHEARSED_VIEWS, rehearse } from './rehearse.js';
import type { Preparation, SwapParticipant } from './swap-participant.js';
import { ThreadSnapshots } from './thread-snapshots.js';

/** How long all queries of a batch may take while others wait, as a share of how long those may wait. */
const HURRY_SHARE = 0.5;
/** How often queries are rehearsed anew because imports have replaced the snapshot meanwhile. */
const MOST_REHEARSALS = 3;

export interface QueryServiceOptions {
  /** Number of query threads. */
  threads: number;
  /** The module of the threads. */
  filename: string;
  threadData: QueryThreadData;
  limits: Pick<Settings['limits'], 'batch' | 'queue' | 'queueDeadlineMs' | 'queryDeadlineMs' | 'queryTimeoutMs'>;
  cacheBytes: number;
  /** Whether `rehearse` does anything. */
  rehearses: boolean;
  /** What it does waits for the end of these. */
  imports: RunningImports;
  /** Called when a query came upon a damaged record, or failed on parts that are not verified. @param id of the snapshot */
  damaged(id: string): void;
  counts: Counts;
  log: Log;
}

export class QueryService implements SwapParticipant {
  readonly pool: QueryPool;
  readonly batcher: Batcher<InFlightQuery>;
  private readonly generations: Generations;
  private readonly snapshots: ThreadSnapshots;
  private readonly costs = new QueryCosts();
  readonly asked = new AskedViews();
  private readonly ending = new AbortController();
  /** Those of the prepared snapshot whose recommendations are prepared when it is live. */
  private toFollow: readonly ViewManifest[] = [];
  /** Resolves when the first queries have been answered. */
  readonly answered: Promise<void>;
  private markAnswered!: () => void;
  private readonly held = new HeldQueries(
    (query, outcome) => {
      const settled = query.group.retired ? givenUp() : outcome;
      for (const waiter of query.waiters) waiter.settle(settled);
    },
    query => this.askAgain(query, query.group),
  );

  constructor(private readonly options: QueryServiceOptions) {
    const { threads, filename, threadData, limits, counts, log } = options;
    this.answered = new Promise(resolve => {
      this.markAnswered = resolve;
    });
    this.generations = new Generations(options.cacheBytes, shared => this.snapshots.close(shared));
    this.pool = new QueryPool({
      threads,
      filename,
      threadData,
      deadlineMs: limits.queryDeadlineMs,
      hurryMs: limits.queueDeadlineMs * HURRY_SHARE,
      timeoutMs: limits.queryTimeoutMs,
      onLookups: lookups => {
        for (const [i, count] of lookups.entries()) counts.lookups[i]! += count;
      },
      onFailure: (error, snapshot) => {
        if (this.ending.signal.aborted) return;
        // At once: what the thread had is tried again, which may take as long.
        if (snapshot && !isVerified(snapshot)) options.damaged(snapshot.id);
        counts.threadFailures++;
        log.error({ err: error }, 'query thread failed; it is replaced');
      },
    });
    this.batcher = new Batcher<InFlightQuery>({
      threads,
      maxBatch: limits.batch,
      maxQueue: limits.queue,
      deadlineMs: limits.queueDeadlineMs,
      run: (thread, queries) => this.run(thread, queries),
      drop: (query, reason) => this.drop(query, reason),
      skip: query => this.complete(query, () => undefined),
      now: () => performance.now(),
    });
    this.snapshots = new ThreadSnapshots({
      pool: this.pool,
      batcher: this.batcher,
      live: () => this.current?.shared.parts,
      warn: (facts, message) => this.warn(facts, message),
    });
  }

  get current(): Generation | undefined {
    return this.generations.live;
  }

  /** Resolves when all threads answer. @throws an Error with the reason why one cannot */
  started(): Promise<void> {
    return this.pool.started;
  }

  /** Counters for metrics. */
  read(): QueryReading {
    const { batcher, current } = this;
    return {
      queueDepth: batcher.depth,
      cacheBytes: current?.cache.bytes ?? 0,
      cacheEntries: current?.cache.size ?? 0,
      threadMemory: this.pool.memories.filter(memory => memory !== undefined),
    };
  }

  /**
   * Answers a request from the generation's snapshot: through an equal query in flight, where the answer may be shared,
   * or through a new one.
   */
  enqueue(generation: Generation, { request, encoding, key, own, body, client }: QueuedRequest, waiter: Waiter): void {
    const shareable = key !== '' && !own;
    const equal = shareable ? generation.inFlight.get(key) : undefined;
    if (equal) {
      this.options.counts.shared++;
      equal.waiters.push(waiter);
      return;
    }
    // A shared answer must not depend on one visitor, even where data of the visitor has been stored meanwhile.
    const asked = own ? request : anonymous(request);
    const cost = this.costs.of(request, body?.bytes.length);
    if (this.batcher.isCrowdedFor({ ...cost, client })) {
      this.options.counts.shedQueueFull++;
      waiter.shed('queue_full');
      return;
    }
    const execution = { request: asked, encoding, key, shareable, body, ...cost, client };
    this.push(new InFlightQuery(generation, execution, [waiter]));
  }

  private push(query: InFlightQuery): void {
    const { group, key, shareable } = query;
    if (shareable) group.inFlight.set(key, query);
    this.retain(group);
    this.batcher.push(query);
  }

  private askAgain(held: InFlightQuery, generation: Generation): void {
    const query = new InFlightQuery(generation, held, held.waiters);
    query.attempts = held.attempts;
    this.push(query);
  }

  /** Whether a query is to be refused before it is read. Counts it then. */
  refuses(client?: Client): boolean {
    const crowded = this.batcher.isCrowded(client);
    if (crowded) this.options.counts.shedQueueFull++;
    return crowded;
  }

  /** Keeps the generation's snapshot open in the threads until `release`. */
  retain(generation: Generation): void {
    this.generations.retain(generation);
  }

  /** Ends a `retain`. */
  release(generation: Generation): void {
    this.generations.release(generation);
  }

  async prepare({ snapshot, signals, views, together }: Preparation): Promise<void> {
    this.generations.prepare(snapshot);
    this.toFollow = views.slice(0, MOST_REHEARSED_VIEWS);
    if (signals) this.pool.setSignals(signals);
    await (together ? this.snapshots.openFirst(snapshot, views) : this.snapshots.open(snapshot, views));
  }

  async commit(id: string): Promise<void> {
    this.generations.commit(id);
    // Those that came upon damage in another snapshot.
    for (const query of this.held.take()) this.askAgain(query, this.current!);
    // What has changed since the snapshot before takes as long as the whole swap, and few queries need it.
    const views = this.toFollow;
    const prepared = this.snapshots.prepareRecommendations(id, views);
    prepared.catch((error: unknown) => this.warn({ snapshot: id, err: error }, 'no recommendations prepared'));
  }

  async discard(id: string, signals: SharedSignals | undefined): Promise<void> {
    this.generations.discard(id);
    if (signals) this.pool.setSignals(signals);
  }

  async warm(id: string, views: readonly ViewManifest[], atRest: boolean): Promise<void> {
    await this.snapshots.warm(id, views, atRest, thread =>
      // A store that cannot be opened is none of the snapshot's faults, and ends the behaviour thread's start.
      this.batcher
        .alone(thread, () => this.pool.openVisitors(thread))
        .catch((error: unknown) => this.warn({ err: error }, 'a query thread cannot read visitors')),
    );
  }

  async rehearse(id: string): Promise<void> {
    const { current } = this;
    if (!this.options.rehearses || current?.shared.id !== id || !current.hasProducts) return;
    const rehearsed = new Promise<void>(once => {
      this.rehearseLive(once)
        .catch((error: unknown) => this.warn({ snapshot: id, err: error }, 'no rehearsal'))
        .finally(once);
    });
    for (const _ of compileBodies()) await setImmediate();
    await rehearsed;
  }

  /** Begins again, a few times, where the live snapshot is replaced amid it. */
  private async rehearseLive(once: () => void): Promise<void> {
    const { pool, batcher } = this;
    const { imports, log } = this.options;
    for (let left = MOST_REHEARSALS; left > 0; left--) {
      const { current } = this;
      if (!current?.hasProducts) return;
      const { id } = current.shared;
      const prepare = (thread: number, view: ViewManifest, isOver: () => boolean) =>
        this.snapshots.prepare(thread, id, 'recommendations', [view], isOver);
      this.retain(current);
      try {
        if (await rehearse(current, { pool, batcher, imports, log, ended: this.ending.signal, prepare, once })) return;
      } finally {
        this.release(current);
      }
      if (this.ending.signal.aborted) return;
    }
  }

  /** Of faults that do not matter when the threads are ended, and may come from that. */
  private warn(facts: object, message: string): void {
    if (!this.ending.signal.aborted) this.options.log.warn(facts, message);
  }

  async learn(signals: SharedSignals): Promise<void> {
    const { pool, current } = this;
    if (current?.shared.id !== signals.snapshotId) return;
    pool.setSignals(signals);
    try {
      await this.snapshots.learn(signals);
    } catch (error) {
      // Threads that the end of the daemon has closed need nothing.
      if (this.ending.signal.aborted) return;
      throw error;
    }
    current.cache.clear();
  }

  async withdraw(id: string): Promise<void> {
    await this.generations.withdraw(id);
  }

  /** Ends the threads. */
  async end(): Promise<void> {
    this.ending.abort();
    this.snapshots.end();
    await this.pool.close();
  }

  /** Runs a batch in a thread. Never rejects. */
  private async run(thread: number, queries: InFlightQuery[]): Promise<BatchResult> {
    const generation = queries[0]!.group;
    const hurry = queries.length > 1 || this.batcher.depth > 0;
    const verified = isVerified(generation.shared);
    const { outcomes, computed, ms, lateMs } = await this.pool.answer(thread, generation.shared, queries, hurry);
    this.learnCosts(queries, computed);
    return { ms, lateMs, complete: () => this.finish(queries, outcomes, verified) };
  }

  /** @param computed of each; empty where that is not known */
  private learnCosts(queries: readonly InFlightQuery[], computed: readonly Computed[]): void {
    const now = performance.now();
    for (const [i, one] of computed.entries()) {
      const query = queries[i]!;
      const { ms } = one;
      query.computed = one;
      this.costs.learn(query, ms);
      query.client?.charge(ms - query.costMs, now);
    }
  }

  /**
   * Caches the answers of a batch and completes its queries.
   * @param verified whether the parts of the snapshot were when it began
   */
  private finish(queries: InFlightQuery[], outcomes: Outcome[], verified: boolean): void {
    const generation = queries[0]!.group;
    // One of a batch: which view is asked for most, some tell as well as all.
    if ('answer' in outcomes[0]!) this.asked.add(generation.shared, queries[0]!.request);
    const now = Date.now();
    const { counts } = this.options;
    queries.forEach((query, i) => {
      const outcome = outcomes[i]!;
      if (isDamaged(outcome, verified) && this.hold(query, outcome)) return;
      if ('answer' in outcome && outcome.answer.degraded) counts.degraded[query.request.query]++;
      if ('answer' in outcome && isKept(query, outcome.answer)) generation.cache.put(query.key, outcome.answer, now);
      this.complete(query, waiter => waiter.settle(outcome, query.computed));
      if ('answer' in outcome) outcome.answer.lease.release();
    });
    this.markAnswered();
  }

  /** @returns whether a query that came upon damage, or may have, is held */
  private hold(query: InFlightQuery, outcome: Outcome): boolean {
    this.options.damaged(query.group.shared.id);
    if (!this.held.hold(query, outcome)) return false;
    this.forget(query);
    return true;
  }

  /** Drops a query for lack of room, or because it has waited too long. */
  private drop(query: InFlightQuery, reason: DropReason): void {
    const { counts } = this.options;
    this.complete(query, waiter => {
      if (waiter.gone) return;
      if (reason === 'queue_full') counts.shedQueueFull++;
      else counts.shedDeadline++;
      waiter.shed(reason);
    });
  }

  /** Removes a completed query. @param notify called with each of its waiters */
  private complete(query: InFlightQuery, notify: (waiter: Waiter) => void): void {
    for (const waiter of query.waiters) notify(waiter);
    this.forget(query);
  }

  /** No later query waits for this one, and its snapshot may be closed. */
  private forget(query: InFlightQuery): void {
    const { group, key } = query;
    if (group.inFlight.get(key) === query) group.inFlight.delete(key);
    this.release(group);
  }
}

/** (Without the member, each such request would get a hidden class of its own: ten times the time.) */
function anonymous<Request extends StorefrontRequest>(request: Request): Request {
  return { ...request, customerKey: undefined };
}

/** Whether an answer is cached. */
function isKept({ key, group, shareable }: InFlightQuery, { personal, degraded }: Answer): boolean {
  return key !== '' && !degraded && !group.retired && (shareable || !personal);
}
