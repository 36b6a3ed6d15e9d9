/**
 * A queue that is bounded in length and in time. What does not fit is dropped, the oldest first, since its client is
 * the nearest to giving up.
 */
interface Waiting<Job> {
  job: Job;
  /** On the clock of `performance.now()`. */
  deadlineMs: number;
}

export class BoundedQueue<Job> {
  private items: Waiting<Job>[] = [];
  /** The queue begins here; what stands before has been taken. */
  private head = 0;

  /**
   * @param maxLength jobs that may wait
   * @param longestWaitMs that a job may wait
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

  /** When the oldest job will have waited too long, on the clock of `performance.now()`. */
  get nextDeadlineMs(): number | undefined {
    return this.items[this.head]?.deadlineMs;
  }

  /** @returns the job that has to go for lack of room */
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
    // The taken part is cut off now and then, so that taking one costs a constant time on average.
    if (this.head === this.items.length || (this.head > 64 && this.head * 2 > this.items.length)) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return first.job;
  }

  /** Takes the oldest job if it has waited too long. @param nowMs on the clock of `performance.now()` */
  shiftLate(nowMs: number): Job | undefined {
    const deadlineMs = this.nextDeadlineMs;
    return deadlineMs !== undefined && deadlineMs <= nowMs ? this.shift() : undefined;
  }
}
