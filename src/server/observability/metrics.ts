/**
 * The daemon's metrics at /metrics, in base units under the prefix `vitrine_`; process-metrics.ts adds those of any process. The parts of the daemon count in plain
 * members of `Counts`, which the registry reads at a scrape, and adds up over front ends.
 */
import { Counter, Gauge, type Metric, Registry } from 'prom-client';
import { QUERY_PARAMETERS, type QueryName } from '../../api/query-parameters.js';
import { VIEW_CACHES } from '../../query/cache-lookups.js';
import type { Counts } from './counts.js';
import { addUp, type FrontEndReading, type ThreadMemory } from './front-end-reading.js';
import { LATENCY_BUCKETS_S } from './latency.js';
import { QUANTILES } from './loop-lag.js';

/** Values that are read at a scrape. */
export interface Readings {
  /** The readings of all front ends, this thread's included. */
  frontEnds(): Promise<FrontEndReading[]>;
  ready(): boolean;
  /** Whether /readyz says so. */
  degraded(): boolean;
  /** Whether the data folder can be written to. */
  writable(): boolean;
  /** Damaged files of the announced snapshot. */
  damages(): { file: string; kind: string }[];
  /** Duration of the last swap of the live snapshot, 0 before the first. */
  lastSwapSeconds(): number;
  /** Absent while no snapshot is live. */
  snapshot(): { generation: number; createdAt: string; bytes: number; products: number } | undefined;
}

interface Build {
  version: string;
  node: string;
  transport: string;
}

export class Metrics {
  /** For modules that register metrics of their own. */
  readonly registry = new Registry();
  private readonly imports: Counter<'kind' | 'outcome'>;
  /** Readings of the current scrape. */
  private frontEnds: readonly FrontEndReading[] = [];

  constructor(
    build: Build,
    private readonly readings: Readings,
  ) {
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

  importEnded(kind: string, outcome: string): void {
    this.imports.labels(kind, outcome).inc();
  }

  /** The exposition text and its content type. */
  async scrape(): Promise<{ text: string; contentType: string }> {
    this.frontEnds = await this.readings.frontEnds();
    return { text: await this.registry.metrics(), contentType: this.registry.contentType };
  }

  private sum(of: (reading: FrontEndReading) => number): number {
    return this.frontEnds.reduce((sum, reading) => sum + of(reading), 0);
  }

  private counters(registers: Registry[]): void {
    const total = (of: (counts: Counts) => number) => this.sum(({ counts }) => of(counts));
    const add = (name: string, help: string, of: (counts: Counts) => number) =>
      new Counter({
        name: `vitrine_${name}`,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(total(of));
        },
      });
    add('answer_cache_hits_total', 'Queries answered from the cache.', counts => counts.cacheHits);
    add('answer_cache_misses_total', 'Queries that the cache could not answer.', counts => counts.cacheMisses);
    add('answers_shared_total', 'Queries that shared the execution of an equal one.', counts => counts.shared);
    add('searches_total', 'Answered search pages of real visitors.', counts => counts.searches);
    add('searches_zero_hit_total', 'Of these, those without a hit.', counts => counts.zeroHitSearches);
    add(
      'searches_autocorrected_total',
      'Of these, those whose phrase was corrected.',
      counts => counts.autoCorrectedSearches,
    );
    add('clients_gone_total', 'Requests whose client went away before the reply.', counts => counts.clientsGone);
    add('snapshot_swaps_total', 'Snapshots taken into service.', counts => counts.swaps);
    add('snapshot_swap_seconds_total', 'Time spent taking snapshots into service.', counts => counts.swapSeconds);
    add('ingest_restarts_total', 'Unexpected ends of the ingest process.', counts => counts.ingestRestarts);
    add('damaged_files_total', 'Files of snapshots that were found to be damaged.', counts => counts.damagedFiles);
    add('query_thread_failures_total', 'Query threads that died or were stopped.', counts => counts.threadFailures);
    const closed = () => this.sum(reading => reading.slowReaders);
    new Counter({
      name: 'vitrine_slow_readers_closed_total',
      help: 'Clients that were disconnected because they did not take their replies.',
      registers,
      collect() {
        this.reset();
        this.inc(closed());
      },
    });
    new Counter({
      name: 'vitrine_shed_requests_total',
      help: 'Queries answered 503 for lack of capacity.',
      labelNames: ['reason'],
      registers,
      collect() {
        this.reset();
        this.labels('queue_full').inc(total(counts => counts.shedQueueFull));
        this.labels('deadline').inc(total(counts => counts.shedDeadline));
      },
    });
    new Counter({
      name: 'vitrine_degraded_answers_total',
      help: 'Answers that were cut short by the deadline of their query, or made without the vector of their text, by query.',
      labelNames: ['query'],
      registers,
      collect() {
        this.reset();
        for (const query of Object.keys(QUERY_PARAMETERS) as QueryName[]) {
          this.labels(query).inc(total(counts => counts.degraded[query]));
        }
      },
    });
    new Counter({
      name: 'vitrine_unencoded_searches_total',
      help: 'Searches by words alone because the vector of their text was late, or the encoder has failed.',
      labelNames: ['reason'],
      registers,
      collect() {
        this.reset();
        this.labels('late').inc(total(counts => counts.unencoded.late));
        this.labels('failed').inc(total(counts => counts.unencoded.failed));
      },
    });
    new Counter({
      name: 'vitrine_view_cache_lookups_total',
      help: 'Look-ups in the caches that query threads keep of views, by cache and result.',
      labelNames: ['cache', 'result'],
      registers,
      collect() {
        this.reset();
        for (const [i, cache] of VIEW_CACHES.entries()) {
          this.labels(cache, 'hit').inc(total(counts => counts.lookups[2 * i]!));
          this.labels(cache, 'miss').inc(total(counts => counts.lookups[2 * i + 1]!));
        }
      },
    });
  }

  private gauges(readings: Readings, registers: Registry[]): void {
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
    add('queue_depth', 'Queries waiting for a thread.', () => this.sum(reading => reading.queueDepth));
    add('unread_reply_bytes', 'Memory held by replies that clients have not taken.', () =>
      this.sum(reading => reading.unreadBytes),
    );
    add('body_bytes', 'Memory held by bodies of requests that are not answered.', () =>
      this.sum(reading => reading.bodyBytes),
    );
    add('answer_cache_bytes', 'Memory held by cached answers.', () => this.sum(reading => reading.cacheBytes));
    add('answer_cache_entries', 'Cached answers.', () => this.sum(reading => reading.cacheEntries));
    const ofThreads = (of: (memory: ThreadMemory) => number) =>
      this.sum(({ threadMemory }) => threadMemory.reduce((sum, memory) => sum + of(memory), 0));
    new Gauge({
      name: 'vitrine_query_memory_bytes',
      help: 'Memory of query threads beside their heaps: cards that were read last, what was matched, and what closed snapshots have left for the next.',
      labelNames: ['memory'],
      registers,
      collect() {
        for (const memory of ['cards', 'matching', 'spare'] as const)
          this.labels(memory).set(ofThreads(held => held[memory]));
      },
    });
    add('card_memory_limit_bytes', 'The most that cards may take of it.', () => ofThreads(held => held.mostCards));
    add('ready', '1 when queries can be answered.', () => (readings.ready() ? 1 : 0));
    add('degraded', '1 while /readyz says degraded.', () => (readings.degraded() ? 1 : 0));
    add('data_folder_writable', '0 while the data folder cannot be written to.', () => (readings.writable() ? 1 : 0));
    new Gauge({
      name: 'vitrine_snapshot_damage',
      help: 'Damaged files of the announced snapshot that have not been built again, by file and kind of damage.',
      labelNames: ['file', 'damage'],
      registers,
      collect() {
        this.reset();
        for (const { file, kind } of readings.damages()) this.labels(file, kind).set(1);
      },
    });
    add('snapshot_generation', 'Catalog generation of the live snapshot.', () => readings.snapshot()?.generation);
    add('snapshot_bytes', 'Size of the live snapshot.', () => readings.snapshot()?.bytes);
    add('snapshot_products', 'Products in the live snapshot.', () => readings.snapshot()?.products);
    add('snapshot_age_seconds', 'Time since the live snapshot was built.', () => {
      const snapshot = readings.snapshot();
      return snapshot === undefined ? undefined : (Date.now() - Date.parse(snapshot.createdAt)) / 1000;
    });
    add('snapshot_last_swap_seconds', 'Time the last swap took.', () => readings.lastSwapSeconds());
    const largest = (quantile: (typeof QUANTILES)[number]) =>
      Math.max(...this.frontEnds.map(reading => reading.lagSeconds[quantile]));
    new Gauge({
      name: 'vitrine_event_loop_lag_seconds',
      help: 'Delay of the front-end thread in the last one to two minutes, by the share of times that were shorter; of several the largest.',
      // A `quantile` is of a summary alone.
      labelNames: ['shorter'],
      registers,
      collect() {
        for (const quantile of QUANTILES) this.labels(quantile).set(largest(quantile));
      },
    });
  }

  private latency() {
    const name = 'vitrine_http_request_duration_seconds';
    const values: { metricName: string; value: number; labels: Record<string, string | number> }[] = [];
    for (const { route, series } of addUp(this.frontEnds.map(({ routes }) => routes))) {
      for (const { status, count, sumSeconds, buckets } of series) {
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
