/** How far something numbered has come, for those who wait for a number; nobody waits longer than a while. */
interface Waiting {
  number: number;
  timer: NodeJS.Timeout;
  resolve(): void;
}

export class SequenceGate {
  private reached = 0;
  private waiting: Waiting[] = [];

  constructor(private readonly longestMs: number) {}

  /** All numbers below have been reached. */
  get next(): number {
    return this.reached;
  }

  /** Resolves when the number has been reached, or after the longest wait. */
  wait(number: number): Promise<void> {
    if (number < this.reached) return Promise.resolve();
    return new Promise(resolve => {
      const one: Waiting = {
        number,
        resolve,
        timer: setTimeout(() => {
          this.waiting.splice(this.waiting.indexOf(one), 1);
          resolve();
        }, this.longestMs),
      };
      this.waiting.push(one);
    });
  }

  /** All numbers below `next` are reached. */
  reach(next: number): void {
    this.reached = next;
    this.release(({ number }) => number < next);
  }

  /** Nothing will be reached for a while: nobody is to wait for it. */
  giveUp(): void {
    this.release(() => true);
  }

  private release(fits: (one: Waiting) => boolean): void {
    const still: Waiting[] = [];
    for (const one of this.waiting) {
      if (!fits(one)) {
        still.push(one);
        continue;
      }
      clearTimeout(one.timer);
      one.resolve();
    }
    this.waiting = still;
  }
}
