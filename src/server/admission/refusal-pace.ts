/**
 * Paces the refusals of an overloaded daemon. Clients that repeat a refused request at once would take the processor
 * from those that are answered, and have nothing of it: where there are many refusals, they are held back for a moment.
 */

/**
 * How many go out without delay within a period, unless there were more in the one before. One whose request has a body
 * counts for several: that arrives all the same, which takes as long as to refuse many.
 */
const AT_ONCE = 100;
const BODY_BYTES = 8192;
const PERIOD_MS = 100;
/** How long others are held back on average, and longer where there are many: a millisecond for each. */
const HELD_MS = 500;
const LONGEST_HELD_MS = 2000;
/** Most that are held back. */
const MOST_HELD = 50_000;
/** How often those are looked at. */
const STEP_MS = 10;
/** One more than a refusal can be held back for. */
const STEPS = (1.5 * LONGEST_HELD_MS) / STEP_MS + 1;
/** Multiples of it are spread evenly between whole numbers, however many there are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

const nothing = () => undefined;

export class RefusalPace {
  private periodMs = Number.NEGATIVE_INFINITY;
  /** Refusals in the period. */
  private refused = 0;
  /** Whether there were too many in the period before. */
  private many = false;
  /** Those that are held back, by the step of their release, modulo their number. */
  private readonly steps = Array.from({ length: STEPS }, () => new Set<() => void>());
  private held = 0;
  private numbers = 0;
  /** The last step whose refusals were released. */
  private step = 0;
  private timer: NodeJS.Timeout | undefined;

  /**
   * Calls `reply`, a function of its own, now or a moment later.
   * @param bodyBytes of the request
   * @returns to be called when its client has gone: `reply` is dropped then
   */
  pass(reply: () => void, bodyBytes = 0): () => void {
    const now = performance.now();
    const sinceMs = now - this.periodMs;
    if (sinceMs >= PERIOD_MS) {
      this.many = this.refused > AT_ONCE && sinceMs < 2 * PERIOD_MS;
      this.periodMs = now;
      this.refused = 0;
    }
    this.refused += 1 + Math.floor(bodyBytes / BODY_BYTES);
    if ((this.refused <= AT_ONCE && !this.many) || this.held >= MOST_HELD) {
      reply();
      return nothing;
    }
    if (this.timer === undefined) {
      this.step = stepOf(now);
      this.timer = setInterval(() => this.release(stepOf(performance.now())), STEP_MS).unref();
    }
    // Requests that came together, and were refused together, would be repeated together.
    const spread = 0.5 + ((this.numbers++ * GOLDEN) % 1);
    const heldMs = Math.min(Math.max(HELD_MS, this.held), LONGEST_HELD_MS) * spread;
    const due = this.steps[stepOf(now + heldMs) % STEPS]!;
    due.add(reply);
    this.held++;
    return () => {
      if (due.delete(reply)) this.held--;
    };
  }

  /** Sends all that are held back. */
  releaseAll(): void {
    this.release(this.step + STEPS);
  }

  /** @param last step */
  private release(last: number): void {
    for (; this.step < last && this.held > 0; this.step++) {
      const due = this.steps[(this.step + 1) % STEPS]!;
      for (const reply of due) {
        due.delete(reply);
        this.held--;
        reply();
      }
    }
    this.step = last;
    if (this.held > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

function stepOf(ms: number): number {
  return Math.floor(ms / STEP_MS);
}
