/**
 * The imports that run, counted in memory shared by front ends: what can be done later gives its cores to them. All that
 * has become of an import is compiled by its first run, by as many threads as there are cores.
 */
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 20;
/** Imports that follow each other put off what waits for their end by no more than this. */
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

  /** Waits for one piece of work after another until no import runs, but not for long in all. */
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
