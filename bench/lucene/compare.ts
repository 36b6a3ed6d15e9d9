/** The comparison on one catalog: both sides are filled from it, in turns, and then asked the same, in turns. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from '../../scripts/setup/say.mjs';
import { writeCatalog } from '../catalogs/invented-catalog.js';
import { requests, searchTexts } from '../catalogs/search-texts.js';
import { startDaemon } from '../harness/daemon.js';
import { cpuSeconds } from '../harness/processes.js';
import { FACETS, oneView, writeDocuments, writeFields, writeRequests } from './documents.js';
import { cardsOf, openSnapshot, pagesOf } from './shop.js';
import { startSide } from './side.js';
import { row } from './table.js';

const KINDS = {
  page: '60 hits with cards, counts of 4 facets',
  few: '8 hits with cards',
  prefix: 'last word a prefix, 8 hits with cards',
};
/** Requests of a kind before its stream starts over. */
const STREAM = 20_000;
/** Searches of which the numbers of hits are compared. */
const COUNTED = 2_000;
const INDEXING_HEAP_MB = 2_048;
const SEARCHING_HEAP_MB = 512;
/** Answers of each kind before it is measured: compilers want numbers, and a busy machine needs longer for them. */
const WARM_UP = 6_000;
const MOST_WARM_UP_SECONDS = 60;
/** Turns of indexing, which takes longer than any other. */
const MOST_IMPORTS = 3;
const MB = 1e6;

/** @returns {Promise<{ rows: import('./table.js').Row[], note: string }>} */
export async function compare({ name, source, folder, javaArgs, seconds, rounds }) {
  const catalog = join(folder, 'catalog.jsonl.gz');
  say(`${name}: writing one view of it`);
  await writeCatalog(catalog, oneView(source));
  const indexing = await compareIndexing(folder, catalog, javaArgs, rounds);
  const sizes = compareSizes(join(folder, 'ours'), join(folder, 'lucene'));
  const texts = await searchTexts(catalog);
  for (const kind of Object.keys(KINDS)) writeRequests(folder, kind, parametersOf(kind, texts));
  const { rows, note } = await compareAnswers(folder, javaArgs, seconds, rounds);
  const all = [...indexing, ...rows, ...sizes];
  return { rows: all.map(row => ({ ...row, what: `${name}: ${row.what}` })), note: `${name}: ${note}` };
}

/** What is written last stays, as `ours` and `lucene`, to be asked. */
async function compareIndexing(folder, catalog, javaArgs, rounds) {
  const ours = [await importInto(join(folder, 'ours'), catalog)];
  const products = await writeInputs(folder, catalog);
  say('indexing the same with Lucene');
  const java = startSide('java', javaArgs(folder, INDEXING_HEAP_MB));
  // These warm it up.
  await java.ask('index lucene stored');
  await java.ask('index lucene-columns columns');
  const lucene = [await java.ask('index lucene stored')];
  while (ours.length < Math.min(rounds, MOST_IMPORTS)) {
    ours.push(await importInto(join(folder, 'ours'), catalog));
    lucene.push(await java.ask('index lucene stored'));
  }
  await java.stop();
  const rates = all => all.map(one => ({ value: products / one.seconds }));
  const rows = [row('indexed', '/s', rates(ours), rates(lucene))];
  const byCpu = all => all.map(one => ({ value: products / one.cpuSeconds }));
  rows.push(row('indexed in a second of CPU time', '/s', byCpu(ours), byCpu(lucene)));
  return rows;
}

/** Import and build, as a shop has it. */
async function importInto(dataDir, catalog) {
  rmSync(dataDir, { recursive: true, force: true });
  const daemon = await startDaemon(dataDir, 0);
  try {
    const cpu = cpuSeconds(daemon.ingestPid);
    const started = performance.now();
    await daemon.importCatalog(catalog, 'PUT');
    const seconds = (performance.now() - started) / 1000;
    return { seconds, cpuSeconds: cpuSeconds(daemon.ingestPid) - cpu };
  } finally {
    await daemon.stop();
  }
}

/** @returns {Promise<number>} of products */
async function writeInputs(folder, catalog) {
  const pages = pagesOf(await openSnapshot(join(folder, 'ours')), FACETS);
  writeFields(folder);
  const count = await writeDocuments(folder, catalog, keys => cardsOf(pages, keys));
  pages.close();
  return count;
}

function parametersOf(kind, texts) {
  const query = kind === 'prefix' ? 'autocomplete' : 'search-page';
  const all = requests(query, texts, STREAM, 'thread').map(({ parameters }) => parameters);
  return kind === 'few' ? all.map(text => text.replace('limit=60', 'limit=8').replace('skip=60', 'skip=8')) : all;
}

async function compareAnswers(folder, javaArgs, seconds, rounds) {
  const script = fileURLToPath(new URL('./ours.js', import.meta.url));
  const ours = startSide(process.execPath, [script, join(folder, 'ours'), folder]);
  const lucene = startSide('java', javaArgs(folder, SEARCHING_HEAP_MB));
  const columns = startSide('java', javaArgs(folder, SEARCHING_HEAP_MB));
  await lucene.ask('open lucene');
  await columns.ask('open lucene-columns');
  const note = hitsNote((await ours.ask(`totals ${COUNTED}`)).totals, (await lucene.ask(`totals ${COUNTED}`)).totals);
  const sides = [ours, lucene, columns];
  const rows = [];
  for (const [kind, what] of Object.entries(KINDS)) {
    say(`measuring: ${what}`);
    for (const side of sides) await side.ask(`measure ${kind} ${MOST_WARM_UP_SECONDS} ${WARM_UP}`);
    const measured = sides.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const [i, side] of sides.entries()) measured[i].push(await side.ask(`measure ${kind} ${seconds}`));
    }
    rows.push(row(what, '/s', measured[0], measured[1]));
    rows.push(row(`${what}; Lucene's cards not compressed`, '/s', measured[0], measured[2]));
  }
  const resident = side => [{ value: side.residentMb }];
  rows.push(row('resident memory after that', ' MB', resident(ours), resident(lucene)));
  for (const side of sides) await side.stop();
  return { rows, note };
}

/** How far both find the same. */
function hitsNote(ours, lucene) {
  const percent = holds =>
    `${Math.round((ours.filter((_, i) => holds(ours[i], lucene[i])).length / ours.length) * 100)} %`;
  return [
    `of ${ours.length} searches ${percent((a, b) => a === b)} have as many hits in both`,
    `${percent((a, b) => a > 0 && b === 0)} have some in ours alone`,
    `${percent((a, b) => a === 0 && b > 0)} in Lucene alone`,
  ].join(', ');
}

function compareSizes(ours, lucene) {
  const parts = filesOf(join(ours, 'parts'));
  const files = filesOf(lucene);
  const cards = name => /^cards-|\.fd[tmx]$/.test(name);
  const sum = (of, counts) => [{ value: of.filter(({ name }) => counts(name)).reduce((all, { mb }) => all + mb, 0) }];
  return [
    row(
      'on disk',
      ' MB',
      sum(parts, () => true),
      sum(files, () => true),
    ),
    row(
      'on disk without cards',
      ' MB',
      sum(parts, name => !cards(name)),
      sum(files, name => !cards(name)),
    ),
  ];
}

function filesOf(folder) {
  return readdirSync(folder).map(name => ({ name, mb: statSync(join(folder, name)).size / MB }));
}
