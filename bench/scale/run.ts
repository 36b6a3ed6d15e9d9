/**
 * `npm run bench -- scale`: what becomes of import, memory, disk, start and queries as a catalog grows. The invented
 * catalog with two variants a product is imported into a real daemon at each size; figures go to scale.json, from which
 * plot.mjs draws scale.svg.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from '../../scripts/setup/say.mjs';
import { lines, writeCatalog } from '../catalogs/invented-catalog.js';
import { DISTINCT, searchTexts } from '../catalogs/search-texts.js';
import { startDaemon } from '../harness/daemon.js';
import { CONNECTIONS, load, streams } from '../harness/load-generator.js';
import { aligned, circumstances, median, whole, write } from '../harness/markdown.js';
import { childrenOf, cpuSeconds, memory } from '../harness/processes.js';
import { timeStarts } from '../lifecycle/start.js';
import { askThread, timeImport } from '../load/throughput.js';
import { number } from '../options.js';
import { plot } from './plot.js';

const USAGE = `npm run bench -- scale [options]
  --products A,B   products of the invented catalogs (default 10000,100000,1000000)
  --seconds N      length of each measurement of queries (default 8)
  --write          put the table into bench/README.md, the figures into scale.json and the plot into scale.svg`;

const VARIANTS = 2;
const STARTS = 5;
const KINDS = /** @type {const} */ (['search-page', 'autocomplete']);
const MB = 1e6;
const ROOT = new URL('../../', import.meta.url);
const RESULTS = new URL('bench/scale/scale.json', ROOT);
const PLOT = new URL('bench/scale/scale.svg', ROOT);

/** @typedef {Awaited<ReturnType<typeof measureSize>>} Size */

/** @param {string[]} args */
export async function benchScale(args) {
  const options = readOptions(args);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));
  const sizes = [];
  for (const products of options.products) {
    const place = join(folder, String(products));
    sizes.push(await measureSize(place, products, options.seconds));
    rmSync(place, { recursive: true, force: true });
    // The largest takes longest, and may be interrupted: what there is by then stands.
    if (options.write) publish(sizes, options.seconds);
  }
  console.log(`\n${aligned(tableOf(sizes))}`);
}

/** @param {Size[]} sizes @param {number} seconds */
function publish(sizes, seconds) {
  const results = { circumstances: circumstances(), seconds, connections: CONNECTIONS, sizes };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(PLOT, plot(results));
  const conditions = `${results.circumstances}. ${CONNECTIONS} connections, ${seconds} s a measurement, ${whole(DISTINCT)} different search texts, nothing cached; starts are medians of ${STARTS}.`;
  const image = '![Throughput and latency over catalog size](scale/scale.svg)';
  write('bench/README.md', `${conditions}\n\n${image}\n\n${aligned(tableOf(sizes))}`, 'scale');
}

async function measureSize(folder, products, seconds) {
  const name = `${whole(products)} products`;
  const dataDir = join(folder, 'data');
  const file = `${folder}.jsonl.gz`;
  say(`${name}: writing the catalog`);
  const lineBytes = await writeCatalog(file, lines(products, VARIANTS));
  const texts = await searchTexts(file);
  const daemon = await startDaemon(dataDir, 0);
  try {
    say(`${name}: importing`);
    const imported = await timeImport(daemon, file);
    await daemon.ready();
    say(`${name}: imported in ${imported.seconds.toFixed(1)} s, ${imported.cpu.toFixed(1)} s of CPU`);
    const loaded = {};
    for (const kind of KINDS) loaded[kind] = await underLoad(daemon, kind, texts, seconds);
    const serving = [daemon.pid, ...childrenOf(daemon.pid)].map(memory);
    const sum = of => serving.reduce((total, one) => total + one[of], 0);
    const memoryMb = { own: sum('own'), resident: sum('resident') };
    await daemon.stop();
    say(`${name}: query thread alone`);
    const thread = Object.fromEntries((await askThread(dataDir, file, seconds)).map(({ kind, ...of }) => [kind, of]));
    const { ready, answered, cpu } = await timeStarts(dataDir, name, texts, STARTS);
    const start = { ready: median(ready) / 1000, answered: median(answered) / 1000, cpu: median(cpu) };
    say(`${name}: started in ${start.answered.toFixed(2)} s`);
    return { products, lineBytes, import: imported, memoryMb, bytes: bytesOf(dataDir), start, thread, load: loaded };
  } finally {
    await daemon.stop();
    rmSync(file, { force: true });
  }
}

async function underLoad(daemon, kind, texts, seconds) {
  const sent = streams(kind, texts, false);
  await load(daemon.url, sent, Math.max(1, seconds / 2));
  const before = cpuSeconds(daemon.pid);
  const { perSecond, p50, p99, requests, bytes, failed } = await load(daemon.url, sent, seconds);
  const cpuMicros = ((cpuSeconds(daemon.pid) - before) * 1e6) / requests;
  return { perSecond, p50, p99, cpuMicros, bytes, failed };
}

/**
 * What the announced snapshot takes on disk: for each kind of part the bytes a product and view, and all files, those
 * that views share once.
 */
function bytesOf(dataDir) {
  const id = JSON.parse(readFileSync(join(dataDir, 'current.json'), 'utf8')).snapshot;
  const { manifest } = JSON.parse(readFileSync(join(dataDir, 'snapshots', `${id}.json`), 'utf8'));
  const sizeOf = new Map(manifest.files.map(({ file, bytes }) => [file, bytes]));
  const items = manifest.views.reduce((sum, { products }) => sum + products, 0);
  const perItem = /** @type {Record<string, number>} */ ({ 'card files': 0 });
  for (const { parts, cardFiles } of manifest.views) {
    for (const [kind, file] of Object.entries(parts)) perItem[kind] = (perItem[kind] ?? 0) + sizeOf.get(file) / items;
    for (const file of cardFiles) perItem['card files'] += sizeOf.get(file) / items;
  }
  const shared = files => files.reduce((sum, { bytes }) => sum + bytes, 0);
  const cards = manifest.files.filter(({ file }) => file.endsWith('.data'));
  return {
    perItem,
    index: shared(manifest.files) - shared(cards),
    cards: shared(cards),
    indexPerItem: Object.entries(perItem).reduce((sum, [kind, bytes]) => sum + (kind === 'card files' ? 0 : bytes), 0),
    views: manifest.views.length,
  };
}

/** @param {Size[]} sizes */
function tableOf(sizes) {
  const row = (what, of) => [what, ...sizes.map(of)];
  const rate = value => `${whole(value)}/s`;
  const ms = value => value.toFixed(2);
  const queries = (where, label) =>
    KINDS.flatMap(kind => [
      row(`${kind}, ${label}`, size => rate(size[where][kind].perSecond)),
      row('p50, p99 in ms', size => `${ms(size[where][kind].p50)}, ${ms(size[where][kind].p99)}`),
      row('CPU µs a query', size => whole(size[where][kind].cpuMicros)),
    ]);
  return [
    ['products', ...sizes.map(({ products }) => whole(products))],
    row('import', size => `${size.import.seconds.toFixed(1)} s`),
    row('CPU of the import', size => `${size.import.cpu.toFixed(1)} s`),
    row('most memory of the ingest process', size => `${whole(size.import.own)} MB`),
    row('memory while serving, all processes', size => `${whole(size.memoryMb.own)} MB`),
    row('with mapped files', size => `${whole(size.memoryMb.resident)} MB`),
    row('index without cards, a product and view', size => `${whole(size.bytes.indexPerItem)} bytes`),
    row('cards, a product and view', size => `${whole(size.bytes.perItem['card files'])} bytes`),
    row('index on disk, what views share once', size => `${whole(size.bytes.index / MB)} MB`),
    row('card files on disk', size => `${whole(size.bytes.cards / MB)} MB`),
    row('start to first answer', size => `${size.start.answered.toFixed(2)} s`),
    row('CPU of the start', size => `${size.start.cpu.toFixed(2)} s`),
    ...queries('thread', 'one query thread'),
    ...queries('load', 'daemon under load'),
  ];
}

function readOptions(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        products: { type: 'string', default: '10000,100000,1000000' },
        seconds: { type: 'string', default: '8' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const products = values.products.split(',').map(text => number('products', text, 100, 2_000_000));
    return { products, seconds: number('seconds', values.seconds, 1, 120), write: values.write };
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n${USAGE}`);
    process.exit(2);
  }
}
