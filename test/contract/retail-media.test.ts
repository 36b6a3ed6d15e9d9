/**
 * Retail media against a real daemon, with the real client: places of searches, slices, recommendation lists, sponsored
 * lists and banners are sold to campaigns, marked, reported by their tickets, and nothing else of an answer changes.
 */
import { elevate } from '@apptus/esales-api';
import t from 'tap';
import type { Campaign } from '../../src/catalog/site/campaign-document.js';
import { type Daemon, startDaemon } from '../daemon.js';
import { importWhenReady } from './admin.js';
import { groupLines } from './shop.js';

interface Product {
  key: string;
  ticket: string;
  sponsored?: boolean;
  notifyImpression?: boolean;
  sponsor?: { advertiser: string; payer: string };
}
interface Group {
  key: string;
  products: Product[];
}

const SETTINGS = { searchPositions: [0, 2], maxShare: 0.25 };
const PRODUCTS = 40;

const campaign = (members: Partial<Campaign>): Campaign => ({
  name: 'Spring',
  advertiser: { id: 'lux', name: 'Lux' },
  markets: ['uk'],
  products: { keys: ['p-20', 'p-25', 'p-30'] },
  bid: { type: 'CPC', amount: 0.5, currency: 'GBP' },
  budget: { total: 100 },
  pacing: 'ASAP',
  ...members,
});
const banner = { width: 600, height: 200, image: '/spring.svg', alt: 'Spring lamps', link: '/new', locale: 'en' };
const campaigns = {
  spring: campaign({ creatives: [banner, { ...banner, width: 300, height: 300, image: '/square.svg' }] }),
  autumn: campaign({
    advertiser: { id: 'sol', name: 'Sol', payer: 'Sol Holding' },
    products: { keys: ['p-10', 'p-15'] },
    bid: { type: 'CPM', amount: 2, currency: 'GBP' },
  }),
};
const page = {
  id: 'home',
  primaryList: { rules: 'rule incl category {"Home"}', pageSliceInfo: { slices: [{ limit: 2, sponsored: true }] } },
  sponsoredLists: [{ id: 'deals', limit: 4 }],
  banners: [
    { id: 'top', type: 'IMAGE', width: 600, height: 200 },
    { id: 'tall', type: 'IMAGE', width: 10, height: 900 },
  ],
};

let daemon: Daemon;

async function admin(path: string, body: unknown): Promise<void> {
  const headers = { 'Api-Key': daemon.key, 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${daemon.url}/api/admin/v4/import/${path}`, init);
  if (response.status !== 204) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

function clientOf(customerKey: string) {
  return elevate({
    clusterId: daemon.url,
    market: 'uk',
    locale: 'en-GB',
    touchpoint: 'desktop',
    session: () => ({ customerKey, sessionKey: `s-${customerKey}` }),
  });
}

const mains = (groups: Group[]) => groups.map(({ products: [main] }) => main!);
const keys = (groups: Group[]) => mains(groups).map(({ key }) => key);
const sponsoredOf = (groups: Group[]) => mains(groups).filter(({ sponsored }) => sponsored);

/** A search of all lamps and other things, with what campaigns have won. */
async function search(parameters: object = {}, customerKey = 'c-1') {
  const answer = await clientOf(customerKey).query.searchPage({ q: 'edition1', limit: 12, ...parameters } as never);
  return answer.primaryList as unknown as { productGroups: Group[]; totalHits: number; facets: unknown };
}

/** Sends the notification with its ticket. @returns the entries of the journal that it has made */
async function recorded(type: 'click' | 'adImpression', ticket: string, customerKey: string) {
  await clientOf(customerKey).notify[type](ticket);
  const headers = { 'Api-Key': daemon.key };
  const answer = await fetch(`${daemon.url}/api/admin/v4/notifications/latest?limit=50`, { headers });
  const { entries } = (await answer.json()) as { entries: Record<string, unknown>[] };
  return entries.filter(entry => entry['customerKey'] === customerKey);
}

let organic: Awaited<ReturnType<typeof search>>;

t.before(async () => {
  daemon = await startDaemon({ env: { VITRINE_SITE_RETAIL_MEDIA: JSON.stringify(SETTINGS) } });
  await importWhenReady(daemon, 'PUT', groupLines(PRODUCTS), { blockingTimeout: 'PT1M' });
  const markets = { uk: { appSettings: { currency: 'GBP', defaultLocale: 'en-GB' } } };
  await admin('configuration', { edit: { markets } }).catch(() => undefined);
  await admin('pages', { market: 'uk', type: 'FULL', addOrUpdate: [page] });
  organic = await search({ limit: PRODUCTS });
  await admin('campaigns', { edit: campaigns });
});
t.teardown(() => daemon.stop());

t.test('without campaigns nothing is sponsored', async t => {
  t.same(sponsoredOf(organic.productGroups), []);
  t.equal(organic.totalHits, PRODUCTS);
});

t.test('searches sell their places, and are otherwise as without campaigns', async t => {
  const { productGroups, totalHits, facets } = await search();
  const places = mains(productGroups).map(({ sponsored }) => sponsored === true);
  t.same(places, [true, false, true, ...Array(9).fill(false)], 'the positions of the setting, and no others');
  for (const { key, notifyImpression, sponsor } of sponsoredOf(productGroups)) {
    t.ok(['p-10', 'p-15', 'p-20', 'p-25', 'p-30'].includes(key));
    t.ok(notifyImpression);
    t.match(sponsor, key === 'p-10' || key === 'p-15' ? { payer: 'Sol Holding' } : { advertiser: 'Lux', payer: 'Lux' });
  }
  t.same({ totalHits, facets }, { totalHits: PRODUCTS, facets: organic.facets });
  const paid = new Set(sponsoredOf(productGroups).map(({ key }) => key));
  const rest = keys(organic.productGroups).filter(key => !paid.has(key));
  const shown = keys(productGroups).filter(key => !paid.has(key));
  t.same(shown, rest.slice(0, shown.length), 'the others keep their order, without copies of those');
});

t.test('pages of a list fit together', async t => {
  // Of one second: the places are sold anew in each.
  for (;;) {
    const second = Math.floor(Date.now() / 1000);
    const whole = await search({ limit: PRODUCTS });
    const parts = [await search({ limit: 7 }), await search({ limit: 33, skip: 7 })];
    if (Math.floor(Date.now() / 1000) !== second) continue;
    t.same(
      parts.flatMap(part => keys(part.productGroups)),
      keys(whole.productGroups),
    );
    t.same([...keys(whole.productGroups)].sort(), [...keys(organic.productGroups)].sort(), 'every product once');
    break;
  }
  const none = await search({ sort: 'PRICE_ASCENDING' });
  t.same(sponsoredOf(none.productGroups), [], 'places are sold in the order of relevance alone');
});

t.test('a sponsored slice has what campaigns win, and is organic where they win nothing', async t => {
  const read = async () => {
    const answer = await clientOf('c-2').query.landingPage({ pageReference: 'home', limit: 12 } as never);
    return answer.primaryList as unknown as { productGroups: Group[]; totalHits: number };
  };
  const { productGroups, totalHits } = await read();
  t.equal(totalHits, PRODUCTS);
  t.same(
    mains(productGroups).map(({ sponsored }) => sponsored),
    [true, true, ...Array(10).fill(false)],
  );
  t.equal(new Set(keys(productGroups)).size, 12, 'no product twice');
});

t.test('recommendation lists sell the positions that are asked for', async t => {
  const recommendationLists = [{ id: 'top', limit: 8, sponsoredPositions: [1, 3, 7] }];
  const body = { recommendationLists };
  const answer = await clientOf('c-3').query.landingPage({ pageReference: 'none' } as never, body as never);
  const [list] = answer.recommendationLists as unknown as { productGroups: Group[] }[];
  t.same(
    mains(list!.productGroups).map(({ sponsored }) => sponsored),
    [false, true, false, true, false, false, false, false],
    'no more than a quarter of the list',
  );
});

t.test('a sponsored list is won as a whole, and its ticket reports all of it', async t => {
  const answer = await clientOf('c-4').query.sponsoredPage({ pageReference: 'home' });
  const [list] = answer.sponsoredLists as unknown as {
    id: string;
    productGroups: Group[];
    impressionTicket: string;
    winners: string[];
  }[];
  t.equal(list!.id, 'deals');
  const won = mains(list!.productGroups);
  t.ok(won.length >= 3 && won.every(({ sponsored }) => sponsored));
  t.same([...list!.winners].sort(), ['Lux', 'Sol']);
  const entries = await recorded('adImpression', list!.impressionTicket, 'c-4');
  t.same(entries.map(({ productKey }) => productKey).sort(), won.map(({ key }) => key).sort());
  t.match(await recorded('click', won[0]!.ticket, 'c-4'), [{ type: 'click', productKey: won[0]!.key }]);
});

t.test('a banner has the image that fits it, and no banner is where none does', async t => {
  const answer = (await clientOf('c-5').query.banners({ pageReference: 'home' })) as unknown as {
    banners: { images: { ticket: string }[] }[];
  };
  t.match(answer.banners, [
    {
      id: 'top',
      width: 600,
      height: 200,
      sponsored: true,
      sponsor: { advertiser: 'Lux', payer: 'Lux' },
      images: [{ url: '/spring.svg', alt: 'Spring lamps', link: '/new' }],
    },
  ]);
  t.equal(answer.banners.length, 1);
  const { ticket } = answer.banners[0]!.images[0]!;
  t.match(await recorded('adImpression', ticket, 'c-5'), [{ type: 'ad-impression', path: 'home' }]);
  t.match(await recorded('click', ticket, 'c-5'), [{ type: 'click', path: 'home' }, {}]);
});

t.test('a card is marked whatever its template leaves out, and organic ones follow the template', async t => {
  await admin('templates', { edit: { keysOnly: { products: { all: { fields: ['title'] } } } } });
  const { productGroups } = await search({ templateId: 'keysOnly' });
  t.same(
    mains(productGroups).map(({ sponsored }) => sponsored),
    [true, undefined, true, ...Array(9).fill(undefined)],
  );
});
