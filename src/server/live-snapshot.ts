/**
 * The snapshot that queries are answered from, and its replacement. A new one is loaded and opened in every thread
 * before it becomes live, in one assignment; a query stays on the snapshot it began with, and a snapshot that is no
 * longer live is let go when its last query is done.
 */
import { letGo, type SharedSignals, type SharedSnapshot, type ViewManifest } from '../snapshot/index.js';
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
  /** Reads what `load` leaves unread. @throws where it is damaged. */
  verifyCards(snapshot: SharedSnapshot): Promise<void>;
  /** The same, and checks what the first `load` of all leaves unchecked. @throws where it is damaged. */
  verifyAll(snapshot: SharedSnapshot): Promise<void>;
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
  /** Nothing has been taken into service yet. */
  private starting = true;
  private closed = false;

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

  /** The threads end from now on, which is no failure of a snapshot. */
  close(): void {
    this.closed = true;
  }

  /** A query on the generation has ended. */
  done(generation: Generation): void {
    generation.pending--;
    if (generation.retired && generation.pending === 0) this.release(generation);
  }

  private async swap(id: string): Promise<void> {
    const { pool, cacheBytes, counts, log, load, verifyCards } = this.options;
    const previous = this.live;
    if (previous?.shared.id === id) return;
    const { starting } = this;
    this.starting = false;
    const started = performance.now();
    const shared = await load(id, previous?.shared);
    // What follows a live snapshot was verified a moment ago by who built it.
    if (previous === undefined && !starting) await verifyCards(shared);
    await this.prepareSignals(shared);
    const views = shared.manifest.views.slice(0, MOST_WARMED_VIEWS);
    const beforehand = starting ? views.slice(0, 1) : views;
    try {
      await this.eachThread(starting, async thread => {
        await this.options.batcher.alone(thread, () => pool.open(thread, shared));
        await this.warm(thread, id, beforehand);
      });
    } catch (error) {
      this.releaseThreads(id);
      if (previous) await this.prepareSignals(previous.shared);
      // Where it is damage that kept a thread from opening it, that is told, by the file's name.
      if (starting && !this.closed) await this.options.verifyAll(shared);
      throw error;
    }
    const generation = new Generation(shared, cacheBytes);
    this.live = generation;
    const seconds = (performance.now() - started) / 1000;
    counts.swaps++;
    counts.swapSeconds += seconds;
    counts.lastSwapSeconds = seconds;
    const { catalogGeneration, counts: contents } = shared.manifest;
    log.info({ snapshot: id, catalogGeneration, products: contents.products, seconds }, 'snapshot is live');
    if (starting) void this.complete(generation, views.slice(1));
    if (previous) this.retire(previous);
  }

  /**
   * What a start leaves for later, so that it answers the sooner: it would mean reading all of a snapshot that was sound
   * when the daemon ended. Where it is not, nothing is live from then on, until an import or a rollback.
   */
  private async complete(generation: Generation, views: ViewManifest[]): Promise<void> {
    const { verifyAll, log } = this.options;
    const { shared } = generation;
    try {
      await this.eachThread(true, thread => this.warm(thread, shared.id, views));
      await verifyAll(shared);
    } catch (error) {
      // The files of one that has been replaced may be gone.
      if (this.closed || this.live !== generation) {
        log.info({ snapshot: shared.id, err: error }, 'the snapshot went before it was verified');
        return;
      }
      log.error({ snapshot: shared.id, err: error }, 'the live snapshot is damaged and no longer used');
      this.live = undefined;
      this.retire(generation);
    }
  }

  /** @param together whether all at once; otherwise the others go on answering */
  private async eachThread(together: boolean, run: (thread: number) => Promise<void>): Promise<void> {
    const threads = Array.from({ length: this.options.pool.size }, (_, thread) => thread);
    if (together) await Promise.all(threads.map(run));
    else for (const thread of threads) await run(thread);
  }

  private async warm(thread: number, id: string, views: readonly ViewManifest[]): Promise<void> {
    const { pool, batcher } = this.options;
    for (const { market, locale } of views) {
      // Queries are answered in between: the pause of each is short.
      await batcher.alone(thread, () => pool.warm(thread, id, warmUpRequests(market, locale)));
    }
  }

  private retire(generation: Generation): void {
    generation.retired = true;
    generation.cache.clear();
    if (generation.pending === 0) this.release(generation);
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
    letGo(generation.shared.parts, this.live ? [this.live.shared.parts] : []);
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
