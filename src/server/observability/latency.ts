/**
 * Counts requests and their latency by route and status in plain arrays: a request costs a few additions, and the text
 * of the metrics is made at a scrape.
 */

/** Upper bounds of the buckets in seconds; what is above falls into the last, open one. */
export const LATENCY_BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Requests of a route that were answered with one status. */
export interface Series {
  status: number;
  count: number;
  sumSeconds: number;
  /** Not cumulative; one more than there are bounds. */
  buckets: Float64Array;
}

export class RouteLatency {
  private readonly series: Series[] = [];

  constructor(readonly route: string) {}

  /** @param elapsedMs milliseconds from the request line to the reply. */
  record(status: number, elapsedMs: number): void {
    let at = 0;
    while (at < this.series.length && this.series[at]!.status !== status) at++;
    const series = this.series[at] ?? this.open(status);
    const seconds = elapsedMs / 1000;
    let bucket = 0;
    while (bucket < LATENCY_BUCKETS_S.length && seconds > LATENCY_BUCKETS_S[bucket]!) bucket++;
    series.count++;
    series.sumSeconds += seconds;
    series.buckets[bucket]!++;
  }

  read(): readonly Series[] {
    return this.series;
  }

  private open(status: number): Series {
    const series = { status, count: 0, sumSeconds: 0, buckets: new Float64Array(LATENCY_BUCKETS_S.length + 1) };
    this.series.push(series);
    return series;
  }
}
