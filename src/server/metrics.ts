/**
 * What the daemon tells about itself at /metrics, in base units under the prefix `vitrine_`. The parts of the daemon
 * count in plain members of `Counts`; the registry reads them when it is scraped.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Metric, Registry } from 'prom-client';
import { LATENCY_BUCKETS_S, RouteLatency } from './latency.js';

const LAG_INTERVAL_MS = 20;

/** Plain counters, all starting at zero and only growing. */
export class Counts {
  cacheHits = 0;
  cacheMisses = 0;
  /** Requests that waited for the same question of another client. */
  shared = 0;
  shedQueueFull = 0;
  shedDeadline = 0;
  clientsGone = 0;
  searches = 0;
  zeroHitSearches = 0;
  autoCorrectedSearches = 0;
  swaps = 0;
  swapSeconds = 0;
  lastSwapSeconds = 0;
  ingestRestarts = 0;
  threadFailures = 0;
}

/** Values that are read when somebody asks. */
export interface Readings {
  queueDepth(): number;
  cacheBytes(): number;
  cacheEntries(): number;
  ready(): boolean;
  /** Absent while no snapshot is live. */
  snapshot(): { generation: number; createdAt: string; bytes: number; products: number } | undefined;
}

interface Build {
  version: string;
  node: string;
  transport: string;
}

export class Metrics {
  readonly counts = new Counts();
  /** For parts that bring metrics of their own. */
  readonly registry = new Registry();
  private readonly routes: RouteLatency[] = [];
  private readonly imports: Counter<'kind' | 'outcome'>;
  private readonly delay: IntervalHistogram;

  constructor(build: Build, readings: Readings) {
    const registers = [this.registry];
    this.imports = new Counter({
      name: 'vitrine_imports_total',
      help: 'Imports that ended, by kind and outcome.',
      labelNames: ['kind', 'outcome'],
      registers,
    });
    new Gauge({
      name: 'vitrine_build_info',
      help: 'What runs here; always 1.',
      labelNames: Object.keys(build),
      registers,
    })
      .labels(build.version, build.node, build.transport)
      .set(1);
    this.delay = monitorEventLoopDelay({ resolution: LAG_INTERVAL_MS });
    this.delay.enable();
    this.counters(registers);
    this.gauges(readings, registers);
    // prom-client's histogram hashes labels at every observation; this one is read from arrays at the scrape.
    this.registry.registerMetric({
      name: 'vitrine_http_request_duration_seconds',
      help: 'Time from request to reply, by route and status.',
      aggregator: 'sum',
      collect: undefined,
      get: async () => this.latency(),
    } as unknown as Metric);
  }

  route(name: string): RouteLatency {
    const route = new RouteLatency(name);
    this.routes.push(route);
    return route;
  }

  importEnded(kind: string, outcome: string): void {
    this.imports.labels(kind, outcome).inc();
  }

  /** The exposition text and its content type. */
  async scrape(): Promise<{ text: string; contentType: string }> {
    return { text: await this.registry.metrics(), contentType: this.registry.contentType };
  }

  close(): void {
    this.delay.disable();
  }

  private counters(registers: Registry[]): void {
    const { counts } = this;
    const add = (name: string, help: string, read: () => number) =>
      new Counter({
        name: `vitrine_${name}`,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    add('answer_cache_hits_total', 'Queries answered from the cache.', () => counts.cacheHits);
    add('answer_cache_misses_total', 'Queries that the cache could not answer.', () => counts.cacheMisses);
    add('answers_shared_total', 'Queries that shared the execution of an equal one.', () => counts.shared);
    add('searches_total', 'Answered search pages of real visitors.', () => counts.searches);
    add('searches_zero_hit_total', 'Of these, those without a hit.', () => counts.zeroHitSearches);
    add(
      'searches_autocorrected_total',
      'Of these, those whose phrase was corrected.',
      () => counts.autoCorrectedSearches,
    );
    add('clients_gone_total', 'Requests whose client went away before the reply.', () => counts.clientsGone);
    add('snapshot_swaps_total', 'Snapshots taken into service.', () => counts.swaps);
    add('snapshot_swap_seconds_total', 'Time spent taking snapshots into service.', () => counts.swapSeconds);
    add('ingest_restarts_total', 'Unexpected ends of the ingest process.', () => counts.ingestRestarts);
    add('query_thread_failures_total', 'Query threads that died or were stopped.', () => counts.threadFailures);
    new Counter({
      name: 'vitrine_shed_requests_total',
      help: 'Queries answered 503 for lack of capacity.',
      labelNames: ['reason'],
      registers,
      collect() {
        this.reset();
        this.labels('queue_full').inc(counts.shedQueueFull);
        this.labels('deadline').inc(counts.shedDeadline);
      },
    });
    add('process_cpu_seconds_total', 'Processor time of the daemon, its query threads included.', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    });
  }

  private gauges(readings: Readings, registers: Registry[]): void {
    const { counts, delay } = this;
    /** A reading that is absent leaves the gauge without a value. */
    const add = (name: string, help: string, read: () => number | undefined) =>
      new Gauge({
        name: `vitrine_${name}`,
        help,
        registers,
        collect() {
          const value = read();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      });
    add('queue_depth', 'Queries waiting for a thread.', () => readings.queueDepth());
    add('answer_cache_bytes', 'Memory held by cached answers.', () => readings.cacheBytes());
    add('answer_cache_entries', 'Cached answers.', () => readings.cacheEntries());
    add('ready', '1 when queries can be answered.', () => (readings.ready() ? 1 : 0));
    add('snapshot_generation', 'Catalog generation of the live snapshot.', () => readings.snapshot()?.generation);
    add('snapshot_bytes', 'Size of the live snapshot.', () => readings.snapshot()?.bytes);
    add('snapshot_products', 'Products in the live snapshot.', () => readings.snapshot()?.products);
    add('snapshot_age_seconds', 'Time since the live snapshot was built.', () => {
      const snapshot = readings.snapshot();
      return snapshot === undefined ? undefined : (Date.now() - Date.parse(snapshot.createdAt)) / 1000;
    });
    add('snapshot_last_swap_seconds', 'Time the last swap took.', () => counts.lastSwapSeconds);
    add('resident_memory_bytes', 'Resident memory of the daemon without the ingest process.', () =>
      process.memoryUsage.rss(),
    );
    add('heap_used_bytes', 'Used heap of the front-end thread.', () => process.memoryUsage().heapUsed);
    add('start_time_seconds', 'When the daemon started, since 1970.', () => Date.now() / 1000 - process.uptime());
    const lag = { '0.5': 50, '0.99': 99, '0.999': 99.9 };
    new Gauge({
      name: 'vitrine_event_loop_lag_seconds',
      help: 'Delay of the front-end thread since the last scrape, by quantile.',
      labelNames: ['quantile'],
      registers,
      collect() {
        for (const [quantile, percentile] of Object.entries(lag)) {
          // What is measured is the time between two timers, so a loop without delay shows the interval.
          const betweenMs = delay.count === 0 ? 0 : delay.percentile(percentile) / 1e6;
          this.labels(quantile).set(Math.max(0, betweenMs - LAG_INTERVAL_MS) / 1000);
        }
        delay.reset();
      },
    });
  }

  private latency() {
    const name = 'vitrine_http_request_duration_seconds';
    const values: { metricName: string; value: number; labels: Record<string, string | number> }[] = [];
    for (const { route, read } of this.routes.map(one => ({ route: one.route, read: one.read() }))) {
      for (const { status, count, sumSeconds, buckets } of read) {
        const labels = { route, status };
        let below = 0;
        LATENCY_BUCKETS_S.forEach((le, i) => {
          below += buckets[i]!;
          values.push({ metricName: `${name}_bucket`, value: below, labels: { le, ...labels } });
        });
        values.push({ metricName: `${name}_bucket`, value: count, labels: { le: '+Inf', ...labels } });
        values.push({ metricName: `${name}_sum`, value: sumSeconds, labels });
        values.push({ metricName: `${name}_count`, value: count, labels });
      }
    }
    return {
      name,
      help: 'Time from request to reply, by route and status.',
      type: 'histogram',
      values,
      aggregator: 'sum',
    };
  }
}
