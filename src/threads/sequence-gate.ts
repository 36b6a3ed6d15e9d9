/**
 * How far a numbered sequence has come, for callers that wait until it reaches a number. No call waits longer than the
 * limit that the gate was made with.
 */
interface Waiter {
  number: number;
  timer: NodeJS.Timeout;
  resolve(): void;
}

export class SequenceGate {
  private reached = 0;
  private waiters: Waiter[] = [];

  /** @param longestMs after which a wait resolves although its number has not been reached */
  constructor(private readonly longestMs: number) {}

  /** All numbers below have been reached. */
  get next(): number {
    return this.reached;
  }

  /** Resolves when the number has been reached, or after the longest wait. */
  wait(number: number): Promise<void> {
    if (number < this.reached) return Promise.resolve();
    return new Promise(resolve => {
      const waiter: Waiter = {
        number,
        resolve,
        timer: setTimeout(() => {
          this.waiters.splice(this.waiters.indexOf(waiter), 1);
          resolve();
        }, this.longestMs),
      };
      this.waiters.push(waiter);
    });
  }

  /** All numbers below `next` are reached. */
  reach(next: number): void {
    this.reached = next;
    this.release(({ number }) => number < next);
  }

  /** Nothing will be reached for a while: all waits resolve. */
  giveUp(): void {
    this.release(() => true);
  }

  private release(fits: (waiter: Waiter) => boolean): void {
    const still: Waiter[] = [];
    for (const waiter of this.waiters) {
      if (!fits(waiter)) {
        still.push(waiter);
        continue;
      }
      clearTimeout(waiter.timer);
      waiter.resolve();
    }
    this.waiters = still;
  }
}
