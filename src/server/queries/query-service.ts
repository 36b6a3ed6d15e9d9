/**
 * What one front end answers queries with: its query threads, what waits for them, and the snapshot they answer from. A
 * new snapshot is opened in every thread first and becomes live by one assignment; a query stays on the snapshot it
 * began with, and one that is no longer live is let go when its last query is done.
 */
import { letGo, type SharedSignals, type SharedSnapshot, type ViewManifest } from '../../snapshot/index.js';
import type { Counts } from '../observability/counts.js';
import type { Log } from '../observability/log.js';
import type { Settings } from '../settings/daemon-settings.js';
import { Batcher, type DropReason } from './batcher.js';
import { Generation, type InFlightQuery, type Waiter } from './generation.js';
import { QueryPool } from './query-pool.js';
import type { QueryThreadData } from './query-task.js';
import { warmUpRequests } from './warm-up.js';

/** A snapshot that shall become live. */
export interface Preparation {
  snapshot: SharedSnapshot;
  signals: SharedSignals | undefined;
  /** Views that each thread answers something from, so that no visitor waits for what comes first. */
  views: readonly ViewManifest[];
  /** All threads at once: there is nothing else that they could answer from. Otherwise the others go on. */
  together: boolean;
}

/** What a swap wants of every front end, wherever it runs. */
export interface ServingEnd {
  /** @throws when a thread cannot open the snapshot; it is to be discarded then. */
  prepare(preparation: Preparation): Promise<void>;
  /** Resolves when every new query is answered from the prepared snapshot. */
  commit(id: string): Promise<void>;
  /** A prepared snapshot will not become live. @param signals of the one that is, which are given out again */
  discard(id: string, signals: SharedSignals | undefined): Promise<void>;
  /** Answers something from further views of the live snapshot. @throws what a thread throws. */
  warm(id: string, views: readonly ViewManifest[]): Promise<void>;
  /** Resolves when every new query is answered by the signals; of a snapshot that is not live they are of no use. */
  learn(signals: SharedSignals): Promise<void>;
  /** The live snapshot must not be used any more. */
  withdraw(id: string): Promise<void>;
}

export interface QueryServiceOptions {
  /** Query threads. */
  threads: number;
  /** The module of the threads. */
  filename: string;
  threadData: QueryThreadData;
  limits: Pick<Settings['limits'], 'batch' | 'queue' | 'queueDeadlineMs' | 'queryTimeoutMs'>;
  cacheBytes: number;
  counts: Counts;
  log: Log;
}

export class QueryService implements ServingEnd {
  readonly pool: QueryPool;
  readonly batcher: Batcher<InFlightQuery>;
  private live: Generation | undefined;
  private prepared: SharedSnapshot | undefined;

  constructor(private readonly options: QueryServiceOptions) {
    const { threads, filename, threadData, limits, counts, log } = options;
    this.pool = new QueryPool({
      threads,
      filename,
      threadData,
      timeoutMs: limits.queryTimeoutMs,
      onFailure: error => {
        counts.threadFailures++;
        log.error({ err: error }, 'query thread failed; it is replaced');
      },
    });
    this.batcher = new Batcher<InFlightQuery>({
      lanes: threads,
      maxBatch: limits.batch,
      maxQueue: limits.queue,
      deadlineMs: limits.queueDeadlineMs,
      run: (lane, flights) => this.fly(lane, flights),
      drop: (flight, reason) => this.cancel(flight, reason),
      skip: flight => this.cancel(flight),
    });
  }

  get current(): Generation | undefined {
    return this.live;
  }

  /** A query on the generation has ended. */
  done(generation: Generation): void {
    generation.pending--;
    if (generation.retired && generation.pending === 0) this.release(generation);
  }

  async prepare({ snapshot, signals, views, together }: Preparation): Promise<void> {
    const { pool, batcher } = this;
    this.prepared = snapshot;
    if (signals) pool.setSignals(signals);
    await this.eachThread(together, async thread => {
      await batcher.alone(thread, () => pool.open(thread, snapshot));
      await this.warmThread(thread, snapshot.id, views);
    });
  }

  async commit(id: string): Promise<void> {
    const { prepared, live: previous } = this;
    if (prepared?.id !== id) throw new Error(`snapshot ${id} is not prepared`);
    this.prepared = undefined;
    this.live = new Generation(prepared, this.options.cacheBytes);
    if (previous) this.retire(previous);
  }

  async discard(id: string, signals: SharedSignals | undefined): Promise<void> {
    this.prepared = undefined;
    this.releaseThreads(id);
    if (signals) this.pool.setSignals(signals);
  }

  async warm(id: string, views: readonly ViewManifest[]): Promise<void> {
    await this.eachThread(true, thread => this.warmThread(thread, id, views));
  }

  async learn(signals: SharedSignals): Promise<void> {
    const { pool, batcher, live } = this;
    if (live?.shared.id !== signals.snapshotId) return;
    pool.setSignals(signals);
    for (let thread = 0; thread < pool.size; thread++) {
      await batcher.alone(thread, () => pool.learn(thread, signals));
    }
    live.cache.clear();
  }

  async withdraw(id: string): Promise<void> {
    const { live } = this;
    if (live?.shared.id !== id) return;
    this.live = undefined;
    this.retire(live);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.pool.close();
  }

  /** Runs a batch in a thread and lets every passenger off. Never rejects. */
  private async fly(lane: number, flights: InFlightQuery[]): Promise<void> {
    const generation = flights[0]!.group;
    const outcomes = await this.pool.answer(
      lane,
      generation.shared,
      flights.map(flight => flight.request),
      flights.map(flight => flight.gzip),
    );
    const now = Date.now();
    flights.forEach((flight, i) => {
      const outcome = outcomes[i]!;
      if (
        flight.key !== '' &&
        !generation.retired &&
        'answer' in outcome &&
        (flight.open || !outcome.answer.personal)
      ) {
        // A cached part of a batch must not hold the memory of the whole batch.
        const { answer } = outcome;
        const body = flights.length > 1 ? answer.body.slice() : answer.body;
        generation.cache.put(flight.key, { ...answer, body }, now);
      }
      this.land(flight, passenger => passenger.settle(outcome));
    });
  }

  /** The batcher had no seat for the flight, or nobody waits for it any more. */
  private cancel(flight: InFlightQuery, reason?: DropReason): void {
    const { counts } = this.options;
    this.land(flight, passenger => {
      if (reason === undefined || passenger.gone) return;
      if (reason === 'queue_full') counts.shedQueueFull++;
      else counts.shedDeadline++;
      passenger.shed(reason);
    });
  }

  private land(flight: InFlightQuery, letOff: (passenger: Waiter) => void): void {
    const { group, key, passengers } = flight;
    if (group.flights.get(key) === flight) group.flights.delete(key);
    for (const passenger of passengers) letOff(passenger);
    this.done(group);
  }

  /** @param together whether all at once; otherwise the others go on answering */
  private async eachThread(together: boolean, run: (thread: number) => Promise<void>): Promise<void> {
    const threads = Array.from({ length: this.pool.size }, (_, thread) => thread);
    if (together) await Promise.all(threads.map(run));
    else for (const thread of threads) await run(thread);
  }

  private async warmThread(thread: number, id: string, views: readonly ViewManifest[]): Promise<void> {
    for (const { market, locale } of views) {
      // Queries are answered in between: the pause of each is short.
      await this.batcher.alone(thread, () => this.pool.warm(thread, id, warmUpRequests(market, locale)));
    }
  }

  private retire(generation: Generation): void {
    generation.retired = true;
    generation.cache.clear();
    if (generation.pending === 0) this.release(generation);
  }

  private release(generation: Generation): void {
    // A snapshot that has become live again by a rollback is still in use under the same id.
    if (this.live?.shared.id === generation.shared.id) return;
    this.releaseThreads(generation.shared.id);
    letGo(generation.shared.parts, this.live ? [this.live.shared.parts] : []);
  }

  private releaseThreads(id: string): void {
    const { pool, batcher } = this;
    for (let thread = 0; thread < pool.size; thread++) {
      batcher
        .alone(thread, () => pool.release(thread, id))
        .catch((error: unknown) =>
          this.options.log.warn({ snapshot: id, thread, err: error }, 'a thread could not let go of a snapshot'),
        );
    }
  }
}
