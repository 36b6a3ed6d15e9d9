/**
 * `npm run bench:relevance`: how good search results are on judged queries, by class and locale. Offline: the catalog
 * is imported and built in this process, and search pages are asked for. See README.md for what the figures mean.
 */
import { join } from 'node:path';
import { say } from '../../scripts/setup/say.mjs';
import { DEMO_CATALOG } from '../catalogs/known-catalogs.js';
import { readGroups } from '../catalogs/product-groups.js';
import { readOptions, wholeNumber } from '../harness/command-line.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { compileYardstick, findLucene, type JavaArgs } from '../lucene/lucene.js';
import { conditionsOf } from '../publishing/conditions.js';
import { publishPages } from '../publishing/pages.js';
import { compared, comparedTable } from './beside-lucene.js';
import { fashion } from './fashion.js';
import { writeFloor } from './floor.js';
import { faultsOf, marketsOf, type Row, readJudged, runJudged } from './judged.js';
import { type AskedQuery, askedQuery, writeRelevance } from './results.js';
import { judgedSet, type SetName } from './sets.js';
import { openShop, type Shop } from './shop.js';
import { type ShoppingRow, shopping, shoppingTable } from './shopping.js';
import { summaryTable } from './summary.js';

const USAGE = `npm run bench:relevance -- [options]
  --class A,B      only these classes
  --locale A,B     only these locales
  --worst N        also list the N worst queries, with what they found (default 0)
  --json           print a JSON line a query instead of the tables
  --only A,B       only these sets of demo, fashion, shopping (default: all that are there)
  --no-lucene      leave out Lucene, which is asked the same where its jars are
  --write          put what is measured of demo and fashion into bench/results/relevance.json, and write the pages
                   from that
  --write-floor    set data/relevance/floor.json a little under what is measured`;

const OPTIONS = {
  class: { type: 'string' },
  locale: { type: 'string' },
  worst: { type: 'string', default: '0' },
  json: { type: 'boolean', default: false },
  only: { type: 'string', default: 'demo,fashion,shopping' },
  'no-lucene': { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  'write-floor': { type: 'boolean', default: false },
} as const;

const options = readOptions(USAGE, OPTIONS, values => {
  const only = values.only.split(',');
  const unknown = only.find(set => !OPTIONS.only.default.split(',').includes(set));
  if (unknown !== undefined) throw new Error(`--only: found ${unknown}, expected some of ${OPTIONS.only.default}`);
  const partial = values.class !== undefined || values.locale !== undefined || !only.includes('demo');
  if ((values.write || values['write-floor']) && partial) {
    throw new Error('--write, --write-floor: expected without --class and --locale, and with the demo');
  }
  return {
    class: values.class?.split(','),
    locale: values.locale?.split(','),
    worst: wholeNumber('worst', values.worst, 0, 10_000),
    json: values.json,
    only,
    lucene: !values['no-lucene'],
    write: values.write,
    writeFloor: values['write-floor'],
  };
});
const folder = temporaryFolder();
const java = options.lucene ? luceneOrReason() : undefined;
const asked: AskedQuery[] = [];

if (options.only.includes('demo')) {
  const rows = await demo();
  report(rows);
  asked.push(...rows.map(row => askedQuery('demo', row)));
  if (options.writeFloor) writeFloor(rows);
}
if (options.only.includes('fashion')) {
  const rows = await fashion(join(folder, 'fashion'), shop => besideLucene('fashion', shop));
  if (rows === undefined) say('the fashion catalog is not beside the checkout: skipped');
  else {
    report(rows);
    asked.push(...rows.map(row => askedQuery('fashion', row)));
  }
}
if (options.only.includes('shopping')) {
  const rows = await shopping(join(folder, 'shopping'), shop => besideLucene('shopping', shop));
  if (rows === undefined) say('the shopping catalog is not beside the checkout: skipped');
  else reportShopping(rows);
}
if (options.write) {
  writeRelevance({ conditions: conditionsOf({}), rows: asked });
  publishPages();
}

async function demo(): Promise<Row[]> {
  const judged = readJudged().filter(
    query => isChosen(options.class, query.class) && isChosen(options.locale, query.locale),
  );
  if (judged.length === 0) {
    console.error(`--class, --locale: found no queries of these\n${USAGE}`);
    process.exit(2);
  }
  const groups = readGroups(DEMO_CATALOG);
  const markets = marketsOf(groups, judged);
  const faults = faultsOf(groups, markets, judged);
  for (const fault of faults) say(`fault: ${fault}`);
  if (faults.length > 0) process.exit(1);
  const shop = await openShop(join(folder, 'demo'), DEMO_CATALOG);
  const rows = runJudged(shop, markets, judged);
  besideLucene('demo', shop);
  shop.close();
  return rows;
}

/** Lucene's program, compiled; where there is no Lucene, says why. */
function luceneOrReason(): JavaArgs | undefined {
  const lucene = findLucene();
  if (!('missing' in lucene)) return compileYardstick(join(folder, 'classes'), lucene.jars);
  say(`no Lucene beside ours: ${lucene.missing}`);
  return undefined;
}

/** Prints how good the lists of both are, by class and locale. */
function besideLucene(name: SetName, shop: Shop): void {
  const set = java && judgedSet(name);
  if (!set) return;
  const rows = compared(set, shop, java, join(folder, `${name} in Lucene`)).filter(
    ({ query }) => isChosen(options.class, query.class) && isChosen(options.locale, query.locale),
  );
  if (options.json) {
    for (const { query, ours, lucene } of rows) console.log(JSON.stringify({ set: name, q: query.q, ours, lucene }));
  } else console.log(`\n${comparedTable(name, rows)}`);
}

function report(rows: readonly Row[]): void {
  if (options.json) for (const row of rows) console.log(JSON.stringify(row));
  else {
    for (const row of worstOf(rows, options.worst)) console.log(described(row));
    console.log(`\n${summaryTable(rows)}`);
  }
}

function reportShopping(rows: readonly ShoppingRow[]): void {
  if (options.json) for (const row of rows) console.log(JSON.stringify(row));
  else {
    for (const row of [...rows].sort((a, b) => a.ndcg - b.ndcg).slice(0, options.worst)) {
      const { q, used, ndcg, recall, hits, keys } = row;
      const read = used === q ? '' : ` (read as "${used}")`;
      const worth = `${ndcg.toFixed(3)}  recall ${recall.toFixed(2)}`;
      console.log(`"${q}"${read}: ${worth}  ${hits} hits  ${keys.slice(0, 5).join(' ')}`);
    }
    console.log(`\n${shoppingTable(rows)}`);
  }
}

function isChosen(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.includes(name);
}

function worstOf(rows: readonly Row[], count: number): Row[] {
  const value = ({ none, empty, ndcg = 0 }: Row) => (none ? Number(empty) : ndcg);
  return [...rows].sort((a, b) => value(a) - value(b)).slice(0, count);
}

function described({ class: name, locale, q, used, hits, others, none, ndcg = 0, grades = [], keys }: Row): string {
  const read = used === q ? '' : ` (read as "${used}")`;
  const found = `${hits} hits${hits === 0 && others > 0 ? `, ${others} others` : ''}`;
  const worth = none ? 'nothing expected' : `${ndcg.toFixed(3)}  grades ${grades.join('') || '-'}`;
  return `${[locale, name].join(' ').padEnd(18)} "${q}"${read}: ${worth}  ${found}  ${keys.slice(0, 5).join(' ')}`;
}
