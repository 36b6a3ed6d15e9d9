/**
 * Hands jobs to lanes (query threads), one batch in flight for each. A job that finds a lane idle travels at the end of
 * the tick; jobs that arrive while all lanes are busy form the next batches, so the price of the hop is shared under
 * load and not paid by waiting when there is none. The queue is bounded in length and in time: what cannot be served
 * is dropped, the oldest first, since its client is the nearest to giving up.
 */
export interface BatchJob {
  /** Jobs of different groups (snapshots) never share a batch. */
  readonly group: object;
  /** Nobody waits for it any more: it is skipped. */
  readonly abandoned: boolean;
}

export type DropReason = 'queue_full' | 'deadline';

export interface BatcherOptions<Job extends BatchJob> {
  lanes: number;
  maxBatch: number;
  maxQueue: number;
  deadlineMs: number;
  /** Settles every job itself; must not reject. */
  run(lane: number, jobs: Job[]): Promise<void>;
  drop(job: Job, reason: DropReason): void;
  /** Called for a job that was abandoned before it ran. */
  skip(job: Job): void;
}

interface Waiting<Job> {
  job: Job;
  deadlineMs: number;
}

export class Batcher<Job extends BatchJob> {
  private queue: Waiting<Job>[] = [];
  /** The queue begins here; what stands before has been taken. */
  private head = 0;
  private readonly idle: number[];
  /** Lanes that somebody wants for himself, once their batch is done. */
  private readonly claims = new Map<number, (() => void)[]>();
  private dispatching = false;
  private expiry: NodeJS.Timeout | undefined;

  constructor(private readonly options: BatcherOptions<Job>) {
    this.idle = Array.from({ length: options.lanes }, (_, lane) => lane);
  }

  /** Jobs that wait for a lane. */
  get depth(): number {
    return this.queue.length - this.head;
  }

  push(job: Job): void {
    if (this.depth >= this.options.maxQueue) this.options.drop(this.shift(), 'queue_full');
    this.queue.push({ job, deadlineMs: performance.now() + this.options.deadlineMs });
    if (this.idle.length > 0) this.dispatchSoon();
    else if (this.depth === 1) this.watch();
  }

  /** Runs something on a lane alone, after its batch in flight; the other lanes go on. */
  async alone<T>(lane: number, work: () => Promise<T>): Promise<T> {
    const at = this.idle.indexOf(lane);
    if (at >= 0) this.idle.splice(at, 1);
    else {
      await new Promise<void>(resolve => {
        const waiting = this.claims.get(lane);
        if (waiting === undefined) this.claims.set(lane, [resolve]);
        else waiting.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      this.free(lane);
    }
  }

  /** After the tick, when all requests that came with it are known and can be spread over the idle lanes. */
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
      const lane = this.idle.pop()!;
      void this.options.run(lane, jobs).finally(() => this.free(lane));
    }
    this.watch();
  }

  private takeBatch(most: number): Job[] {
    const jobs: Job[] = [];
    while (jobs.length < most && this.depth > 0) {
      const { job } = this.queue[this.head]!;
      if (jobs.length > 0 && job.group !== jobs[0]!.group) break;
      this.shift();
      if (job.abandoned) this.options.skip(job);
      else jobs.push(job);
    }
    return jobs;
  }

  private free(lane: number): void {
    const [claim, ...others] = this.claims.get(lane) ?? [];
    if (claim === undefined) {
      this.idle.push(lane);
      this.dispatch();
      return;
    }
    if (others.length === 0) this.claims.delete(lane);
    else this.claims.set(lane, others);
    claim();
  }

  private expire(): void {
    this.dropLate();
    this.watch();
  }

  private dropLate(): void {
    const now = performance.now();
    while (this.depth > 0 && this.queue[this.head]!.deadlineMs <= now) {
      const job = this.shift();
      if (job.abandoned) this.options.skip(job);
      else this.options.drop(job, 'deadline');
    }
  }

  /** Looks again when the oldest job will have waited too long. */
  private watch(): void {
    clearTimeout(this.expiry);
    const oldest = this.queue[this.head];
    this.expiry = oldest && setTimeout(() => this.expire(), Math.max(1, oldest.deadlineMs - performance.now()));
  }

  private shift(): Job {
    const { job } = this.queue[this.head]!;
    this.head++;
    // The taken part is cut off now and then, so that taking one costs a constant time on average.
    if (this.head === this.queue.length || (this.head > 64 && this.head * 2 > this.queue.length)) {
      this.queue = this.queue.slice(this.head);
      this.head = 0;
    }
    return job;
  }
}
