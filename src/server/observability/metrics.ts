/**
 * The daemon's metrics at /metrics, in base units. The parts of the daemon count in plain members of `Counts`, which are
 * read at a scrape, and added up over front ends.
 */
import { QUERY_PARAMETERS, type QueryName } from '../../api/query-parameters.js';
import { VIEW_CACHES } from '../../query/cache-lookups.js';
import type { Counts } from './counts.js';
import { addUp, type FrontEndReading, type ThreadMemory } from './front-end-reading.js';
import { LATENCY_BUCKETS_S, type Series } from './latency.js';
import { QUANTILES } from './loop-lag.js';
import { MetricRegistry } from './metric-registry.js';

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

const QUERY_NAMES = Object.keys(QUERY_PARAMETERS) as QueryName[];

interface Build {
  version: string;
  node: string;
  transport: string;
}

export class Metrics {
  /** For modules that register metrics of their own. */
  readonly registry = new MetricRegistry();
  /** Imports that ended, by kind, then by outcome. */
  private readonly imports = new Map<string, Map<string, number>>();
  /** Readings of the current scrape. */
  private frontEnds: readonly FrontEndReading[] = [];

  constructor(
    build: Build,
    private readonly readings: Readings,
  ) {
    this.registry.counters('imports_total', 'Imports that ended, by kind and outcome.', ['kind', 'outcome'], () =>
      [...this.imports].flatMap(([kind, outcomes]) =>
        [...outcomes].map(([outcome, count]) => [count, kind, outcome] as const),
      ),
    );
    const { version, node, transport } = build;
    this.registry.gauges('build_info', 'What runs here; always 1.', Object.keys({ version, node, transport }), () => [
      [1, version, node, transport],
    ]);
    this.counters();
    this.gauges(readings);
    this.registry.histograms(
      'http_request_duration_seconds',
      'Time from request to reply, by route and status.',
      { labels: ['route', 'status'], bounds: LATENCY_BUCKETS_S },
      () => this.latency(),
    );
  }

  importEnded(kind: string, outcome: string): void {
    const outcomes = this.imports.get(kind) ?? new Map<string, number>();
    this.imports.set(kind, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  }

  /** The text, in the format that `MetricRegistry.CONTENT_TYPE` names. */
  async scrape(): Promise<string> {
    this.frontEnds = await this.readings.frontEnds();
    return this.registry.text();
  }

  private sum(of: (reading: FrontEndReading) => number): number {
    return this.frontEnds.reduce((sum, reading) => sum + of(reading), 0);
  }

  private counters(): void {
    const { registry } = this;
    const total = (of: (counts: Counts) => number) => this.sum(({ counts }) => of(counts));
    const add = (name: string, help: string, of: (counts: Counts) => number) =>
      registry.counter(name, help, () => total(of));
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
    registry.counter(
      'slow_readers_closed_total',
      'Clients that were disconnected because they did not take their replies.',
      () => this.sum(reading => reading.slowReaders),
    );
    registry.counters('shed_requests_total', 'Queries answered 503 for lack of capacity.', ['reason'], () => [
      [total(counts => counts.shedQueueFull), 'queue_full'],
      [total(counts => counts.shedDeadline), 'deadline'],
    ]);
    registry.counters(
      'degraded_answers_total',
      'Answers that were cut short by the deadline of their query, or made without the vector of their text, by query.',
      ['query'],
      () => QUERY_NAMES.map(query => [total(counts => counts.degraded[query]), query]),
    );
    registry.counters(
      'unencoded_searches_total',
      'Searches by words alone because the vector of their text was late, or the encoder has failed.',
      ['reason'],
      () => [
        [total(counts => counts.unencoded.late), 'late'],
        [total(counts => counts.unencoded.failed), 'failed'],
      ],
    );
    registry.counters(
      'view_cache_lookups_total',
      'Look-ups in the caches that query threads keep of views, by cache and result.',
      ['cache', 'result'],
      () =>
        VIEW_CACHES.flatMap((cache, i) =>
          ['hit', 'miss'].map((result, k) => [total(counts => counts.lookups[2 * i + k]!), cache, result] as const),
        ),
    );
    registry.counter('process_cpu_seconds_total', 'Processor time of the daemon, its query threads included.', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    });
  }

  private gauges(readings: Readings): void {
    const { registry } = this;
    const add = (name: string, help: string, read: () => number | undefined) => registry.gauge(name, help, read);
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
    registry.gauges(
      'query_memory_bytes',
      'Memory of query threads beside their heaps: cards that were read last, what was matched, and what closed snapshots have left for the next.',
      ['memory'],
      () => (['cards', 'matching', 'spare'] as const).map(memory => [ofThreads(held => held[memory]), memory]),
    );
    add('card_memory_limit_bytes', 'The most that cards may take of it.', () => ofThreads(held => held.mostCards));
    add('ready', '1 when queries can be answered.', () => (readings.ready() ? 1 : 0));
    add('degraded', '1 while /readyz says degraded.', () => (readings.degraded() ? 1 : 0));
    add('data_folder_writable', '0 while the data folder cannot be written to.', () => (readings.writable() ? 1 : 0));
    registry.gauges(
      'snapshot_damage',
      'Damaged files of the announced snapshot that have not been built again, by file and kind of damage.',
      ['file', 'damage'],
      () => readings.damages().map(({ file, kind }) => [1, file, kind]),
    );
    add('snapshot_generation', 'Catalog generation of the live snapshot.', () => readings.snapshot()?.generation);
    add('snapshot_bytes', 'Size of the live snapshot.', () => readings.snapshot()?.bytes);
    add('snapshot_products', 'Products in the live snapshot.', () => readings.snapshot()?.products);
    add('snapshot_age_seconds', 'Time since the live snapshot was built.', () => {
      const snapshot = readings.snapshot();
      return snapshot === undefined ? undefined : (Date.now() - Date.parse(snapshot.createdAt)) / 1000;
    });
    add('snapshot_last_swap_seconds', 'Time the last swap took.', () => readings.lastSwapSeconds());
    add('resident_memory_bytes', 'Resident memory of the daemon without the ingest process.', () =>
      process.memoryUsage.rss(),
    );
    add('heap_used_bytes', 'Used heap of the first front-end thread.', () => process.memoryUsage().heapUsed);
    add('start_time_seconds', 'When the daemon started, since 1970.', () => Date.now() / 1000 - process.uptime());
    const largest = (quantile: (typeof QUANTILES)[number]) =>
      Math.max(...this.frontEnds.map(reading => reading.lagSeconds[quantile]));
    registry.gauges(
      'event_loop_lag_seconds',
      'Delay of the front-end thread since the last scrape, by quantile; of several the largest.',
      ['quantile'],
      () => QUANTILES.map(quantile => [largest(quantile), quantile]),
    );
  }

  private *latency(): Iterable<readonly [Series, route: string, status: number]> {
    for (const { route, series } of addUp(this.frontEnds.map(({ routes }) => routes))) {
      for (const one of series) yield [one, route, one.status];
    }
  }
}
