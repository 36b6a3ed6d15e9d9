/**
 * Small imports on a large catalog: new prices and stock for 1,000 variants, one import after the other, as a shop's
 * stock system sends them all day. Time counts from the last byte of the request to its reply, and on to the first
 * query that shows the new price; memory and disk have to stay what they are however many imports come.
 */
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { stream } from '../catalogs/chance.js';
import { KEY } from '../harness/daemon.js';
import { whole } from '../harness/markdown.js';
import { cpuSeconds, memory } from '../harness/processes.js';

/** @typedef {Awaited<ReturnType<import('../harness/daemon.js').startDaemon>>} Daemon */
/** @typedef {import('../harness/markdown.js').Row} Row */

const EDITS = 1_000;
/** Memory and disk are looked at after so many imports. */
const MARKS = [10, 50, 100];
/** The first ones compile code and open what later ones find open. */
const WARM_UP = 5;
const TARGET_MS = 500;
const MOST_GROWTH = 1.25;
const TIMEOUT_MS = 120_000;
const QUERY = 'market=uk&locale=en-GB&touchpoint=DESKTOP&userContext=SYNTHETIC';

/** @param {Daemon} daemon @returns {Promise<Row[]>} */
export async function measureUpdates(daemon, name, dataDir, products, marks = MARKS) {
  const draws = stream('bench updates');
  const replied = [];
  const seen = [];
  const cpu = [];
  const sizes = [];
  for (let i = 1; i <= marks[marks.length - 1]; i++) {
    const numbers = distinct(draws, products);
    const body = gzipSync(edits(numbers, i, draws), { level: 1 });
    const before = cpuSeconds(daemon.pid) + cpuSeconds(daemon.ingestPid);
    const { sentMs, repliedMs } = await post(daemon.url, body);
    await until(() => shownPrice(daemon.url, numbers[0]), i);
    replied.push(repliedMs - sentMs);
    seen.push(performance.now() - sentMs);
    cpu.push(cpuSeconds(daemon.pid) + cpuSeconds(daemon.ingestPid) - before);
    if (marks.includes(i)) sizes.push(size(daemon, dataDir));
  }
  const steady = seen.slice(WARM_UP);
  const [first] = sizes;
  const last = sizes[sizes.length - 1];
  const mb = (/** @type {'daemon' | 'ingest' | 'disk'} */ of) => sizes.map(one => whole(one[of])).join(' / ');
  const flat = last.daemon + last.ingest <= (first.daemon + first.ingest) * MOST_GROWTH;
  return [
    {
      what: `${name}: ${whole(EDITS)} edits, until queries show them`,
      rate: `${whole(median(steady))} ms`,
      p50: median(steady),
      p99: quantile(steady, 0.99),
      cpuMicros: median(cpu.slice(WARM_UP)) * 1e6,
      target: `${TARGET_MS} ms`,
      met: median(steady) <= TARGET_MS,
      note: `replied after ${whole(median(replied.slice(WARM_UP)))} ms; the first ${whole(seen[0])} ms; ${steady.filter(ms => ms > TARGET_MS).length} of ${steady.length} above ${TARGET_MS} ms`,
    },
    {
      what: `${name}: after ${marks.join(' / ')} such imports`,
      memoryMb: last.daemon + last.ingest,
      target: `memory × ${MOST_GROWTH}`,
      met: flat,
      note: `daemon ${mb('daemon')} MB, ingest process ${mb('ingest')} MB, disk ${mb('disk')} MB`,
    },
  ];
}

/** @returns {number[]} of products */
function distinct(draws, products) {
  const numbers = new Set();
  while (numbers.size < EDITS) numbers.add(draws.between(1, products));
  return [...numbers];
}

/** Prices that no other import gives, so that the first answer which shows one tells whose it is. */
function edits(numbers, price, draws) {
  return numbers
    .map(number => {
      const variant = { defaults: { listPrice: 10_000 + price, sellingPrice: price, stock: draws.between(1, 40) } };
      return `${JSON.stringify({ editAttributes: { key: `p${number}-1`, variant } })}\n`;
    })
    .join('');
}

/** @returns {Promise<{ sentMs: number, repliedMs: number }>} when the last byte went to the socket, when the reply came */
async function post(url, body) {
  const headers = {
    'Api-Key': KEY,
    'Content-Type': 'application/jsonlines',
    'Content-Encoding': 'gzip',
    'Content-Length': body.length,
  };
  const sent = request(`${url}/api/admin/v4/import/catalog?blockingTimeout=PT2M`, {
    method: 'POST',
    headers,
    timeout: TIMEOUT_MS,
  });
  sent.on('timeout', () => sent.destroy(new Error('the import takes too long')));
  const replied = once(sent, 'response');
  let sentMs = 0;
  sent.once('finish', () => {
    sentMs = performance.now();
  });
  sent.end(body);
  const [response] = await replied;
  const repliedMs = performance.now();
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  if (response.statusCode !== 204) throw new Error(`import: ${response.statusCode} ${text}`);
  return { sentMs, repliedMs };
}

/** The selling price of the product's first variant. */
async function shownPrice(url, number) {
  const body = JSON.stringify({ productGroup: { include: true } });
  const path = `${url}/api/storefront/v3/queries/product-page?${QUERY}&productKey=p${number}`;
  const page = await (await fetch(path, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body })).json();
  const own = page.productGroup.products.find(product => product.key === `p${number}`);
  return own.variants[0].sellingPrice;
}

async function until(ask, wanted) {
  for (const started = performance.now(); (await ask()) !== wanted; ) {
    if (performance.now() - started > TIMEOUT_MS) throw new Error('queries do not show what was imported');
  }
}

/** Megabytes. Pages of mapped files, which the kernel takes back, do not count. */
function size(daemon, dataDir) {
  return { daemon: memory(daemon.pid).own, ingest: memory(daemon.ingestPid).own, disk: bytesIn(dataDir) / 1e6 };
}

function bytesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}

const median = values => quantile(values, 0.5);

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
