/**
 * A small shop whose state can be read off anywhere: all titles name the edition of the catalog, all prices are one
 * number, and the heading of its page is another. Answers and exports tell the same state, or there is a fault.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ADMIN_PATH, adminHeaders, KEY, postCatalog } from '../harness/admin.js';

export const GROUPS = 20;
const PAGE = 'page';
export const SOLD_PAGE = 'sold';
export const CAMPAIGN = 'lamp';
const QUERIES = '/api/storefront/v3/queries';
const VISITOR = 'market=uk&locale=en-GB&touchpoint=DESKTOP';
/** Clicks of programs are not billed. */
const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const PAUSE_MS = 20;
const WITHIN_MS = 60_000;

/** Each from 1, and told apart by import. */
export interface State {
  edition: number;
  price: number;
  heading: number;
}

/** What was sent to it, and what came back; `text` is a body that tells why. */
export interface Outcome {
  status: number;
  text: string;
}

/** As the comparison of states takes it. */
export function stateText({ edition, price, heading }: State): string {
  return `edition ${edition}, price ${price}, heading ${heading}`;
}

/** A shop behind an address. Methods reject when the connection breaks. */
export class Shop {
  /** @param key with all scopes */
  constructor(
    readonly url: string,
    private readonly key = KEY,
  ) {}

  /** The whole catalog, with prices as they are named. */
  putCatalog(edition: number, price: number): Promise<Outcome> {
    const lines = Array.from({ length: GROUPS }, (_, n) => groupLine(n, edition, price));
    return this.catalog('PUT', lines);
  }

  /** New records of half of the groups. */
  postTitles(edition: number, price: number): Promise<Outcome> {
    return this.catalog(
      'POST',
      Array.from({ length: GROUPS / 2 }, (_, n) => groupLine(n, edition, price)),
    );
  }

  postPrices(price: number): Promise<Outcome> {
    return this.sendCatalog('POST', this.pricesBody(price));
  }

  /** The same, answered with 202 as soon as the import is kept. */
  queuePrices(price: number): Promise<Outcome> {
    return this.sendCatalog('POST', this.pricesBody(price), 'force=true&blockingTimeout=PT0S');
  }

  /** Changes nothing, in its turn. */
  afterImports(): Promise<Outcome> {
    return this.catalog('POST', [], 'validationOnly=true');
  }

  /** What `postPrices` sends. */
  pricesBody(price: number): Buffer {
    const defaults = { listPrice: price, sellingPrice: price };
    return bodyOf(
      Array.from({ length: GROUPS }, (_, n) => ({ editAttributes: { key: `v-${n}`, variant: { defaults } } })),
    );
  }

  async postPage(heading: number): Promise<Outcome> {
    const body = {
      market: 'uk',
      type: 'PARTIAL',
      addOrUpdate: [{ id: PAGE, headings: { 'en-GB': `Heading ${heading}` } }],
    };
    return this.admin('POST', 'import/pages', JSON.stringify(body));
  }

  /** A page with places that campaigns win. */
  postSoldPage(): Promise<Outcome> {
    const page = {
      id: SOLD_PAGE,
      primaryList: { pageSliceInfo: { slices: [{ limit: 2, sponsored: true }] } },
      sponsoredLists: [{ id: 'deals', limit: 4 }],
      banners: [{ id: 'top', type: 'IMAGE', width: 600, height: 200 }],
    };
    return this.admin('POST', 'import/pages', JSON.stringify({ market: 'uk', type: 'PARTIAL', addOrUpdate: [page] }));
  }

  rollback(id: string): Promise<Outcome> {
    return this.admin('POST', `snapshots/rollback?id=${id}`);
  }

  /**
   * Ids of kept snapshots, and of the live one, with the number of changes of the catalog that it was made after: undefined
   * where it is not the newest, so that the next one has no number that follows.
   */
  async snapshots(): Promise<{ live?: string; generation: number | undefined; kept: string[] }> {
    const { status, text } = await this.admin('GET', 'snapshots');
    if (status !== 200) throw new Error(`snapshots: ${status} ${text}`);
    const { live, snapshots } = JSON.parse(text) as {
      live?: string;
      snapshots: { id: string; catalogGeneration: number }[];
    };
    const newest = Math.max(...snapshots.map(({ catalogGeneration }) => catalogGeneration));
    const generation = snapshots.find(({ id }) => id === live)?.catalogGeneration;
    return { live, generation: generation === newest ? generation : undefined, kept: snapshots.map(({ id }) => id) };
  }

  /** Resolves when imports are taken, which is after recovery. */
  async takesImports(): Promise<void> {
    await this.waitFor('imports are not taken', async () => {
      const { status } = await this.afterImports();
      return status === 204;
    });
  }

  /** Where a request has taken the daemon out of service. */
  inService(): Promise<Outcome> {
    return this.admin('POST', 'drain?undo=true');
  }

  async ready(): Promise<void> {
    let told = '';
    await this.waitFor('it does not become ready', async () => {
      const { status, text } = await this.get('/readyz');
      told = text;
      return status === 200;
    }).catch((error: Error) => {
      throw new Error(`${error.message}: ${told}`);
    });
  }

  /** @param customer new to the shop */
  async notify(customer: string): Promise<Outcome> {
    const path = `/api/storefront/v3/notifications/end?market=uk&customerKey=${customer}&sessionKey=s`;
    const response = await fetch(`${this.url}${path}`, { method: 'POST' });
    return { status: response.status, text: await response.text() };
  }

  async favor(customer: string, productKey: string): Promise<void> {
    const path = `/api/storefront/v3/notifications/add-favorite?market=uk&customerKey=${customer}&sessionKey=s`;
    const response = await fetch(`${this.url}${path}`, { method: 'POST', body: JSON.stringify({ productKey }) });
    if (response.status !== 204) throw new Error(`add-favorite: ${response.status} ${await response.text()}`);
  }

  /** Clicks the first product of the page, from which is learned. */
  async clickFirst(customer: string): Promise<void> {
    const page = await this.get(
      `${QUERIES}/landing-page?${VISITOR}&customerKey=${customer}&sessionKey=s&pageReference=${PAGE}`,
    );
    const ticket = /"ticket":"([^"]+)"/.exec(page.text)?.[1];
    const path = `/api/storefront/v3/notifications/click?market=uk&customerKey=${customer}&sessionKey=s`;
    const response = await fetch(`${this.url}${path}`, { method: 'POST', body: JSON.stringify({ ticket }) });
    if (response.status !== 204) throw new Error(`click: ${response.status} ${await response.text()}`);
  }

  /** One campaign, which has a place of search pages and a budget that lasts. */
  async putCampaign(): Promise<Outcome> {
    const campaign = {
      name: 'Lamps',
      advertiser: { id: 'lux', name: 'Lux' },
      markets: ['uk'],
      products: { keys: ['p-2', 'p-5'] },
      creatives: [{ width: 600, height: 200, image: '/lamps.svg', alt: 'Lamps', link: '/lamps', locale: 'en' }],
      bid: { type: 'CPC', amount: 0.05, currency: 'GBP' },
      budget: { total: 1000 },
      pacing: 'ASAP',
    };
    return this.admin('POST', 'import/campaigns', JSON.stringify({ edit: { [CAMPAIGN]: campaign } }));
  }

  /** Clicks what is sponsored on a search page, once there is something. */
  async clickSponsored(customer: string): Promise<void> {
    const who = `${VISITOR}&customerKey=${customer}&sessionKey=s`;
    let ticket: string | undefined;
    await this.waitFor('nothing is sponsored', async () => {
      const response = await fetch(`${this.url}${QUERIES}/search-page?${who}&q=lamp`, { headers: BROWSER });
      const page = (await response.json()) as {
        primaryList?: { productGroups: { products: { ticket: string; sponsored?: boolean }[] }[] };
      };
      const products = page.primaryList?.productGroups.flatMap(({ products }) => products) ?? [];
      ticket = products.find(({ sponsored }) => sponsored)?.ticket;
      return ticket !== undefined;
    });
    const path = `/api/storefront/v3/notifications/click?market=uk&customerKey=${customer}&sessionKey=s`;
    const body = JSON.stringify({ ticket });
    const response = await fetch(`${this.url}${path}`, { method: 'POST', headers: BROWSER, body });
    if (response.status !== 204) throw new Error(`click: ${response.status} ${await response.text()}`);
  }

  /** Clicks and spend that the campaigns' accounts have. @throws Error with the status where they cannot be read */
  async spent(): Promise<string> {
    const { status, text } = await this.admin('GET', 'export/campaign-report');
    if (status !== 200) throw new Error(`campaign report: ${status} ${text}`);
    const { rows } = JSON.parse(text) as { rows: { clicks: number; spend: number }[] };
    const sum = (of: 'clicks' | 'spend') => rows.reduce((total, row) => total + row[of], 0);
    return `${sum('clicks')} clicks, ${sum('spend').toFixed(2)}`;
  }

  /** How many favourites are remembered of a customer. */
  async favorites(customerKey: string): Promise<number> {
    const { status, text } = await this.admin('POST', 'visitors/export', JSON.stringify({ customerKey }));
    if (status !== 200) throw new Error(`visitors: ${status} ${text}`);
    const { visitors } = JSON.parse(text) as { visitors: { favorites: unknown[] }[] };
    return visitors.flatMap(({ favorites }) => favorites).length;
  }

  /** What queries say. @throws Error that names what is not as it must be */
  async answered(): Promise<string> {
    const parameters = `${VISITOR}&userContext=SYNTHETIC&pageReference=${PAGE}&limit=${GROUPS + 1}`;
    const { status, text } = await this.get(`${QUERIES}/landing-page?${parameters}`);
    if (status !== 200) throw new Error(`landing page: ${status} ${text}`);
    return seenState(text, text);
  }

  /** What exports say, which is what later imports build on. @throws Error as `answered` */
  async exported(): Promise<string> {
    const catalog = await this.admin('GET', 'export/catalog');
    const pages = await this.admin('GET', 'export/pages?market=uk');
    for (const { status, text } of [catalog, pages]) if (status !== 200) throw new Error(`export: ${status} ${text}`);
    return seenState(catalog.text, pages.text);
  }

  /** Customers of the newest notifications, 1,000 at most. */
  async notified(): Promise<Set<string>> {
    const { status, text } = await this.admin('GET', 'notifications/latest?limit=1000&type=end');
    if (status !== 200) throw new Error(`notifications: ${status} ${text}`);
    const { entries } = JSON.parse(text) as { entries: { customerKey: string }[] };
    return new Set(entries.map(({ customerKey }) => customerKey));
  }

  private catalog(method: 'PUT' | 'POST', lines: readonly object[], parameters?: string): Promise<Outcome> {
    return this.sendCatalog(method, bodyOf(lines), parameters);
  }

  private sendCatalog(method: 'PUT' | 'POST', body: Buffer, parameters = 'force=true'): Promise<Outcome> {
    return postCatalog(this.url, body, method, parameters, this.key);
  }

  private async admin(method: string, path: string, body?: string): Promise<Outcome> {
    const headers = {
      ...adminHeaders(),
      'Api-Key': this.key,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const response = await fetch(`${this.url}${ADMIN_PATH}/${path}`, { method, headers, body });
    return { status: response.status, text: await response.text() };
  }

  private async get(path: string): Promise<Outcome> {
    const response = await fetch(`${this.url}${path}`);
    return { status: response.status, text: await response.text() };
  }

  private async waitFor(what: string, holds: () => Promise<boolean>): Promise<void> {
    for (const started = performance.now(); !(await holds()); await delay(PAUSE_MS)) {
      if (performance.now() - started > WITHIN_MS) throw new Error(`${what} within ${WITHIN_MS} ms`);
    }
  }
}

function bodyOf(lines: readonly object[]): Buffer {
  return gzipSync(lines.map(line => `${JSON.stringify(line)}\n`).join(''));
}

function groupLine(n: number, edition: number, price: number): object {
  const variants = { [`v-${n}`]: { defaults: { listPrice: price, sellingPrice: price, stock: 5 } } };
  const defaults = {
    title: `Lamp ${n} edition${edition}`,
    url: `/p/${n}`,
    brand: `Brand ${n % 3}`,
    dataLocale: 'en-GB',
  };
  return {
    replace: { key: `g-${n}`, productGroup: { products: { [`p-${n}`]: { markets: ['uk'], defaults, variants } } } },
  };
}

/** The state that a text of all products tells, and one of the page. */
function seenState(products: string, page: string): string {
  const numbers = (text: string, pattern: RegExp) => [
    ...new Set([...text.matchAll(pattern)].map(([, found]) => Number(found))),
  ];
  const titles = [...products.matchAll(/"title":"Lamp \d+ edition\d+"/g)].length;
  const editions = numbers(products, /"title":"Lamp \d+ edition(\d+)"/g);
  const prices = numbers(products, /"listPrice":(\d+)/g);
  const headings = numbers(page, /"Heading (\d+)"/g);
  const [edition, price, heading] = [editions, prices, headings].map(([first]) => first);
  if (titles !== GROUPS || editions.length !== 1 || prices.length !== 1 || headings.length !== 1) {
    return `${titles} products, editions ${editions}, prices ${prices}, headings ${headings}`;
  }
  return stateText({ edition, price, heading });
}
