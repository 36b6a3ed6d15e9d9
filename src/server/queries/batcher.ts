/**
 * Dispatches jobs to query threads, one batch in flight for each. A job that finds an idle thread is sent at the end of
 * the tick; jobs that arrive while all threads are busy form the next batches, so that under load the cost of a message
 * is shared, and without load nothing waits. A batch is bounded in time as well: its first answer waits for its last,
 * and while the front end sends the answers of one batch, the thread computes the next. The queue is bounded (see
 * `BoundedQueue`).
 */
import { BoundedQueue } from '../admission/bounded-queue.js';
import type { DropReason } from '../admission/refusals.js';

export interface BatchJob {
  /** Jobs of different groups (snapshots) never share a batch. */
  readonly group: object;
  /** Whether all clients that waited for it have disconnected: it is skipped. */
  readonly abandoned: boolean;
}

/**
 * How long a batch is meant to take. (Measured over HTTP with search pages of 0.8 ms and 16 connections: 690 answers a
 * second, 649 with half of it, 587 without a limit, when each batch has all that is asked. With a quarter of it,
 * messages cost the front end more than the answers.)
 */
const BATCH_MS = 8;
/** Weight of the latest batch in the mean duration of a job. */
const LATEST = 0.1;

/** A batch that a thread has run. */
export interface BatchResult {
  /** How long it took. */
  ms: number;
  /** Completes each of its jobs; called when the thread has its next batch. Must not throw. */
  complete(): void;
}

export interface BatcherOptions<Job extends BatchJob> {
  threads: number;
  maxBatch: number;
  maxQueue: number;
  deadlineMs: number;
  /** Runs a batch; must not reject. */
  run(thread: number, jobs: Job[]): Promise<BatchResult>;
  drop(job: Job, reason: DropReason): void;
  /** Called for a job that was abandoned before it ran. */
  skip(job: Job): void;
}

export class Batcher<Job extends BatchJob> {
  private readonly queue: BoundedQueue<Job>;
  private readonly idle: number[];
  /** By thread, requests for exclusive use that wait for its batch to end. */
  private readonly claims = new Map<number, (() => void)[]>();
  /** By thread, what waits for the end of a batch, or for the thread to be idle: called with what the batch took. */
  private readonly watchers = new Map<number, (ms: number) => void>();
  private dispatching = false;
  /** Mean duration of a job. */
  private jobMs = 0;
  private expiry: NodeJS.Timeout | undefined;

  constructor(private readonly options: BatcherOptions<Job>) {
    this.queue = new BoundedQueue(options.maxQueue, options.deadlineMs);
    this.idle = Array.from({ length: options.threads }, (_, thread) => thread);
  }

  /** Number of jobs that wait for a thread. */
  get depth(): number {
    return this.queue.length;
  }

  push(job: Job): void {
    const dropped = this.queue.push(job);
    if (dropped !== undefined) this.options.drop(dropped, 'queue_full');
    if (this.idle.length > 0) this.dispatchSoon();
    else if (this.depth === 1) this.watch();
  }

  /** Runs `work` with exclusive use of a thread, after its batch in flight; the other threads go on. */
  async alone<T>(thread: number, work: () => Promise<T>): Promise<T> {
    const at = this.idle.indexOf(thread);
    if (at >= 0) this.idle.splice(at, 1);
    else {
      await new Promise<void>(resolve => {
        const waiting = this.claims.get(thread);
        if (waiting === undefined) this.claims.set(thread, [resolve]);
        else waiting.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      this.free(thread);
    }
  }

  /**
   * Resolves when a thread has run batches for so long, or is idle. Of calls for a thread the latest one counts; to be
   * called one after the other.
   */
  async afterBatches(thread: number, ms: number): Promise<void> {
    for (let left = ms; left > 0 && !this.idle.includes(thread); ) {
      left -= await new Promise<number>(resolve => this.watchers.set(thread, resolve));
    }
  }

  /** Dispatches after the tick, when all requests of the tick are known and can be distributed over idle threads. */
  private dispatchSoon(): void {
    if (this.dispatching) return;
    this.dispatching = true;
    setImmediate(() => {
      this.dispatching = false;
      this.dispatch();
    });
  }

  private dispatch(): void {
    this.dropLate();
    while (this.idle.length > 0 && this.depth > 0) {
      const share = Math.ceil(this.depth / this.idle.length);
      const jobs = this.takeBatch(Math.min(share, this.mostJobs));
      if (jobs.length === 0) continue;
      void this.run(this.idle.pop()!, jobs);
    }
    this.watch();
  }

  private async run(thread: number, jobs: Job[]): Promise<void> {
    const { ms, complete } = await this.options.run(thread, jobs);
    // One that hung says little of the next ones.
    this.jobMs += LATEST * (Math.min(ms / jobs.length, BATCH_MS) - this.jobMs);
    this.free(thread);
    complete();
    this.tellWatcher(thread, ms);
  }

  private tellWatcher(thread: number, ms: number): void {
    const watcher = this.watchers.get(thread);
    this.watchers.delete(thread);
    watcher?.(ms);
  }

  /** How many jobs a batch may have. */
  private get mostJobs(): number {
    const { maxBatch } = this.options;
    return this.jobMs * maxBatch <= BATCH_MS ? maxBatch : Math.max(1, Math.floor(BATCH_MS / this.jobMs));
  }

  private takeBatch(most: number): Job[] {
    const jobs: Job[] = [];
    for (let job = this.queue.first; job !== undefined && jobs.length < most; job = this.queue.first) {
      if (jobs.length > 0 && job.group !== jobs[0]!.group) break;
      this.queue.shift();
      if (job.abandoned) this.options.skip(job);
      else jobs.push(job);
    }
    return jobs;
  }

  private free(thread: number): void {
    const [claim, ...others] = this.claims.get(thread) ?? [];
    if (claim === undefined) {
      this.idle.push(thread);
      this.dispatch();
      if (this.idle.includes(thread)) this.tellWatcher(thread, 0);
      return;
    }
    if (others.length === 0) this.claims.delete(thread);
    else this.claims.set(thread, others);
    claim();
  }

  private expire(): void {
    this.dropLate();
    this.watch();
  }

  private dropLate(): void {
    const now = performance.now();
    for (let job = this.queue.shiftLate(now); job !== undefined; job = this.queue.shiftLate(now)) {
      if (job.abandoned) this.options.skip(job);
      else this.options.drop(job, 'deadline');
    }
  }

  /** Sets a timer for when the oldest job has waited too long. */
  private watch(): void {
    clearTimeout(this.expiry);
    const deadlineMs = this.queue.nextDeadlineMs;
    this.expiry =
      deadlineMs === undefined
        ? undefined
        : setTimeout(() => this.expire(), Math.max(1, deadlineMs - performance.now()));
  }
}
