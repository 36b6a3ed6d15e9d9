/**
 * Visitors of a real daemon: what they did is seen by their own next query alone, and what was acknowledged
 * is there after kill -9.
 */
import { join } from 'node:path';
import t from 'tap';
import { readLearned } from '../../../src/behaviour/learning/learned-file.js';
import { VisitorReader } from '../../../src/behaviour/visitors/index.js';
import type { Visitor } from '../../../src/behaviour/visitors/visitor.js';
import { behaviourFolder } from '../../../src/server/behaviour/folders.js';
import { killAll, missingProc } from '../../contract/processes.js';
import { dataDir, running, start } from '../../contract/shared-restarts.js';
import { groupLines } from '../../contract/shop.js';
import { type Daemon, ready } from '../../daemon.js';

interface Autocomplete {
  recentSearches: { q: string }[];
  recentlyViewed: { products: { key: string; ticket: string }[] }[];
}

class Shopper {
  constructor(
    private readonly daemon: Daemon,
    private readonly who = 'customerKey=anna&sessionKey=s-1',
    private readonly market = 'uk',
  ) {}

  /** A query of the storefront. */
  async ask<T>(page: string, query: string): Promise<T> {
    const place = `market=${this.market}&locale=en-GB&touchpoint=DESKTOP&${this.who}`;
    const response = await fetch(`${this.daemon.url}/api/storefront/v3/queries/${page}?${place}&${query}`);
    if (response.status !== 200) throw new Error(`${page}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** What autocomplete remembers: searches and viewed products. */
  async remembered(): Promise<{ searches: string[]; views: string[] }> {
    const { recentSearches, recentlyViewed } = await this.ask<Autocomplete>('autocomplete', 'q=');
    const views = recentlyViewed.map(({ products }) => products[0]!.key);
    return { searches: recentSearches.map(({ q }) => q), views };
  }

  /** Products a search finds, with tickets. */
  async search(q: string): Promise<{ key: string; ticket: string; variants: { key: string; ticket: string }[] }[]> {
    interface Page {
      primaryList: { productGroups: { products: Awaited<ReturnType<Shopper['search']>> }[] };
    }
    const page = await this.ask<Page>('search-page', `q=${encodeURIComponent(q)}`);
    return page.primaryList.productGroups.flatMap(({ products }) => products);
  }

  async notify(type: string, body: object): Promise<void> {
    const url = `${this.daemon.url}/api/storefront/v3/notifications/${type}?market=${this.market}&${this.who}`;
    const { status } = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    if (status !== 204) throw new Error(`${type}: ${status}`);
  }
}

/** As it is in the data folder; while no daemon runs. */
async function stored(dataDir: string, customerKey: string, market = 'uk'): Promise<Visitor | undefined> {
  const reader = new VisitorReader({ dir: behaviourFolder(dataDir), visitorDays: 90 });
  const visitor = reader.get(market, customerKey);
  await reader.close();
  return visitor;
}

const keys = (list: { key: string }[] | undefined) => list?.map(({ key }) => key);

let daemon: Daemon;
t.test('a catalog', async () => {
  daemon = await running(groupLines(12));
});

t.test('what a visitor did is seen by the next query of that visitor, and by those of no other', async t => {
  const anna = new Shopper(daemon);
  const strangers = [
    new Shopper(daemon, 'customerKey=bo&sessionKey=s-2'),
    new Shopper(daemon, 'customerKey=anna&sessionKey=s-1', 'se'),
    new Shopper(daemon, 'userContext=ANONYMOUS'),
    new Shopper(daemon, 'userContext=UNPERSONALIZED&sessionKey=s-1'),
  ];
  t.same(await anna.remembered(), { searches: [], views: [] });
  const found = await anna.search('lamp');
  for (const { ticket } of found.slice(0, 2)) await anna.notify('click', { ticket });
  const views = [found[1]!.key, found[0]!.key];
  t.same((await anna.remembered()).views, views, 'clicks are there with their 204');
  for (const stranger of strangers) t.same(await stranger.remembered(), { searches: [], views: [] });
  await anna.notify('remove-recently-viewed', { productKeys: [views[0]] });
  t.same((await anna.remembered()).views, [views[1]]);
  await anna.notify('remove-recently-viewed', { removeAll: true });
  t.same((await anna.remembered()).views, []);
  t.same((await anna.remembered()).searches, ['lamp']);
  await anna.notify('remove-recent-searches', { phrases: ['LAMP'] });
  t.same((await anna.remembered()).searches, []);
});

t.test('who is synthetic or does not want it is not remembered', async t => {
  for (const who of ['customerKey=sy&sessionKey=s&userContext=SYNTHETIC', 'customerKey=no&sessionKey=s&notify=false']) {
    const shopper = new Shopper(daemon, who);
    const [product] = await shopper.search('chair');
    await shopper.notify('click', { ticket: product!.ticket });
    await shopper.notify('add-favorite', { productKey: product!.key });
    t.same(await shopper.remembered(), { searches: [], views: [] }, who);
  }
});

t.test('what was acknowledged is there after kill -9', { skip: missingProc }, async t => {
  const who = 'customerKey=kim&sessionKey=s-3';
  const shopper = new Shopper(daemon, who);
  const [first, second] = await shopper.search('table');
  await shopper.notify('click', { ticket: first!.ticket });
  await shopper.notify('add-to-cart', { ticket: second!.variants[0]!.ticket });
  await shopper.notify('add-favorite', { variantKey: first!.variants[0]!.key });
  await killAll(daemon);
  const visitor = await stored(dataDir, 'kim');
  t.same(keys(visitor?.favorites), [first!.key]);
  t.same(keys(visitor?.cart), [second!.variants[0]!.key]);
  for (const unknown of ['sy', 'no', 'bo']) t.equal(await stored(dataDir, unknown), undefined, unknown);

  daemon = await start();
  await ready(daemon.url);
  t.same((await new Shopper(daemon, who).remembered()).views, [first!.key]);
  await new Shopper(daemon, who).notify('remove-favorite', { productKey: first!.key });
});

t.test('what there is is counted, and saved at the end', async t => {
  const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
  for (const name of ['visitors', 'behaviour_waiting', 'learning_compile_seconds', 'visits_dropped_total']) {
    t.match(metrics, new RegExp(`^vitrine_${name} [0-9.e-]+$`, 'm'));
  }
  t.equal(await daemon.stop(), 0);
  const learned = await readLearned(join(behaviourFolder(dataDir), 'learnt.bin'));
  t.ok(learned!.learnedTo > 5, `up to record ${learned!.learnedTo}`);
});
