/**
 * `npm run bench -- recommend`: how often recommendations name what an invented visitor does next, against what simply
 * sells most and against chance. Offline: a snapshot, signals learnt from the first days, and lists asked for where the
 * last days went on. See README.md for what counts as a hit.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { say } from '../../scripts/setup/say.mjs';
import { lines, writeCatalog } from '../catalogs/invented-catalog.js';
import { startDaemon } from '../harness/daemon.js';
import { circumstances, whole, write } from '../harness/markdown.js';
import { number } from '../options.js';
import { cases } from './cases.js';
import { HEAD, measure, row } from './measure.js';
import { generateSessions } from './sessions.js';
import { openShop, readProducts } from './shop.js';

const USAGE = `npm run bench -- recommend [options]
  --products N   products of the invented catalog (default 20000)
  --visitors N   invented visitors (default 20000)
  --write        put the table into bench/recommend/README.md`;

/** Other visitors than those that the weights of the algorithms were tried on. */
const SEED = 'bench of recommendations';
/** A real catalog that may stand beside the checkout. */
const FASHION = fileURLToPath(new URL('../../../shared/data/fashion/catalog.jsonl.gz', import.meta.url));

/** @param {string[]} args */
export async function benchRecommendations(args) {
  const options = readOptions(args);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  /** @type {string[][]} */
  const table = [];
  const invented = join(folder, 'catalog.jsonl.gz');
  say(`writing a catalog of ${whole(options.products)} products`);
  await writeCatalog(invented, lines(options.products));
  const catalogs = [{ name: `${whole(options.products)} products`, file: invented }];
  if (existsSync(FASHION)) catalogs.unshift({ name: 'fashion', file: FASHION });
  else say('the fashion catalog is not beside the checkout: skipped');
  for (const [i, { name, file }] of catalogs.entries()) {
    const dataDir = join(folder, `data-${i}`);
    await importInto(dataDir, file);
    const products = await readProducts(file);
    const { train, test, complements } = generateSessions(products, { visitors: options.visitors, seed: SEED });
    say(`${name}: ${whole(train.length)} activities to learn from, ${whole(test.length)} to find again`);
    const shop = await openShop(dataDir, train);
    const asked = cases(products, train, test, complements);
    for (const one of asked) {
      const line = row(name, one, measure(shop, one));
      say(line.filter(Boolean).join('; '));
      table.push(line);
    }
    shop.close();
  }
  const text = markdown([HEAD, ...table]);
  console.log(`\n${text}`);
  if (options.write) {
    const conditions = `${circumstances()}. ${whole(options.visitors)} visitors in 28 days, the last 4 of them to be found again.`;
    write('bench/recommend/README.md', `${conditions}\n\n${text}`);
  }
}

function readOptions(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        products: { type: 'string', default: '20000' },
        visitors: { type: 'string', default: '20000' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    return {
      products: number('products', values.products, 100, 1_000_000),
      visitors: number('visitors', values.visitors, 100, 1_000_000),
      write: values.write,
    };
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n${USAGE}`);
    process.exit(2);
  }
}

async function importInto(dataDir, file) {
  const daemon = await startDaemon(dataDir, 0);
  try {
    await daemon.importCatalog(file, 'PUT');
  } finally {
    await daemon.stop();
  }
}

/** @param {string[][]} table */
function markdown(table) {
  const widths = table[0].map((_, column) => Math.max(3, ...table.map(line => line[column].length)));
  const line = texts => `| ${texts.map((text, i) => text.padEnd(widths[i])).join(' | ')} |`;
  const rule = `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`;
  return [line(table[0]), rule, ...table.slice(1).map(line)].join('\n');
}
