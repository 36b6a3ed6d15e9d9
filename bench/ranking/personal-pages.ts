/**
 * What a personal order costs a search page: one snapshot, one thread, in turns with the setting and without, for visitors
 * who are known. Complete answers, nothing cached.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { say } from '../../scripts/setup/say.mjs';
import type { Remembered, Visitor, VisitorSource } from '../../src/behaviour/visitors/visitor.js';
import type { Pages } from '../../src/pages/pages.js';
import type { StorefrontRequest } from '../../src/pages/shared/requests.js';
import { writeCatalog } from '../catalogs/catalog-file.js';
import { stream } from '../catalogs/chance.js';
import { lines } from '../catalogs/invented-catalog.js';
import { requests } from '../catalogs/requests.js';
import { searchTexts } from '../catalogs/search-texts.js';
import { readOptions, wholeNumber } from '../harness/command-line.js';
import { Daemon } from '../harness/daemon.js';
import { median } from '../harness/figures.js';
import { markdownTable } from '../harness/markdown.js';
import { openAnnounced, pagesOver, parsedQuery } from '../harness/own-pages.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const USAGE = `npm run bench -- personal-pages [options]

  --products N   products of the invented catalog (default 100000)
  --seconds N    length of each turn (default 2)
  --turns N      turns of each kind (default 5)`;
const OPTIONS = {
  products: { type: 'string', default: '100000' },
  seconds: { type: 'string', default: '2' },
  turns: { type: 'string', default: '5' },
} as const;

/** Searches; each visitor asks eight. */
const STREAM = 20_000;
/** Hits asked for. */
const SIZES = [60, 8] as const;

export async function benchPersonalPages(args: readonly string[]): Promise<void> {
  const options = readOptions(
    USAGE,
    OPTIONS,
    values => ({
      products: wholeNumber('products', values.products, 100, 2_000_000),
      seconds: wholeNumber('seconds', values.seconds, 1, 60),
      turns: wholeNumber('turns', values.turns, 1, 50),
    }),
    [...args],
  );
  const { products, seconds, turns } = options;
  const folder = temporaryFolder();
  const [catalog, dataDir] = [join(folder, 'catalog.jsonl.gz'), join(folder, 'data')];
  await writeCatalog(catalog, lines(products));
  const texts = await searchTexts(catalog);
  say(`importing ${products} products`);
  const daemon = await Daemon.start(dataDir, 0);
  await daemon.importCatalog(catalog, 'PUT').finally(() => daemon.stop());
  const snapshot = await openAnnounced(dataDir);
  const visitors = visitorsOf(keysIn(catalog));
  const personal = pagesOver(snapshot, { personalOrder: true }, undefined, visitors);
  const plain = pagesOver(snapshot, {}, undefined, visitors);
  const rows = SIZES.map(limit => {
    const asked = requests('search-page', texts, STREAM, 'personal').map(({ query, parameters }) =>
      parsedQuery(query, parameters.replace('limit=60', `limit=${limit}`)),
    );
    const micros = { plain: [] as number[], personal: [] as number[] };
    for (let turn = -1; turn < turns; turn++) {
      const without = answer(plain, asked, seconds);
      const own = answer(personal, asked, seconds);
      if (turn < 0) continue;
      micros.plain.push(without);
      micros.personal.push(own);
    }
    const [a, b] = [median(micros.plain), median(micros.personal)];
    return [`${limit} hits`, a.toFixed(0), b.toFixed(0), `× ${(b / a).toFixed(2)}`];
  });
  personal.close();
  plain.close();
  say(`\n${markdownTable([['search pages', 'CPU µs without', 'in personal order', 'ratio'], ...rows])}`);
}

/** Answers one request after the other for some seconds. @returns CPU of the process for each, in microseconds */
function answer(pages: Pages, asked: readonly StorefrontRequest[], seconds: number): number {
  const cpu = process.cpuUsage();
  const started = performance.now();
  let count = 0;
  for (; performance.now() - started < seconds * 1000; count++) pages.answer(asked[count % asked.length]!, Date.now());
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / count;
}

interface Keys {
  products: string[];
  variants: string[];
}

function keysIn(catalog: string): Keys {
  const keys: Keys = { products: [], variants: [] };
  for (const line of gunzipSync(readFileSync(catalog)).toString().split('\n')) {
    if (line === '') continue;
    const { productGroup } = (JSON.parse(line) as { replace: { productGroup?: { products: object } } }).replace;
    for (const [key, product] of Object.entries(productGroup?.products ?? {})) {
      keys.products.push(key);
      keys.variants.push(...Object.keys((product as { variants: object }).variants));
    }
  }
  return keys;
}

/** Each has looked at some products of one part of the shop, and bought some. The last thousand are kept, as readers do. */
function visitorsOf({ products, variants }: Keys): VisitorSource {
  const known = new Map<string, Visitor>();
  return {
    get(_market, customerKey) {
      let visitor = known.get(customerKey);
      if (visitor) return visitor;
      const draws = stream(customerKey);
      const from = draws.below(products.length);
      const at = Math.floor(Date.now() / 60_000);
      const some = (keys: readonly string[], count: number): Remembered[] =>
        Array.from({ length: count }, (_, n) => ({ key: keys[(from + draws.below(50)) % keys.length]!, at: at - n }));
      visitor = {
        searches: [],
        views: some(products, 8),
        favorites: some(products, 2),
        cart: some(variants, 1),
        bought: some(products, 4),
        boughtVariants: some(variants, 4),
      };
      if (known.size === 1000) known.clear();
      known.set(customerKey, visitor);
      return visitor;
    },
  };
}
