/**
 * `npm run bench:lucene`: the same catalog, the same requests and answers of the same size from us and from Lucene, one
 * thread each, in turns. See README.md for what is compared and what is not equal.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { say } from '../../scripts/setup/say.mjs';
import { lines } from '../catalogs/invented-catalog.js';
import { FASHION_CATALOG, FASHION_PRODUCTS } from '../catalogs/known-catalogs.js';
import { readOptions, wholeNumber } from '../harness/command-line.js';
import { requireLinux } from '../harness/processes.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { conditionsOf } from '../publishing/conditions.js';
import { luceneTable } from '../publishing/lucene-tables.js';
import { publishPages } from '../publishing/pages.js';
import { type Catalog, type Row, record } from '../publishing/results.js';
import { rowsOf } from '../publishing/rows.js';
import { compare } from './compare.js';
import { compileYardstick, findLucene } from './lucene.js';
import { findWrk } from './wrk.js';

const USAGE = `npm run bench:lucene -- [options]
  --products N   products of the invented catalog (default 100000)
  --fashion      the real catalog beside the checkout as well
  --seconds N    length of each measurement (default 4)
  --rounds N     turns, of which the medians count (default 5)
  --note TEXT    what else was going on, for the page
  --write        put what is measured into bench/results/lucene.json, and write the pages from that`;

const OPTIONS = {
  products: { type: 'string', default: '100000' },
  fashion: { type: 'boolean', default: false },
  seconds: { type: 'string', default: '4' },
  rounds: { type: 'string', default: '5' },
  note: { type: 'string' },
  write: { type: 'boolean', default: false },
} as const;

const options = readOptions(USAGE, OPTIONS, values => ({
  products: wholeNumber('products', values.products, 100, 2_000_000),
  fashion: values.fashion,
  seconds: wholeNumber('seconds', values.seconds, 1, 60),
  rounds: wholeNumber('rounds', values.rounds, 1, 20),
  note: values.note,
  write: values.write,
}));
const lucene = findLucene();
if ('missing' in lucene) {
  say(`skipped: ${lucene.missing}`);
  process.exit(0);
}
const wrk = findWrk();
if (wrk === undefined) {
  say('skipped: there is no wrk on the path (Debian: wrk)');
  process.exit(0);
}
requireLinux();

const folder = temporaryFolder();
const javaArgs = compileYardstick(join(folder, 'classes'), lucene.jars);
const { seconds, rounds, note, write } = options;
const conditions = conditionsOf({ seconds, rounds }, { Lucene: lucene.version, Java: lucene.java, wrk }, note);
const rows: Row[] = [];
for (const [i, { catalog, source }] of catalogs().entries()) {
  const own = join(folder, String(i));
  mkdirSync(own);
  await compare({ catalog, source, folder: own, javaArgs, seconds, rounds }, row => {
    rows.push(row);
    if (write) record('lucene', conditions, [row]);
  });
  rmSync(own, { recursive: true });
}
console.log(`\n${luceneTable(rowsOf([{ conditions, rows }]))}`);
if (write) publishPages();

function catalogs(): { catalog: Catalog; source: Iterable<string> }[] {
  const { products } = options;
  const invented = { catalog: { name: 'invented', count: products } as const, source: lines(products) };
  if (!options.fashion) return [invented];
  if (!existsSync(FASHION_CATALOG)) {
    say('the fashion catalog is not beside the checkout: skipped');
    return [invented];
  }
  const source = gunzipSync(readFileSync(FASHION_CATALOG)).toString().trimEnd().split('\n');
  return [invented, { catalog: { name: 'fashion', count: FASHION_PRODUCTS }, source }];
}
