/**
 * Snapshots in the query threads of a front end: they are opened, prepared, given signals and closed by short tasks in
 * between the queries of visitors. What closed ones have left is collected as garbage when a thread rests: over 100,000
 * products that takes 50 to 170 ms under load, in which all queries would wait.
 */
import {
  collectBeyond,
  collectReleased,
  releaseParts,
  type SharedSignals,
  type SharedSnapshot,
  type ViewManifest,
} from '../../snapshot/index.js';
import type { Batcher } from './batcher.js';
import type { InFlightQuery } from './generation.js';
import type { QueryPool } from './query-pool.js';
import type { Prepared } from './query-task.js';
import { beginningOf, searchPageOf, warmUpRequests } from './warm-up.js';

/** How long a thread prepares a new snapshot at once: queries that wait for it hardly notice. */
const STEP_MS = 1.5;
/** For how many times as long it answers queries then, if there are so many: in all they notice as little. */
const QUERIES_PER_STEP = 6;
/** A thread without queries for so long rests. */
const REST_MS = 100;

export interface ThreadSnapshotsOptions {
  pool: Pick<
    QueryPool,
    'size' | 'open' | 'first' | 'prepare' | 'warm' | 'learn' | 'forgetSignals' | 'release' | 'collect'
  >;
  batcher: Pick<Batcher<InFlightQuery>, 'alone' | 'among' | 'afterBatches' | 'idleSinceMs' | 'quiet'>;
  /** The parts that queries are answered from. */
  live(): SharedSnapshot['parts'] | undefined;
  warn(facts: object, message: string): void;
}

export class ThreadSnapshots {
  /** Set while threads may have garbage to collect. */
  private resting: NodeJS.Timeout | undefined;
  private readonly littered = new Set<number>();
  /** Whether one of them collects it. */
  private collecting = false;

  constructor(private readonly options: ThreadSnapshotsOptions) {}

  /** Opens a snapshot while none is live, and completes a word of each view: shows that they can be read. */
  async openFirst(snapshot: SharedSnapshot, views: readonly ViewManifest[]): Promise<void> {
    const { pool, batcher } = this.options;
    await this.eachThread(true, async thread => {
      await batcher.alone(thread, () => pool.open(thread, snapshot));
      for (const { market, locale } of views) {
        await batcher.alone(thread, () => pool.first(thread, snapshot.id, beginningOf(market, locale)));
      }
    });
  }

  /** Opens a snapshot and runs warm-up queries on its views, in one thread after the other. */
  async open(snapshot: SharedSnapshot, views: readonly ViewManifest[]): Promise<void> {
    const { pool, batcher } = this.options;
    await this.eachThread(false, async thread => {
      await batcher.alone(thread, () => pool.open(thread, snapshot));
      await this.warmThread(thread, snapshot.id, views);
    });
  }

  /**
   * Runs warm-up queries on views of an open snapshot.
   * @param atRest see `SwapParticipant`
   * @param before called with each thread that begins
   */
  async warm(
    id: string,
    views: readonly ViewManifest[],
    atRest: boolean,
    before: (thread: number) => Promise<void>,
  ): Promise<void> {
    await this.eachThread(true, async thread => {
      await before(thread);
      await this.warmThread(thread, id, views, atRest);
    });
  }

  /** Prepares the recommendations of views of the live snapshot in all threads. */
  async prepareRecommendations(id: string, views: readonly ViewManifest[]): Promise<void> {
    await this.eachThread(true, thread => this.prepare(thread, id, 'recommendations', views));
  }

  /** Gives signals to all threads that have their snapshot. */
  async learn(signals: SharedSignals): Promise<void> {
    const { pool } = this.options;
    await this.eachThread(false, thread => this.task(thread, () => pool.learn(thread, signals)));
  }

  /** Closes a snapshot in the threads, because no query will use it. */
  close({ id, parts }: SharedSnapshot): void {
    const { pool, live, warn } = this.options;
    // At once rather than when the threads have closed it: by then the snapshot may be prepared again with new signals.
    pool.forgetSignals(id);
    void this.eachThread(true, thread =>
      this.task(thread, () => pool.release(thread, id)).then(
        () => this.collectAtRest(thread),
        (error: unknown) => warn({ snapshot: id, thread, err: error }, 'a thread could not release a snapshot'),
      ),
    );
    const kept = live();
    releaseParts(parts, kept ? [kept] : []);
  }

  /** To be called before the threads end. */
  end(): void {
    clearTimeout(this.resting);
    this.littered.clear();
  }

  private collectAtRest(thread: number): void {
    this.littered.add(thread);
    this.resting ??= setInterval(() => this.collect(), REST_MS).unref();
  }

  /** One thread after the other collects garbage when it rests, while the others answer queries; then this one does. */
  private collect(): void {
    if (this.collecting) return;
    const { pool, batcher, warn } = this.options;
    const now = performance.now();
    const thread = [...this.littered].find(one => now - (batcher.idleSinceMs(one) ?? now) >= REST_MS);
    if (thread !== undefined) {
      this.littered.delete(thread);
      this.collecting = true;
      batcher
        .alone(thread, () => pool.collect(thread))
        .catch((error: unknown) => warn({ thread, err: error }, 'a thread could not collect garbage'))
        .finally(() => (this.collecting = false));
    } else if (this.littered.size > 0) {
      collectBeyond();
    } else {
      clearInterval(this.resting);
      this.resting = undefined;
      collectReleased();
    }
  }

  /** @param together whether in all threads at once; otherwise one after the other, while the others answer queries */
  private async eachThread(together: boolean, run: (thread: number) => Promise<void>): Promise<void> {
    const threads = Array.from({ length: this.options.pool.size }, (_, thread) => thread);
    if (together) await Promise.all(threads.map(run));
    else for (const thread of threads) await run(thread);
  }

  /**
   * Computes in short steps, with queries in between, what the first query of each view would compute at once.
   * @param isOver whether the rest is not needed any more
   */
  async prepare(
    thread: number,
    id: string,
    what: Prepared,
    views: readonly ViewManifest[],
    isOver = () => false,
  ): Promise<void> {
    const { pool, batcher } = this.options;
    for (const { market, locale } of views) {
      const request = searchPageOf(market, locale);
      for (let ready = false; !ready && !isOver(); ) {
        ready = await this.task(thread, () => pool.prepare(thread, id, request, what, STEP_MS));
        await batcher.afterBatches(thread, STEP_MS * QUERIES_PER_STEP);
      }
    }
  }

  private async warmThread(thread: number, id: string, views: readonly ViewManifest[], atRest = false): Promise<void> {
    const { pool, batcher } = this.options;
    if (atRest) await batcher.quiet(thread);
    await this.prepare(thread, id, 'queries', views);
    for (const { market, locale } of views) {
      for (const request of warmUpRequests(market, locale)) {
        if (atRest) await batcher.quiet(thread);
        await this.task(thread, () => pool.warm(thread, id, [request]));
      }
    }
  }

  /** Runs a task among the batches of a thread; by itself once more where it fails, for which one of them may be at fault. */
  private async task<T>(thread: number, run: () => Promise<T>): Promise<T> {
    const { batcher } = this.options;
    try {
      return await batcher.among(thread, run);
    } catch {
      return await batcher.alone(thread, run);
    }
  }
}
