/** The comparison on one catalog: both sides are filled from it, in turns, and then asked the same, in turns. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../scripts/setup/say.mjs';
import { writeCatalog } from '../catalogs/catalog-file.js';
import { ANSWER_KINDS, EACH_TEXT_ONCE, OVER_HTTP } from '../publishing/answer-kinds.js';
import type { Catalog, Row, Turn } from '../publishing/results.js';
import { catalogText } from '../publishing/rows.js';
import { agreement } from './agreement.js';
import { oneView } from './documents.js';
import { timedImport, writeInputs, writeRequestsOf } from './inputs.js';
import type { JavaArgs } from './lucene.js';
import { KIND_NAMES } from './requests.js';
import { ServedSide } from './served.js';
import { OURS, ourSide, Side } from './side.js';
import { Done, Indexed, Measured, Totals } from './turn.js';

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
  catalog: Catalog;
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

/** @param add takes each row when it is measured */
export async function compare(comparison: Comparison, add: (row: Row) => void): Promise<void> {
  const { catalog, source, folder } = comparison;
  const file = join(folder, 'catalog.jsonl.gz');
  say(`${catalogText(catalog)}: writing one view of it`);
  await writeCatalog(file, oneView(source));
  add(await compareIndexing(comparison, file));
  add(compareSizes(catalog, join(folder, OURS), join(folder, 'lucene')));
  await writeRequestsOf(folder, file);
  await compareAnswers(comparison, add);
}

/** What is written last stays, as `ours` and `lucene`, to be asked. */
async function compareIndexing({ catalog, folder, javaArgs, rounds }: Comparison, file: string): Promise<Row> {
  const ours = [await timedImport(join(folder, OURS), file)];
  const products = await writeInputs(folder, file);
  say('indexing the same with Lucene');
  const java = new Side('java', javaArgs('Yardstick', INDEXING_HEAP_MB, [folder]));
  // These warm it up.
  await java.ask('index lucene stored', Indexed);
  await java.ask('index lucene-columns columns', Indexed);
  const lucene = [await java.ask('index lucene stored', Indexed)];
  while (ours.length < Math.min(rounds, MOST_IMPORTS)) {
    ours.push(await timedImport(join(folder, OURS), file));
    lucene.push(await java.ask('index lucene stored', Indexed));
  }
  await java.stop();
  const turn = ({ seconds, cpuSeconds }: Indexed): Turn => ({
    seconds,
    cpuSeconds,
    perSecond: products / seconds,
    cpuMicros: (cpuSeconds * 1e6) / products,
  });
  return { measurement: 'indexing', catalog, turns: ours.map(turn), beside: { lucene: lucene.map(turn) } };
}

async function compareAnswers(comparison: Comparison, add: (row: Row) => void): Promise<void> {
  const { catalog, folder, javaArgs, seconds, rounds } = comparison;
  const ours = ourSide(folder);
  const lucene = new Side('java', javaArgs('Yardstick', SEARCHING_HEAP_MB, [folder]));
  const columns = new Side('java', javaArgs('Yardstick', SEARCHING_HEAP_MB, [folder]));
  await lucene.ask('open lucene', Done);
  await columns.ask('open lucene-columns', Done);
  const totals = async (side: Side) => (await side.ask(`totals ${COUNTED}`, Totals)).totals;
  add({ measurement: 'agreement', catalog, turns: [agreement(await totals(ours), await totals(lucene))] });
  for (const kind of KIND_NAMES) {
    say(`measuring: ${ANSWER_KINDS[kind]}`);
    const sides = [ours, lucene, columns];
    for (const side of sides) await side.ask(`measure ${kind} ${MOST_WARM_UP_SECONDS} ${WARM_UP}`, Measured);
    const row = { measurement: 'answers', catalog, requests: kind } as const;
    const asked = (command: string) => sides.map(side => () => side.ask(command, Measured));
    const answers = asked(`measure ${kind} ${seconds}`);
    add({ ...row, ...(await inTurns(rounds, answers)) });
    add({ ...row, setup: EACH_TEXT_ONCE, ...(await inTurns(rounds, asked(`once ${kind}`))) });
    const served = await ServedSide.start(folder, kind);
    add({ ...row, setup: OVER_HTTP, ...(await inTurns(rounds, [() => served.measure(seconds), ...answers.slice(1)])) });
    await served.stop();
  }
  const resident = (side: Side) => [{ residentMb: side.residentMb }];
  add({ measurement: 'memory', catalog, turns: resident(ours), beside: { lucene: resident(lucene) } });
  for (const side of [ours, lucene, columns]) await side.stop();
}

/** @param sides turns of ours, of Lucene's, and of that with cards in columns */
async function inTurns(
  rounds: number,
  sides: readonly (() => Promise<Turn>)[],
): Promise<Pick<Row, 'turns' | 'beside'>> {
  const turns = sides.map((): Turn[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, measure] of sides.entries()) turns[i].push(await measure());
  }
  const [ours, lucene, columns] = turns;
  return { turns: ours, beside: { lucene, columns } };
}

/** @param ours data folder @param lucene folder of the index */
function compareSizes(catalog: Catalog, ours: string, lucene: string): Row {
  const isCards = (name: string) => /^cards-|\.fd[tmx]$/.test(name);
  const sizes = (files: readonly SizedFile[]): Turn => {
    const sum = (all: readonly SizedFile[]) => all.reduce((total, { mb }) => total + mb, 0);
    return { diskMb: sum(files), diskWithoutCardsMb: sum(files.filter(({ name }) => !isCards(name))) };
  };
  const beside = { lucene: [sizes(filesOf(lucene))] };
  return { measurement: 'disk', catalog, turns: [sizes(filesOf(join(ours, 'parts')))], beside };
}

interface SizedFile {
  name: string;
  mb: number;
}

function filesOf(folder: string): SizedFile[] {
  return readdirSync(folder).map(name => ({ name, mb: statSync(join(folder, name)).size / MB }));
}
