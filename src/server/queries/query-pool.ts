/**
 * The query threads. Each is addressed by its number: snapshots are opened in one thread at a time while the others
 * answer queries, and closed when no query uses them. A thread that dies or exceeds its time limit is replaced; its
 * batches are retried request by request, each alone in the thread, so that only the request at fault fails.
 */
import { within } from '../../kernel/within.js';
import type { AutocompleteRequest, SearchPageRequest, StorefrontRequest } from '../../pages/shared/requests.js';
import { isVerified, type SharedSignals, type SharedSnapshot } from '../../snapshot/index.js';
import { asDefect } from '../../threads/failure.js';
import { ThreadDeath } from '../../threads/thread-errors.js';
import type { ThreadMemory } from '../observability/front-end-reading.js';
import type { Computed } from '../observability/slow-queries.js';
import { BufferPool } from './buffer-pool.js';
import { type Outcome, outcomesOf, type Question } from './outcomes.js';
import {
  type AnswerBatch,
  type ExplainOutcome,
  FACT_MS,
  FACTS,
  type Prepared,
  type QueryBudget,
  type QueryResult,
  type QueryTask,
  type QueryThreadData,
  type UnreadBody,
} from './query-task.js';
import type { Sample } from './rehearsal.js';
import { LateTask, QueryThread } from './timed-tasks.js';

/** Share of a thread's time limit for running queries; the rest is for writing their results. */
const SHARE_OF_TIMEOUT = 0.8;
/** Time limit of a batch on a snapshot that is not verified: a loop over damaged parts may have no end. */
const UNVERIFIED_TIMEOUT_MS = 3000;
/** How long `close` waits for threads that are just starting. */
const LONGEST_START_MS = 3000;

/** What became of a batch. */
interface BatchOutcome {
  /** By question. */
  outcomes: Outcome[];
  /** By question; empty where its thread has died. */
  computed: Computed[];
  /** How long it took. */
  ms: number;
  /** How long ago it ended. */
  lateMs: number;
  /** Whether its thread has died, for which another request may be at fault. */
  again: boolean;
}

/** A batch or another task in a thread. */
interface Flight {
  /** Whether it is another task, which has no time limit. */
  readonly isTask: boolean;
  /** Whether the thread had such a task before it, which takes from its time. */
  readonly isBehindTask: boolean;
  /** Whether the thread has had nothing else meanwhile. */
  alone: boolean;
}

export interface PoolOptions {
  threads: number;
  /** The module of the threads. */
  filename: string;
  threadData: QueryThreadData;
  /** Time limit of a query, after which it is answered with what it has found. */
  deadlineMs: number;
  /** Time limit of all queries of a batch while others wait. */
  hurryMs: number;
  /** Time limit of a batch, after which its thread is ended. */
  timeoutMs: number;
  /** Called when a thread has died or was ended. @param snapshot of the query that it had */
  onFailure(error: unknown, snapshot?: SharedSnapshot): void;
  /** Called with the look-ups of a batch in the caches of views: by cache hits and misses. */
  onLookups(lookups: Float64Array): void;
}

export class QueryPool {
  /** Resolves when all threads have started for the first time. Rejects with an Error that says why one cannot. */
  readonly started: Promise<void>;
  private readonly threads: QueryThread[];
  /** By thread: resolves when it has started for the first time, or fails. */
  private readonly firstStarts: Promise<unknown>[];
  /** By thread, for replacements: resolves when it has started. */
  private readonly starting: (Promise<void> | undefined)[] = [];
  /** By thread, what it has. */
  private readonly flights: Set<Flight>[];
  /** By thread, the retries of batches during which it died. */
  private readonly retries: (Promise<unknown> | undefined)[] = [];
  /** By thread, how often it was replaced. */
  private readonly replacements: number[];
  /** By thread, as its last batch has told; undefined before that. */
  readonly memories: (ThreadMemory | undefined)[] = [];
  /** By snapshot, for threads that open it later. */
  private readonly signals = new Map<string, SharedSignals>();
  /** Buffers of answers that nothing uses any more, for whichever thread gets the next batch. */
  private readonly spent = new BufferPool();

  constructor(private readonly options: PoolOptions) {
    const { threads, filename, threadData: data, onFailure } = options;
    this.threads = Array.from({ length: threads }, () => new QueryThread(filename, error => onFailure(error)));
    this.flights = this.threads.map(() => new Set());
    this.replacements = this.threads.map(() => 0);
    // Given at once: a task that comes after the death of a thread waits for a replacement, which may die as well.
    this.firstStarts = this.threads.map(thread => thread.run({ kind: 'start', data }));
    this.started = Promise.all(this.firstStarts).then(
      () => undefined,
      (error: unknown) => {
        const why = error instanceof ThreadDeath ? error.reason : error instanceof Error ? error.message : error;
        throw new Error(`a query thread cannot start: ${why}`, { cause: error });
      },
    );
    this.started.catch(() => undefined);
  }

  get size(): number {
    return this.threads.length;
  }

  /** Opens a snapshot in a thread, with its signals. @throws what the thread throws. */
  async open(thread: number, snapshot: SharedSnapshot): Promise<void> {
    await this.run(thread, this.opening(snapshot));
  }

  /** Opens the visitor store in a thread, ahead of the first query of a customer. @throws what the thread throws. */
  async openVisitors(thread: number): Promise<void> {
    const opened = this.threads[thread]!.run({ kind: 'open-visitors', visitors: this.options.threadData.visitors });
    this.starting[thread] = opened.then(
      () => undefined,
      () => undefined,
    );
    await opened;
  }

  /** Sets the signals for threads that open the snapshot later; for those that have, see `learn`. */
  setSignals(signals: SharedSignals): void {
    this.signals.set(signals.snapshotId, signals);
  }

  /** Gives signals to a thread; ignored where it has not opened their snapshot. @throws what the thread throws. */
  async learn(thread: number, signals: SharedSignals): Promise<void> {
    await this.run(thread, { kind: 'learn', signals });
  }

  /**
   * Runs queries on a snapshot that the thread has opened, without an answer; a snapshot that it has not opened is
   * ignored.
   * @throws what the thread throws.
   */
  async warm(thread: number, id: string, requests: StorefrontRequest[]): Promise<void> {
    await this.run(thread, { kind: 'warm', id, requests });
  }

  /**
   * Answers a query of a word of an open snapshot in place of that of the request: shows that its view can be read.
   * @throws what the thread throws.
   */
  async first(thread: number, id: string, request: AutocompleteRequest): Promise<void> {
    await this.threads[thread]!.run({ kind: 'first', id, request });
  }

  /**
   * Prepares an open snapshot for queries like this one.
   * @param ms how long at once
   * @returns whether there is nothing left to prepare
   * @throws what the thread throws.
   */
  async prepare(thread: number, id: string, request: SearchPageRequest, what: Prepared, ms: number): Promise<boolean> {
    return (await this.run(thread, { kind: 'prepare', id, request, what, ms })).kind !== 'more';
  }

  /** Looks for a product in the answer to a search, as `warm`. @throws what the thread throws. */
  async sample(thread: number, id: string, request: SearchPageRequest): Promise<Sample | undefined> {
    const result = await this.threads[thread]!.run({ kind: 'sample', id, request });
    return result.kind === 'sampled' ? result.sample : undefined;
  }

  /** As `warm`, for one query that has a time limit as those of visitors have. @throws what the thread throws. */
  async rehearse(thread: number, id: string, request: StorefrontRequest): Promise<void> {
    await this.threads[thread]!.run({ kind: 'warm', id, requests: [request], queryMs: this.budgetOf(false).queryMs });
  }

  /** Lets a thread keep what the rehearsal has compiled for later starts. @throws what the thread throws. */
  async rehearsed(thread: number): Promise<void> {
    await this.threads[thread]!.run({ kind: 'rehearsed' });
  }

  /** Removes the signals for threads that open the snapshot later. */
  forgetSignals(id: string): void {
    this.signals.delete(id);
  }

  /** Closes a snapshot in a thread. @throws what the thread throws. */
  async release(thread: number, id: string): Promise<void> {
    await this.run(thread, { kind: 'release', id });
  }

  /** Lets a thread collect the garbage that closed snapshots have left. @throws what the thread throws. */
  async collect(thread: number): Promise<void> {
    await this.run(thread, { kind: 'collect' });
  }

  /**
   * Answers questions in one thread, after those that it has.
   * @param hurry whether others wait
   * @returns an outcome for each question, whose answers the caller releases; never rejects.
   */
  async answer(
    thread: number,
    snapshot: SharedSnapshot,
    questions: readonly Question[],
    hurry = false,
  ): Promise<Omit<BatchOutcome, 'again'>> {
    const startMs = performance.now();
    // Of the many batches each promise that need not be waited for costs as much as sending a request.
    if (this.retries[thread]) await this.retries[thread];
    const batch = await this.attempt(thread, snapshot, questions, hurry);
    if (!batch.again) return batch;
    const before = this.retries[thread];
    const retry = async () => {
      await before;
      const outcomes: Outcome[] = [];
      for (const question of questions) {
        const retried = () => this.attempt(thread, snapshot, [question], hurry);
        let tried = await retried();
        // Another batch may have come while the thread was being replaced; the next ones wait for this one.
        if (tried.again) tried = await retried();
        outcomes.push(...tried.outcomes);
      }
      return outcomes;
    };
    const retries = retry();
    this.retries[thread] = retries;
    return { outcomes: await retries, computed: [], ms: performance.now() - startMs, lateMs: 0 };
  }

  /** Answers questions once; never rejects. */
  private async attempt(
    thread: number,
    snapshot: SharedSnapshot,
    questions: readonly Question[],
    hurry: boolean,
  ): Promise<BatchOutcome> {
    // Waiting for the start of a thread does not count against the time limit of its queries.
    if (this.starting[thread]) await this.starting[thread];
    const flight = this.begin(thread, false);
    const replacements = this.replacements[thread]!;
    const startMs = performance.now();
    try {
      const batch = await this.batch(thread, snapshot, questions, hurry);
      this.options.onLookups(batch.lookups);
      this.memories[thread] = batch.memory;
      const lateMs = Math.max(0, Date.now() - batch.endedMs);
      const computed = questions.map((_, i) => ({
        ms: batch.facts[i * FACTS + FACT_MS]!,
        stages: batch.stages?.get(i),
      }));
      return { outcomes: outcomesOf(batch, questions, this.spent), computed, ms: batch.ms, lateMs, again: false };
    } catch (error) {
      // A thread fails all its batches, in their order.
      const first = replacements === this.replacements[thread];
      // The answer to one before may have been on its way when the thread died.
      const atFault = flight.alone || (first && error instanceof LateTask && !flight.isBehindTask);
      if (first) this.replaced(thread, snapshot, error);
      const failure = asDefect(error);
      const again = questions.length > 1 || !atFault;
      const outcomes = questions.map(() => ({ failure }));
      return { outcomes, computed: [], ms: performance.now() - startMs, lateMs: 0, again };
    } finally {
      this.flights[thread]!.delete(flight);
    }
  }

  private begin(thread: number, isTask: boolean): Flight {
    const flights = this.flights[thread]!;
    const isBehindTask = [...flights].some(other => other.isTask);
    const flight: Flight = { isTask, isBehindTask, alone: flights.size === 0 };
    for (const other of flights) other.alone = false;
    flights.add(flight);
    return flight;
  }

  /** Explains a request in one thread; never rejects. @param products keys of products to explain */
  async explain(
    thread: number,
    snapshot: SharedSnapshot,
    request: StorefrontRequest,
    products: readonly string[],
  ): Promise<ExplainOutcome> {
    try {
      await this.starting[thread];
      const result = await this.ask(thread, snapshot, {
        kind: 'explain',
        snapshotId: snapshot.id,
        request,
        products,
        budget: this.budgetOf(false, this.timeoutOf(snapshot)),
      });
      if (result.kind === 'explained') return result.outcome;
      throw new Error(`the thread answered ${result.kind}`);
    } catch (error) {
      this.replaced(thread, snapshot, error);
      return { failure: asDefect(error) };
    }
  }

  /**
   * Ends the threads. Those that are just starting may finish that first: LMDB aborts the process when its thread is
   * ended while it opens an environment.
   */
  async close(): Promise<void> {
    await within(Promise.allSettled([...this.firstStarts, ...this.starting]), LONGEST_START_MS);
    await Promise.all(this.threads.map(thread => thread.destroy()));
  }

  /** How long a thread may take for a task on a snapshot. */
  private timeoutOf(snapshot: SharedSnapshot): number {
    const { timeoutMs } = this.options;
    return isVerified(snapshot) ? timeoutMs : Math.min(timeoutMs, UNVERIFIED_TIMEOUT_MS);
  }

  private budgetOf(hurry: boolean, timeoutMs = this.options.timeoutMs): QueryBudget {
    const { deadlineMs, hurryMs } = this.options;
    const taskMs = Math.min(timeoutMs * SHARE_OF_TIMEOUT, hurry ? hurryMs : Number.POSITIVE_INFINITY);
    return { queryMs: Math.min(deadlineMs, taskMs), taskMs };
  }

  /** Runs a task among the batches of a thread, none of which is at fault for sure where it dies. */
  private async run(thread: number, task: QueryTask): Promise<QueryResult> {
    const flight = this.begin(thread, true);
    try {
      return await this.threads[thread]!.run(task);
    } finally {
      this.flights[thread]!.delete(flight);
    }
  }

  private opening(snapshot: SharedSnapshot): QueryTask {
    return { kind: 'open', snapshot, signals: this.signals.get(snapshot.id), data: this.options.threadData };
  }

  private async batch(
    thread: number,
    snapshot: SharedSnapshot,
    questions: readonly Question[],
    hurry: boolean,
  ): Promise<AnswerBatch> {
    const result = await this.ask(thread, snapshot, {
      kind: 'answer',
      snapshotId: snapshot.id,
      requests: questions.map(({ request }) => request),
      ...(questions.some(({ body }) => body) && { bodies: bodiesOf(questions) }),
      encodings: questions.map(({ encoding }) => encoding),
      budget: this.budgetOf(hurry, this.timeoutOf(snapshot)),
      spent: this.spent.drain(),
    });
    if (result.kind === 'answers') return result.batch;
    throw new Error(`the thread answered ${result.kind}`);
  }

  /** Runs a task on a snapshot in a thread, which opens the snapshot first where it does not have it. */
  private async ask(thread: number, snapshot: SharedSnapshot, task: QueryTask): Promise<QueryResult> {
    const running = this.threads[thread]!;
    for (let attempt = 0; attempt < 2; attempt++) {
      const spent = task.kind === 'answer' ? task.spent : [];
      const result = await running.runWithin(this.timeoutOf(snapshot), task, spent);
      if (result.kind !== 'missing') return result;
      // The thread has taken them.
      spent.length = 0;
      await running.run(this.opening(snapshot));
    }
    throw new Error(`the thread does not keep snapshot ${snapshot.id}`);
  }

  /** After the failure of a thread: opens the snapshot in its replacement. */
  private replaced(thread: number, snapshot: SharedSnapshot, error: unknown): void {
    this.options.onFailure(error, snapshot);
    this.replacements[thread]!++;
    this.starting[thread] = this.open(thread, snapshot).catch((failure: unknown) =>
      this.options.onFailure(failure, snapshot),
    );
  }
}

function bodiesOf(questions: readonly Question[]): Map<number, UnreadBody> {
  return new Map(questions.flatMap(({ body }, i) => (body ? [[i, body] as const] : [])));
}
