/** The interface description against a real daemon: it has every route, and every reply is as it says. */
import { type ClientRequest, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import type { Static } from 'typebox';
import type * as described from '../../../src/api/admin-responses.js';
import type { NotificationList } from '../../../src/api/notification-listing.js';
import type { ErrorDetails as DescribedDetails } from '../../../src/api/response-parts.js';
import type { ErrorDetails } from '../../../src/imports/import-findings.js';
import type { ImportRecord } from '../../../src/server/imports/import-history.js';
import type { ImportStatus } from '../../../src/server/imports/import-status.js';
import type { SnapshotSummary } from '../../../src/server/imports/snapshot-list.js';
import { ended } from '../../contract/admin.js';
import { groupLine } from '../../contract/shop.js';
import { startDaemon as startInProcess } from '../daemon.js';
import { ADMIN, type Ask, NOTIFICATIONS, post, put, QUERIES, VISITOR } from '../described.js';
import { agree, daemon, description } from './shared-shop.js';

t.test('every route is described with every method, and nothing else is', async t => {
  const { server } = await startInProcess(t, {}, undefined, 'no imports');
  // The way to the documentation is for people, like the page.
  const described = server.routes.filter(({ path }) => path !== '/docs');
  const routes = described.flatMap(({ path, methods }) => methods.map(method => `${method} ${path}`)).sort();
  t.same(routes, description.operations);
  t.equal(new Set(routes).size, routes.length);
});

t.test('the description comes with an ETag, and compressed to who takes it so', async t => {
  const plain = await agree(t, 200, '/openapi.json');
  t.equal(plain.headers.get('content-encoding'), null);
  t.match(plain.headers.get('content-type'), /^application\/json; charset=utf-8$/);
  const compressed = await agree(t, 200, '/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } });
  t.equal(compressed.headers.get('content-encoding'), 'gzip');
  t.equal(compressed.body, plain.body);
  const etag = plain.headers.get('etag')!;
  await agree(t, 304, '/openapi.json', { headers: { 'If-None-Match': etag } });
  await agree(t, 405, '/openapi.json', { method: 'PUT' });
});

t.test('replies to imports are as described', async t => {
  const catalog = `${ADMIN}/import/catalog`;
  const gzipped = (lines: string): Ask => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/jsonlines', 'Content-Encoding': 'gzip' },
    body: new Uint8Array(gzipSync(lines)),
  });
  await agree(t, 204, catalog, gzipped(JSON.stringify(groupLine(1, { edition: 2 }))));
  const late = await agree(t, 202, `${catalog}?blockingTimeout=PT0S`, gzipped(JSON.stringify(groupLine(2))));
  const { id } = JSON.parse(late.body) as { id: string };
  await ended(daemon, id);
  await agree(t, 200, `${ADMIN}/import/status?id=${id}`);
  await agree(t, 200, `${ADMIN}/import/status?id=unknown`);
  await agree(t, 400, `${ADMIN}/import/status`);

  const wrong = [groupLine(1, { price: -1 }), { nonsense: {} }].map(line => JSON.stringify(line)).join('\n');
  const refused = await agree(t, 400, `${catalog}?name=wrong`, gzipped(wrong));
  t.match(JSON.parse(refused.body), { errorDetails: { variants: { keys: ['v-1-0', 'v-1-1'] } } });
  await agree(t, 400, `${catalog}?force=perhaps`, gzipped(''));
  await agree(t, 403, catalog, { ...gzipped(''), key: false });
  await agree(t, 405, catalog);
  await agree(t, 415, catalog, post({}));

  const page = { id: '/lamps', headings: { 'en-GB': 'Lamps' }, primaryList: { rules: 'rule incl category {"Home"}' } };
  const pages = { market: 'uk', type: 'PARTIAL', addOrUpdate: [page] };
  const node = { id: 'n', title: 'Lamps', type: 'PAGE', pageId: '/lamps' };
  const nodes = { market: 'uk', locale: 'en-GB', addOrUpdate: [{ ...node, id: 'a', parentId: 'n' }] };
  const navigation = { market: 'uk', locale: 'en-GB', type: 'PARTIAL', addOrUpdate: [node] };
  const template = { products: { all: { fields: ['title', 'custom.*'], variants: { all: { fields: ['size'] } } } } };
  for (const version of ['v3', 'v4']) {
    const admin = `/api/admin/${version}`;
    await agree(t, 204, `${admin}/import/pages`, post(pages));
    await agree(t, 204, `${admin}/import/pages`, post({ ...pages, previewOnly: true }));
    await agree(t, 204, `${admin}/pages/publish`, post({ market: 'uk' }));
    await agree(t, 204, `${admin}/import/navigation?bypass-compression-for-manual-test=true`, post(navigation));
    await agree(t, 400, `${admin}/import/navigation`, post(navigation));
    await agree(t, 204, `${admin}/navigation/nodes`, post(nodes));
    await agree(t, 204, `${admin}/import/templates?force=true`, put({ grid: template }));
    await agree(t, 204, `${admin}/import/templates`, post({ edit: { list: template } }));
    await agree(t, 204, `${admin}/import/product-sets`, put({ new: { name: 'New', rules: 'rule incl newness 30d' } }));
    await agree(t, 400, `${admin}/import/product-sets`, put({ new: { name: 'New' } }));
    const search = { locales: { en: { stopWords: ['please'], rules: [{ phrases: ['lamp'], pin: ['p-1'] }] } } };
    await agree(t, 204, `${admin}/import/search-settings`, put({ ...search, previewOnly: true }));
    await agree(t, 204, `${admin}/search-settings/publish`, post({ locales: ['en'] }));
    await agree(t, 400, `${admin}/search-settings/publish`, post({ locales: ['en'] }));
    await agree(t, 400, `${admin}/import/search-settings`, put({}));
    await agree(t, 405, `${admin}/import/search-settings`, post(search));
    await agree(t, 403, `${admin}/import/pages`, { ...post(pages), headers: { 'Api-Key': 'wrong' } });
    await agree(t, 405, `${admin}/import/product-sets`, post({}));
    await agree(t, 415, `${admin}/import/pages`, post(pages, { 'Content-Type': 'text/html' }));
  }
  const markets = { uk: { locales: ['en-GB'] }, se: { locales: ['sv-SE', 'en-GB'], appSettings: { currency: 'SEK' } } };
  await agree(t, 204, `${ADMIN}/import/configuration`, post({ edit: { markets } }));
  await agree(t, 400, `${ADMIN}/import/configuration`, post({}));

  const history = await agree(t, 200, `${ADMIN}/import/history`);
  t.match(JSON.parse(history.body), { imports: [{ kind: 'configuration' }] });
  const { snapshots } = JSON.parse((await agree(t, 200, `${ADMIN}/snapshots`)).body) as { snapshots: { id: string }[] };
  await agree(t, 404, `${ADMIN}/snapshots/rollback?id=00000009-00000000`, { method: 'POST' });
  await agree(t, 204, `${ADMIN}/snapshots/rollback?id=${snapshots[0]!.id}`, { method: 'POST' });
});

/** An import whose body does not end before it is told to. */
class HeldImport {
  answered = false;
  readonly status: Promise<number>;
  private readonly sent: ClientRequest;

  constructor() {
    const headers = { 'Api-Key': daemon.key, 'Content-Type': 'application/json' };
    this.sent = request(`${daemon.url}${ADMIN}/import/product-sets`, { method: 'PUT', headers, agent: false });
    this.status = new Promise((resolve, reject) => {
      this.sent.on('error', reject);
      this.sent.on('response', response => {
        response.resume();
        this.answered = true;
        resolve(response.statusCode!);
      });
    });
    this.sent.write('{"new": {"name": "New",');
  }

  finish(): Promise<number> {
    this.sent.end('"rules": ""}}');
    return this.status;
  }
}

t.test('an import while another is under way is refused as described', async t => {
  let held = new HeldImport();
  // A rollback to nowhere is over at once, unless an import is under way. The import may meet one; then it is refused.
  const headers = { 'Api-Key': daemon.key };
  const nowhere = () =>
    fetch(`${daemon.url}${ADMIN}/snapshots/rollback?id=99999999-00000000`, { method: 'POST', headers });
  const roundTrip = () => fetch(`${daemon.url}/healthz`).then(response => response.text());
  for (let status = 0; status !== 409; ) {
    for (let i = 0; i < 20; i++) await roundTrip();
    ({ status } = await nowhere());
    if (held.answered) held = new HeldImport();
  }
  await agree(t, 409, `${ADMIN}/import/templates`, put({}));
  await agree(t, 409, '/api/admin/v3/import/pages', post({ market: 'uk', type: 'PARTIAL' }));
  t.equal(await held.finish(), 204);
});

t.test('replies to notifications are as described', async t => {
  const page = await agree(t, 200, `${QUERIES}/search-page?${VISITOR}&q=`);
  const { ticket } = (JSON.parse(page.body) as { primaryList: { productGroups: { products: { ticket: string }[] }[] } })
    .primaryList.productGroups[0]!.products[0]!;
  for (const type of ['click', 'add-to-cart', 'ad-impression']) {
    await agree(t, 204, `${NOTIFICATIONS}/${type}?${VISITOR}`, post({ ticket }));
  }
  await agree(t, 204, `${NOTIFICATIONS}/add-favorite?${VISITOR}`, post({ productKey: 'p-1' }));
  await agree(t, 204, `${NOTIFICATIONS}/remove-favorite?${VISITOR}`, post({ variantKey: 'v-1-0' }));
  await agree(t, 204, `${NOTIFICATIONS}/remove-recent-searches?${VISITOR}`, post({ phrases: ['lamp'] }));
  await agree(t, 204, `${NOTIFICATIONS}/remove-recently-viewed?${VISITOR}`, post({ removeAll: true }));
  await agree(t, 204, `${NOTIFICATIONS}/end?${VISITOR}`, { method: 'POST' });
  await agree(t, 400, `${NOTIFICATIONS}/click?${VISITOR}`, post({ ticket: 'forged' }));
  await agree(t, 404, `${NOTIFICATIONS}/click?${VISITOR}`);
  await agree(t, 415, `${NOTIFICATIONS}/click?${VISITOR}`, post({ ticket }, { 'Content-Type': 'image/png' }));
  for (const version of ['v3', 'v4']) {
    const admin = `/api/admin/${version}/notifications`;
    const line = { quantity: 1, variantKey: 'v-1-0', sellingPrice: 9.5 };
    await agree(t, 204, `${admin}/payment?${VISITOR}`, post({ lines: [line] }));
    await agree(t, 400, `${admin}/payment?${VISITOR}`, post({ lines: [{ ...line, variantKey: 'none' }] }));
    await agree(t, 403, `${admin}/latest`, { key: false });
    await agree(t, 405, `${admin}/latest`, { method: 'POST' });
    const listed = await agree(t, 200, `${admin}/latest?limit=50`);
    t.ok((JSON.parse(listed.body) as { count: number }).count >= 9);
  }
  await agree(t, 400, `${ADMIN}/notifications/latest?type=nonsense`);
});

t.test('replies to exports are as described', async t => {
  const accepting = (encoding: string): Ask => ({ headers: { 'Accept-Encoding': encoding } });
  const view = 'market=uk&locale=en-GB';
  for (const version of ['v3', 'v4']) {
    const exported = `/api/admin/${version}/export`;
    await agree(t, 200, `${exported}/catalog`, accepting('gzip'));
    const groups = await agree(t, 200, `${exported}/product-groups?${view}`, accepting('identity'));
    for (const member of ['tags', 'stores', 'customPrices', 'cost']) t.match(groups.body, `"${member}":`);
    await agree(t, 200, `${exported}/pages?market=uk&outputFilter=INCLUDE_UNPUBLISHED`, accepting('*'));
    await agree(t, 200, `${exported}/navigation?${view}&includeAppNodes=true`, accepting('gzip'));
    await agree(t, 200, `${exported}/templates`, accepting('gzip'));
    await agree(t, 200, `${exported}/product-sets`, accepting('gzip'));
    await agree(t, 200, `${exported}/search-settings?viewId=preview`, accepting('gzip'));
    await agree(t, 400, `${exported}/search-settings?viewId=draft`, accepting('gzip'));
    await agree(t, 200, `${exported}/configuration`, accepting('gzip'));
    await agree(t, 400, `${exported}/pages?market=none`, accepting('gzip'));
    await agree(t, 403, `${exported}/templates`, { ...accepting('gzip'), key: false });
    await agree(t, 405, `${exported}/templates`, { ...accepting('gzip'), method: 'POST' });
    await agree(t, 406, `${exported}/templates`, accepting('br, identity;q=0'));
    await agree(t, 406, `${exported}/templates`);
  }
});

/** True where each of two types fits the other. */
type Same<A, B> = [A, B] extends [B, A] ? true : false;
type Described<Name extends keyof typeof described> = Static<(typeof described)[Name]>;

t.test('the described types are those of the server', t => {
  const same: [
    Same<Described<'ImportRecord'>, ImportRecord>,
    Same<Omit<Described<'ImportStatus'>, 'errorDetails'>, Omit<ImportStatus, 'errorDetails'>>,
    Same<Static<typeof DescribedDetails>, ErrorDetails>,
    Same<Described<'SnapshotSummary'>, SnapshotSummary>,
    Same<Described<'NotificationList'>, NotificationList>,
  ] = [true, true, true, true, true];
  t.ok(same.every(Boolean), 'else this file would not compile');
  t.end();
});
