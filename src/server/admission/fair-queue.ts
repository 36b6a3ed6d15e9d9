/**
 * The queue before the query threads. Each job is due when it has arrived, and later by some times of what it is
 * thought to take, so that short work goes first, and by what its client has had beyond its share. Both delays are
 * bounded: a job that waits goes before all that come long after it. The queue is bounded in length, and in the time
 * that a job waits; where there is no room, the job that is due last is dropped.
 */
import { BinaryHeap } from '../../kernel/binary-heap.js';
import { Backlog } from './backlog.js';
import type { Client } from './client-shares.js';

export interface FairJob {
  /** How long it is thought to take. */
  readonly costMs: number;
  /** Undefined where clients are not told apart. */
  readonly client: Client | undefined;
}

interface Waiting<Job> {
  job: Job;
  /** When its turn comes; of jobs that are due at once the first one goes first. */
  dueMs: number;
  number: number;
  /** When it has waited for too long. */
  deadlineMs: number;
  /** Whether it has left the queue. */
  left: boolean;
}

/** How much later a job is due for each millisecond that it takes. */
const PATIENCE = 4;
/** Longest such delay, as a share of how long a job may wait. */
const LONGEST_DELAY_SHARE = 0.5;
/** Jobs that left the queue are removed from the list of arrivals now and then. */
const FEW = 64;

export class FairQueue<Job extends FairJob> {
  private readonly short = new BinaryHeap<Waiting<Job>>(isBefore);
  private readonly long = new BinaryHeap<Waiting<Job>>(isBefore);
  /** Both kinds in the order in which they came, with some that have left. */
  private arrivals: Waiting<Job>[] = [];
  /** Where the jobs begin in it. */
  private head = 0;
  private count = 0;
  private numbers = 0;
  private readonly waiting = { short: new Backlog(), long: new Backlog() };

  /**
   * @param maxLength most waiting jobs
   * @param longestWaitMs longest time that a job waits
   * @param longMs a job that takes longer is long, and may be left for later
   */
  constructor(
    private readonly maxLength: number,
    private readonly longestWaitMs: number,
    private readonly longMs: number,
  ) {}

  get length(): number {
    return this.count;
  }

  /** How many short jobs wait, or long ones, and what they take together. */
  of(kind: 'short' | 'long'): Readonly<Pick<Backlog, 'jobs' | 'ms'>> {
    return this.waiting[kind];
  }

  /** The job whose turn it is. @param long whether it may be a long one */
  first(long: boolean): Job | undefined {
    return this.next(long)?.first?.job;
  }

  isLong({ costMs }: FairJob): boolean {
    return costMs > this.longMs;
  }

  /** When the wait of the oldest job exceeds its bound, on the clock of `performance.now()`. */
  get nextDeadlineMs(): number | undefined {
    return this.oldest()?.deadlineMs;
  }

  /** @returns the job that is dropped when the queue is full */
  push(job: Job, nowMs = performance.now()): Job | undefined {
    const { costMs, client } = job;
    const most = this.longestWaitMs * LONGEST_DELAY_SHARE;
    const delayMs = Math.min(costMs * PATIENCE, most) + (client?.delayMs(nowMs) ?? 0);
    const deadlineMs = nowMs + this.longestWaitMs;
    const waiting = { job, dueMs: nowMs + delayMs, number: this.numbers++, deadlineMs, left: false };
    (this.isLong(job) ? this.long : this.short).add(waiting);
    this.arrivals.push(waiting);
    this.count++;
    this.account(job, 1);
    return this.count > this.maxLength ? this.remove(this.last()) : undefined;
  }

  /** Takes the job whose turn it is. @param long whether it may be a long one */
  shift(long: boolean): Job | undefined {
    const next = this.next(long)?.first;
    return next && this.remove(next);
  }

  /** Takes the oldest job if it has waited for too long. @param nowMs on the clock of `performance.now()` */
  shiftLate(nowMs: number): Job | undefined {
    const oldest = this.oldest();
    return oldest && oldest.deadlineMs <= nowMs ? this.remove(oldest) : undefined;
  }

  /** The heap that has the next job. */
  private next(long: boolean): BinaryHeap<Waiting<Job>> | undefined {
    const short = cleared(this.short);
    if (!long) return short.first && short;
    const other = cleared(this.long);
    if (short.first && other.first) return isBefore(short.first, other.first) ? short : other;
    return short.first ? short : other.first && other;
  }

  private oldest(): Waiting<Job> | undefined {
    while (this.arrivals[this.head]?.left) this.head++;
    if (this.head === this.arrivals.length || (this.head > FEW && this.head * 2 > this.arrivals.length)) {
      this.arrivals = this.arrivals.slice(this.head);
      this.head = 0;
    }
    return this.arrivals[this.head];
  }

  /** The job that is due last. */
  private last(): Waiting<Job> {
    let last = this.oldest()!;
    for (let i = this.head; i < this.arrivals.length; i++) {
      const waiting = this.arrivals[i]!;
      if (!waiting.left && isBefore(last, waiting)) last = waiting;
    }
    return last;
  }

  private remove(waiting: Waiting<Job>): Job {
    waiting.left = true;
    this.count--;
    this.account(waiting.job, -1);
    this.oldest();
    return waiting.job;
  }

  private account(job: Job, sign: 1 | -1): void {
    const kind = this.isLong(job) ? 'long' : 'short';
    this.waiting[kind].count(job.costMs, sign);
    job.client?.waiting[kind].count(job.costMs, sign);
  }
}

/** Without the jobs at its beginning that have left. */
function cleared<Job>(heap: BinaryHeap<Waiting<Job>>): BinaryHeap<Waiting<Job>> {
  while (heap.first?.left) heap.take();
  return heap;
}

function isBefore(a: { dueMs: number; number: number }, b: { dueMs: number; number: number }): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.number < b.number);
}
