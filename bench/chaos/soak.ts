/**
 * A shop that goes on: an import every five seconds (prices, titles, pages, now and then the whole catalog), visitors
 * that search and notify meanwhile, and a look at memory, descriptors and disk every ten seconds. A figure leaks when
 * its slope is above a bound with 97.5 % confidence: when the low end of the interval is. At another pace all of that comes
 * as many times as often, as far as the machine keeps up; an hour is then what has 720 imports.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { say } from '../../scripts/setup/say.mjs';
import { writeCatalog } from '../catalogs/catalog-file.js';
import { type Draws, stream } from '../catalogs/chance.js';
import { lines } from '../catalogs/invented-catalog.js';
import { pathOf, requests } from '../catalogs/requests.js';
import { searchTexts } from '../catalogs/search-texts.js';
import { ADMIN_PATH, adminHeaders, postCatalog, type Reply } from '../harness/admin.js';
import { Daemon } from '../harness/daemon.js';
import { median } from '../harness/figures.js';
import { memory, openFiles } from '../harness/processes.js';
import { Faults, type Trial } from './results.js';
import { blocks, type Point, slopeOf } from './slope.js';

const PRODUCTS = 2_000;
/** Of an import of prices or titles. */
const EDITS = 20;
const IMPORT_EVERY_MS = 5_000;
const SAMPLE_EVERY_MS = 10_000;
const REQUEST_EVERY_MS = 50;
const NOTIFY_EVERY_MS = 200;
/** Of imports: one in so many is one of pages, one of them brings the whole catalog. */
const PAGES_EVERY = 6;
const WHOLE_EVERY = 60;
/**
 * What fills caches and heaps does not count: a quarter of the run, or as long as so many imports take, but half of it at most.
 * (With imports alone, one after the other, the daemon's memory rose for some 900 of them, and then stayed.)
 */
const WARM_UP = 0.25;
const WARM_UP_IMPORTS = 900;
const MOST_WARM_UP = 0.5;
/** Points of which a slope is made, at most. */
const MOST_BLOCKS = 45;
const VISITORS = 200;

/**
 * What is looked at: by the hour it may rise by so much. Cards that query threads keep are bounded, and rise to their bound
 * in the time that visitors take to ask for so many. Card files are as many as the overlays of kept snapshots, which are
 * merged when imports rest; one that is open without need is one that was removed, sooner or later.
 */
const BOUNDS = {
  'memory of the daemon without kept cards, MB': 10,
  'memory of the ingest process, MB': 10,
  'descriptors of the daemon without card files': 2,
  'descriptors of the ingest process without card files': 2,
  'removed files that both have open': 2,
  'threads of both': 2,
  'disk without the journal, MB': 10,
} as const;

type Figure = keyof typeof BOUNDS;
type Samples = Record<Figure, Point[]>;

export interface SoakOptions {
  minutes: number;
  seed: number;
  /** How many times as often all comes. */
  pace: number;
}

/** @param folder for catalog and data */
export async function soak(folder: string, { minutes, seed, pace }: SoakOptions): Promise<Trial[]> {
  const file = join(folder, 'catalog.jsonl.gz');
  await writeCatalog(file, lines(PRODUCTS));
  const dataDir = join(folder, 'soak');
  const daemon = await Daemon.start(dataDir, 64);
  try {
    await daemon.importCatalog(file, 'PUT');
    await daemon.ready();
    return await new Soak(daemon, dataDir, file, seed, pace, await searchTexts(file)).run(minutes);
  } finally {
    await daemon.stop();
  }
}

class Soak {
  private readonly samples = Object.fromEntries(Object.keys(BOUNDS).map(name => [name, []])) as unknown as Samples;
  private readonly draws: Draws;
  private readonly paths: readonly string[];
  private readonly until = new AbortController();
  private imports = 0;
  private requests = 0;
  private notifications = 0;
  private readonly faults = new Faults();

  constructor(
    private readonly daemon: Daemon,
    private readonly dataDir: string,
    private readonly file: string,
    seed: number,
    private readonly pace: number,
    texts: readonly string[],
  ) {
    this.draws = stream(`soak ${seed}`);
    // Eight requests of each visitor stand together.
    this.paths = requests('mixed', texts, VISITORS * 8, `soak-${seed}`).map(pathOf);
  }

  async run(minutes: number): Promise<Trial[]> {
    const { pace } = this;
    const loops = [
      this.every(IMPORT_EVERY_MS / pace, () => this.import()),
      this.every(REQUEST_EVERY_MS / pace, () => this.request()),
      this.every(NOTIFY_EVERY_MS / pace, () => this.notify()),
      this.every(SAMPLE_EVERY_MS / pace, () => this.sample(this.hours)),
    ];
    await Promise.race([delay(minutes * 60_000), this.daemon.ended]);
    this.until.abort();
    await Promise.all(loops);
    if (this.daemon.end !== undefined) throw new Error(`the daemon ended with ${this.daemon.end}`);
    const { hours } = this;
    const cards = {
      'kept cards MB': await this.keptCards(),
      'at most': (await this.daemon.metric('card_memory_limit_bytes')) / 1e6,
    };
    const figures = Object.entries(BOUNDS).map(([name, bound]) =>
      slopeTrial(name, bound, this.samples[name as Figure], hours),
    );
    return [this.answered(minutes, cards), ...figures];
  }

  /** At the pace of one import in five seconds. */
  private get hours(): number {
    return (this.imports * IMPORT_EVERY_MS) / 3_600_000;
  }

  private answered(minutes: number, cards: Record<string, number>): Trial {
    const { imports, requests, notifications, faults } = this;
    return {
      what: 'imports, queries and notifications that are answered',
      tried: imports + requests + notifications,
      failed: faults.count,
      faults: faults.first,
      figures: {
        minutes,
        'hours by imports': this.hours,
        imports,
        queries: requests,
        notifications,
        'journal MB': bytesIn(join(this.dataDir, 'journal')) / 1e6,
        ...cards,
      },
    };
  }

  /** What takes longer than its time is followed by the next at once. */
  private async every(milliseconds: number, act: () => Promise<void>): Promise<void> {
    for (let next = performance.now(); !this.until.signal.aborted; ) {
      next = Math.max(next + milliseconds, performance.now());
      try {
        await act();
      } catch (error) {
        this.fail(error instanceof Error ? error.message : String(error));
      }
      await delay(Math.max(0, next - performance.now()));
    }
  }

  private fail(why: string): void {
    this.faults.add(why);
    say(`soak: ${why}`);
  }

  private async import(): Promise<void> {
    const { daemon } = this;
    const round = ++this.imports;
    const { status, text } = await this.imported(daemon.url, round);
    if (status !== 204) this.fail(`import ${round}: ${status} ${text}`);
  }

  private async imported(url: string, round: number): Promise<Pick<Reply, 'status' | 'text'>> {
    const blocking = 'blockingTimeout=PT2M&force=true';
    if (round % WHOLE_EVERY === 0) return postCatalog(url, this.file, 'PUT', blocking);
    if (round % PAGES_EVERY === 0) {
      const addOrUpdate = [{ id: `page-${round % 50}`, headings: { 'en-GB': `Page of import ${round}` } }];
      const response = await fetch(`${url}${ADMIN_PATH}/import/pages`, {
        method: 'POST',
        headers: { ...adminHeaders(), 'Content-Type': 'application/json' },
        body: JSON.stringify({ market: 'uk', type: 'PARTIAL', addOrUpdate }),
      });
      return { status: response.status, text: await response.text() };
    }
    const edits = Array.from({ length: EDITS }, () => this.edit(round));
    return postCatalog(url, gzipSync(`${edits.join('\n')}\n`), 'POST', blocking);
  }

  /** New prices in two imports of three, new titles in the third. */
  private edit(round: number): string {
    const key = `p${this.draws.between(1, PRODUCTS)}`;
    const defaults = { sellingPrice: this.draws.between(1, 500), stock: this.draws.between(0, 40) };
    const edit =
      round % 3 === 0
        ? { key, product: { defaults: { title: `Article ${key} restyled ${round}` } } }
        : { key: `${key}-1`, variant: { defaults } };
    return JSON.stringify({ editAttributes: edit });
  }

  private async request(): Promise<void> {
    const response = await fetch(`${this.daemon.url}${this.paths[this.requests++ % this.paths.length]}`);
    await response.arrayBuffer();
    if (response.status !== 200) this.fail(`query: ${response.status}`);
  }

  private async notify(): Promise<void> {
    const number = this.notifications++ % VISITORS;
    const visitor = `market=uk&customerKey=c-${number}&sessionKey=s-${number}`;
    const response = await fetch(`${this.daemon.url}/api/storefront/v3/notifications/add-favorite?${visitor}`, {
      method: 'POST',
      body: JSON.stringify({ productKey: `p${this.draws.between(1, PRODUCTS)}` }),
    });
    await response.arrayBuffer();
    if (response.status !== 204) this.fail(`notification: ${response.status}`);
  }

  /** MB. */
  private async keptCards(): Promise<number> {
    return (await this.daemon.metric('query_memory_bytes{memory="cards"}')) / 1e6;
  }

  private async sample(hours: number): Promise<void> {
    const [main, ingest] = [this.daemon.pid, await this.daemon.ingestPid()];
    const count = (pid: number, folder: string) => readdirSync(`/proc/${pid}/${folder}`).length;
    const [ofMain, ofIngest] = [openFiles(main), openFiles(ingest)];
    const sampled: Record<Figure, number> = {
      'memory of the daemon without kept cards, MB': memory(main).own - (await this.keptCards()),
      'memory of the ingest process, MB': memory(ingest).own,
      'descriptors of the daemon without card files': ofMain.filter(isNoCardFile).length,
      'descriptors of the ingest process without card files': ofIngest.filter(isNoCardFile).length,
      'removed files that both have open': [...ofMain, ...ofIngest].filter(isRemoved).length,
      'threads of both': count(main, 'task') + count(ingest, 'task'),
      'disk without the journal, MB': (bytesIn(this.dataDir) - bytesIn(join(this.dataDir, 'journal'))) / 1e6,
    };
    for (const [name, value] of Object.entries(sampled)) this.samples[name as Figure].push({ hours, value });
  }
}

const isNoCardFile = (name: string): boolean => !/\/parts\/cards-/.test(name);
const isRemoved = (name: string): boolean => name.endsWith(' (deleted)');

function slopeTrial(what: string, bound: number, samples: readonly Point[], hours: number): Trial {
  const warmUpHours = (WARM_UP_IMPORTS * IMPORT_EVERY_MS) / 3_600_000;
  const fromHours = Math.min(hours * MOST_WARM_UP, Math.max(hours * WARM_UP, warmUpHours));
  const counted = samples.filter(point => point.hours >= fromHours);
  const points = blocks(counted, (hours - fromHours) / MOST_BLOCKS);
  const { slope, low, high } = slopeOf(points);
  const leaks = low > bound;
  return {
    what,
    tried: counted.length,
    failed: leaks ? 1 : 0,
    faults: leaks ? [`rises by ${low.toFixed(1)} to ${high.toFixed(1)} an hour`] : [],
    figures: { 'median of all': median(points.map(({ value }) => value)), bound, slope, low, high },
    points: points.map(point => [rounded(point.hours * 60), rounded(point.value)]),
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
