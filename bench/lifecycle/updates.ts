/**
 * Small imports on a large catalog: new prices and stock for 1,000 variants, one import after the other, as a shop's
 * stock system sends them all day. Time counts from the last byte of the request to its reply, and on to the first
 * query that shows the new price; memory and disk have to stay what they are however many imports come.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Compile } from 'typebox/compile';
import { QUERY_RESPONSES } from '../../src/api/responses.js';
import { type Draws, stream } from '../catalogs/chance.js';
import { postCatalog } from '../harness/admin.js';
import type { Daemon } from '../harness/daemon.js';
import { median, quantile, whole } from '../harness/figures.js';
import type { Measurement } from '../harness/measurement.js';
import { parsedJson } from '../harness/parsed-json.js';
import { memory } from '../harness/processes.js';

/** Of an import; fewer where the catalog has fewer products. */
const EDITS = 1_000;
/** Memory and disk are looked at after so many imports. */
const MARKS = [10, 50, 100];
/** The first ones compile code and open what later ones find open. */
const WARM_UP = 5;
const TARGET_MS = 500;
const MOST_GROWTH = 1.25;
const SHOWN_WITHIN_MS = 120_000;
const CONTEXT = 'market=uk&locale=en-GB&touchpoint=DESKTOP&userContext=SYNTHETIC';

const ProductPage = Compile(QUERY_RESPONSES['product-page']);

/** What one import took. */
interface Update {
  /** Milliseconds from the last byte sent to the reply. */
  replied: number;
  /** The same to the first answer that shows it. */
  seen: number;
  /** Seconds of all processes. */
  cpu: number;
}

/** Megabytes, of memory without mapped files. */
interface Sizes {
  daemon: number;
  ingest: number;
  disk: number;
}

/**
 * @param name of the catalog
 * @param products how many it has, named p1, p2, …
 */
export async function measureUpdates(
  daemon: Daemon,
  name: string,
  dataDir: string,
  products: number,
): Promise<Measurement[]> {
  const draws = stream('bench updates');
  const updates: Update[] = [];
  const sizes: Sizes[] = [];
  for (let i = 1; i <= MARKS[MARKS.length - 1]; i++) {
    updates.push(await update(daemon, distinct(draws, products), i, draws));
    if (MARKS.includes(i)) sizes.push(await sizesOf(daemon, dataDir));
  }
  return [speed(name, Math.min(EDITS, products), updates), growth(name, sizes)];
}

/** Edits some products and waits for the first of them to show its price, one that no other import gives. */
async function update(daemon: Daemon, numbers: readonly number[], price: number, draws: Draws): Promise<Update> {
  const body = gzipSync(edits(numbers, price, draws), { level: 1 });
  const cpu = daemon.cpuSeconds;
  const { status, text, sentMs, repliedMs } = await postCatalog(daemon.url, body, 'POST', 'blockingTimeout=PT2M');
  if (status !== 204) throw new Error(`import: ${status} ${text}`);
  while ((await shownPrice(daemon.url, numbers[0])) !== price) {
    if (performance.now() - repliedMs > SHOWN_WITHIN_MS) throw new Error('queries do not show what was imported');
  }
  return { replied: repliedMs - sentMs, seen: performance.now() - sentMs, cpu: daemon.cpuSeconds - cpu };
}

function speed(name: string, edits: number, updates: readonly Update[]): Measurement {
  const steady = updates.slice(WARM_UP);
  const seen = steady.map(one => one.seen).sort((a, b) => a - b);
  const p50 = median(seen);
  const slow = seen.filter(ms => ms > TARGET_MS).length;
  return {
    what: `${name}: ${whole(edits)} edits, until queries show them`,
    rate: `${whole(p50)} ms`,
    p50,
    p99: quantile(seen, 0.99),
    cpuMicros: median(steady.map(one => one.cpu)) * 1e6,
    target: `${TARGET_MS} ms`,
    met: p50 <= TARGET_MS,
    note: `replied after ${whole(median(steady.map(one => one.replied)))} ms; the first ${whole(updates[0].seen)} ms; ${slow} of ${seen.length} above ${TARGET_MS} ms`,
  };
}

function growth(name: string, sizes: readonly Sizes[]): Measurement {
  const [first] = sizes;
  const last = sizes[sizes.length - 1];
  const all = (of: keyof Sizes) => `${sizes.map(one => whole(one[of])).join(' / ')} MB`;
  return {
    what: `${name}: after ${MARKS.join(' / ')} such imports`,
    memoryMb: last.daemon + last.ingest,
    target: `memory × ${MOST_GROWTH}`,
    met: last.daemon + last.ingest <= (first.daemon + first.ingest) * MOST_GROWTH,
    note: `daemon ${all('daemon')}, ingest process ${all('ingest')}, disk ${all('disk')}`,
  };
}

/** Numbers of products. */
function distinct(draws: Draws, products: number): number[] {
  const numbers = new Set<number>();
  while (numbers.size < Math.min(EDITS, products)) numbers.add(draws.between(1, products));
  return [...numbers];
}

function edits(numbers: readonly number[], price: number, draws: Draws): string {
  return numbers
    .map(number => {
      const variant = { defaults: { listPrice: 10_000 + price, sellingPrice: price, stock: draws.between(1, 40) } };
      return `${JSON.stringify({ editAttributes: { key: `p${number}-1`, variant } })}\n`;
    })
    .join('');
}

/** The selling price of the product's first variant. */
async function shownPrice(url: string, number: number): Promise<unknown> {
  const key = `p${number}`;
  const response = await fetch(`${url}/api/storefront/v3/queries/product-page?${CONTEXT}&productKey=${key}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: JSON.stringify({ productGroup: { include: true } }),
  });
  const { productGroup } = parsedJson(ProductPage, await response.text(), 'product page');
  const product = productGroup?.products.find(one => one.key === key);
  return product?.variants[0]?.sellingPrice;
}

async function sizesOf(daemon: Daemon, dataDir: string): Promise<Sizes> {
  const ingest = memory(await daemon.ingestPid()).own;
  return { daemon: memory(daemon.pid).own, ingest, disk: bytesIn(dataDir) / 1e6 };
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
