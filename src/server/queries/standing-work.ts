/**
 * How much work may wait for query threads all the time, by the pace at which they have completed batches of late: what they
 * run in so long that more of it would keep them no busier, and would only wait longer.
 */

/** How long a batch is meant to take. */
export const BATCH_MS = 4;
/** Weight of the latest batch in means. */
const LATEST = 0.1;
/** A batch that takes so many times what its jobs were thought to says little of the next ones. */
const OUTLIER = 8;
/**
 * Short jobs may always wait that a thread runs in so many batches. More would keep it no busier. (With a tenth of a second,
 * 2,000 clients that repeated what was refused waited for four times as long as 64 that were all answered.)
 */
const STANDING_BATCHES = 4;
/**
 * So many short jobs may, too: over large catalogs a few dozen clients that ask one query after the other have more to be done
 * than those batches, and waits of up to `STANDING_SHARE` are less than what a refusal costs them.
 */
const STANDING_JOBS = 64;
/** How long others may, and short ones at most, as a share of how long one may wait. */
const STANDING_SHARE = 0.1;

export class StandingWork {
  /** Mean of what jobs of a batch were thought to take, and of the time until the thread could begin another one. */
  private thoughtMs = BATCH_MS;
  private spentMs = BATCH_MS;
  /** Means over batches of short jobs: how many these are, and what they are thought to take. */
  private shortJobs = 1;
  private shortThoughtMs = 0;

  /** @param deadlineMs how long a job may wait */
  constructor(
    private readonly threads: number,
    private readonly deadlineMs: number,
  ) {}

  /** What the short jobs may be thought to take that always wait, ms. */
  get ofShort(): number {
    const batchesMs = STANDING_BATCHES * Math.max(BATCH_MS, this.spentMs);
    const jobMs = this.shortThoughtMs / this.shortJobs / this.pace;
    return this.runWithin(Math.min(this.longestMs, Math.max(batchesMs, STANDING_JOBS * jobMs)));
  }

  /** The same of long ones. */
  get ofLong(): number {
    return this.runWithin(this.longestMs);
  }

  /**
   * Learns from a batch.
   * @param jobs their number, none of which is long or all of which are
   * @param thoughtMs what they were thought to take
   * @param spentMs until the thread could begin another one
   */
  learn(jobs: number, isLong: boolean, thoughtMs: number, spentMs: number): void {
    this.thoughtMs += LATEST * (thoughtMs - this.thoughtMs);
    this.spentMs += LATEST * (Math.min(spentMs, OUTLIER * Math.max(thoughtMs, BATCH_MS)) - this.spentMs);
    if (isLong) return;
    this.shortJobs += LATEST * (jobs - this.shortJobs);
    this.shortThoughtMs += LATEST * (thoughtMs - this.shortThoughtMs);
  }

  private get longestMs(): number {
    return this.deadlineMs * STANDING_SHARE;
  }

  /**
   * What jobs are thought to take that all threads complete within some time. They complete less where they share the
   * processors with others, or wait for the front end.
   */
  private runWithin(ms: number): number {
    return ms * this.threads * this.pace;
  }

  private get pace(): number {
    return Math.min(1, this.thoughtMs / this.spentMs);
  }
}
