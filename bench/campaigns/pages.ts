/**
 * What campaigns cost a search page: one snapshot with ten thousand campaigns, one thread, in turns with places that are
 * sold and without. Complete answers, nothing cached.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { say } from '../../scripts/setup/say.mjs';
import { retailMediaSettings } from '../../src/catalog/site/retail-media-settings.js';
import type { Pages } from '../../src/pages/pages.js';
import type { StorefrontRequest } from '../../src/pages/shared/requests.js';
import { writeCatalog } from '../catalogs/catalog-file.js';
import { stream } from '../catalogs/chance.js';
import { lines } from '../catalogs/invented-catalog.js';
import { requests } from '../catalogs/requests.js';
import { searchTexts } from '../catalogs/search-texts.js';
import { ADMIN_PATH, adminHeaders } from '../harness/admin.js';
import { readOptions, wholeNumber } from '../harness/command-line.js';
import { Daemon } from '../harness/daemon.js';
import { median } from '../harness/figures.js';
import { markdownTable } from '../harness/markdown.js';
import { openAnnounced, pagesOver, parsedQuery } from '../harness/own-pages.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const USAGE = `npm run bench -- campaign-pages [options]

  --products N   products of the invented catalog (default 100000)
  --campaigns N  how many compete (default 10000)
  --seconds N    length of each turn (default 3)
  --turns N      turns of each kind (default 5)`;
const OPTIONS = {
  products: { type: 'string', default: '100000' },
  campaigns: { type: 'string', default: '10000' },
  seconds: { type: 'string', default: '3' },
  turns: { type: 'string', default: '5' },
} as const;

const STREAM = 20_000;
const AT_ONCE = 2_500;
const ADVERTISERS = 300;
/** Hits asked for. */
const SIZES = [60, 8] as const;
const PLACES = { searchPositions: [2, 7], maxShare: 0.2 };

export async function benchCampaignPages(args: readonly string[]): Promise<void> {
  const options = readOptions(
    USAGE,
    OPTIONS,
    values => ({
      products: wholeNumber('products', values.products, 100, 2_000_000),
      campaigns: wholeNumber('campaigns', values.campaigns, 1, 10_000),
      seconds: wholeNumber('seconds', values.seconds, 1, 60),
      turns: wholeNumber('turns', values.turns, 1, 50),
    }),
    [...args],
  );
  const { products, campaigns, seconds, turns } = options;
  const folder = temporaryFolder();
  const [catalog, dataDir] = [join(folder, 'catalog.jsonl.gz'), join(folder, 'data')];
  await writeCatalog(catalog, lines(products));
  const texts = await searchTexts(catalog);
  say(`importing ${products} products and ${campaigns} campaigns`);
  await fill(dataDir, catalog, campaignsOf(products, campaigns, texts));
  const snapshot = await openAnnounced(dataDir);
  const sold = pagesOver(snapshot, {}, retailMediaSettings(PLACES));
  const plain = pagesOver(snapshot);
  const rows = SIZES.map(limit => {
    const stream = requests('search-page', texts, STREAM, 'campaigns').map(({ query, parameters }) =>
      parsedQuery(query, parameters.replace('limit=60', `limit=${limit}`)),
    );
    const micros = { plain: [] as number[], sold: [] as number[] };
    let marked = 0;
    for (let turn = -1; turn < turns; turn++) {
      const without = answer(plain, stream, seconds);
      const beside = answer(sold, stream, seconds);
      if (turn < 0) continue;
      micros.plain.push(without.micros);
      micros.sold.push(beside.micros);
      marked = beside.marked;
    }
    const [a, b] = [median(micros.plain), median(micros.sold)];
    return [`${limit} hits`, a.toFixed(0), b.toFixed(0), `× ${(b / a).toFixed(2)}`, marked.toFixed(2)];
  });
  sold.close();
  plain.close();
  const head = ['search pages', 'CPU µs without', 'with campaigns', 'ratio', 'places sold a page'];
  say(`\n${markdownTable([head, ...rows])}`);
}

/** Answers one request after the other for some seconds. @returns CPU of the process for each */
function answer(pages: Pages, stream: readonly StorefrontRequest[], seconds: number) {
  const cpu = process.cpuUsage();
  const started = performance.now();
  let [count, marked] = [0, 0];
  for (; performance.now() - started < seconds * 1000; count++) {
    const { body } = pages.answer(stream[count % stream.length]!, Date.now());
    // Of some: looking for the mark takes time, too.
    if (count % 100 === 0) marked += Buffer.from(body).toString('latin1').split('"sponsored":true').length - 1;
  }
  const { user, system } = process.cpuUsage(cpu);
  return { micros: (user + system) / count, marked: marked / Math.ceil(count / 100) };
}

/** Campaigns of products by key, by brand and by category, most of them aimed at texts or everywhere. */
function* campaignsOf(products: number, count: number, texts: readonly string[]): Generator<[string, object]> {
  const draws = stream('bench campaigns');
  const types = ['Jacket', 'Dress', 'Shirt', 'Shoes', 'Trousers'];
  for (let i = 0; i < count; i++) {
    const keys = Array.from({ length: draws.between(1, 20) }, () => `p${draws.between(1, products)}`);
    const rules = draws.chance(10)
      ? `rule incl product_type {"${draws.pick(types)}"} incl rating [${draws.between(20, 45) / 10}, 5]`
      : undefined;
    const words = draws.chance(20) ? { phrases: { containing: [draws.pick(texts)] } } : undefined;
    const campaign = campaignOf(i, rules ? { rules } : { keys }, draws);
    yield [`c${i}`, { ...campaign, ...(words && { targeting: words }) }];
  }
}

/** @param products that it has */
export function campaignOf(number: number, products: object, draws: ReturnType<typeof stream>): object {
  const advertiser = number % ADVERTISERS;
  return {
    name: `Campaign ${number}`,
    advertiser: { id: `a${advertiser}`, name: `Advertiser ${advertiser}` },
    markets: ['uk'],
    products,
    bid: { type: draws.chance(30) ? 'CPM' : 'CPC', amount: draws.between(5, 90) / 100, currency: 'GBP' },
    budget: { total: 100_000 },
  };
}

async function fill(dataDir: string, catalog: string, campaigns: Iterable<[string, object]>): Promise<void> {
  const settings = `${dataDir}.json`;
  writeFileSync(settings, JSON.stringify({ site: { retailMedia: PLACES } }));
  const daemon = await Daemon.start(dataDir, 0, ['--config', settings]);
  try {
    await daemon.importCatalog(catalog, 'PUT');
    await sendCampaigns(daemon, [...campaigns]);
  } finally {
    await daemon.stop();
  }
}

/** Imports campaigns, some thousands at once, and removes others; resolves when they are live. */
export async function sendCampaigns(
  { url }: Daemon,
  all: readonly [string, object][],
  remove: readonly string[] = [],
): Promise<void> {
  const bodies: object[] = remove.length > 0 ? [{ remove }] : [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    bodies.push({ edit: Object.fromEntries(all.slice(from, from + AT_ONCE)) });
  }
  for (const body of bodies) {
    const response = await fetch(`${url}${ADMIN_PATH}/import/campaigns?force=true`, {
      method: 'POST',
      headers: { ...adminHeaders(), 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: new Uint8Array(gzipSync(JSON.stringify(body))),
    });
    if (response.status !== 204) throw new Error(`campaigns: ${response.status} ${await response.text()}`);
  }
}
