/**
 * The time budget of a query. Long loops read `passed` every few thousand steps; where the deadline has passed they
 * stop, keep the results they have, and the response is marked `degraded`. One object serves a thread and is restarted
 * for each query. Without a budget no clock is read.
 */

/**
 * A loop reads `passed` where `step & DEADLINE_STEPS` is 0: several times a millisecond, at a cost that does not show.
 */
export const DEADLINE_STEPS = 0xfff;

export class Deadline {
  private endMs = Number.POSITIVE_INFINITY;
  private over = false;

  /** @param clock the time in milliseconds */
  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Starts the budget of a query. @param budgetMs its length; undefined: no limit */
  start(budgetMs?: number): void {
    this.over = false;
    this.endMs = budgetMs === undefined ? Number.POSITIVE_INFINITY : this.clock() + budgetMs;
  }

  /** Whether the deadline has passed; the caller then stops early. Once true, it stays true until the next `start`. */
  get passed(): boolean {
    if (!this.over && this.endMs !== Number.POSITIVE_INFINITY) this.over = this.clock() >= this.endMs;
    return this.over;
  }

  /** Whether `passed` has returned true in this query, so that the response is incomplete. Reads no clock. */
  get cut(): boolean {
    return this.over;
  }
}
