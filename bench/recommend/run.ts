/**
 * `npm run bench -- recommend`: how often recommendations name what an invented visitor does next, against what simply
 * sells most and against chance. Offline: a snapshot, signals learned from the first days, and lists asked for where
 * the last days went on. See README.md for what counts as a hit.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../scripts/setup/say.mjs';
import { writeCatalog } from '../catalogs/catalog-file.js';
import { lines } from '../catalogs/invented-catalog.js';
import { FASHION_CATALOG } from '../catalogs/known-catalogs.js';
import { readOptions, wholeNumber } from '../harness/command-line.js';
import { importInto } from '../harness/daemon.js';
import { whole } from '../harness/figures.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { conditionsOf } from '../publishing/conditions.js';
import { publishPages } from '../publishing/pages.js';
import { questions } from './cases.js';
import { measure } from './measure.js';
import { readProducts } from './products.js';
import { cells, type MeasuredQuestion, recommendationsTable, writeRecommendations } from './results.js';
import { generateSessions } from './sessions.js';
import { openShop } from './shop.js';

const USAGE = `npm run bench -- recommend [options]
  --products N   products of the invented catalog (default 20000)
  --visitors N   invented visitors (default 20000)
  --write        put what is measured into bench/results/recommend.json, and write the pages from that`;

const OPTIONS = {
  products: { type: 'string', default: '20000' },
  visitors: { type: 'string', default: '20000' },
  write: { type: 'boolean', default: false },
} as const;

/** Other visitors than those that the weights of the algorithms were tried on. */
const SEED = 'bench of recommendations';

/** @param args behind `recommend` */
export async function benchRecommendations(args: string[]): Promise<void> {
  const options = readOptions(
    USAGE,
    OPTIONS,
    values => ({
      products: wholeNumber('products', values.products, 100, 1_000_000),
      visitors: wholeNumber('visitors', values.visitors, 100, 1_000_000),
      write: values.write,
    }),
    args,
  );
  const folder = temporaryFolder();
  const rows: MeasuredQuestion[] = [];
  const invented = join(folder, 'catalog.jsonl.gz');
  const size = `${whole(options.products)} products`;
  say(`writing a catalog of ${size}`);
  await writeCatalog(invented, lines(options.products));
  const catalogs = [{ name: size, file: invented }];
  if (existsSync(FASHION_CATALOG)) catalogs.unshift({ name: 'fashion', file: FASHION_CATALOG });
  else say('the fashion catalog is not beside the checkout: skipped');
  for (const [i, { name, file }] of catalogs.entries()) {
    rows.push(...(await benchCatalog(name, file, join(folder, `data-${i}`), options.visitors)));
  }
  console.log(`\n${recommendationsTable(rows)}`);
  if (options.write) {
    writeRecommendations({ conditions: conditionsOf({ visitors: options.visitors }), rows });
    publishPages();
  }
}

/** @returns a row for each question */
async function benchCatalog(
  name: string,
  file: string,
  dataDir: string,
  visitors: number,
): Promise<MeasuredQuestion[]> {
  await importInto(dataDir, file);
  const products = await readProducts(file);
  const { train, test, complements } = generateSessions(products, { visitors, seed: SEED });
  say(`${name}: ${whole(train.length)} activities to learn from, ${whole(test.length)} to find again`);
  const shop = await openShop(dataDir, train);
  const rows = questions(products, train, test, complements).map(question => {
    const row = measure(name, shop, question);
    say(cells(row).filter(Boolean).join('; '));
    return row;
  });
  shop.close();
  return rows;
}
