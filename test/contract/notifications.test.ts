/**
 * Notifications against a real daemon: every call of the public client, payments from the shop's server, and the list
 * of the newest.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { elevate } from '@apptus/esales-api';
import t from 'tap';
import { HIT } from '../../src/pages/shared/tickets/signed-context.js';
import { encodeContext } from '../../src/pages/shared/tickets/ticket.js';
import { readTicketSecrets } from '../../src/server/storage/ticket-secret.js';
import { type Daemon, MAIN, ready, startDaemon } from '../daemon.js';
import { importWhenReady } from './admin.js';
import { replaceCatalog, daemon as shared } from './shared-daemon.js';
import { groupLines, searchUrl } from './shop.js';

const VISITOR = 'market=uk&customerKey=c-1&sessionKey=s-1';
const content = { markets: ['uk'], type: 'guide', defaults: { title: 'A guide', url: '/guide', dataLocale: 'en-GB' } };
const catalog = [...groupLines(6), { replace: { key: 'guide-1', content } }];

interface Entry {
  type: string;
  timestamp: string;
  customerKey?: string;
  [member: string]: unknown;
}

interface List {
  count: number;
  entries: Entry[];
  info?: string;
}

interface Shown {
  ticket: string;
  key: string;
  variants: { ticket: string; key: string }[];
}

function send({ url }: Daemon, type: string, body?: object, query = VISITOR): Promise<Response> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  return fetch(`${url}/api/storefront/v3/notifications/${type}?${query}`, { method: 'POST', ...init });
}

async function latest({ url, key }: Daemon, query = '', version = 'v4'): Promise<List> {
  const path = `${url}/api/admin/${version}/notifications/latest?${query}`;
  const response = await fetch(path, { headers: { 'Api-Key': key } });
  if (response.status !== 200) throw new Error(`latest: ${response.status} ${await response.text()}`);
  return (await response.json()) as List;
}

async function shownProducts({ url }: Daemon, q = ''): Promise<Shown[]> {
  const page = (await (await fetch(searchUrl(url, q))).json()) as {
    primaryList: { productGroups: { products: Shown[] }[] };
  };
  return page.primaryList.productGroups.flatMap(({ products }) => products);
}

const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message;

t.test('a catalog', () => replaceCatalog(catalog));

/** Of one visitor, newest first: several tests share this daemon. */
const entriesOf = async (customer: string, query = '') =>
  (await latest(shared, `limit=1000&${query}`)).entries.filter(({ customerKey }) => customerKey === customer);

t.test('every notification of the client is recorded once, and listed', async t => {
  const daemon = shared;
  const session = () => ({ customerKey: 'anna', sessionKey: 'visit-1' });
  const config = { market: 'uk', locale: 'en-GB', touchpoint: 'mobile', session } as const;
  const { query, notify } = elevate({ clusterId: daemon.url, ...config });
  const page = await query.searchPage({ q: 'lamp', limit: 5 });
  const [product] = page.primaryList.productGroups[0]!.products;
  const [variant] = product!.variants;

  await notify.click(product!.ticket);
  await notify.addToCart(variant!.ticket);
  await notify.adImpression(product!.ticket);
  await notify.addFavorite(product!.key);
  await notify.addFavorite({ variantKey: variant!.key });
  await notify.removeFavorite({ productKey: product!.key });
  await notify.removeRecentSearches(['lamp', 'chair']);
  await notify.removeRecentSearches('removeAll');
  await notify.removeRecentlyViewed([product!.key]);
  await notify.removeRecentlyViewed('removeAll');
  await notify.end();

  const entries = await entriesOf('anna');
  t.equal(entries.length, 11, 'none was sent again');
  const who = { market: 'uk', customerKey: 'anna', sessionKey: 'visit-1' };
  const from = { ...who, touchpoint: 'MOBILE', path: 'SEARCH', cached: false, productKey: product!.key };
  const inFavorites = { ...who, productKey: product!.key };
  t.same(entries.map(({ timestamp: _, ...entry }) => entry).reverse(), [
    { type: 'click', ...from },
    { type: 'add-to-cart', ...from, variantKey: variant!.key },
    { type: 'ad-impression', ...from },
    { type: 'add-favorite', ...inFavorites },
    { type: 'add-favorite', ...inFavorites, variantKey: variant!.key },
    { type: 'remove-favorite', ...inFavorites },
    { type: 'remove-recent-searches', ...who, count: 1 },
    { type: 'remove-recent-searches', ...who, count: 0 },
    { type: 'remove-recently-viewed', ...who },
    { type: 'remove-recently-viewed', ...who },
    { type: 'end', ...who },
  ]);
  for (const { timestamp } of entries) t.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
  t.rejects(notify.click('nonsense'), 'a refusal reaches the caller');
});

t.test('a notification is answered as storefronts need it', async t => {
  const daemon = shared;
  const visitor = 'market=uk&customerKey=counted&sessionKey=s-1';
  const taken = await send(daemon, 'end', undefined, visitor);
  t.equal(taken.status, 204);
  t.match(taken.headers.get('x-response-time'), /^\d+$/);
  t.equal(taken.headers.get('access-control-allow-origin'), '*');
  t.equal(await taken.text(), '');
  const refused = await send(daemon, 'click', { ticket: 'x' }, visitor);
  t.equal(refused.status, 400);
  t.match(refused.headers.get('x-response-time'), /^\d+$/);
  t.match(await refused.json(), {
    status: 400,
    error: 'BAD_REQUEST',
    message: /^ticket: not a ticket/,
    errors: [{ path: '/ticket' }],
  });
  const end = `${daemon.url}/api/storefront/v3/notifications/end?${visitor}`;
  t.equal((await fetch(end)).status, 404, 'GET');
  t.equal((await fetch(end, { method: 'OPTIONS' })).status, 204, 'a preflight');
  t.equal(
    (await fetch(end.replace('end', 'payment'), { method: 'POST' })).status,
    404,
    'payments are not for browsers',
  );
  const large = await send(daemon, 'remove-recent-searches', { phrases: ['x'.repeat(1_100_000)] }, visitor);
  t.equal(large.status, 413);
  t.equal((await entriesOf('counted')).length, 1, 'what was refused is not recorded');
});

t.test('keys and tickets of the catalog are taken, also those of an earlier one', async t => {
  const daemon = shared;
  const products = await shownProducts(daemon);
  const first = products.find(({ key }) => key === 'p-0');
  const second = products.find(({ key }) => key === 'p-5');
  const gone = await importWhenReady(daemon, 'POST', [{ remove: { productGroup: 'g-5' } }], {
    force: 'true',
  });
  t.equal(gone.status, 204);
  t.equal((await send(daemon, 'click', { ticket: first!.ticket })).status, 204, 'of the catalog before');
  t.equal((await send(daemon, 'add-to-cart', { ticket: first!.variants[1]!.ticket })).status, 204);
  const removed = await send(daemon, 'click', { ticket: second!.ticket });
  t.equal(removed.status, 400);
  t.match(await messageOf(removed), `no product "${second!.key}" is in the catalog`);
  t.equal((await send(daemon, 'add-favorite', { productKey: second!.key })).status, 400);
  t.equal((await send(daemon, 'add-favorite', { productKey: first!.key }, VISITOR.replace('uk', 'se'))).status, 204);
  t.equal((await send(daemon, 'click', { ticket: first!.ticket }, VISITOR.replace('uk', 'se'))).status, 400);

  const { secrets } = (await readTicketSecrets(daemon.dataDir))!;
  const secret = secrets[0]!.secret;
  const place = { market: 'uk', locale: 'en-GB', touchpoint: 'DESKTOP', pageType: 'start', list: 'guides' } as const;
  const context = encodeContext({ ...place, pageReference: '/help', q: '', generation: 1, minute: 1 }, secret);
  const guide = (key: string) => `${context.startOf(0, HIT.CONTENT, key)}.c.${key}`;
  t.equal((await send(daemon, 'click', { ticket: guide('guide-1') })).status, 204, 'content');
  t.equal((await send(daemon, 'click', { ticket: guide('guide-2') })).status, 400, 'unknown content');
  t.match((await latest(daemon, 'limit=1')).entries, [
    { type: 'click', contentKey: 'guide-1', path: '/help', cached: true, touchpoint: 'DESKTOP' },
  ]);
});

t.test('a ticket counts for the hit that it was made for alone', async t => {
  const daemon = shared;
  const [first, second] = await shownProducts(daemon);
  const [context, position, tag] = first!.ticket.split('.');
  const [other] = await shownProducts(daemon, second!.key);
  const forged = {
    'another product of the list': `${context}.${position}.${tag}.p.${second!.key}`,
    'its variant': `${context}.${position}.${tag}.v.${second!.variants[0]!.key}`,
    'a product that was not shown': `${context}.9.${tag}.p.${first!.key}`,
    'the tag of another position': `${context}.${position}.${second!.ticket.split('.')[2]}.p.${first!.key}`,
    'the context of another list': `${other!.ticket.split('.')[0]}.${position}.${tag}.p.${first!.key}`,
  };
  for (const [what, ticket] of Object.entries(forged)) {
    const refused = await send(daemon, 'click', { ticket });
    t.equal(refused.status, 400, what);
    t.match(
      await messageOf(refused),
      /\/ticket: (product|variant) ".*" did not stand at position \d+ of the list "primary"/,
    );
  }
  t.equal((await send(daemon, 'click', { ticket: first!.ticket })).status, 204);
  t.equal((await send(daemon, 'click', { ticket: first!.variants[0]!.ticket })).status, 204, 'a variant of it');
});

t.test('only the user of the daemon can read what it keeps', async t => {
  const entries = readdirSync(shared.dataDir, { recursive: true, encoding: 'utf8' });
  const open = entries.filter(name => (statSync(join(shared.dataDir, name)).mode & 0o077) !== 0);
  t.same(open, []);
  t.ok(entries.includes('journal') && entries.includes(join('behaviour', 'data.mdb')));
});

t.test('payments come with a key; what is right in them is recorded', async t => {
  const daemon = shared;
  const pay = (version: string, body: object, key = daemon.key) =>
    fetch(`${daemon.url}/api/admin/${version}/notifications/payment?${VISITOR.replace('c-1', 'payer')}`, {
      method: 'POST',
      headers: { 'Api-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const line = { quantity: 2, variantKey: 'v-1-0', cost: 4.5, sellingPrice: 9 };
  const old = await pay('v3', { lines: [line] });
  t.equal(old.status, 204);
  t.ok(old.headers.get('sunset'), 'the old version says that it ends');
  t.equal(old.headers.get('access-control-allow-origin'), null);
  const partly = await pay('v4', {
    lines: [
      { quantity: 1, variantKey: 'nope' },
      { quantity: 3, variantKey: 'v-2-1' },
    ],
  });
  t.equal(partly.status, 400);
  t.match(await partly.json(), {
    message: /variantKey: no variant "nope" is in the catalog; the other lines, 1 of 2, were recorded/,
    errors: [{ path: '/lines/0/variantKey' }],
  });
  t.equal((await pay('v4', { lines: [] })).status, 400);
  t.equal((await pay('v4', { lines: [line] }, 'wrong')).status, 403);
  const { entries } = await latest(daemon, 'type=payment', 'v3');
  t.same(
    entries.map(({ paymentLines }) => paymentLines),
    [[{ quantity: 3, variantKey: 'v-2-1' }], [line]],
  );

  const key = (scope: string) => {
    const args = ['keys', 'create', '--data', daemon.dataDir, '--label', scope, '--scope', scope];
    return /vk_[\w-]+/.exec(execFileSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' }))![0];
  };
  const imports = key('import');
  t.equal((await pay('v4', { lines: [line] }, imports)).status, 403, 'a key for imports is not enough');
  t.equal((await pay('v4', { lines: [line] }, key('notifications'))).status, 204);
  const listing = `${daemon.url}/api/admin/v4/notifications/latest`;
  t.equal((await fetch(listing, { headers: { 'Api-Key': imports } })).status, 403);
  t.equal((await fetch(`${listing}?type=sale`, { headers: { 'Api-Key': daemon.key } })).status, 400);
  t.equal((await fetch(`${listing}?limit=0`, { headers: { 'Api-Key': daemon.key } })).status, 400);
});

t.test('SYNTHETIC is listed and counted apart, notify=false is neither', async t => {
  const daemon = shared;
  const counts = async () => {
    const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
    return ['recorded', 'synthetic', 'ignored', 'refused', 'shed'].map(outcome => {
      const line = new RegExp(`^vitrine_notifications_total{type="end",outcome="${outcome}"} (\\d+)$`, 'm');
      return Number(line.exec(metrics)?.[1]);
    });
  };
  const before = await counts();
  t.equal((await send(daemon, 'end', undefined, 'market=uk&userContext=SYNTHETIC')).status, 204);
  t.equal((await send(daemon, 'end', undefined, `${VISITOR}&notify=false`)).status, 204);
  t.equal((await send(daemon, 'end')).status, 204);
  t.equal((await send(daemon, 'end', undefined, 'market=uk')).status, 400);
  const { entries } = await latest(daemon, 'limit=2');
  t.match(entries, [{ type: 'end', customerKey: 'c-1' }, { type: 'end' }]);
  t.notOk(entries[1]!.customerKey);
  const after = await counts();
  t.same(
    after.map((count, i) => count - before[i]!),
    [1, 1, 1, 1, 0],
  );
  const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
  t.match(metrics, /^vitrine_journal_commit_seconds_count [1-9]/m);
  t.match(metrics, /^vitrine_journal_bytes [1-9]\d+$/m);
});

t.test('when the disk cannot keep up, what is too much is answered 503 and not recorded', async t => {
  const daemon = await startDaemon({ env: { VITRINE_BEHAVIOUR_QUEUE: '2' } });
  t.teardown(() => daemon.stop());
  t.equal((await importWhenReady(daemon, 'PUT', catalog)).status, 204);
  await ready(daemon.url);
  const answers = await Promise.all(Array.from({ length: 60 }, () => send(daemon, 'end')));
  const taken = answers.filter(({ status }) => status === 204);
  const shed = answers.filter(({ status }) => status === 503);
  t.equal(taken.length + shed.length, answers.length);
  t.ok(taken.length > 0);
  t.ok(shed.length > 0);
  for (const { headers } of shed) t.equal(headers.get('retry-after'), '1');
  t.match(await messageOf(shed[0]!), /wait for the disk/);
  t.equal((await latest(daemon)).count, taken.length);
});
