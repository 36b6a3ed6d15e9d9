/**
 * `npm run bench:yardsticks`: the same catalog, the same requests and answers of the same cards from us and from
 * engines that a program in JavaScript may hold in its own memory, one thread each. See README.md for what is compared.
 */
import { say } from '../../scripts/setup/say.mjs';
import { lines } from '../catalogs/invented-catalog.js';
import { readOptions, wholeNumber } from '../harness/command-line.js';
import { requireLinux } from '../harness/processes.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { conditionsOf } from '../publishing/conditions.js';
import { publishPages } from '../publishing/pages.js';
import { type Row, record } from '../publishing/results.js';
import { rowsOf } from '../publishing/rows.js';
import { yardstickTable } from '../publishing/yardstick-tables.js';
import { compare } from './compare.js';
import { ENGINE_NAMES, type EngineName, missing, versionsOf } from './engines.js';

const USAGE = `npm run bench:yardsticks -- [options]
  --products N    products of the invented catalog (default 100000)
  --engines A,B   of ${ENGINE_NAMES.join(', ')} (default: all that there are)
  --seconds N     length of each measurement (default 3)
  --rounds N      turns, of which the medians count (default 3)
  --note TEXT     what else was going on, for the page
  --write         put what is measured into bench/results/yardsticks.json, and write the pages from that`;

const OPTIONS = {
  products: { type: 'string', default: '100000' },
  engines: { type: 'string', default: ENGINE_NAMES.join(',') },
  seconds: { type: 'string', default: '3' },
  rounds: { type: 'string', default: '3' },
  note: { type: 'string' },
  write: { type: 'boolean', default: false },
} as const;

const { products, engines, seconds, rounds, note, write } = readOptions(USAGE, OPTIONS, values => ({
  products: wholeNumber('products', values.products, 100, 1_000_000),
  engines: values.engines.split(',').map(engineNamed),
  seconds: wholeNumber('seconds', values.seconds, 1, 60),
  rounds: wholeNumber('rounds', values.rounds, 1, 20),
  note: values.note,
  write: values.write,
}));
requireLinux();
const there = engines.filter(name => {
  const reason = missing(name);
  if (reason !== undefined) say(`skipped: ${reason}`);
  return reason === undefined;
});

const conditions = conditionsOf({ seconds, rounds }, versionsOf(there), note);
const rows: Row[] = [];
await compare(
  {
    catalog: { name: 'invented', count: products },
    source: lines(products),
    folder: temporaryFolder(),
    engines: there,
    seconds,
    rounds,
  },
  row => {
    rows.push(row);
    if (write) record('yardsticks', conditions, [row]);
  },
);
console.log(`\n${yardstickTable(rowsOf([{ conditions, rows }]))}`);
if (write) publishPages();

/** @throws Error that names the option */
function engineNamed(text: string): EngineName {
  const name = ENGINE_NAMES.find(known => known === text);
  if (name !== undefined) return name;
  throw new Error(`--engines: found ${text}, expected names of ${ENGINE_NAMES.join(', ')}`);
}
