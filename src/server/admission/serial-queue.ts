/** Runs tasks one at a time, in their order; refuses a task when too many are waiting. */
import type { Problem } from '../../errors/problem.js';

export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /**
   * @param mostWaiting tasks that may wait or run
   * @param refusal error of tasks beyond that
   */
  constructor(
    private readonly mostWaiting: number,
    private readonly refusal: () => Problem,
  ) {}

  /** @throws the refusal, or what the task throws */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.waiting >= this.mostWaiting) throw this.refusal();
    this.waiting++;
    const done = this.last.then(task);
    this.last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.waiting--;
    }
  }
}
