/**
 * Hands jobs to query threads, one batch in flight for each. A job that finds a thread idle travels at the end of the
 * tick; jobs that arrive while all threads are busy form the next batches, so the price of the hop is shared under load
 * and not paid by waiting when there is none. The queue is bounded (see `BoundedQueue`).
 */
import { BoundedQueue } from '../admission/bounded-queue.js';
import type { DropReason } from '../admission/refusals.js';

export interface BatchJob {
  /** Jobs of different groups (snapshots) never share a batch. */
  readonly group: object;
  /** All clients that waited for it have gone: it is skipped. */
  readonly abandoned: boolean;
}

export interface BatcherOptions<Job extends BatchJob> {
  threads: number;
  maxBatch: number;
  maxQueue: number;
  deadlineMs: number;
  /** Completes every job itself; must not reject. */
  run(thread: number, jobs: Job[]): Promise<void>;
  drop(job: Job, reason: DropReason): void;
  /** Called for a job that was abandoned before it ran. */
  skip(job: Job): void;
}

export class Batcher<Job extends BatchJob> {
  private readonly queue: BoundedQueue<Job>;
  private readonly idle: number[];
  /** By thread, the exclusive uses of it that wait for its batch to end. */
  private readonly claims = new Map<number, (() => void)[]>();
  private dispatching = false;
  private expiry: NodeJS.Timeout | undefined;

  constructor(private readonly options: BatcherOptions<Job>) {
    this.queue = new BoundedQueue(options.maxQueue, options.deadlineMs);
    this.idle = Array.from({ length: options.threads }, (_, thread) => thread);
  }

  /** Jobs that wait for a thread. */
  get depth(): number {
    return this.queue.length;
  }

  push(job: Job): void {
    const dropped = this.queue.push(job);
    if (dropped !== undefined) this.options.drop(dropped, 'queue_full');
    if (this.idle.length > 0) this.dispatchSoon();
    else if (this.depth === 1) this.watch();
  }

  /** Runs something on a thread alone, after its batch in flight; the other threads go on. */
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

  /** After the tick, when all requests that came with it are known and can be spread over the idle threads. */
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
      const jobs = this.takeBatch(Math.min(share, this.options.maxBatch));
      if (jobs.length === 0) continue;
      const thread = this.idle.pop()!;
      void this.options.run(thread, jobs).finally(() => this.free(thread));
    }
    this.watch();
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

  /** Looks again when the oldest job will have waited too long. */
  private watch(): void {
    clearTimeout(this.expiry);
    const deadlineMs = this.queue.nextDeadlineMs;
    this.expiry =
      deadlineMs === undefined
        ? undefined
        : setTimeout(() => this.expire(), Math.max(1, deadlineMs - performance.now()));
  }
}
