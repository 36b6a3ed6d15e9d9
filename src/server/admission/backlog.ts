/** How many jobs wait, and what they are thought to take together. */
export class Backlog {
  jobs = 0;
  ms = 0;

  /** @param sign -1: of a job that waits no longer */
  count(costMs: number, sign: 1 | -1): void {
    this.jobs += sign;
    // Sums of fractions that leave in another order than they came would not end at 0 by themselves.
    this.ms = this.jobs === 0 ? 0 : Math.max(0, this.ms + sign * costMs);
  }
}
