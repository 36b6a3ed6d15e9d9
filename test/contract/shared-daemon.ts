/**
 * A daemon for all files that import this: they share a process (scripts/setup/test-batches.mjs). Each of them begins
 * with a catalog of its own, keeps to markets and visitors of its own where a catalog does not replace what is left,
 * and takes back settings. What is answered before the first import is tested here, where it can be asked.
 */
import { join } from 'node:path';
import t from 'tap';
import { type Navigation, navigationKey } from '../../src/catalog/site/navigation-document.js';
import { readPart } from '../../src/index/part.js';
import { Site } from '../../src/index/site.js';
import { ready, startDaemon } from '../daemon.js';
import { announcedManifest, importLines, importWhenReady, type Reply, reply, whenReady } from './admin.js';
import { groupLines, searchUrl } from './shop.js';

/** Bounds of import bodies. */
export const IMPORT_BYTES = 3_000_000;
export const INFLATED_BYTES = 20_000_000;

export const daemon = await startDaemon({
  env: {
    VITRINE_LIMITS_IMPORT_BYTES: String(IMPORT_BYTES),
    VITRINE_LIMITS_INFLATED_BYTES: String(INFLATED_BYTES),
  },
});
t.teardown(() => daemon.stop());

/** Replaces the catalog; it is live then. */
export async function replaceCatalog(lines: readonly object[]): Promise<Reply> {
  const answer = await importWhenReady(daemon, 'PUT', lines, { force: 'true' });
  if (answer.status !== 204) throw new Error(`import: ${answer.status} ${JSON.stringify(answer.body)}`);
  await ready(daemon.url);
  return answer;
}

/** Sends JSON to a route of the admin interface. */
export async function sendJson(method: string, path: string, body: unknown): Promise<Reply> {
  const headers = { 'Api-Key': daemon.key, 'Content-Type': 'application/json' };
  return reply(await fetch(`${daemon.url}/api/admin/${path}`, { method, headers, body: JSON.stringify(body) }));
}

/** Removes the catalog, pages and navigations, of all markets. */
export async function removeMarkets(): Promise<void> {
  for (const markets of [{ none: { locales: ['en-GB'] } }, {}]) {
    const path = 'v4/import/configuration?allowDestructiveImport=true';
    const { status, body } = await sendJson('POST', path, { replace: { markets } });
    if (status !== 204) throw new Error(`configuration: ${status} ${JSON.stringify(body)}`);
  }
}

/** Ids of the nodes of a navigation that queries see. */
export async function liveNodes(market: string, locale: string): Promise<string[]> {
  const { site } = await announcedManifest(daemon.dataDir);
  const part = new Site(readPart(join(daemon.dataDir, 'parts', site)));
  return part.get<Navigation>(navigationKey(market, locale))?.nodes.map(({ id }) => id) ?? [];
}

t.test('before the first import', async t => {
  t.test('queries and notifications are 503', async t => {
    const early = await fetch(searchUrl(daemon.url, 'lamp'));
    t.equal(early.status, 503);
    t.match(await early.json(), { status: 503, error: 'UNAVAILABLE', message: String });
    const notify = (type: string, query: string, body?: string) =>
      fetch(`${daemon.url}/api/storefront/v3/notifications/${type}?${query}`, { method: 'POST', body: body ?? null });
    const visitor = 'market=uk&customerKey=early&sessionKey=s-1';
    const refused = await notify('add-favorite', visitor, '{"productKey":"p-1"}');
    t.equal(refused.status, 503);
    t.match(await refused.json(), { message: /import a catalog first/ });
    t.equal((await notify('end', visitor)).status, 204, 'a session has nothing to end');
    t.equal((await notify('end', 'customerKey=early&sessionKey=s-1')).status, 400);
  });

  t.test('markets may be configured before there is a catalog', async t => {
    const count = 12;
    const configure = (markets: object) => sendJson('POST', 'v4/import/configuration', { replace: { markets } });
    t.equal((await whenReady(() => configure({ se: { locales: ['sv-SE'] } }))).status, 204);
    const page = { id: 'a', title: 'Title a', type: 'PAGE', pageId: 'a' };
    const tree = { market: 'se', locale: 'sv-SE', type: 'FULL', addOrUpdate: [page] };
    const navigation = 'v4/import/navigation?bypass-compression-for-manual-test=true';
    t.equal((await sendJson('POST', navigation, tree)).status, 204);
    t.same(await liveNodes('se', 'sv-SE'), ['a']);
    const unconfigured = await importLines(daemon, 'PUT', groupLines(count, { markets: ['se', 'uk'] }));
    t.equal(unconfigured.status, 400);
    t.match(unconfigured.body?.errorDetails, { products: { count }, dataErrors: Object });
    t.equal((await configure({})).status, 204);
  });

  t.test('the first catalog ends that', async t => {
    t.equal((await importWhenReady(daemon, 'PUT', groupLines(12))).status, 204);
    t.equal((await fetch(searchUrl(daemon.url, 'lamp'))).status, 200);
    const end = `${daemon.url}/api/storefront/v3/notifications/end?market=uk&customerKey=first&sessionKey=s-1`;
    t.equal((await fetch(end, { method: 'POST' })).status, 204);
  });
});
