/**
 * The delay of a thread's event loop of late: in the window under way and the one before. Reading it changes nothing, so that all
 * who read within a window see a delay, however many they are.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

const INTERVAL_MS = 20;
const PERCENTILES = { '0.5': 50, '0.99': 99, '0.999': 99.9 };
/** As far apart as scrapes are by default. */
const WINDOW_MS = 60_000;

export type Quantile = keyof typeof PERCENTILES;
export const QUANTILES = Object.keys(PERCENTILES) as Quantile[];

type Lag = Record<Quantile, number>;

export class LoopLag {
  private readonly delay: IntervalHistogram = monitorEventLoopDelay({ resolution: INTERVAL_MS });
  private readonly turns: NodeJS.Timeout;
  /** Of the window before. */
  private last: Lag | undefined;

  constructor(windowMs = WINDOW_MS) {
    this.delay.enable();
    this.turns = setInterval(() => {
      this.last = lagOf(this.delay);
      this.delay.reset();
    }, windowMs).unref();
  }

  /** Seconds by quantile, of the window in which they are longer. */
  read(): Lag {
    const now = lagOf(this.delay);
    const { last = now } = this;
    return byQuantile(quantile => Math.max(now[quantile], last[quantile]));
  }

  close(): void {
    clearInterval(this.turns);
    this.delay.disable();
  }
}

function lagOf(delay: IntervalHistogram): Lag {
  return byQuantile(quantile => {
    // What is measured is the time between two timers, so a loop without delay shows the interval.
    const betweenMs = delay.count === 0 ? 0 : delay.percentile(PERCENTILES[quantile]) / 1e6;
    return Math.max(0, betweenMs - INTERVAL_MS) / 1000;
  });
}

function byQuantile(seconds: (quantile: Quantile) => number): Lag {
  return Object.fromEntries(QUANTILES.map(quantile => [quantile, seconds(quantile)])) as Lag;
}
