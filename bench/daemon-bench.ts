/** The measurements of a daemon, one after the other on each catalog. */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../scripts/setup/say.mjs';
import { inflatedBytes, writeCatalog } from './catalogs/catalog-file.js';
import { lines, oneViewLines, stockChanges } from './catalogs/invented-catalog.js';
import { DEMO_CATALOG, FASHION_CATALOG, FASHION_PRODUCTS } from './catalogs/known-catalogs.js';
import { QUERY_KINDS, type StreamKind } from './catalogs/requests.js';
import { DISTINCT, searchTexts } from './catalogs/search-texts.js';
import { BareEndpoint } from './harness/bare-endpoint.js';
import { Daemon } from './harness/daemon.js';
import { whole } from './harness/figures.js';
import { CONNECTIONS, load, streams, warmUp } from './harness/load-generator.js';
import { temporaryFolder } from './harness/temporary-folder.js';
import { measureFirsts } from './lifecycle/firsts.js';
import { measureImport } from './lifecycle/import.js';
import { measurePauses } from './lifecycle/pauses.js';
import { measureSize } from './lifecycle/size.js';
import { measureStart } from './lifecycle/start.js';
import { measureManySwaps, measureSwaps } from './lifecycle/swaps.js';
import { measureUpdates } from './lifecycle/updates.js';
import { measureCacheHits } from './load/cache-hits.js';
import { measureCores } from './load/cores.js';
import { measureNotifications } from './load/notifications.js';
import { measureThread } from './load/query-thread.js';
import { measureThroughput } from './load/throughput.js';
import { type BenchOptions, benchOptions, type Part } from './options.js';
import { conditionsOf } from './publishing/conditions.js';
import { daemonTables } from './publishing/daemon-tables.js';
import { publishPages } from './publishing/pages.js';
import { type Catalog, type Conditions, type Row, record, type Turn } from './publishing/results.js';
import { catalogText, figureOf } from './publishing/rows.js';
import { measureVisitors } from './structures/visitors.js';

const CACHED_KINDS: readonly StreamKind[] = [...QUERY_KINDS, 'mixed'];
/** Room for a few hundred search pages as they are and compressed. */
const HITS_CACHE_MB = 512;
/** Until the store is copied and the ingest process gives back what an import took. */
const REST_MS = 30_000;
const ONE_VIEW_TURNS = 3;
const DEMO: Catalog = { name: 'demo', count: 1_933 };
const EMPTY: Catalog = { name: 'empty', count: 0 };

interface CatalogFile {
  catalog: Catalog;
  /** .jsonl.gz */
  file: string;
  /** Of its lines, before compression. */
  lineBytes: number;
  /** Changes of stock, for a second snapshot; of the invented catalog alone. */
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
  for (const { title, table } of daemonTables([{ conditions: bench.conditions, rows: bench.rows }])) {
    console.log(`\n${title}\n\n${table}`);
  }
  if (options.write) publishPages();
}

class DaemonBench {
  readonly rows: Row[] = [];
  readonly conditions: Conditions;
  private readonly folder = temporaryFolder();
  private readonly running = new Set<Daemon>();

  constructor(
    private readonly options: BenchOptions,
    private readonly bare: BareEndpoint,
  ) {
    const { seconds, cacheMb, note } = options;
    this.conditions = conditionsOf({ seconds, connections: CONNECTIONS, texts: DISTINCT, cacheMb }, {}, note);
  }

  async run(): Promise<void> {
    const { only, others, visitors } = this.options;
    if (only.has('visitors')) this.add(await measureVisitors(join(this.folder, 'visitors'), visitors));
    if (only.has('start') && others) await this.smallStarts();
    if ([...only].some(part => part !== 'visitors')) await this.catalogs();
  }

  async stop(): Promise<void> {
    for (const daemon of this.running) await daemon.stop();
    await this.bare.stop();
  }

  /** A run may be interrupted: what there is by then stands in the results. */
  private add(...rows: Row[]): void {
    this.rows.push(...rows);
    for (const row of rows) say(described(row));
    if (this.options.write) record('daemon', this.conditions, rows);
  }

  /** With nothing, and with the demo shop; larger catalogs have their start among their other measurements. */
  private async smallStarts(): Promise<void> {
    this.add(await measureStart(join(this.folder, 'data-empty'), EMPTY, undefined));
    const dataDir = join(this.folder, 'data-demo');
    await this.withDaemon(dataDir, this.options.cacheMb, daemon => daemon.importCatalog(DEMO_CATALOG, 'PUT'));
    this.add(await measureStart(dataDir, DEMO, await searchTexts(DEMO_CATALOG)));
  }

  private async catalogs(): Promise<void> {
    const { products, others } = this.options;
    const file = join(this.folder, 'catalog.jsonl.gz');
    const changes = join(this.folder, 'changes.jsonl.gz');
    say(`writing a catalog of ${whole(products)} products`);
    const lineBytes = await writeCatalog(file, lines(products));
    await writeCatalog(changes, stockChanges(Math.ceil(products / 100)));
    await this.catalog({ catalog: { name: 'invented', count: products }, file, lineBytes, changes });
    if (this.measures('one-view')) await this.oneView(products);
    if (!others) return;
    if (!existsSync(FASHION_CATALOG)) {
      say('the fashion catalog is not beside the checkout: skipped');
      return;
    }
    const fashion: Catalog = { name: 'fashion', count: FASHION_PRODUCTS };
    await this.catalog({
      catalog: fashion,
      file: FASHION_CATALOG,
      lineBytes: await inflatedBytes(FASHION_CATALOG),
    });
  }

  /** The import of a catalog that one market sees in one language: what a product and view costs. */
  private async oneView(products: number): Promise<void> {
    const file = join(this.folder, 'one-view.jsonl.gz');
    const lineBytes = await writeCatalog(file, oneViewLines(products));
    const turns: Turn[] = [];
    for (let turn = 0; turn < ONE_VIEW_TURNS; turn++) {
      const dataDir = join(this.folder, 'data-one-view');
      await this.withDaemon(dataDir, 0, async daemon => {
        turns.push(await measureImport(daemon, file, lineBytes));
      });
      rmSync(dataDir, { recursive: true });
    }
    this.add({ measurement: 'one-view', catalog: { name: 'invented', count: products }, turns });
  }

  /** All measurements of one catalog. */
  private async catalog(source: CatalogFile): Promise<void> {
    const { catalog, file } = source;
    const { seconds, cacheMb } = this.options;
    const dataDir = join(this.folder, `data-${catalog.name}`);
    const texts = await searchTexts(file);
    await this.withDaemon(dataDir, 0, daemon => this.uncached(daemon, source, dataDir, texts));
    if (this.measures('start')) this.add(await measureStart(dataDir, catalog, texts));
    if (this.measures('firsts') && source.changes) this.add(...(await measureFirsts(dataDir, catalog, texts)));
    if (this.measures('hits')) {
      // A data folder has one daemon.
      const copy = `${dataDir}-copy`;
      cpSync(dataDir, copy, { recursive: true });
      const overNode = await this.start(copy, HITS_CACHE_MB, ['--http', 'node']);
      await this.withDaemon(dataDir, HITS_CACHE_MB, daemon => this.cacheHits(daemon, overNode, catalog, texts));
      await this.end(overNode);
      rmSync(copy, { recursive: true });
    }
    if (this.measures('cores')) {
      const start = (mb: number, args: readonly string[]) => this.start(dataDir, mb, args);
      const stop = (daemon: Daemon) => this.end(daemon);
      for await (const row of measureCores(start, stop, catalog, texts, seconds)) this.add(row);
    }
    if (this.measures('cached')) {
      await this.withDaemon(dataDir, cacheMb, daemon => this.cached(daemon, catalog, texts));
    }
  }

  /** What a daemon without an answer cache is measured for, its import first. */
  private async uncached(
    daemon: Daemon,
    { catalog, file, lineBytes, changes }: CatalogFile,
    dataDir: string,
    texts: readonly string[],
  ): Promise<void> {
    const { seconds } = this.options;
    const imported = await measureImport(daemon, file, lineBytes);
    if (this.measures('import')) this.add({ measurement: 'import', catalog, turns: [imported] });
    await daemon.ready();
    if (this.measures('thread')) this.add(...(await measureThread(dataDir, catalog, file, seconds)));
    if (this.measures('uncached')) {
      for (const kind of QUERY_KINDS) {
        const options = { gzip: false, cache: 'uncached' } as const;
        this.add(await measureThroughput(daemon, this.bare, catalog, kind, texts, seconds, options));
      }
    }
    if (this.measures('size')) {
      for (const kind of QUERY_KINDS) await load(daemon.url, streams(kind, texts, false), warmUp(seconds));
      await delay(REST_MS);
      this.add(measureSize(daemon, catalog, dataDir));
    }
    if (changes === undefined) return;
    if (this.measures('swap', 'swaps', 'firsts')) {
      // A second snapshot, which differs in stock alone, as most of a shop's imports do.
      await daemon.importCatalog(changes, 'POST');
      if (this.measures('swap')) this.add(...(await measureSwaps(daemon, catalog, texts, seconds)));
      if (this.measures('swaps')) this.add(await measureManySwaps(daemon, catalog, texts));
    }
    if (this.measures('updates')) this.add(...(await measureUpdates(daemon, catalog, dataDir)));
    if (this.measures('pauses')) this.add(...(await measurePauses(daemon, catalog, texts, seconds)));
    if (this.measures('notifications')) this.add(await measureNotifications(daemon, catalog, seconds));
  }

  /** @param overNode serves by node:http */
  private async cacheHits(daemon: Daemon, overNode: Daemon, catalog: Catalog, texts: readonly string[]): Promise<void> {
    await Promise.all([daemon.ready(), overNode.ready()]);
    for (const kind of QUERY_KINDS) {
      for (const gzip of [false, true]) {
        this.add(await measureCacheHits(daemon, overNode, this.bare, catalog, kind, texts, this.options.seconds, gzip));
      }
    }
  }

  private async cached(daemon: Daemon, catalog: Catalog, texts: readonly string[]): Promise<void> {
    await daemon.ready();
    for (const kind of CACHED_KINDS) {
      for (const gzip of [false, true]) {
        const options = { gzip, cache: 'cached' } as const;
        this.add(await measureThroughput(daemon, this.bare, catalog, kind, texts, this.options.seconds, options));
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

/** A row in a line, while it goes on. */
function described({ catalog, measurement, requests, setup, turns }: Row): string {
  const figures = [
    written(figureOf(turns, 'perSecond'), value => `${whole(value)}/s`),
    written(figureOf(turns, 'p99'), value => `p99 ${value.toFixed(2)} ms`),
    written(figureOf(turns, 'seconds'), value => `${value.toFixed(1)} s`),
    written(figureOf(turns, 'answeredMs'), value => `${whole(value)} ms`),
    written(figureOf(turns, 'seenMs'), value => `${whole(value)} ms`),
  ];
  return [catalogText(catalog), measurement, requests, setup, ...figures].filter(text => text !== undefined).join('; ');
}

function written(value: number | undefined, write: (value: number) => string): string | undefined {
  return value === undefined ? undefined : write(value);
}
