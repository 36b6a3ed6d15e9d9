/**
 * Dispatches jobs to query threads in batches. A job that finds an idle thread is sent at the end of the tick. Where
 * all threads are busy, each gets one batch more than it runs, so that it never waits for the front end between two,
 * unless its batch takes long; the jobs that arrive after that form the next batches. Jobs of a tick are divided among
 * all batches that may be sent. So the cost of a message is shared under load, and without load nothing waits. A batch is bounded by what its jobs are thought to take as well:
 * its first answer waits for its last. A long job has a batch of its own, and where there are several threads, one of
 * them runs no long jobs. The queue is bounded and puts jobs in order (see `FairQueue`); what would only wait in it for
 * too long is told before it is read (`isCrowded`).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { addTo, takeFrom } from '../../kernel/lists-by-key.js';
import { Askers } from '../admission/askers.js';
import type { Client } from '../admission/client-shares.js';
import { Crowd } from '../admission/crowd.js';
import { type FairJob, FairQueue } from '../admission/fair-queue.js';
import type { DropReason } from '../admission/refusals.js';
import type { BatchJob, BatchResult } from './batch.js';
import { BATCH_MS, StandingWork } from './standing-work.js';

/** Most batches in a thread: the one that it runs and the one behind it. */
const MOST_IN_FLIGHT = 2;
/**
 * A thread that has run its batch for longer gets none behind it: another thread may be idle sooner. A job that is
 * thought to take longer is a long one.
 */
export const LATE_MS = 2 * BATCH_MS;
/** Longest batch where the front end is late: threads have work until it comes back to them. */
const LONGEST_BATCH_MS = 4 * BATCH_MS;
/** Weight of the latest batch in a mean. */
const LATEST = 0.1;
/** A client none of whose jobs waits is refused where jobs have to wait for so many times as long. */
const MODEST = 2;
/** How long a thread has had no jobs when it is quiet: a client that asks one query after the other is still there. */
const QUIET_MS = 60;
/** How long that is waited for: what waits for it may take some tens of milliseconds, in which all jobs wait. */
const LONGEST_UNTIL_QUIET_MS = 1_000;
/** What a client may have of the places, also where it asks alone: others find some when they come. */
const MOST_PLACES = 7 / 8;

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
  /** The time by which batches are late, ms. */
  now(): number;
}

export class Batcher<Job extends BatchJob> {
  private readonly queue: FairQueue<Job>;
  private readonly standing: StandingWork;
  /**
   * Threads that may get a batch, by the number of batches that they have: each list in the order in which the threads
   * came to it, which is that in which they began the batch that they run.
   */
  private readonly open: readonly number[][];
  /** By thread, the batches that it has. */
  private readonly inFlight: number[];
  /** By thread, when it began the batch that it runs. */
  private readonly begunMs: number[];
  /** By thread, when it had jobs last. */
  private readonly jobsMs: number[];
  /** The threads that have a long job. */
  private readonly withLong = new Set<number>();
  private readonly mostLong: number;
  private readonly crowd = new Crowd();
  private readonly longCrowd = new Crowd();
  private readonly askers = new Askers();
  /** By thread, requests for exclusive use that wait for its batches to end. */
  private readonly claims = new Map<number, (() => void)[]>();
  /** By thread, short work that waits for the place of a batch. */
  private readonly places = new Map<number, (() => void)[]>();
  /** By thread, what waits for the end of a batch, or for the thread to be idle: called with what the batch took. */
  private readonly watchers = new Map<number, ((ms: number) => void)[]>();
  private dispatching = false;
  /** Mean lateness of the front end. */
  private lateMs = 0;
  private expiry: NodeJS.Timeout | undefined;

  constructor(private readonly options: BatcherOptions<Job>) {
    this.queue = new FairQueue(options.maxQueue, options.deadlineMs, LATE_MS);
    this.standing = new StandingWork(options.threads, options.deadlineMs);
    this.mostLong = Math.max(1, options.threads - 1);
    const threads = Array.from({ length: options.threads }, (_, thread) => thread);
    this.open = Array.from({ length: MOST_IN_FLIGHT }, (_, batches) => (batches === 0 ? threads : []));
    this.inFlight = threads.map(() => 0);
    this.begunMs = threads.map(() => 0);
    this.jobsMs = threads.map(() => Number.NEGATIVE_INFINITY);
  }

  /** Number of jobs that wait for a thread. */
  get depth(): number {
    return this.queue.length;
  }

  /**
   * Whether a further job is to be refused at once: the queue has been so long for a while that more jobs would get
   * nothing but longer waits, or the client's share of it has while others ask as well. Long jobs do not count, which
   * short ones do not wait for. To be asked for each job, before anything else is known of it.
   */
  isCrowded(client?: Client): boolean {
    const now = this.options.now();
    this.askers.note(client, now);
    if (client !== undefined) {
      const share = this.shareOf(client, now);
      if (client.open >= this.options.maxQueue * Math.min(share, MOST_PLACES)) return true;
      if (!this.isCalmFor(client, share) && client.crowd.refuses(now)) return true;
    }
    if (this.isCalm(client?.waitingMs === 0 ? MODEST : 1)) return false;
    return this.crowd.refuses(now);
  }

  /** As `isCrowded`, of a job that is not: whether it is a long one, and those have no room. */
  isCrowdedFor(job: FairJob): boolean {
    if (!this.queue.isLong(job) || this.isCalmForLong(job.client?.waiting.long.jobs === 0 ? MODEST : 1)) return false;
    return this.longCrowd.refuses(this.options.now());
  }

  /** Whether the short jobs that wait are run within the time that those may always wait, or some times that. */
  private isCalm(times = 1): boolean {
    const { jobs, ms } = this.queue.of('short');
    return jobs < this.options.maxQueue && ms <= times * this.standing.ofShort;
  }

  /** The same of long ones. */
  private isCalmForLong(times = 1): boolean {
    return this.depth < this.options.maxQueue && this.queue.of('long').ms <= times * this.standing.ofLong;
  }

  /** What a client may have of what threads run: all of it where it asks alone. */
  private shareOf(client: Client, nowMs: number): number {
    return this.askers.isAlone(client, nowMs) ? 1 : client.share;
  }

  private isCalmFor({ waiting }: Client, share: number): boolean {
    const { ofShort, ofLong } = this.standing;
    return waiting.short.ms <= share * ofShort && waiting.long.ms <= share * ofLong;
  }

  push(job: Job): void {
    const now = this.options.now();
    const { client } = job;
    if (this.isCalm()) this.crowd.calm(now);
    if (this.isCalmForLong()) this.longCrowd.calm(now);
    if (client && this.isCalmFor(client, this.shareOf(client, now))) client.crowd.calm(now);
    const dropped = this.queue.push(job);
    if (dropped !== undefined) this.options.drop(dropped, 'queue_full');
    if (this.open.some(threads => threads.length > 0)) this.dispatchSoon();
    else if (this.depth === 1) this.watch();
  }

  /** Runs `work` with exclusive use of a thread, after its batches in flight; the other threads go on. */
  async alone<T>(thread: number, work: () => Promise<T>): Promise<T> {
    const idle = this.isIdle(thread);
    this.shut(thread);
    if (!idle) {
      await new Promise<void>(resolve => addTo(this.claims, thread, resolve));
    }
    try {
      return await work();
    } finally {
      this.offer(thread);
    }
  }

  /**
   * Runs short work in a thread among its batches, in the place of one: it begins when the batch before it ends, and by
   * its end the thread has the next one. (Behind `alone`, a thread has nothing to do until the front end comes back to it,
   * which under load takes longer than such work.)
   */
  async among<T>(thread: number, work: () => Promise<T>): Promise<T> {
    if (this.open.some(threads => threads.includes(thread))) this.occupy(thread);
    else await new Promise<void>(resolve => addTo(this.places, thread, resolve));
    try {
      return await work();
    } finally {
      this.vacate(thread);
      this.offer(thread);
    }
  }

  /** When a thread ended what it had last; undefined while it has something. */
  idleSinceMs(thread: number): number | undefined {
    return this.isIdle(thread) ? this.begunMs[thread] : undefined;
  }

  /** Resolves when a thread has run batches for so long, or is idle. */
  async afterBatches(thread: number, ms: number): Promise<void> {
    for (let left = ms; left > 0 && !this.isIdle(thread); ) {
      left -= await new Promise<number>(resolve => addTo(this.watchers, thread, resolve));
    }
  }

  /** Resolves when a thread has had no jobs for so long. @param mostMs after which it resolves in any case */
  async quiet(thread: number, ms = QUIET_MS, mostMs = LONGEST_UNTIL_QUIET_MS): Promise<void> {
    const { now } = this.options;
    const endMs = now() + mostMs;
    for (;;) {
      const restedMs = this.inFlight[thread]! > 0 ? 0 : now() - this.jobsMs[thread]!;
      const leftMs = Math.min(ms - restedMs, endMs - now());
      if (leftMs <= 0) return;
      await delay(Math.ceil(leftMs), undefined, { ref: false });
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
    for (const [batches, threads] of this.open.entries()) {
      while (this.depth > 0) {
        // Of the idle threads the one that has the most in its caches, of the others the one that ends first.
        const at = batches === 0 ? threads.length - 1 : this.firstInTime(threads);
        if (at < 0) break;
        const share = Math.ceil(this.depth / this.freePlaces());
        const jobs = this.takeBatch(Math.min(share, this.options.maxBatch));
        if (jobs.length === 0) break;
        void this.run(threads.splice(at, 1)[0]!, jobs);
      }
    }
    this.watch();
  }

  /**
   * Number of batches that may be sent now. An idle thread counts twice: of clients that wait for their replies, one batch
   * of all would have the front end wait for the thread, and then the thread for the front end.
   */
  private freePlaces(): number {
    return this.open.reduce((sum, threads, batches) => sum + threads.length * (MOST_IN_FLIGHT - batches), 0);
  }

  /** The place of the first thread that is not thought to run its batch for too long; -1 where all are. */
  private firstInTime(threads: readonly number[]): number {
    const earliestMs = this.options.now() - LATE_MS;
    return threads.findIndex(thread => this.begunMs[thread]! >= earliestMs && !this.withLong.has(thread));
  }

  private async run(thread: number, jobs: Job[]): Promise<void> {
    this.occupy(thread);
    const long = this.queue.isLong(jobs[0]!);
    if (long) this.withLong.add(thread);
    const { ms, lateMs, complete } = await this.options.run(thread, jobs);
    if (long) this.withLong.delete(thread);
    const thoughtMs = jobs.reduce((sum, { costMs }) => sum + costMs, 0);
    this.standing.learn(jobs.length, long, thoughtMs, this.options.now() - this.begunMs[thread]!);
    this.lateMs += LATEST * (Math.min(lateMs, LONGEST_BATCH_MS) - this.lateMs);
    this.vacate(thread);
    this.jobsMs[thread] = this.options.now();
    this.offer(thread);
    complete();
    this.tellWatchers(thread, ms);
  }

  /** Takes a place of a thread. */
  private occupy(thread: number): void {
    this.shut(thread);
    const batches = ++this.inFlight[thread]!;
    if (batches === 1) this.begunMs[thread] = this.options.now();
    this.open[batches]?.push(thread);
  }

  private vacate(thread: number): void {
    this.inFlight[thread]!--;
    this.begunMs[thread] = this.options.now();
  }

  private tellWatchers(thread: number, ms: number): void {
    const watchers = this.watchers.get(thread) ?? [];
    this.watchers.delete(thread);
    for (const watcher of watchers) watcher(ms);
  }

  /** @param most how many jobs; one at least, however long it takes */
  private takeBatch(most: number): Job[] {
    const { queue } = this;
    const jobs: Job[] = [];
    let leftMs = Math.min(Math.max(BATCH_MS, this.lateMs), LONGEST_BATCH_MS);
    const mayBeLong = () => jobs.length === 0 && this.withLong.size < this.mostLong;
    for (let job = queue.first(mayBeLong()); job !== undefined && jobs.length < most; job = queue.first(mayBeLong())) {
      if (jobs.length > 0 && (job.group !== jobs[0]!.group || job.costMs > leftMs)) break;
      queue.shift(mayBeLong());
      if (job.abandoned) this.options.skip(job);
      else {
        jobs.push(job);
        job.client?.charge(job.costMs, performance.now());
        leftMs -= job.costMs;
        if (queue.isLong(job)) break;
      }
    }
    return jobs;
  }

  /** Gives a thread that has ended a batch, or exclusive use, to what waits for it. */
  private offer(thread: number): void {
    if (!this.claims.has(thread)) {
      this.shut(thread);
      this.open[this.inFlight[thread]!]!.push(thread);
      while (this.inFlight[thread]! < MOST_IN_FLIGHT && this.places.has(thread)) {
        this.occupy(thread);
        takeFrom(this.places, thread)();
      }
      this.dispatch();
      if (this.isIdle(thread)) this.tellWatchers(thread, 0);
    } else if (this.inFlight[thread] === 0) {
      takeFrom(this.claims, thread)();
    }
  }

  /** Gives a thread no more batches. */
  private shut(thread: number): void {
    for (const threads of this.open) {
      const at = threads.indexOf(thread);
      if (at >= 0) threads.splice(at, 1);
    }
  }

  private isIdle(thread: number): boolean {
    return this.open[0]!.includes(thread);
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
    // No reason to live for a process that has nothing else to wait for.
    this.expiry =
      deadlineMs === undefined
        ? undefined
        : setTimeout(() => this.expire(), Math.max(1, deadlineMs - performance.now())).unref();
  }
}
