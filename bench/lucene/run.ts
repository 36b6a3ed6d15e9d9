/**
 * `npm run bench:lucene`: the same catalog, the same requests and answers of the same size from us and from Lucene, one
 * thread each, in turns. See README.md for what is compared and what is not equal.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { say } from '../../scripts/setup/say.mjs';
import { lines } from '../catalogs/invented-catalog.js';
import { FASHION_CATALOG } from '../catalogs/known-catalogs.js';
import { readOptions, wholeNumber } from '../harness/command-line.js';
import { whole } from '../harness/figures.js';
import { circumstances, publish } from '../harness/markdown.js';
import { requireLinux } from '../harness/processes.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { compare } from './compare.js';
import { compileYardstick, findLucene } from './lucene.js';
import { comparisonTable, type Row } from './table.js';

const USAGE = `npm run bench:lucene -- [options]
  --products N   products of the invented catalog (default 100000)
  --fashion      the real catalog beside the checkout as well
  --seconds N    length of each measurement (default 4)
  --rounds N     turns, of which the medians count (default 5)
  --write        put the table into bench/lucene/README.md`;

const OPTIONS = {
  products: { type: 'string', default: '100000' },
  fashion: { type: 'boolean', default: false },
  seconds: { type: 'string', default: '4' },
  rounds: { type: 'string', default: '5' },
  write: { type: 'boolean', default: false },
} as const;

const options = readOptions(USAGE, OPTIONS, values => ({
  products: wholeNumber('products', values.products, 100, 2_000_000),
  fashion: values.fashion,
  seconds: wholeNumber('seconds', values.seconds, 1, 60),
  rounds: wholeNumber('rounds', values.rounds, 1, 20),
  write: values.write,
}));
const lucene = findLucene();
if ('missing' in lucene) {
  say(`skipped: ${lucene.missing}`);
  process.exit(0);
}
requireLinux();

const folder = temporaryFolder();
const javaArgs = compileYardstick(join(folder, 'classes'), lucene.jars);
const rows: Row[] = [];
const notes: string[] = [];
for (const [i, { name, source }] of catalogs().entries()) {
  const own = join(folder, String(i));
  mkdirSync(own);
  const { seconds, rounds } = options;
  const compared = await compare({ name, source, folder: own, javaArgs, seconds, rounds });
  rows.push(...compared.rows);
  notes.push(`${compared.note}.`);
  rmSync(own, { recursive: true });
}
const table = comparisonTable(rows);
console.log(`\n${table}\n\n${notes.join('\n')}`);
if (options.write) {
  const versions = `Lucene ${lucene.version}, Java ${lucene.java}`;
  const turns = `Medians of ${options.rounds} turns, in each of which queries are measured for ${options.seconds} s`;
  const conditions = `${circumstances()}, ${versions}. ${turns}.`;
  publish('bench/lucene/README.md', `${conditions}\n\n${table}\n\n${notes.join('\n')}`);
}

function catalogs(): { name: string; source: Iterable<string> }[] {
  const invented = { name: `${whole(options.products)} products`, source: lines(options.products) };
  if (!options.fashion) return [invented];
  if (!existsSync(FASHION_CATALOG)) {
    say('the fashion catalog is not beside the checkout: skipped');
    return [invented];
  }
  const source = gunzipSync(readFileSync(FASHION_CATALOG)).toString().trimEnd().split('\n');
  return [invented, { name: 'fashion', source }];
}
