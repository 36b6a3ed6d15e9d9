/**
 * `npm run bench`: measures the built daemon on this machine and prints one table. Everything happens on the loopback
 * and in a temporary folder, is bounded in time, and is ended and removed again. See README.md for what is measured.
 */
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { fail, say } from '../scripts/setup/say.mjs';
import { readOptions } from './options.js';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Benches of their own, which need no daemon under load. */
const [part] = process.argv.slice(2);
const apart = ['recommend', 'typos', 'facets', 'scale'].includes(part);
const options = apart ? undefined : readOptions();
if (!existsSync('/proc/self/stat')) fail('the bench reads CPU time and memory from /proc, which only Linux has');

if (part === 'recommend') {
  const { benchRecommendations } = await import('./recommend/run.js');
  await benchRecommendations(process.argv.slice(3));
  process.exit(0);
}
if (part === 'typos') {
  const { benchTypos } = await import('./structures/typos.js');
  benchTypos();
  process.exit(0);
}
if (part === 'scale') {
  const { benchScale } = await import('./scale/run.js');
  await benchScale(process.argv.slice(3));
  process.exit(0);
}
if (part === 'facets') {
  const { benchFacets } = await import('./structures/facet-counting.js');
  await benchFacets();
  process.exit(0);
}

const { lines, stockChanges, writeCatalog } = await import('./catalogs/invented-catalog.js');
const { startDaemon } = await import('./harness/daemon.js');
const { CONNECTIONS } = await import('./harness/load-generator.js');
const { measureCores } = await import('./load/cores.js');
const { measureHits } = await import('./load/cache-hits.js');
const { measureImport, measureLoad, measureThread, startYardstick } = await import('./load/throughput.js');
const { measureNotifications } = await import('./load/notifications.js');
const { DISTINCT, searchTexts } = await import('./catalogs/search-texts.js');
const { measureStart } = await import('./lifecycle/start.js');
const { circumstances, markdown, whole, write } = await import('./harness/markdown.js');
const { measureManySwaps, measureSwap } = await import('./lifecycle/swaps.js');
const { measureUpdates } = await import('./lifecycle/updates.js');
const { measureVisitors } = await import('./structures/visitors.js');

/** A real catalog that may stand beside the checkout. */
const FASHION = join(root, '..', 'shared', 'data', 'fashion', 'catalog.jsonl.gz');
const DEMO = join(root, 'data', 'demo.catalog.jsonl.gz');
const THREAD_TARGETS = { 'search-page': 2_000, autocomplete: 5_000 };
const CACHED_TARGET = 25_000;
/** Room for a few hundred search pages as they are and compressed. */
const HITS_CACHE_MB = 512;
/** Seconds to the first answer, by number of products. */
const START_TARGETS = { 100000: 1, 1000000: 5 };

const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// So that the exit handlers, which end the daemon and remove the folder, run for an interrupted bench as well.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(1));
/** @type {import('./harness/markdown.js').Row[]} */
const rows = [];
const add = (/** @type {import('./harness/markdown.js').Row} */ row) => {
  rows.push(row);
  say([row.what, row.rate, row.p99 && `p99 ${row.p99.toFixed(2)} ms`, row.note].filter(Boolean).join('; '));
};
const yardstick = await startYardstick();
const running = new Set();

try {
  if (options.only.has('visitors')) add(await measureVisitors(join(folder, 'visitors'), options.visitors));
  if (options.only.has('start')) await measureStarts();
  if ([...options.only].some(part => part !== 'visitors')) await measureDaemons();
} finally {
  for (const daemon of running) await daemon.stop();
  await yardstick.stop();
}

const table = markdown(rows);
console.log(`\n${table}`);
if (options.write) {
  const conditions = `${circumstances()}. ${CONNECTIONS} connections, ${options.seconds} s a measurement, answer cache ${options.cacheMb} MB where it is on, ${whole(DISTINCT)} different search texts.`;
  write('bench/README.md', `${conditions}\n\n${table}`);
}

/** With nothing, and with the demo shop; see `measure` for the larger ones. */
async function measureStarts() {
  add(await measureStart(join(folder, 'data-empty'), 'empty folder', undefined));
  const dataDir = join(folder, 'data-demo');
  const daemon = await start(dataDir, options.cacheMb);
  await daemon.importCatalog(DEMO, 'PUT');
  await stop(daemon);
  add(await measureStart(dataDir, 'demo', await searchTexts(DEMO)));
}

/** Both catalogs. */
async function measureDaemons() {
  const file = join(folder, 'catalog.jsonl.gz');
  say(`writing a catalog of ${whole(options.products)} products`);
  const bytes = await writeCatalog(file, lines(options.products));
  const changes = join(folder, 'changes.jsonl.gz');
  await writeCatalog(changes, stockChanges(Math.ceil(options.products / 100)));
  const name = `${whole(options.products)} products`;
  await measure({ name, file, products: options.products, bytes, changes, targets: true });
  if (existsSync(FASHION)) {
    const bytes = await inflatedBytes(FASHION);
    await measure({ name: 'fashion', file: FASHION, products: 4_998, bytes, targets: false });
  } else {
    say('the fashion catalog is not beside the checkout: skipped');
  }
}

/** All measurements of one catalog. */
async function measure({ name, file, products, bytes, changes, targets }) {
  const { only, seconds, cacheMb } = options;
  const dataDir = join(folder, `data-${name.replaceAll(/\W/g, '')}`);
  const texts = await searchTexts(file);

  let daemon = await start(dataDir, 0);
  const imported = await measureImport(daemon, name, file, products, bytes);
  if (only.has('import')) add(imported);
  await daemon.ready();
  if (only.has('thread')) {
    for (const row of await measureThread(dataDir, name, file, seconds, targets ? THREAD_TARGETS : undefined)) add(row);
  }
  if (only.has('uncached')) {
    for (const kind of ['search-page', 'autocomplete']) {
      add(await measureLoad(daemon, yardstick, name, kind, texts, seconds, { gzip: false, cache: 'uncached' }));
    }
  }
  if ((only.has('swap') || only.has('swaps')) && changes !== undefined) {
    // A second snapshot, which differs in stock alone, as most of a shop's imports do.
    await daemon.importCatalog(changes, 'POST');
    if (only.has('swap')) for (const row of await measureSwap(daemon, name, texts, seconds, 'uncached')) add(row);
    if (only.has('swaps')) add(await measureManySwaps(daemon, name, texts));
  }
  if (only.has('updates') && targets) {
    for (const row of await measureUpdates(daemon, name, dataDir, products)) add(row);
  }
  if (only.has('notifications') && targets) add(await measureNotifications(daemon, name, seconds));
  await stop(daemon);
  if (only.has('start')) add(await measureStart(dataDir, name, texts, targets ? START_TARGETS[products] : undefined));
  if (only.has('hits')) {
    daemon = await start(dataDir, HITS_CACHE_MB);
    await daemon.ready();
    for (const kind of ['search-page', 'autocomplete']) {
      for (const gzip of [false, true]) {
        add(await measureHits(daemon, yardstick, name, kind, texts, seconds, { gzip }));
      }
    }
    await stop(daemon);
  }
  if (only.has('cores')) {
    const startWith = (cacheMb, args) => start(dataDir, cacheMb, args);
    for (const row of await measureCores(startWith, stop, name, texts, seconds)) add(row);
  }
  if (!only.has('cached')) return;

  daemon = await start(dataDir, cacheMb);
  await daemon.ready();
  for (const kind of ['search-page', 'autocomplete', 'mixed']) {
    for (const gzip of [false, true]) {
      const target = targets ? CACHED_TARGET : undefined;
      add(await measureLoad(daemon, yardstick, name, kind, texts, seconds, { gzip, cache: 'cached', target }));
    }
  }
  await stop(daemon);
}

async function start(dataDir, cacheMb, args = []) {
  const daemon = await startDaemon(dataDir, cacheMb, args);
  running.add(daemon);
  return daemon;
}

async function stop(daemon) {
  running.delete(daemon);
  await daemon.stop();
}

async function inflatedBytes(file) {
  let bytes = 0;
  for await (const chunk of createReadStream(file).pipe(createGunzip())) bytes += chunk.length;
  return bytes;
}
