/**
 * `npm run bench:relevance`: how good search results are on judged queries, by class and locale. Offline: the catalog is
 * imported and built in this process, and search pages are asked for. See README.md for what the figures mean.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from '../../scripts/setup/say.mjs';
import { circumstances, write } from '../harness/markdown.js';
import { number } from '../options.js';
import { readGroups } from './facts.js';
import { fashion } from './fashion.js';
import { CATALOG, FLOOR, faultsOf, marketsOf, readJudged, runJudged } from './judged.js';
import { openShop } from './shop.js';
import { floorOf, table } from './summary.js';

const USAGE = `npm run bench:relevance -- [options]
  --class A,B      only these classes
  --locale A,B     only these locales
  --worst N        also list the N worst queries, with what they found (default 0)
  --json           print a JSON line a query instead of the table
  --fashion        score the judged queries over a real catalog, where that stands beside the checkout
  --write          put the tables, that one too, into bench/relevance/README.md
  --write-floor    set data/relevance/floor.json a little under what is measured`;

const options = readOptions();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-relevance-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const tables = [];

if (!options.fashion) {
  const rows = await demo();
  report(rows, 'Demo catalog.');
  if (options.writeFloor) writeFileSync(FLOOR, `${JSON.stringify(floorOf(rows), null, 2)}\n`);
}
if (options.fashion || options.write) {
  const rows = await fashion(join(folder, 'fashion'));
  if (rows === undefined) say('the fashion catalog is not beside the checkout: skipped');
  else report(rows, 'A real catalog of fashion, 5,000 products.');
}
if (options.write) write('bench/relevance/README.md', [circumstances(), ...tables].join('\n\n'));

/** @returns {Promise<import('./judged.js').Row[]>} */
async function demo() {
  const judged = readJudged().filter(line => chosen(options.class, line.class) && chosen(options.locale, line.locale));
  if (judged.length === 0) {
    console.error(`--class, --locale: found no queries of these\n${USAGE}`);
    process.exit(2);
  }
  const groups = readGroups(CATALOG);
  const markets = marketsOf(groups, judged);
  const faults = faultsOf(groups, markets, judged);
  for (const fault of faults) say(`fault: ${fault}`);
  if (faults.length > 0) process.exit(1);
  const shop = await openShop(join(folder, 'demo'), CATALOG);
  const rows = runJudged(shop, markets, judged);
  shop.close();
  return rows;
}

function report(rows, name) {
  if (options.json) for (const row of rows) console.log(JSON.stringify(row));
  else {
    for (const row of worstOf(rows, options.worst)) console.log(described(row));
    console.log(`\n${table(rows)}`);
  }
  tables.push(`${name}\n\n${table(rows)}`);
}

function chosen(names, name) {
  return names === undefined || names.includes(name);
}

function worstOf(rows, count) {
  const value = row => (row.none ? Number(row.empty) : row.ndcg);
  return rows.toSorted((a, b) => value(a) - value(b)).slice(0, count);
}

function described({ class: name, locale = '', q, used, hits, others, none, ndcg, grades, keys }) {
  const read = used === q ? '' : ` (read as "${used}")`;
  const found = `${hits} hits${hits === 0 && others > 0 ? `, ${others} others` : ''}`;
  const worth = none ? 'nothing expected' : `${ndcg.toFixed(3)}  grades ${grades.join('') || '-'}`;
  return `${[locale, name].join(' ').padEnd(18)} "${q}"${read}: ${worth}  ${found}  ${keys.slice(0, 5).join(' ')}`;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        class: { type: 'string' },
        locale: { type: 'string' },
        worst: { type: 'string', default: '0' },
        json: { type: 'boolean', default: false },
        fashion: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        'write-floor': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const partial = values.class !== undefined || values.locale !== undefined || values.fashion;
    if ((values.write || values['write-floor']) && partial) {
      throw new Error('--write, --write-floor: expected without --class, --locale and --fashion');
    }
    return {
      class: values.class?.split(','),
      locale: values.locale?.split(','),
      worst: number('worst', values.worst, 0, 10_000),
      json: values.json,
      fashion: values.fashion,
      write: values.write,
      writeFloor: values['write-floor'],
    };
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n${USAGE}`);
    process.exit(2);
  }
}
