/**
 * Small imports on a large catalog: new prices and stock for 1,000 variants, one import after the other, as a shop's
 * stock system sends them all day; then new titles for 1,000 products, which change what searches find. Time counts
 * from the last byte of the request to its reply, and on to the first query that shows the new price; memory and disk
 * have to stay what they are however many imports come.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { QUERY_RESPONSES } from '../../src/api/responses.js';
import { type Draws, stream } from '../catalogs/chance.js';
import { postCatalog } from '../harness/admin.js';
import type { Daemon } from '../harness/daemon.js';
import { parsedJson } from '../harness/parsed-json.js';
import { memory } from '../harness/processes.js';
import type { Catalog, Row, Turn } from '../publishing/results.js';

/** Of an import; fewer where the catalog has fewer products. */
const EDITS = 1_000;
/** Memory and disk are looked at after so many imports of prices. */
const MARKS = [10, 50, 100];
const TITLE_IMPORTS = 25;
const SHOWN_WITHIN_MS = 120_000;
const CONTEXT = 'market=uk&locale=en-GB&touchpoint=DESKTOP&userContext=SYNTHETIC';

const ProductPage = Compile(QUERY_RESPONSES['product-page']);

type ShownProduct = NonNullable<Static<(typeof QUERY_RESPONSES)['product-page']>['productGroup']>['products'][number];

/** Edits of one kind. */
export interface Edits {
  /** How the row is told from others. */
  setup: string;
  /** The instruction for a product. @param number of the product @param round of the import, from 1 */
  instruction(number: number, round: number, draws: Draws): object;
  /** Whether a product shows what the import of the round said. */
  shows(product: ShownProduct, number: number, round: number): boolean;
}

export const PRICES: Edits = {
  setup: '1,000 prices',
  instruction: (number, round, draws) => {
    const defaults = { listPrice: 10_000 + round, sellingPrice: round, stock: draws.between(1, 40) };
    return { key: `p${number}-1`, variant: { defaults } };
  },
  shows: ({ variants }, _number, round) => variants[0]?.sellingPrice === round,
};

export const TITLES: Edits = {
  setup: '1,000 titles',
  instruction: (number, round) => ({ key: `p${number}`, product: { defaults: { title: title(number, round) } } }),
  shows: (product, number, round) => product.title === title(number, round),
};

/**
 * @param catalog whose products are named p1, p2, …
 * @returns a turn for each import, and the sizes after some of them
 */
export async function measureUpdates(daemon: Daemon, catalog: Catalog, dataDir: string): Promise<Row[]> {
  const draws = stream('bench updates');
  const prices: Turn[] = [];
  const sizes: Turn[] = [];
  for (let round = 1; round <= MARKS[MARKS.length - 1]; round++) {
    prices.push(await update(daemon, PRICES, distinctProducts(draws, catalog.count), round, draws));
    if (MARKS.includes(round)) sizes.push({ imports: round, ...(await sizesOf(daemon, dataDir)) });
  }
  const titles: Turn[] = [];
  for (let round = 1; round <= TITLE_IMPORTS; round++) {
    titles.push(await update(daemon, TITLES, distinctProducts(draws, catalog.count), round, draws));
  }
  return [
    { measurement: 'updates', catalog, setup: PRICES.setup, turns: prices },
    { measurement: 'updates', catalog, setup: TITLES.setup, turns: titles },
    { measurement: 'growth', catalog, turns: sizes },
  ];
}

/** Edits some products and waits for the first of them to show it. */
async function update(
  daemon: Daemon,
  { instruction, shows }: Edits,
  numbers: readonly number[],
  round: number,
  draws: Draws,
): Promise<Turn> {
  const lines = numbers.map(number => JSON.stringify({ editAttributes: instruction(number, round, draws) }));
  const body = gzipSync(`${lines.join('\n')}\n`, { level: 1 });
  const cpu = daemon.cpuSeconds;
  const { status, text, sentMs, repliedMs } = await postCatalog(daemon.url, body, 'POST', 'blockingTimeout=PT2M');
  if (status !== 204) throw new Error(`import: ${status} ${text}`);
  const [first] = numbers;
  for (;;) {
    const product = await shownProduct(daemon.url, `p${first}`);
    if (product !== undefined && shows(product, first, round)) break;
    if (performance.now() - repliedMs > SHOWN_WITHIN_MS) throw new Error('queries do not show what was imported');
  }
  return {
    repliedMs: repliedMs - sentMs,
    seenMs: performance.now() - sentMs,
    cpuSeconds: daemon.cpuSeconds - cpu,
  };
}

function title(number: number, round: number): string {
  return `Article ${number} restyled ${round}`;
}

/** Numbers of as many products as an import changes. */
export function distinctProducts(draws: Draws, products: number): number[] {
  const numbers = new Set<number>();
  while (numbers.size < Math.min(EDITS, products)) numbers.add(draws.between(1, products));
  return [...numbers];
}

async function shownProduct(url: string, key: string): Promise<ShownProduct | undefined> {
  const response = await fetch(`${url}/api/storefront/v3/queries/product-page?${CONTEXT}&productKey=${key}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: JSON.stringify({ productGroup: { include: true } }),
  });
  const { productGroup } = parsedJson(ProductPage, await response.text(), 'product page');
  return productGroup?.products.find(one => one.key === key);
}

/** Memory without mapped files, and all that the data folder takes on disk. */
async function sizesOf(daemon: Daemon, dataDir: string): Promise<Turn> {
  const ingestMb = memory(await daemon.ingestPid()).own;
  return { daemonMb: memory(daemon.pid).own, ingestMb, diskMb: bytesIn(dataDir) / 1e6 };
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
