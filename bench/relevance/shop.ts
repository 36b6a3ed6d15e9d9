/** The shop that is asked: a catalog imported and built in this process, and its search pages. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseStorefrontQuery } from '../../src/api/storefront.js';
import { buildSnapshot } from '../../src/build/build-snapshot.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/analysis-settings.js';
import { IngestService } from '../../src/ingest/service.js';
import { Pages } from '../../src/pages/pages.js';
import { DEFAULT_PAGE_SETTINGS } from '../../src/pages/shared/page-settings.js';
import { loadSnapshot, publish } from '../../src/snapshot/index.js';

const SECRET = 'secret of the bench';
const LIMIT = 10;
/** The day to which the demo catalog's dates belong, so that results do not change with the calendar. */
const NOW = Date.UTC(2026, 10, 21);

/**
 * @typedef {object} Found
 * @property {string} used the search text after correction
 * @property {number} hits
 * @property {number} others hits of the secondary list
 * @property {string[]} keys of the first ten hits
 */

/**
 * @param {string} dataDir an empty folder, made when missing
 * @param {string} catalog .jsonl.gz
 * @throws Error when the catalog is refused
 */
export async function openShop(dataDir, catalog) {
  const shared = await loadSnapshot(dataDir, await importInto(dataDir, catalog));
  const pages = new Pages(shared, {
    settings: DEFAULT_PAGE_SETTINGS,
    discountThreshold: DEFAULT_INDEX_SETTINGS.discountThreshold,
    ticketSecret: SECRET,
  });
  return {
    /** @returns {Found} */
    search(q, market, locale) {
      const parameters = new URLSearchParams({
        q,
        market,
        locale,
        touchpoint: 'DESKTOP',
        customerKey: 'judge',
        sessionKey: 'judge',
        notify: 'false',
        limit: String(LIMIT),
      });
      const origin = { ticketSecret: SECRET };
      const request = parseStorefrontQuery('search-page', 'GET', `${parameters}`, undefined, undefined, origin);
      const page = JSON.parse(Buffer.from(pages.answer(request, NOW).body).toString());
      return {
        used: page.q,
        hits: page.primaryList.totalHits,
        others: page.secondaryList.totalHits,
        keys: page.primaryList.productGroups.map(({ products }) => products[0].key),
      };
    },
    close: () => pages.close(),
  };
}

async function importInto(dataDir, catalog) {
  const file = join(dataDir, 'spool', 'catalog');
  mkdirSync(join(dataDir, 'spool'), { recursive: true });
  copyFileSync(catalog, file);
  const failures = [];
  const host = {
    build: input => buildSnapshot({ ...input, dataDir, settings: DEFAULT_INDEX_SETTINGS }),
    publish: id => publish(dataDir, id),
    announced: () => undefined,
  };
  const service = new IngestService(dataDir, host, error => failures.push(error));
  const job = { type: 'import', id: 'relevance', kind: 'catalog', mode: 'replace', file, encoding: 'gzip' };
  const outcome = await service.import(
    { ...job, force: false, validationOnly: false, maxInflatedBytes: 1 << 30 },
    () => {},
  );
  await service.close();
  if (outcome.status !== 'SUCCESS') throw new Error(outcome.message, { cause: failures[0] });
  return outcome.snapshot;
}
