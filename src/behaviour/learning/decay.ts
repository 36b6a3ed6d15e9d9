/**
 * Exponential decay, forward (Cormode, Shkapenyuk, Srivastava, Xu: "Forward Decay", ICDE 2009): instead of making
 * everything smaller as time goes by, what comes later weighs more, so that a counter is only ever added to. Weights are
 * in units of the landmark; once in 64 half-lives everything is scaled down by a power of two, which rounds nothing.
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

  /** What something that happened at `at` weighs; a weight divided by this is what is left of it at `at`. */
  factor(at: number): number {
    this.landmark ??= at;
    return 2 ** ((at - this.landmark) / this.halfLifeMs);
  }

  /** To be called as time goes on. @returns what every weight has to be multiplied with now, 1 most of the time. */
  advance(at: number): number {
    this.landmark ??= at;
    const halfLives = Math.floor((at - this.landmark) / this.halfLifeMs);
    if (halfLives < MOST_HALF_LIVES) return 1;
    this.landmark += halfLives * this.halfLifeMs;
    return 2 ** -halfLives;
  }

  /** The weight of one happening each millisecond for the last `ms`: what a steady rate adds up to. */
  exposure(ms: number): number {
    return (this.halfLifeMs / Math.LN2) * (1 - 2 ** (-ms / this.halfLifeMs));
  }
}
