/** The measurements of a daemon, one after the other on each catalog, in one table. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../scripts/setup/say.mjs';
import { inflatedBytes, writeCatalog } from './catalogs/catalog-file.js';
import { lines, stockChanges } from './catalogs/invented-catalog.js';
import { DEMO_CATALOG, FASHION_CATALOG, FASHION_PRODUCTS } from './catalogs/known-catalogs.js';
import { QUERY_KINDS, type QueryKind, type StreamKind } from './catalogs/requests.js';
import { DISTINCT, searchTexts } from './catalogs/search-texts.js';
import { BareEndpoint } from './harness/bare-endpoint.js';
import { Daemon } from './harness/daemon.js';
import { whole } from './harness/figures.js';
import { CONNECTIONS } from './harness/load-generator.js';
import { circumstances, publish } from './harness/markdown.js';
import { type Measurement, measurementTable } from './harness/measurement.js';
import { temporaryFolder } from './harness/temporary-folder.js';
import { measureImport } from './lifecycle/import.js';
import { measureStart } from './lifecycle/start.js';
import { measureManySwaps, measureSwaps } from './lifecycle/swaps.js';
import { measureUpdates } from './lifecycle/updates.js';
import { measureCacheHits } from './load/cache-hits.js';
import { measureCores } from './load/cores.js';
import { measureNotifications } from './load/notifications.js';
import { measureThread } from './load/query-thread.js';
import { measureThroughput } from './load/throughput.js';
import { type BenchOptions, benchOptions, type Part } from './options.js';
import { measureVisitors } from './structures/visitors.js';

/** Queries a second of one thread. */
const THREAD_TARGETS: Readonly<Record<QueryKind, number>> = { 'search-page': 2_000, autocomplete: 5_000 };
/** Requests a second. */
const CACHED_TARGET = 25_000;
const CACHED_KINDS: readonly StreamKind[] = [...QUERY_KINDS, 'mixed'];
/** Room for a few hundred search pages as they are and compressed. */
const HITS_CACHE_MB = 512;
/** Seconds to the first answer, by number of products. */
const START_TARGETS = new Map([
  [100_000, 1],
  [1_000_000, 5],
]);

interface Catalog {
  name: string;
  /** .jsonl.gz */
  file: string;
  products: number;
  /** Of its lines, before compression. */
  bytes: number;
  /** Changes of stock, for a second snapshot; only of the invented catalog, which targets hold for. */
  changes?: string;
}

export async function benchDaemon(): Promise<void> {
  const options = benchOptions();
  const bench = new DaemonBench(options, await BareEndpoint.start());
  try {
    await bench.run();
  } finally {
    await bench.stop();
  }
  const table = measurementTable(bench.measurements);
  console.log(`\n${table}`);
  if (options.write) {
    const conditions = `${circumstances()}. ${CONNECTIONS} connections, ${options.seconds} s a measurement, answer cache ${options.cacheMb} MB where it is on, ${whole(DISTINCT)} different search texts.`;
    publish('bench/README.md', `${conditions}\n\n${table}`);
  }
}

class DaemonBench {
  readonly measurements: Measurement[] = [];
  private readonly folder = temporaryFolder();
  private readonly running = new Set<Daemon>();

  constructor(
    private readonly options: BenchOptions,
    private readonly bare: BareEndpoint,
  ) {}

  async run(): Promise<void> {
    const { only, visitors } = this.options;
    if (only.has('visitors')) this.add(await measureVisitors(join(this.folder, 'visitors'), visitors));
    if (only.has('start')) await this.smallStarts();
    if ([...only].some(part => part !== 'visitors')) await this.catalogs();
  }

  async stop(): Promise<void> {
    for (const daemon of this.running) await daemon.stop();
    await this.bare.stop();
  }

  private add(...measurements: Measurement[]): void {
    for (const measurement of measurements) {
      const { what, rate, p99, note } = measurement;
      this.measurements.push(measurement);
      say([what, rate, p99 && `p99 ${p99.toFixed(2)} ms`, note].filter(Boolean).join('; '));
    }
  }

  /** With nothing, and with the demo shop; larger catalogs have their start among their other measurements. */
  private async smallStarts(): Promise<void> {
    this.add(await measureStart(join(this.folder, 'data-empty'), 'empty folder', undefined));
    const dataDir = join(this.folder, 'data-demo');
    await this.withDaemon(dataDir, this.options.cacheMb, daemon => daemon.importCatalog(DEMO_CATALOG, 'PUT'));
    this.add(await measureStart(dataDir, 'demo', await searchTexts(DEMO_CATALOG)));
  }

  private async catalogs(): Promise<void> {
    const { products } = this.options;
    const name = `${whole(products)} products`;
    const file = join(this.folder, 'catalog.jsonl.gz');
    const changes = join(this.folder, 'changes.jsonl.gz');
    say(`writing a catalog of ${name}`);
    const bytes = await writeCatalog(file, lines(products));
    await writeCatalog(changes, stockChanges(Math.ceil(products / 100)));
    await this.catalog({ name, file, products, bytes, changes });
    if (!existsSync(FASHION_CATALOG)) {
      say('the fashion catalog is not beside the checkout: skipped');
      return;
    }
    const fashion = { name: 'fashion', file: FASHION_CATALOG, products: FASHION_PRODUCTS };
    await this.catalog({ ...fashion, bytes: await inflatedBytes(FASHION_CATALOG) });
  }

  /** All measurements of one catalog. */
  private async catalog(catalog: Catalog): Promise<void> {
    const { name, file, products, changes } = catalog;
    const { seconds, cacheMb } = this.options;
    const dataDir = join(this.folder, `data-${name.replaceAll(/\W/g, '')}`);
    const texts = await searchTexts(file);
    const uncached = (daemon: Daemon) => this.uncached(daemon, catalog, dataDir, texts);
    await this.withDaemon(dataDir, 0, uncached);
    if (this.measures('start')) {
      const target = changes === undefined ? undefined : START_TARGETS.get(products);
      this.add(await measureStart(dataDir, name, texts, target));
    }
    if (this.measures('hits')) {
      await this.withDaemon(dataDir, HITS_CACHE_MB, daemon => this.cacheHits(daemon, name, texts));
    }
    if (this.measures('cores')) {
      const start = (mb: number, args: readonly string[]) => this.start(dataDir, mb, args);
      const stop = (daemon: Daemon) => this.end(daemon);
      this.add(...(await measureCores(start, stop, name, texts, seconds)));
    }
    if (this.measures('cached')) {
      const target = changes === undefined ? undefined : CACHED_TARGET;
      await this.withDaemon(dataDir, cacheMb, daemon => this.cached(daemon, name, texts, target));
    }
  }

  /** What a daemon without an answer cache is measured for, its import first. */
  private async uncached(daemon: Daemon, catalog: Catalog, dataDir: string, texts: readonly string[]): Promise<void> {
    const { name, file, products, bytes, changes } = catalog;
    const { seconds } = this.options;
    const imported = await measureImport(daemon, name, file, products, bytes);
    if (this.measures('import')) this.add(imported);
    await daemon.ready();
    if (this.measures('thread')) {
      const targets = changes === undefined ? undefined : THREAD_TARGETS;
      this.add(...(await measureThread(dataDir, name, file, seconds, targets)));
    }
    if (this.measures('uncached')) {
      for (const kind of QUERY_KINDS) {
        const options = { gzip: false, cache: 'uncached' } as const;
        this.add(await measureThroughput(daemon, this.bare, name, kind, texts, seconds, options));
      }
    }
    if (changes === undefined) return;
    if (this.measures('swap', 'swaps')) {
      // A second snapshot, which differs in stock alone, as most of a shop's imports do.
      await daemon.importCatalog(changes, 'POST');
      if (this.measures('swap')) this.add(...(await measureSwaps(daemon, name, texts, seconds)));
      if (this.measures('swaps')) this.add(await measureManySwaps(daemon, name, texts));
    }
    if (this.measures('updates')) this.add(...(await measureUpdates(daemon, name, dataDir, products)));
    if (this.measures('notifications')) this.add(await measureNotifications(daemon, name, seconds));
  }

  private async cacheHits(daemon: Daemon, name: string, texts: readonly string[]): Promise<void> {
    await daemon.ready();
    for (const kind of QUERY_KINDS) {
      for (const gzip of [false, true]) {
        this.add(await measureCacheHits(daemon, this.bare, name, kind, texts, this.options.seconds, gzip));
      }
    }
  }

  /** @param target requests a second */
  private async cached(
    daemon: Daemon,
    name: string,
    texts: readonly string[],
    target: number | undefined,
  ): Promise<void> {
    await daemon.ready();
    for (const kind of CACHED_KINDS) {
      for (const gzip of [false, true]) {
        const options = { gzip, cache: 'cached', target } as const;
        this.add(await measureThroughput(daemon, this.bare, name, kind, texts, this.options.seconds, options));
      }
    }
  }

  /** Whether any of these is to be measured. */
  private measures(...parts: Part[]): boolean {
    return parts.some(part => this.options.only.has(part));
  }

  private async withDaemon(dataDir: string, cacheMb: number, use: (daemon: Daemon) => Promise<void>): Promise<void> {
    const daemon = await this.start(dataDir, cacheMb);
    await use(daemon);
    await this.end(daemon);
  }

  private async start(dataDir: string, cacheMb: number, args: readonly string[] = []): Promise<Daemon> {
    const daemon = await Daemon.start(dataDir, cacheMb, args);
    this.running.add(daemon);
    return daemon;
  }

  private async end(daemon: Daemon): Promise<void> {
    this.running.delete(daemon);
    await daemon.stop();
  }
}
