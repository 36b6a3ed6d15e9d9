/**
 * The start of a daemon over a folder that has a snapshot: what stands beside it is there, and a stop may come at all times.
 */
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { type Daemon, REHEARSING, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { until } from '../within.js';
import { type Reply, reply } from './admin.js';

const folder = testFolder(t);
const dataDir = join(folder, 'data');
const catalog = join(folder, 'lamp.jsonl');
const product = (market: string) => ({
  markets: [market],
  defaults: { title: 'Lampa', url: '/l' },
  variants: { [`v-${market}`]: { defaults: { listPrice: 100, stock: 5 } } },
});
const products = { p1: product('se'), p2: product('no') };
await writeFile(catalog, `${JSON.stringify({ replace: { key: 'g1', productGroup: { products } } })}\n`);

const first = await startDaemon({ dataDir, catalog });
t.teardown(() => first.stop());

/** The reply of a route of the admin interface. */
async function admin({ url, key }: Daemon, method: string, path: string, body?: unknown): Promise<Reply> {
  const headers = { 'Api-Key': key, 'Content-Type': 'application/json' };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return reply(await fetch(`${url}/api/admin/${path}`, init));
}

const visitor = 'touchpoint=DESKTOP&customerKey=c1&sessionKey=s1';
const status = async (url: string) => (await fetch(url)).status;
const search = (url: string, market: string) =>
  status(`${url}/api/storefront/v3/queries/search-page?market=${market}&locale=sv-SE&${visitor}&q=lampa`);

t.test('a sound snapshot is answered from after a restart, with what stands beside it', async t => {
  const page = { id: '/lamps', headings: { 'sv-SE': 'Lampor' } };
  const pages = { market: 'se', type: 'FULL', addOrUpdate: [page] };
  t.equal((await admin(first, 'POST', 'v4/import/pages', pages)).status, 204);
  const template = { products: { all: { fields: ['title'] } } };
  t.equal((await admin(first, 'PUT', 'v4/import/templates?name=autumn', { list: template })).status, 204);
  t.equal((await admin(first, 'PUT', 'v4/import/templates?name=none', {})).status, 400);
  const { body: history } = await admin(first, 'GET', 'v3/import/history');
  const { imports } = history as unknown as { imports: { durationMs: number }[] };
  t.match(imports, [
    { kind: 'templates', name: 'none', outcome: 'FAILURE', reason: /would remove/ },
    { kind: 'templates', name: 'autumn', outcome: 'SUCCESS', counts: { added: 1, changed: 0, removed: 0 } },
    { kind: 'pages', outcome: 'SUCCESS' },
    { kind: 'catalog', outcome: 'SUCCESS', counts: { productGroups: 1, variants: 2 }, startedAt: /Z$/, endedAt: /Z$/ },
  ]);
  t.equal(imports.length, 4);
  t.ok(imports.every(({ durationMs }) => durationMs >= 0));
  const line = await first.waitForLog(({ message, name }) => message === 'import ended' && name === 'autumn');
  t.match(line, { kind: 'templates', outcome: 'SUCCESS', counts: { added: 1 }, durationMs: Number });
  t.equal(await first.stop(), 0);

  const daemon = await startDaemon({ dataDir });
  t.teardown(() => daemon.stop());
  await ready(daemon.url);
  for (const market of ['se', 'no']) t.equal(await search(daemon.url, market), 200);
  t.same((await admin(daemon, 'GET', 'v4/import/history')).body, { imports, unfinished: [] });
  let exported = await admin(daemon, 'GET', 'v4/export/pages?market=se');
  await until('the catalog store', async () => {
    exported = await admin(daemon, 'GET', 'v4/export/pages?market=se');
    return exported.status !== 503;
  });
  t.same(exported.body, pages);

  const ended = daemon.stop();
  await daemon.waitForLog(({ message }) => message === 'stopped');
  daemon.process.kill('SIGTERM');
  t.equal(await ended, 0, 'told to stop again while it stops, it still closes everything');
  t.notOk(existsSync(join(dataDir, 'vitrine.lock')), 'the folder is unlocked');
  t.notOk(daemon.logs.some(({ level }) => level === 'error' || level === 'fatal'));
});

t.test('a daemon that is told to stop when it has just begun to listen stops in order', async t => {
  const daemon = await startDaemon({ dataDir, env: REHEARSING });
  t.equal(await daemon.stop(), 0);
  t.notOk((await readdir(dataDir)).includes('vitrine.lock'));
  t.notOk(
    daemon.logs.some(({ level }) => level === 'error' || level === 'fatal'),
    'and finds nothing wrong with that',
  );
});
