/**
 * `npm run bench:lucene`: the same catalog, the same requests and answers of the same size from us and from Lucene, one
 * thread each, in turns. See README.md for what is compared and what is not equal.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { fail, say } from '../../scripts/setup/say.mjs';
import { number } from '../options.js';
import { compileYardstick, findLucene } from './lucene.js';

const USAGE = `npm run bench:lucene -- [options]
  --products N   products of the invented catalog (default 100000)
  --fashion      the real catalog beside the checkout as well
  --seconds N    length of each measurement (default 4)
  --rounds N     turns, of which the medians count (default 5)
  --write        put the table into bench/lucene/README.md`;

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A real catalog that may stand beside the checkout. */
const FASHION = join(root, '..', 'shared', 'data', 'fashion', 'catalog.jsonl.gz');

const options = readOptions();
const lucene = findLucene();
if ('missing' in lucene) {
  say(`skipped: ${lucene.missing}`);
  process.exit(0);
}
if (!existsSync('/proc/self/stat')) fail('the bench reads CPU time and memory from /proc, which only Linux has');

const { lines } = await import('../catalogs/invented-catalog.js');
const { circumstances, whole, write } = await import('../harness/markdown.js');
const { compare } = await import('./compare.js');
const { markdown } = await import('./table.js');

const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// So that the exit handlers, which end what is measured and remove the folder, run for an interrupted bench as well.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(1));

const javaArgs = compileYardstick(join(folder, 'classes'), lucene.jars);
const catalogs = [{ name: `${whole(options.products)} products`, source: lines(options.products) }];
if (options.fashion && existsSync(FASHION)) {
  const source = gunzipSync(readFileSync(FASHION)).toString().trimEnd().split('\n');
  catalogs.push({ name: 'fashion', source });
} else if (options.fashion) say('the fashion catalog is not beside the checkout: skipped');
const rows = [];
const notes = [];
for (const [i, { name, source }] of catalogs.entries()) {
  const own = join(folder, String(i));
  mkdirSync(own);
  const compared = await compare({ name, source, folder: own, javaArgs, ...options });
  rows.push(...compared.rows);
  notes.push(`${compared.note}.`);
  rmSync(own, { recursive: true });
}
const table = markdown(rows);
console.log(`\n${table}\n\n${notes.join('\n')}`);
if (options.write) {
  const versions = `Lucene ${lucene.version}, Java ${lucene.java}`;
  const turns = `Medians of ${options.rounds} turns, in each of which queries are measured for ${options.seconds} s`;
  const conditions = `${circumstances()}, ${versions}. ${turns}.`;
  write('bench/lucene/README.md', `${conditions}\n\n${table}\n\n${notes.join('\n')}`);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        products: { type: 'string', default: '100000' },
        fashion: { type: 'boolean', default: false },
        seconds: { type: 'string', default: '4' },
        rounds: { type: 'string', default: '5' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    return {
      products: number('products', values.products, 100, 2_000_000),
      fashion: values.fashion,
      seconds: number('seconds', values.seconds, 1, 60),
      rounds: number('rounds', values.rounds, 1, 20),
      write: values.write,
    };
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n${USAGE}`);
    process.exit(2);
  }
}
