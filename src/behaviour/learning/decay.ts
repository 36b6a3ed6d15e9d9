/**
 * Exponential forward decay (Cormode, Shkapenyuk, Srivastava, Xu: "Forward Decay", ICDE 2009): instead of scaling all
 * counters down as time passes, later events weigh more, so that a counter is only ever added to. Weights are in units
 * of the landmark; once in 64 half-lives all are scaled down by a power of two, which is exact in floating point.
 */
const MOST_HALF_LIVES = 64;

export class Decay {
  constructor(
    private readonly halfLifeMs: number,
    /** Milliseconds since 1970; undefined before the first activity. */
    private landmark: number | undefined = undefined,
  ) {}

  get landmarkMs(): number | undefined {
    return this.landmark;
  }

  /** The weight of an event at `at`; a counter divided by this is its decayed value at `at`. */
  factor(at: number): number {
    this.landmark ??= at;
    return 2 ** ((at - this.landmark) / this.halfLifeMs);
  }

  /** Moves the landmark. @returns the factor that every counter has to be multiplied by, 1 most of the time. */
  advance(at: number): number {
    this.landmark ??= at;
    const halfLives = Math.floor((at - this.landmark) / this.halfLifeMs);
    if (halfLives < MOST_HALF_LIVES) return 1;
    this.landmark += halfLives * this.halfLifeMs;
    return 2 ** -halfLives;
  }

  /** The decayed value of one event each millisecond for the last `ms`: what a steady rate adds up to. */
  exposure(ms: number): number {
    return (this.halfLifeMs / Math.LN2) * (1 - 2 ** (-ms / this.halfLifeMs));
  }
}
