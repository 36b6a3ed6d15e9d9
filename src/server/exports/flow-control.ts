/** Flow control of an export: it may send as many pieces as were allowed, and none once it is stopped. */
import { PIECES_AHEAD } from './export-messages.js';

/** The export was stopped by the main thread. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export class Flow {
  private readonly controller = new AbortController();
  private allowed = PIECES_AHEAD;
  private wake: (() => void) | undefined;

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get stopped(): boolean {
    return this.controller.signal.aborted;
  }

  allow(pieces: number): void {
    this.allowed += pieces;
    this.wake?.();
  }

  stop(): void {
    this.controller.abort();
    this.wake?.();
  }

  /** Resolves when the next piece may be sent. One call at a time. @throws Stopped */
  async next(): Promise<void> {
    while (this.allowed === 0 && !this.stopped) {
      await new Promise<void>(resolve => {
        this.wake = resolve;
      });
      this.wake = undefined;
    }
    if (this.stopped) throw new Stopped('the export was stopped');
    this.allowed--;
  }
}
