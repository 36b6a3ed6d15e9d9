/** The delay of a thread's event loop since the last reading. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

const INTERVAL_MS = 20;
const PERCENTILES = { '0.5': 50, '0.99': 99, '0.999': 99.9 };

export type Quantile = keyof typeof PERCENTILES;
export const QUANTILES = Object.keys(PERCENTILES) as Quantile[];

export class LoopLag {
  private readonly delay: IntervalHistogram = monitorEventLoopDelay({ resolution: INTERVAL_MS });

  constructor() {
    this.delay.enable();
  }

  /** Seconds by quantile; resets the measurement. */
  read(): Record<Quantile, number> {
    const { delay } = this;
    const lag = Object.fromEntries(
      QUANTILES.map(quantile => {
        // What is measured is the time between two timers, so a loop without delay shows the interval.
        const betweenMs = delay.count === 0 ? 0 : delay.percentile(PERCENTILES[quantile]) / 1e6;
        return [quantile, Math.max(0, betweenMs - INTERVAL_MS) / 1000];
      }),
    ) as Record<Quantile, number>;
    delay.reset();
    return lag;
  }

  close(): void {
    this.delay.disable();
  }
}
