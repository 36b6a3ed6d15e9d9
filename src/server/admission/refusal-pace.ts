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

export class RefusalPace {
  private periodMs = Number.NEGATIVE_INFINITY;
  private sent = 0;
  private held: { reply: () => void; dueMs: number }[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** Calls `reply`, now or a moment later. */
  pass(reply: () => void): void {
    const now = performance.now();
    if (now - this.periodMs >= PERIOD_MS) {
      this.periodMs = now;
      this.sent = 0;
    }
    if (++this.sent <= AT_ONCE || this.held.length >= MOST_HELD) {
      reply();
      return;
    }
    this.held.push({ reply, dueMs: now + HELD_MS });
    this.timer ??= setInterval(() => this.release(), STEP_MS).unref();
  }

  private release(): void {
    const now = performance.now();
    const first = this.held.findIndex(({ dueMs }) => dueMs > now);
    const due = this.held.splice(0, first < 0 ? this.held.length : first);
    for (const { reply } of due) reply();
    if (this.held.length > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
