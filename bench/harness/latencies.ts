/** Latencies kept one by one, in fractions of a millisecond. */
import { quantile } from './figures.js';

export class Latencies {
  private values = new Float64Array(1 << 16);
  private length = 0;

  get count(): number {
    return this.length;
  }

  add(milliseconds: number): void {
    if (this.length === this.values.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = milliseconds;
  }

  /** The longest, and that below which 99.9 % are; milliseconds, 0 where there are no latencies. */
  longest(): { p999: number; longest: number } {
    const sorted = this.values.slice(0, this.length).sort();
    return { p999: quantile(sorted, 0.999) ?? 0, longest: sorted.at(-1) ?? 0 };
  }

  /** Milliseconds, 0 where there are no latencies. */
  quantiles(): { p50: number; p99: number } {
    const sorted = this.values.slice(0, this.length).sort();
    return { p50: quantile(sorted, 0.5) ?? 0, p99: quantile(sorted, 0.99) ?? 0 };
  }
}
