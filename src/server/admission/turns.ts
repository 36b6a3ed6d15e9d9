/** Work that is done one piece after the other; no more than so many pieces wait, what comes beyond is refused. */
import type { Problem } from '../../errors/problem.js';

export class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /**
   * @param mostWaiting pieces that may wait or run
   * @param refusal what those beyond fail with
   */
  constructor(
    private readonly mostWaiting: number,
    private readonly refusal: () => Problem,
  ) {}

  /** @throws the refusal, or what the work throws */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= this.mostWaiting) throw this.refusal();
    this.waiting++;
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.waiting--;
    }
  }
}
