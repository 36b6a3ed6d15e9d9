/**
 * Paces the refusals of an overloaded daemon. Clients that repeat a refused request at once would take the processor
 * from those that are answered, and have nothing of it: of many refusals, most are held back for a moment.
 */

/** How many go out without delay within a period. */
const AT_ONCE = 100;
const PERIOD_MS = 100;
/** How long others are held back. */
const HELD_MS = 500;
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
  private sent = 0;
  /** In the order in which they are due. */
  private readonly held = new Set<Held>();
  private timer: NodeJS.Timeout | undefined;

  /** Calls `reply`, now or a moment later. @returns to be called when its client has gone: `reply` is dropped then */
  pass(reply: () => void): () => void {
    const now = performance.now();
    if (now - this.periodMs >= PERIOD_MS) {
      this.periodMs = now;
      this.sent = 0;
    }
    if (++this.sent <= AT_ONCE || this.held.size >= MOST_HELD) {
      reply();
      return nothing;
    }
    const one = { reply, dueMs: now + HELD_MS };
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
