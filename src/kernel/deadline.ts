/**
 * The time that a query may take. Long loops ask every few thousand steps whether it is over, and end with what they
 * have; the answer is marked as cut short then. One object serves a thread, and begins anew with each query. Without a
 * limit no clock is read.
 */

/** A loop asks where `step & DEADLINE_STEPS` is 0: often enough for a millisecond, too seldom to be noticed. */
export const DEADLINE_STEPS = 0xfff;

export class Deadline {
  private endMs = Number.POSITIVE_INFINITY;
  private over = false;

  /** @param clock milliseconds */
  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Begins a query. @param budgetMs how long it may take; undefined: as long as it takes */
  start(budgetMs?: number): void {
    this.over = false;
    this.endMs = budgetMs === undefined ? Number.POSITIVE_INFINITY : this.clock() + budgetMs;
  }

  /** Whether the time is over: who is told so leaves something out. Once over it stays so. */
  get passed(): boolean {
    if (!this.over && this.endMs !== Number.POSITIVE_INFINITY) this.over = this.clock() >= this.endMs;
    return this.over;
  }

  /** Whether anything was told that the time is over. Reads no clock. */
  get cut(): boolean {
    return this.over;
  }
}
