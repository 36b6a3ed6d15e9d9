/** The comparison on one catalog: every engine is filled from it, and then asked the same, in turns with us. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from '../../scripts/setup/say.mjs';
import { writeCatalog } from '../catalogs/catalog-file.js';
import { agreement } from '../lucene/agreement.js';
import { oneView } from '../lucene/documents.js';
import { timedImport, writeInputs, writeRequestsOf } from '../lucene/inputs.js';
import { KIND_NAMES } from '../lucene/requests.js';
import { OURS, ourSide, Side } from '../lucene/side.js';
import { Indexed, Measured, Totals } from '../lucene/turn.js';
import { ANSWER_KINDS } from '../publishing/answer-kinds.js';
import type { Catalog, Row, Turn } from '../publishing/results.js';
import { catalogText } from '../publishing/rows.js';
import type { EngineName } from './engines.js';

const PROGRAM = fileURLToPath(new URL('./yardstick.js', import.meta.url));
/** Searches of which the numbers of hits are compared: few, because some engines take a second for each. */
const COUNTED = 200;
/** Answers of each kind before it is measured. */
const WARM_UP = 2_000;
const MOST_WARM_UP_SECONDS = 10;
/** JavaScript's memory of an engine. */
const HEAP_MB = 12_000;

export interface Comparison {
  catalog: Catalog;
  /** Lines of the catalog. */
  source: Iterable<string>;
  /** For all that is written. */
  folder: string;
  engines: readonly EngineName[];
  /** Of each measurement. */
  seconds: number;
  /** Turns. */
  rounds: number;
}

/** @param add takes each row when it is measured: those of an engine have its name as their setup */
export async function compare(comparison: Comparison, add: (row: Row) => void): Promise<void> {
  const { catalog, source, folder, engines } = comparison;
  const file = join(folder, 'catalog.jsonl.gz');
  say(`${catalogText(catalog)}: writing one view of it, and importing it`);
  await writeCatalog(file, oneView(source));
  const imported = await timedImport(join(folder, OURS), file);
  const products = await writeInputs(folder, file);
  await writeRequestsOf(folder, file);
  add({ measurement: 'indexing', catalog, turns: [perProduct(imported, products)] });
  const first = ourSide(folder);
  const { totals } = await first.ask(`totals ${COUNTED}`, Totals);
  await first.stop();
  for (const engine of engines) await compareEngine(comparison, { engine, products, totals }, add);
}

/** One engine in memory at a time. @param among how many products there are, and our numbers of hits */
async function compareEngine(
  { catalog, folder, seconds, rounds }: Comparison,
  { engine, products, totals }: { engine: EngineName; products: number; totals: readonly number[] },
  add: (row: Row) => void,
): Promise<void> {
  say(`filling ${engine}`);
  const heap = `--max-old-space-size=${HEAP_MB}`;
  const other = new Side(process.execPath, [heap, PROGRAM, engine, folder]);
  const ours = ourSide(folder);
  const before = other.residentMb;
  const indexed = await other.ask('index', Indexed);
  const row = { catalog, setup: engine };
  add({ ...row, measurement: 'indexing', turns: [perProduct(indexed, products)] });
  add({ ...row, measurement: 'memory', turns: [{ residentMb: other.residentMb - before }] });
  const found = await other.ask(`totals ${COUNTED}`, Totals);
  add({ ...row, measurement: 'agreement', turns: [agreement(totals, found.totals)] });
  for (const kind of KIND_NAMES) {
    say(`measuring ${engine}: ${ANSWER_KINDS[kind]}`);
    for (const side of [ours, other]) await side.ask(`measure ${kind} ${MOST_WARM_UP_SECONDS} ${WARM_UP}`, Measured);
    const [turns, beside]: [Turn[], Turn[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      beside.push(await ours.ask(`measure ${kind} ${seconds}`, Measured));
      turns.push(await other.ask(`measure ${kind} ${seconds}`, Measured));
    }
    add({ ...row, measurement: 'answers', requests: kind, turns, beside: { ours: beside } });
  }
  await ours.stop();
  await other.stop();
}

function perProduct({ seconds, cpuSeconds }: Indexed, products: number): Turn {
  return { seconds, cpuSeconds, perSecond: products / seconds, cpuMicros: (cpuSeconds * 1e6) / products };
}
