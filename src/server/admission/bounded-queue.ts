/**
 * A queue with a bound on its length and on the time that a job waits. Over a bound the oldest job is dropped, since
 * its client is the most likely to give up.
 */
interface Waiting<Job> {
  job: Job;
  /** On the clock of `performance.now()`. */
  deadlineMs: number;
}

export class BoundedQueue<Job> {
  private items: Waiting<Job>[] = [];
  /** Index of the first job that has not been taken. */
  private head = 0;

  /**
   * @param maxLength most waiting jobs
   * @param longestWaitMs longest time that a job waits
   */
  constructor(
    private readonly maxLength: number,
    private readonly longestWaitMs: number,
  ) {}

  get length(): number {
    return this.items.length - this.head;
  }

  /** The oldest job. */
  get first(): Job | undefined {
    return this.items[this.head]?.job;
  }

  /** When the wait of the oldest job exceeds its bound, on the clock of `performance.now()`. */
  get nextDeadlineMs(): number | undefined {
    return this.items[this.head]?.deadlineMs;
  }

  /** @returns the job that is dropped when the queue is full */
  push(job: Job): Job | undefined {
    const dropped = this.length >= this.maxLength ? this.shift() : undefined;
    this.items.push({ job, deadlineMs: performance.now() + this.longestWaitMs });
    return dropped;
  }

  /** Takes the oldest job. */
  shift(): Job | undefined {
    const first = this.items[this.head];
    if (first === undefined) return undefined;
    this.head++;
    // The taken part is removed now and then, so that taking a job costs constant time on average.
    if (this.head === this.items.length || (this.head > 64 && this.head * 2 > this.items.length)) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return first.job;
  }

  /** Takes the oldest job if it has waited for too long. @param nowMs on the clock of `performance.now()` */
  shiftLate(nowMs: number): Job | undefined {
    const deadlineMs = this.nextDeadlineMs;
    return deadlineMs !== undefined && deadlineMs <= nowMs ? this.shift() : undefined;
  }
}
