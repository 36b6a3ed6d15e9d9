/**
 * The imports that run, counted in memory that front ends share, so that what can be done later leaves the cores to them.
 * The first import of a process needs all of them: it compiles the code of all later ones.
 */
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 20;
/** Imports that follow each other put off other work by no more than this. */
const LONGEST_REST_MS = 10_000;

export class RunningImports {
  private readonly count: Int32Array;

  /** @param memory that of another thread, to share it */
  constructor(readonly memory = new SharedArrayBuffer(4)) {
    this.count = new Int32Array(memory);
  }

  begin(): void {
    Atomics.add(this.count, 0, 1);
  }

  end(): void {
    Atomics.sub(this.count, 0, 1);
  }

  /**
   * For work in pieces, each of which waits for `ended` before it begins.
   * @returns `ended`, which resolves when no import runs or `isOver`, and at once when its calls have taken `longestMs`
   * together
   */
  pauses(longestMs = LONGEST_REST_MS): { ended(isOver?: () => boolean): Promise<void> } {
    let leftMs = longestMs;
    return {
      ended: async isOver => {
        const startMs = performance.now();
        while (Atomics.load(this.count, 0) > 0 && !isOver?.() && performance.now() - startMs < leftMs) {
          await delay(Math.min(LOOK_MS, leftMs));
        }
        leftMs -= performance.now() - startMs;
      },
    };
  }
}
