/**
 * The snapshot that queries are answered from, and its replacement. A new one is loaded and opened in every thread
 * before it becomes live, in one assignment; a query stays on the snapshot it began with, and a snapshot that is no
 * longer live is let go when its last query is done.
 */
import type { SharedSignals, SharedSnapshot } from '../snapshot/index.js';
import type { Batcher } from './batcher.js';
import { type Flight, Generation } from './generation.js';
import type { Log } from './log.js';
import type { Counts } from './metrics.js';
import type { QueryPool } from './query-pool.js';
import { warmUpRequests } from './warm-up.js';

/** More views than these are opened by their first query. */
const MOST_WARMED_VIEWS = 64;

export interface LiveSnapshotOptions {
  load(id: string, previous: SharedSnapshot | undefined): Promise<SharedSnapshot>;
  pool: QueryPool;
  batcher: Batcher<Flight>;
  cacheBytes: number;
  /** What behaviour tells, for a snapshot that is about to go live; its news come by `learn`. */
  compile(shared: SharedSnapshot): Promise<SharedSignals | undefined>;
  counts: Counts;
  log: Log;
}

export class LiveSnapshot {
  private live: Generation | undefined;
  private adopting: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: LiveSnapshotOptions) {}

  get current(): Generation | undefined {
    return this.live;
  }

  /**
   * Takes a snapshot into service; calls are served one after the other. Resolves when every new query is answered
   * from it. @throws when it cannot be loaded or opened: the one before then stays.
   */
  adopt(id: string): Promise<void> {
    const adopted = this.adopting.then(() => this.swap(id));
    this.adopting = adopted.catch(() => undefined);
    return adopted;
  }

  /**
   * Takes over what behaviour tells of the live snapshot; of another it is of no use. Resolves when every new query is
   * answered by it. @throws what a thread throws.
   */
  learn(signals: SharedSignals): Promise<void> {
    const learnt = this.adopting.then(() => this.give(signals));
    this.adopting = learnt.catch(() => undefined);
    return learnt;
  }

  /** A query on the generation has ended. */
  done(generation: Generation): void {
    generation.pending--;
    if (generation.retired && generation.pending === 0) this.release(generation);
  }

  private async swap(id: string): Promise<void> {
    const { pool, batcher, cacheBytes, counts, log, load } = this.options;
    const previous = this.live;
    if (previous?.shared.id === id) return;
    const started = performance.now();
    const shared = await load(id, previous?.shared);
    await this.prepareSignals(shared);
    try {
      // One thread at a time: the others go on answering.
      for (let thread = 0; thread < pool.size; thread++) {
        await batcher.alone(thread, () => pool.open(thread, shared));
        for (const { market, locale } of shared.manifest.views.slice(0, MOST_WARMED_VIEWS)) {
          // Queries are answered in between: the pause of each is short.
          await batcher.alone(thread, () => pool.warm(thread, id, warmUpRequests(market, locale)));
        }
      }
    } catch (error) {
      this.releaseThreads(id);
      if (previous) await this.prepareSignals(previous.shared);
      throw error;
    }
    this.live = new Generation(shared, cacheBytes);
    const seconds = (performance.now() - started) / 1000;
    counts.swaps++;
    counts.swapSeconds += seconds;
    counts.lastSwapSeconds = seconds;
    const { catalogGeneration, counts: contents } = shared.manifest;
    log.info({ snapshot: id, catalogGeneration, products: contents.products, seconds }, 'snapshot is live');
    if (previous === undefined) return;
    previous.retired = true;
    previous.cache.clear();
    if (previous.pending === 0) this.release(previous);
  }

  private async prepareSignals(shared: SharedSnapshot): Promise<void> {
    const signals = await this.options.compile(shared);
    if (signals) this.options.pool.setSignals(signals);
  }

  private async give(signals: SharedSignals): Promise<void> {
    const { pool, batcher } = this.options;
    const { live } = this;
    if (live?.shared.id !== signals.snapshotId) return;
    pool.setSignals(signals);
    for (let thread = 0; thread < pool.size; thread++) {
      await batcher.alone(thread, () => pool.learn(thread, signals));
    }
    live.cache.clear();
  }

  private release(generation: Generation): void {
    // A snapshot that has become live again by a rollback is still in use under the same id.
    if (this.live?.shared.id === generation.shared.id) return;
    this.releaseThreads(generation.shared.id);
  }

  private releaseThreads(id: string): void {
    const { pool, batcher, log } = this.options;
    for (let thread = 0; thread < pool.size; thread++) {
      batcher
        .alone(thread, () => pool.release(thread, id))
        .catch((error: unknown) =>
          log.warn({ snapshot: id, thread, err: error }, 'a thread could not let go of a snapshot'),
        );
    }
  }
}
