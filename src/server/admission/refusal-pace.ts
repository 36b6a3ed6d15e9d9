/**
 * Paces the refusals of an overloaded daemon. Clients that repeat a refused request at once would take the processor
 * from those that are answered, and have nothing of it: where there are many refusals, they are held back for a moment.
 */

/** How many go out without delay within a period, unless there were more in the one before. */
const AT_ONCE = 100;
const PERIOD_MS = 100;
/** How long others are held back, and longer where there are many: a millisecond for each. */
const HELD_MS = 500;
const LONGEST_HELD_MS = 2000;
/** Most that are held back. */
const MOST_HELD = 50_000;
/** How often those are looked at. */
const STEP_MS = 10;

interface Held {
  reply(): void;
  dueMs: number;
}

const nothing = () => undefined;

export class RefusalPace {
  private periodMs = Number.NEGATIVE_INFINITY;
  /** Refusals in the period. */
  private refused = 0;
  /** Whether there were too many in the period before. */
  private many = false;
  private lastDueMs = 0;
  /** In the order in which they are due. */
  private readonly held = new Set<Held>();
  private timer: NodeJS.Timeout | undefined;

  /** Calls `reply`, now or a moment later. @returns to be called when its client has gone: `reply` is dropped then */
  pass(reply: () => void): () => void {
    const now = performance.now();
    const sinceMs = now - this.periodMs;
    if (sinceMs >= PERIOD_MS) {
      this.many = this.refused > AT_ONCE && sinceMs < 2 * PERIOD_MS;
      this.periodMs = now;
      this.refused = 0;
    }
    if ((++this.refused <= AT_ONCE && !this.many) || this.held.size >= MOST_HELD) {
      reply();
      return nothing;
    }
    const heldMs = Math.min(Math.max(HELD_MS, this.held.size), LONGEST_HELD_MS);
    this.lastDueMs = Math.max(this.lastDueMs, now + heldMs);
    const one = { reply, dueMs: this.lastDueMs };
    this.held.add(one);
    this.timer ??= setInterval(() => this.release(performance.now()), STEP_MS).unref();
    return () => this.held.delete(one);
  }

  /** Sends all that are held back. */
  releaseAll(): void {
    this.release(Number.POSITIVE_INFINITY);
  }

  private release(untilMs: number): void {
    for (const one of this.held) {
      if (one.dueMs > untilMs) return;
      this.held.delete(one);
      one.reply();
    }
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
