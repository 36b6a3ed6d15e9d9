/** Which Api-Key opens which route of the administration: every route, with every kind of key, over HTTP. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createKey } from '../../../src/server/storage/api-keys.js';
import { startDaemon } from '../daemon.js';

const daemon = await startDaemon(t);
const { data, url } = daemon;

/** By the route: the scopes of which one opens it; `*` where it changes nothing; the parameter of its market. */
const ROUTES: readonly [route: string, scopes: string, market?: string][] = [
  ['PUT import/catalog', 'import:catalog'],
  ['POST import/catalog', 'import:catalog', 'of its records'],
  ['POST import/pages', 'import:pages', 'of its body'],
  ['POST pages/publish', 'import:pages', 'of its body'],
  ['POST import/navigation', 'import:navigation', 'of its body'],
  ['POST navigation/nodes', 'import:navigation', 'of its body'],
  ['PUT import/templates', 'import:templates'],
  ['POST import/templates', 'import:templates'],
  ['PUT import/product-sets', 'import:product-sets'],
  ['PUT import/search-settings', 'import:search-settings'],
  ['POST search-settings/publish', 'import:search-settings'],
  ['POST import/configuration', 'import:configuration'],
  ['POST import/campaigns', 'import:campaigns'],
  ['POST campaigns/publish', 'import:campaigns'],
  ['GET campaign?id=x', 'export *'],
  ['PUT campaign?id=x', 'import:campaigns'],
  ['DELETE campaign?id=x', 'import:campaigns'],
  ['GET import/status?id=x', 'import* *', 'none'],
  ['GET import/history', 'import* export *'],
  ['GET snapshots', 'import* export *'],
  ['POST snapshots/rollback', 'import:rollback'],
  ['GET fleet', 'import* export *'],
  ['GET fleet/settings', 'import* export *'],
  ['PUT fleet/settings', 'import:configuration'],
  ['GET webhooks', 'import* export *'],
  ['POST webhooks/test', 'import:configuration'],
  ['POST drain', 'import:rollback'],
  ['GET export/catalog', 'export *'],
  ['GET export/product-groups', 'export *', 'market'],
  ['GET export/pages', 'export *', 'market'],
  ['GET export/navigation', 'export *', 'market'],
  ['GET export/templates', 'export *'],
  ['GET export/product-sets', 'export *'],
  ['GET export/search-settings', 'export *'],
  ['GET export/configuration', 'export *'],
  ['GET export/campaigns', 'export *'],
  ['GET export/campaign-report', 'export *'],
  ['POST notifications/payment', 'notifications', 'market'],
  ['GET notifications/latest', 'notifications *'],
  ['POST visitors/export', 'notifications *'],
  ['POST visitors/erase', 'notifications'],
  ['POST discovery-agent/topics', 'export *', 'of its body'],
  ['POST backup', 'backup *'],
  ['POST explain', 'export *', 'of its body'],
];
const SCOPES = [...new Set(ROUTES.flatMap(([, scopes]) => scopes.split(' ')))].filter(one => !one.includes('*'));

const keyOf = async (limits: Partial<Parameters<typeof createKey>[1]>) =>
  (await createKey(data, { label: 'test', scopes: ['import', 'export', 'notifications', 'backup'], ...limits })).key;

/** What a key is refused for; undefined where it opens the route. */
async function refusal(route: string, key: string | undefined, query = ''): Promise<string | undefined> {
  const [method, path] = route.split(' ');
  const headers = { 'Accept-Encoding': 'identity', ...(key !== undefined && { 'Api-Key': key }) };
  // Without what else the route needs: those that are opened answer 400 or 415 mostly, and change nothing.
  const answer = await fetch(url(`/api/admin/v4/${path}${query}`), { method: method!, headers });
  const text = await answer.text();
  if (answer.status !== 403) return undefined;
  const { error, code, message } = JSON.parse(text) as Record<string, string>;
  if (error !== 'FORBIDDEN' || !message!.startsWith('Api-Key: ')) throw new Error(text);
  t.notOk(key !== undefined && message!.includes(key), 'the key is not repeated');
  return code;
}

t.test('the table has every route', async t => {
  const listed = daemon.server.routes.flatMap(({ path, methods }) => methods.map(method => `${method} ${path}`));
  const admin = listed
    .filter(route => route.includes('/api/admin/v4/'))
    .map(route => route.replace('/api/admin/v4/', ''));
  t.same(ROUTES.map(([route]) => route.replace(/\?.*/, '')).sort(), admin.sort());
});

t.test('no key, a wrong one, and one that is revoked or expired open nothing', async t => {
  const expired = await keyOf({ expiresAt: '2020-01-01T00:00:00.000Z' });
  for (const [route] of ROUTES) {
    t.equal(await refusal(route, undefined), 'api_key_refused', route);
    t.equal(await refusal(route, 'vk_wrong'), 'api_key_refused', route);
    t.equal(await refusal(route, expired), 'api_key_expired', route);
  }
});

for (const scope of ['import', ...SCOPES]) {
  t.test(`a key of the scope ${scope}`, async t => {
    const key = await keyOf({ scopes: [scope] });
    const reader = await keyOf({ scopes: [scope], readOnly: true });
    for (const [route, scopes] of ROUTES) {
      const opening = scopes.split(' ');
      const isImport = scope.startsWith('import') && opening.some(one => one === 'import*');
      const opens = opening.includes(scope) || isImport || (scope === 'import' && scopes.startsWith('import:'));
      t.equal(await refusal(route, key), opens ? undefined : 'scope_missing', route);
      const reads = opens ? (opening.includes('*') ? undefined : 'key_read_only') : 'scope_missing';
      t.equal(await refusal(route, reader), reads, `${route}, read-only`);
    }
  });
}

t.test('a key of a market opens what is about that market', async t => {
  const swedish = await keyOf({ markets: ['se'] });
  for (const [route, , market] of ROUTES) {
    t.equal(await refusal(route, swedish), market === undefined ? 'market_refused' : undefined, route);
    if (market !== 'market') continue;
    t.equal(await refusal(route, swedish, '?market=no&locale=no-NO'), 'market_refused', route);
    t.equal(await refusal(route, swedish, '?market=se&locale=sv-SE'), undefined, route);
  }
  const send = async (path: string, body: unknown) => {
    const headers = { 'Api-Key': swedish, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const text = await (await fetch(url(`/api/admin/v4/${path}`), init)).text();
    return text && (JSON.parse(text) as { code: string });
  };
  t.match(await send('discovery-agent/topics', { market: 'no', locale: 'no-NO' }), { code: 'market_refused' });
  const order = { query: 'search-page', parameters: { market: 'no', locale: 'no-NO', q: 'a' } };
  t.match(await send('explain', order), { code: 'market_refused' });
  // What is imported is looked at by the ingest process, which is told the markets.
  await send('import/pages', { market: 'no', type: 'PARTIAL' });
  t.match(JSON.parse(readFileSync(join(data, 'last-job.json'), 'utf8')), { kind: 'pages', markets: ['se'] });
});
