/**
 * Retail media against a real daemon, with the real client: places of searches, slices, recommendation lists, sponsored
 * lists and banners are sold to campaigns, marked, reported by their tickets, and nothing else of an answer changes.
 */
import { elevate } from '@apptus/esales-api';
import t from 'tap';
import type { Campaign } from '../../src/catalog/site/campaign-document.js';
import { type Daemon, startDaemon } from '../daemon.js';
import { until } from '../within.js';
import { importWhenReady } from './admin.js';
import { groupLine, groupLines } from './shop.js';

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

const SETTINGS = { searchPositions: [0, 2], maxShare: 0.25, disclosure: ['uk'] };
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
  boots: campaign({
    advertiser: { id: 'bot', name: 'Bot' },
    bid: { type: 'CPC', amount: 1, currency: 'GBP' },
    targeting: { categories: ['Footwear'] },
  }),
  swedish: campaign({ markets: ['se'], bid: { type: 'CPC', amount: 9, currency: 'SEK' } }),
};
/** Of an advertiser of its own, which bids most. */
const lavish = { advertiser: { id: 'vis', name: 'Vis' }, bid: { type: 'CPC', amount: 5, currency: 'GBP' } } as const;
const capped = campaign({ ...lavish, products: { keys: ['p-5'] }, frequencyCap: 1 });
const page = {
  id: 'home',
  primaryList: {
    rules: 'rule incl category {"Home"}',
    pageSliceInfo: {
      slices: [
        { limit: 2, sponsored: true },
        { limit: 3, productSetId: 'lamps' },
      ],
    },
  },
  sponsoredLists: [{ id: 'deals', limit: 4 }],
  banners: [
    { id: 'top', type: 'IMAGE', width: 600, height: 200 },
    { id: 'again', type: 'IMAGE', width: 600, height: 200 },
    { id: 'tall', type: 'IMAGE', width: 10, height: 900 },
  ],
};

let daemon: Daemon;

async function admin(path: string, body: unknown, method = 'POST'): Promise<void> {
  const headers = { 'Api-Key': daemon.key, 'Content-Type': 'application/json' };
  const init = { method, headers, body: JSON.stringify(body) };
  const response = await fetch(`${daemon.url}/api/admin/v4/import/${path}`, init);
  if (response.status !== 204) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

function clientOf(customerKey: string, market = 'uk', locale = 'en-GB') {
  return elevate({
    clusterId: daemon.url,
    market,
    locale,
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
  const markets = {
    uk: { locales: ['en-GB'], appSettings: { currency: 'GBP' } },
    se: { locales: ['sv-SE'], appSettings: { currency: 'SEK' } },
  };
  await admin('configuration', { edit: { markets } });
  await admin('product-sets', { lamps: { name: 'Lamps', rules: 'rule incl category {"Home > lamps"}' } }, 'PUT');
  await admin('pages', { market: 'uk', type: 'FULL', addOrUpdate: [page] });
  organic = await search({ limit: PRODUCTS });
  await admin('campaigns', { edit: campaigns });
  // Nothing does before the accounts are read.
  await until('campaigns compete', async () => sponsoredOf((await search({}, 'c-0')).productGroups).length > 0);
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

t.test('what is sold is one answer for all strangers of its second, and another in the next', async t => {
  const ask = async (customer: number) => {
    const who = `market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=x-${customer}&sessionKey=y-${customer}`;
    const response = await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?${who}&q=edition1&limit=9`);
    return response.text();
  };
  const misses = async () => {
    const text = await (await fetch(`${daemon.url}/metrics`)).text();
    return Number(/^vitrine_answer_cache_misses_total (\d+)$/m.exec(text)![1]);
  };
  const before = await misses();
  const began = Math.floor(Date.now() / 1000);
  const bodies = [await ask(0)];
  // Tickets name the second in which a place was sold.
  await until('the answers of three seconds', async () => {
    bodies.push(await ask(bodies.length));
    return new Set(bodies).size === 3;
  });
  const seconds = Math.floor(Date.now() / 1000) - began + 1;
  const changes = bodies.filter((body, i) => i > 0 && body !== bodies[i - 1]).length;
  t.equal(changes, 2, 'none comes back');
  t.ok(bodies.length > 6, 'strangers have asked for each again');
  const made = (await misses()) - before;
  t.ok(made >= 3 && made <= seconds, `${made} were made for ${bodies.length} visitors in ${seconds} seconds`);
});

t.test('pages of a list fit together', async t => {
  // The places are sold anew in each second, here with the same outcome: nothing is spent, learned or paced meanwhile.
  const whole = await search({ limit: PRODUCTS });
  const parts = [await search({ limit: 7 }), await search({ limit: 33, skip: 7 })];
  t.same(
    parts.flatMap(part => keys(part.productGroups)),
    keys(whole.productGroups),
  );
  t.same([...keys(whole.productGroups)].sort(), [...keys(organic.productGroups)].sort(), 'every product once');
  const none = await search({ sort: 'PRICE_ASCENDING' });
  t.same(sponsoredOf(none.productGroups), [], 'places are sold in the order of relevance alone');
});

t.test('a sponsored slice has what campaigns win, and is organic where they win nothing', async t => {
  const read = async () => {
    const answer = await clientOf('c-2').query.landingPage({ pageReference: 'home', limit: 12 } as never);
    return answer.primaryList as unknown as { productGroups: Group[]; totalHits: number; sliceRanges: unknown };
  };
  const { productGroups, totalHits, sliceRanges } = await read();
  t.equal(totalHits, PRODUCTS);
  t.same(sliceRanges, [{ from: 2, id: 'lamps', to: 5 }], 'the slice behind the sold places is where its products are');
  for (const key of keys(productGroups).slice(2, 5)) t.equal(Number(key.slice(2)) % 5, 0, 'a lamp');
  t.same(
    mains(productGroups).map(({ sponsored }) => sponsored),
    [true, true, ...Array(10).fill(false)],
  );
  t.equal(new Set(keys(productGroups)).size, 12, 'no product twice');
});

t.test(
  'recommendation lists sell the positions that are asked for, and those behind them stay as they are',
  async t => {
    const read = async (places: object) => {
      const recommendationLists = [
        { id: 'top', limit: 8, ...places },
        { id: 'next', limit: 8 },
      ];
      const body = { recommendationLists };
      const answer = await clientOf('c-3').query.landingPage({ pageReference: 'none' } as never, body as never);
      return answer.recommendationLists as unknown as { productGroups: Group[] }[];
    };
    const [list, next] = await read({ sponsoredPositions: [1, 3, 7] });
    const [before, nextBefore] = await read({});
    t.same(keys(next!.productGroups), keys(nextBefore!.productGroups), 'the list behind it');
    const paid = new Set(sponsoredOf(list!.productGroups).map(({ key }) => key));
    const rest = keys(list!.productGroups).filter(key => !paid.has(key));
    t.same(
      rest,
      keys(before!.productGroups)
        .filter(key => !paid.has(key))
        .slice(0, rest.length),
    );
    t.same(
      mains(list!.productGroups).map(({ sponsored }) => sponsored),
      [false, true, false, true, false, false, false, false],
      'no more than a quarter of the list',
    );
  },
);

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
  t.same(
    mains(productGroups).map(({ notifyImpression }) => notifyImpression),
    [true, undefined, true, ...Array(9).fill(undefined)],
  );
  t.same(Object.keys(mains(productGroups)[1] ?? {}), ['key', 'title', 'ticket', 'variants'], 'nothing else');
});

t.test('answers name who pays in the markets of the setting alone', async t => {
  const { primaryList } = await clientOf('c-6', 'se', 'sv-SE').query.searchPage({ q: 'edition1', limit: 4 } as never);
  const [first] = sponsoredOf((primaryList as unknown as { productGroups: Group[] }).productGroups);
  t.match(first, { sponsored: true, notifyImpression: true });
  t.notOk(first && 'sponsor' in first);
});

t.test('a visitor who has seen a campaign as often as it allows gets another answer than all others', async t => {
  await admin('campaigns', { edit: { autumn: { ...campaigns.autumn, enabled: false }, capped } });
  const keysFor = async (customerKey: string) => {
    return sponsoredOf((await search({}, customerKey)).productGroups).map(({ key }) => key);
  };
  const won = sponsoredOf((await search({}, 'c-7')).productGroups);
  t.equal(won[0]!.key, 'p-5', 'the highest bid');
  await recorded('adImpression', won[0]!.ticket, 'c-7');
  const before = await keysFor('c-8');
  t.ok(before.includes('p-5'));
  const own = await keysFor('c-7');
  t.ok(own.length > 0 && !own.includes('p-5'));
  t.same(await keysFor('c-8'), before, 'the answer of all others is not that one');
});

t.test('an explanation tells which campaigns have won, at what class of price, and why others have not', async t => {
  const headers = { 'Api-Key': daemon.key, 'Content-Type': 'application/json' };
  const explained = async (query: string, parameters: object) => {
    const order = { query, parameters: { market: 'uk', locale: 'en-GB', ...parameters } };
    const init = { method: 'POST', headers, body: JSON.stringify(order) };
    const response = await fetch(`${daemon.url}/api/admin/v4/explain`, init);
    return ((await response.json()) as { sales: { list: string; winners: object[]; lost: object[] }[] }).sales;
  };
  const [sale] = await explained('search-page', { q: 'edition1', limit: 12 });
  t.match(sale, { list: 'primaryList', positions: [0, 2] });
  t.match(sale!.winners[0], { position: 0, product: 'p-5', campaign: 'capped', bid: 5, price: 'contested' });
  t.match(sale!.winners[1], { position: 2, campaign: 'spring', advertiser: 'Lux', bid: 0.5, price: 'reserve' });
  t.same(sale!.lost, [
    { campaign: 'autumn', bid: 2, reason: 'disabled' },
    { campaign: 'boots', bid: 1, reason: 'category' },
  ]);
  const banners = await explained('banners', { pageReference: 'home' });
  t.same(
    banners.map(({ list, winners }) => [list, winners.length]),
    [
      ['top', 1],
      ['again', 0],
      ['tall', 0],
    ],
  );
  t.match(
    banners[2]!.lost.find(({ campaign }: { campaign?: string }) => campaign === 'capped'),
    { reason: 'no-image' },
  );
  t.match(
    banners[1]!.lost.find(({ campaign }: { campaign?: string }) => campaign === 'spring'),
    { reason: 'already-on-page' },
    'each advertiser has one banner of a page',
  );
});

t.test('a campaign in preview competes for previews alone, until it is published', async t => {
  await admin('campaigns', {
    edit: { preview: campaign({ ...lavish, products: { keys: ['p-15'] } }) },
    previewOnly: true,
  });
  const first = async (parameters: object) => mains((await search(parameters, 'c-9')).productGroups)[0]!.key;
  t.equal(await first({ viewId: 'PREVIEW' }), 'p-15');
  t.equal(await first({}), 'p-5');
  await admin('../campaigns/publish', { ids: ['preview'] });
  t.equal(await first({}), 'p-15');
});

t.test('what has sold out is not sponsored, and is again when it is back, unless a list blocks it', async t => {
  const spare = campaign({ ...lavish, bid: { ...lavish.bid, amount: 9 }, products: { keys: ['p-7'] } });
  await admin('campaigns', { edit: { spare } });
  const sold = async () => sponsoredOf((await search({}, 'c-10')).productGroups).some(({ key }) => key === 'p-7');
  const stocked = async (stock: number) => {
    const line = groupLine(7, { stock });
    t.equal((await importWhenReady(daemon, 'POST', [line], { blockingTimeout: 'PT1M' })).status, 204);
  };
  t.ok(await sold());
  await stocked(0);
  t.notOk(await sold());
  await stocked(1);
  t.ok(await sold());
  const page = async (blocked: string[]) => {
    const slices = [{ limit: 1, sponsored: true }];
    const primaryList = { rules: 'rule incl category {"Home"}', pageSliceInfo: { slices }, blocked };
    await admin('pages', { market: 'uk', type: 'PARTIAL', addOrUpdate: [{ id: 'sold', primaryList }] });
    const answer = await clientOf('c-10').query.landingPage({ pageReference: 'sold', limit: PRODUCTS } as never);
    return keys(answer.primaryList!.productGroups as unknown as Group[]);
  };
  t.equal((await page([]))[0], 'p-7');
  t.notOk((await page(['p-7'])).includes('p-7'));
});
