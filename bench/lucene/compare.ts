/** The comparison on one catalog: both sides are filled from it, in turns, and then asked the same, in turns. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from '../../scripts/setup/say.mjs';
import { writeCatalog } from '../catalogs/catalog-file.js';
import { searchTexts } from '../catalogs/search-texts.js';
import { Daemon } from '../harness/daemon.js';
import { percent } from '../harness/figures.js';
import { openAnnounced } from '../harness/own-pages.js';
import { cpuSeconds } from '../harness/processes.js';
import { oneView, writeDocuments } from './documents.js';
import { FACETS, writeFields } from './fields.js';
import type { JavaArgs } from './lucene.js';
import { KIND_NAMES, KINDS, parametersOf, writeRequests } from './requests.js';
import { cardsOf, pagesWith } from './shop.js';
import { Side } from './side.js';
import { answersRow, type Row, row } from './table.js';
import { Done, Indexed, Measured, Totals } from './turn.js';

const OURS = fileURLToPath(new URL('./ours.js', import.meta.url));
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

export interface Comparison {
  /** Of the catalog. */
  name: string;
  /** Lines of the catalog. */
  source: Iterable<string>;
  /** For all that is written. */
  folder: string;
  javaArgs: JavaArgs;
  /** Of each measurement. */
  seconds: number;
  /** Turns. */
  rounds: number;
}

interface Compared {
  rows: Row[];
  /** How far both find the same. */
  note: string;
}

export async function compare(comparison: Comparison): Promise<Compared> {
  const { name, source, folder } = comparison;
  const catalog = join(folder, 'catalog.jsonl.gz');
  say(`${name}: writing one view of it`);
  await writeCatalog(catalog, oneView(source));
  const indexing = await compareIndexing(comparison, catalog);
  const sizes = compareSizes(join(folder, 'ours'), join(folder, 'lucene'));
  const texts = await searchTexts(catalog);
  for (const kind of KIND_NAMES) writeRequests(folder, kind, parametersOf(kind, texts));
  const { rows, note } = await compareAnswers(comparison);
  const all = [...indexing, ...rows, ...sizes];
  return { rows: all.map(one => ({ ...one, what: `${name}: ${one.what}` })), note: `${name}: ${note}` };
}

/** What is written last stays, as `ours` and `lucene`, to be asked. */
async function compareIndexing({ folder, javaArgs, rounds }: Comparison, catalog: string): Promise<Row[]> {
  const ours = [await timedImport(join(folder, 'ours'), catalog)];
  const products = await writeInputs(folder, catalog);
  say('indexing the same with Lucene');
  const java = new Side('java', javaArgs(folder, INDEXING_HEAP_MB));
  // These warm it up.
  await java.ask('index lucene stored', Indexed);
  await java.ask('index lucene-columns columns', Indexed);
  const lucene = [await java.ask('index lucene stored', Indexed)];
  while (ours.length < Math.min(rounds, MOST_IMPORTS)) {
    ours.push(await timedImport(join(folder, 'ours'), catalog));
    lucene.push(await java.ask('index lucene stored', Indexed));
  }
  await java.stop();
  const rates = (turns: readonly Indexed[], of: keyof Indexed) => turns.map(turn => products / turn[of]);
  return [
    row('indexed', '/s', rates(ours, 'seconds'), rates(lucene, 'seconds')),
    row('indexed in a second of CPU time', '/s', rates(ours, 'cpuSeconds'), rates(lucene, 'cpuSeconds')),
  ];
}

/** Import and build, as a shop has it. */
async function timedImport(dataDir: string, catalog: string): Promise<Indexed> {
  rmSync(dataDir, { recursive: true, force: true });
  const daemon = await Daemon.start(dataDir, 0);
  try {
    const ingestPid = await daemon.ingestPid();
    const cpu = cpuSeconds(ingestPid);
    const started = performance.now();
    await daemon.importCatalog(catalog, 'PUT');
    const seconds = (performance.now() - started) / 1000;
    return { seconds, cpuSeconds: cpuSeconds(ingestPid) - cpu };
  } finally {
    await daemon.stop();
  }
}

/** @returns how many products there are */
async function writeInputs(folder: string, catalog: string): Promise<number> {
  const pages = pagesWith(FACETS, await openAnnounced(join(folder, 'ours')));
  writeFields(folder);
  const count = await writeDocuments(folder, catalog, keys => cardsOf(pages, keys));
  pages.close();
  return count;
}

async function compareAnswers({ folder, javaArgs, seconds, rounds }: Comparison): Promise<Compared> {
  const ours = new Side(process.execPath, [OURS, join(folder, 'ours'), folder]);
  const lucene = new Side('java', javaArgs(folder, SEARCHING_HEAP_MB));
  const columns = new Side('java', javaArgs(folder, SEARCHING_HEAP_MB));
  await lucene.ask('open lucene', Done);
  await columns.ask('open lucene-columns', Done);
  const totals = async (side: Side) => (await side.ask(`totals ${COUNTED}`, Totals)).totals;
  const note = hitsNote(await totals(ours), await totals(lucene));
  const rows: Row[] = [];
  for (const kind of KIND_NAMES) {
    const what = KINDS[kind];
    say(`measuring: ${what}`);
    const sides = [ours, lucene, columns].map(side => ({ side, turns: [] as Measured[] }));
    for (const { side } of sides) await side.ask(`measure ${kind} ${MOST_WARM_UP_SECONDS} ${WARM_UP}`, Measured);
    for (let round = 0; round < rounds; round++) {
      for (const { side, turns } of sides) turns.push(await side.ask(`measure ${kind} ${seconds}`, Measured));
    }
    const [byUs, byLucene, byColumns] = sides.map(({ turns }) => turns);
    rows.push(answersRow(what, byUs, byLucene));
    rows.push(answersRow(`${what}; Lucene's cards not compressed`, byUs, byColumns));
  }
  rows.push(row('resident memory after that', ' MB', [ours.residentMb], [lucene.residentMb]));
  for (const side of [ours, lucene, columns]) await side.stop();
  return { rows, note };
}

/** @param ours hits of each search @param lucene the same */
function hitsNote(ours: readonly number[], lucene: readonly number[]): string {
  const share = (holds: (ours: number, lucene: number) => boolean) =>
    percent(ours.filter((hits, i) => holds(hits, lucene[i])).length / ours.length);
  return [
    `of ${ours.length} searches ${share((a, b) => a === b)} have as many hits in both`,
    `${share((a, b) => a > 0 && b === 0)} have some in ours alone`,
    `${share((a, b) => a === 0 && b > 0)} in Lucene alone`,
  ].join(', ');
}

/** @param ours data folder @param lucene folder of the index */
function compareSizes(ours: string, lucene: string): Row[] {
  const parts = filesOf(join(ours, 'parts'));
  const files = filesOf(lucene);
  const isCards = (name: string) => /^cards-|\.fd[tmx]$/.test(name);
  const sum = (all: readonly SizedFile[]) => [all.reduce((total, { mb }) => total + mb, 0)];
  const withoutCards = (all: readonly SizedFile[]) => sum(all.filter(({ name }) => !isCards(name)));
  return [
    row('on disk', ' MB', sum(parts), sum(files)),
    row('on disk without cards', ' MB', withoutCards(parts), withoutCards(files)),
  ];
}

interface SizedFile {
  name: string;
  mb: number;
}

function filesOf(folder: string): SizedFile[] {
  return readdirSync(folder).map(name => ({ name, mb: statSync(join(folder, name)).size / MB }));
}
