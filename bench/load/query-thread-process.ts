/**
 * What one query thread does in its time, without sockets and without anybody else on its core: opens the announced
 * snapshot of a data folder, and answers queries in a loop. `node query-thread.mjs DATA_DIR CATALOG SECONDS` prints one
 * JSON object for each kind of query.
 */
import { parseStorefrontQuery } from '../../src/api/storefront.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/analysis-settings.js';
import { Pages } from '../../src/pages/pages.js';
import { DEFAULT_PAGE_SETTINGS } from '../../src/pages/shared/page-settings.js';
import { announcedSnapshot, loadSnapshot } from '../../src/snapshot/index.js';
import { requests, searchTexts } from '../catalogs/search-texts.js';
import { Latencies } from '../harness/load-generator.js';

const STREAM = 20_000;
const WARM_UP_SHARE = 0.3;
const PAGE = 60;

const [, , dataDir, catalog, seconds] = process.argv;
const id = await announcedSnapshot(dataDir);
if (id === undefined) throw new Error(`${dataDir} has no snapshot`);
const config = {
  settings: DEFAULT_PAGE_SETTINGS,
  discountThreshold: DEFAULT_INDEX_SETTINGS.discountThreshold,
  ticketSecret: 'secret of the bench',
};
const pages = new Pages(await loadSnapshot(dataDir, id), config);
const texts = await searchTexts(catalog);

for (const kind of /** @type {const} */ (['search-page', 'autocomplete'])) {
  const parsed = requests(kind, texts, STREAM, 'thread').map(({ query, parameters }) =>
    parseStorefrontQuery(query, 'GET', parameters, undefined, undefined),
  );
  run(parsed, Number(seconds) * WARM_UP_SHARE);
  console.log(JSON.stringify({ kind, ...run(parsed, Number(seconds)) }));
}
pages.close();

function run(parsed, seconds) {
  const latencies = new Latencies();
  const started = performance.now();
  const cpu = process.cpuUsage();
  let [bytes, full, now] = [0, 0, started];
  for (let i = 0; now - started < seconds * 1000; i++) {
    const { body, totalHits } = pages.answer(parsed[i % parsed.length], Date.now());
    const after = performance.now();
    latencies.add(after - now);
    now = after;
    bytes += body.length;
    if (totalHits >= PAGE) full++;
  }
  const { user, system } = process.cpuUsage(cpu);
  const { count } = latencies;
  return {
    cpuMicros: (user + system) / count,
    perSecond: count / ((now - started) / 1000),
    p50: latencies.quantile(0.5),
    p99: latencies.quantile(0.99),
    bytes: Math.round(bytes / count),
    fullPages: full / count,
  };
}
