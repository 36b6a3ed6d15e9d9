/**
 * Damage to the files of a data folder beside its snapshots, each file in each way, while no daemon runs and while one
 * does: the shop is answered for, keys and tickets hold, visitors keep their favourites, exports have the catalog, and
 * imports are taken, all without help.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { damages } from '../../bench/chaos/damages.js';
import { checkFiles } from '../../src/cli/doctor/file-checks.js';
import { copiesOf } from '../../src/ingest/recover-store.js';
import { createKey } from '../../src/server/storage/api-keys.js';
import { type Daemon, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { until } from '../within.js';
import { importLines, importWhenReady } from './admin.js';
import { groupLine, groupLines, searchUrl } from './shop.js';

const seed = 20261123;
const PRODUCTS = 120;
const FAVORITES = 12;

const DAMAGES = damages(seed);

/** What has a copy, or is made again from another file. The rest of a data folder is in the tests of snapshots. */
const FILES = [
  'current.json',
  'imports.json',
  'import-history.jsonl',
  'keys.json',
  'ticket-secret',
  'behaviour/data.mdb',
  'behaviour/learnt.bin',
  'catalog/data.mdb',
  'catalog/lock.mdb',
];
const COPIES = ['current.json.copy', 'keys.json.copy', 'ticket-secret.copy'];

interface Shop {
  daemon: Daemon;
  /** A stored key. */
  key: string;
  ticket: string;
}

const template = testFolder(t);
const first = await startDaemon({ dataDir: template });
t.teardown(() => first.stop());
await imported(first, 'PUT', groupLines(PRODUCTS));
await ready(first.url);
const { key } = await createKey(template, { label: 'feed', scopes: ['import', 'export', 'notifications'] });
const visitor = 'market=uk&customerKey=anna&sessionKey=s-1';
for (let n = 0; n < FAVORITES; n++) await notify(first, 'add-favorite', { productKey: `p-${n}` });
const ticket = await shownTicket(first);
const catalog = await exported({ daemon: first, key });
await until('a copy of the catalog store', () => copiesOf(template).length > 0, { pauseMs: 50 });
await first.stop();
for (const file of [...FILES, ...COPIES]) if (!existsSync(join(template, file))) throw new Error(`there is no ${file}`);

async function imported({ url, key }: { url: string; key: string }, method: 'PUT' | 'POST', lines: object[]) {
  // While the store is restored, imports are refused for a moment, or cut off.
  await until(
    'an import',
    async () => (await importLines({ url, key }, method, lines, { force: 'true' })).status === 204,
    {
      pauseMs: 50,
    },
  );
}

async function notify({ url }: { url: string }, type: string, body: object): Promise<void> {
  const path = `${url}/api/storefront/v3/notifications/${type}?${visitor}`;
  const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
  if (response.status !== 204) throw new Error(`${type}: ${response.status} ${await response.text()}`);
}

async function hits({ url }: { url: string }, q: string): Promise<number> {
  const response = await fetch(searchUrl(url, q));
  if (response.status !== 200) throw new Error(`search: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { primaryList: { totalHits: number } }).primaryList.totalHits;
}

async function shownTicket({ url }: { url: string }): Promise<string> {
  const place = `market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=anna&sessionKey=s-1&q=lamp`;
  const page = await (await fetch(`${url}/api/storefront/v3/queries/search-page?${place}`)).text();
  return (/"ticket":"([^"]+)"/.exec(page) ?? [])[1]!;
}

/** The catalog as an export gives it back; again, while the store is being restored. */
async function exported({ daemon, key }: Pick<Shop, 'daemon' | 'key'>): Promise<string> {
  let text = '';
  await until(
    'an export',
    async () => {
      const headers = { 'Api-Key': key, 'Accept-Encoding': 'identity' };
      const response = await fetch(`${daemon.url}/api/admin/v4/export/catalog`, { headers });
      text = await response.text();
      return response.status === 200;
    },
    { pauseMs: 50 },
  );
  return text;
}

async function favorites({ daemon: { url }, key }: Shop): Promise<number> {
  const headers = { 'Api-Key': key, 'Content-Type': 'application/json' };
  let text = '';
  await until('the visitors', async () => {
    const body = JSON.stringify({ customerKey: 'anna' });
    const response = await fetch(`${url}/api/admin/v4/visitors/export`, { method: 'POST', headers, body });
    text = await response.text();
    return response.status === 200;
  });
  const { visitors } = JSON.parse(text) as { visitors: { favorites: unknown[] }[] };
  return visitors.flatMap(({ favorites }) => favorites).length;
}

/** A daemon on a folder of its own, which has what the template has. */
async function shopOn(
  t: { teardown(fn: () => unknown): void },
  damage?: (dataDir: string) => Promise<void>,
): Promise<Shop> {
  const dataDir = testFolder(t);
  cpSync(template, dataDir, { recursive: true });
  await damage?.(dataDir);
  const daemon = await startDaemon({ dataDir });
  t.teardown(() => daemon.stop());
  await ready(daemon.url);
  return { daemon, key, ticket };
}

/** @param isNew the number of the product that the shop gets */
async function checkShop(t: Test, shop: Shop, isNew: number): Promise<void> {
  const { daemon } = shop;
  t.equal(await hits(daemon, 'lamp'), PRODUCTS / 5, 'the shop is answered for');
  await notify(daemon, 'click', { ticket: shop.ticket });
  t.equal(await exported(shop), catalog, 'the catalog is exported');
  t.equal(await favorites(shop), FAVORITES, 'the visitor has what was remembered');
  await imported({ url: daemon.url, key: shop.key }, 'POST', [groupLine(isNew)]);
  t.equal(await hits(daemon, 'lamp'), PRODUCTS / 5 + 1, 'a part of the catalog is imported');
  t.equal((await exported(shop)).split('\n').length, catalog.split('\n').length + 1, 'into what there was');
  t.equal(daemon.process.exitCode ?? daemon.process.signalCode, null, 'it is the same daemon');
}

/** What the doctor finds wrong. */
async function faults(dataDir: string): Promise<string[]> {
  return (await checkFiles(dataDir)).filter(({ verdict }) => verdict !== 'ok').map(({ check }) => check);
}

const OF_FILES = ['pointer to the live snapshot', 'catalog store', 'API keys', 'secret of tickets'];
/** Of files that may be missing. */
const OF_OTHERS = ['what was learned', 'states of imports'];

t.test('the doctor finds nothing wrong with a sound folder', async t => {
  t.same(await faults(template), []);
});

t.test('without store and copy the shop goes on, says so, and a part of a catalog does not replace it', async t => {
  const { daemon } = await shopOn(t, async dataDir => rmSync(join(dataDir, 'catalog'), { recursive: true }));
  const readiness = async () => (await fetch(`${daemon.url}/readyz`)).json() as Promise<{ status: string }>;
  await until('the ingest process', async () => (await readiness()).status === 'degraded', { pauseMs: 20 });
  t.match(await readiness(), { reasons: [/lacks imports.*full catalog/] });
  const { status, body } = await importWhenReady(daemon, 'POST', [groupLine(PRODUCTS)]);
  t.equal(status, 405);
  t.match(body, { code: 'full_import_required', message: /damaged.*\(PUT\) first/ });
  const headers = { 'Api-Key': key, 'Accept-Encoding': 'identity' };
  t.equal((await fetch(`${daemon.url}/api/admin/v4/export/catalog`, { headers })).status, 503);
  t.equal(await hits(daemon, 'lamp'), PRODUCTS / 5);
  await imported(daemon, 'PUT', groupLines(PRODUCTS));
  t.same(await readiness(), { status: 'ready' });
  t.equal(await exported({ daemon, key }), catalog);
  t.equal(await daemon.stop(), 0);
});

t.test('a file that is kept twice is written again while the daemon runs, a secret from memory', async t => {
  const dataDir = testFolder(t);
  cpSync(template, dataDir, { recursive: true });
  const daemon = await startDaemon({ dataDir, env: { VITRINE_SCRUB_HOURS: '0.0002' } });
  t.teardown(() => daemon.stop());
  const damaged = ['keys.json.copy', 'ticket-secret', 'ticket-secret.copy'];
  const texts = () => damaged.map(file => readFileSync(join(dataDir, file), 'utf8'));
  const sound = texts();
  for (const file of damaged) DAMAGES['zeroes']!(join(dataDir, file));
  for (const what of ['API keys', 'secret of tickets']) await daemon.waitForLog(line => line['what'] === what);
  t.same(texts(), sound);
});

for (const [how, damage] of Object.entries(DAMAGES)) {
  t.test(`stopped, every file with a copy or a source: ${how}`, async t => {
    const shop = await shopOn(t, async dataDir => {
      for (const file of FILES) damage(join(dataDir, file));
      const found = new Set(await faults(dataDir));
      // A wrong bit may be one of a single visitor, or of a page that is free.
      if (found.delete('visitors') !== (how !== 'removed')) t.match(how, /a wrong bit/);
      t.same([...found].sort(), [...OF_FILES, ...(how === 'removed' ? [] : OF_OTHERS)].sort());
    });
    await checkShop(t, shop, PRODUCTS);
    t.ok(
      shop.daemon.logs.some(({ fault }) => /catalog|page|record|missing|meta/.test(String(fault))),
      'it is said',
    );
    t.equal(await shop.daemon.stop(), 0);
  });

  t.test(`stopped, every copy, and the journal: ${how}`, async t => {
    const shop = await shopOn(t, async dataDir => {
      const copies = readdirSync(join(dataDir, 'catalog')).filter(name => name.startsWith('copy-'));
      const segments = readdirSync(join(dataDir, 'journal')).map(name => `journal/${name}`);
      for (const file of [...COPIES, ...copies.map(name => `catalog/${name}`), ...segments])
        damage(join(dataDir, file));
    });
    await checkShop(t, shop, PRODUCTS);
    t.equal(await shop.daemon.stop(), 0);
  });

  t.test(`running, every file: ${how}`, async t => {
    const shop = await shopOn(t);
    const { dataDir } = shop.daemon;
    const inUse = ['journal', 'behaviour'].flatMap(dir =>
      readdirSync(join(dataDir, dir)).map(name => `${dir}/${name}`),
    );
    for (const file of new Set([...FILES, ...inUse])) damage(join(dataDir, file));
    t.equal(await hits(shop.daemon, 'lamp'), PRODUCTS / 5);
    await notify(shop.daemon, 'add-favorite', { productKey: 'p-100' });
    await imported({ url: shop.daemon.url, key: shop.key }, 'POST', [groupLine(PRODUCTS)]);
    t.equal(await hits(shop.daemon, 'lamp'), PRODUCTS / 5 + 1);
    t.equal((await exported(shop)).split('\n').length, catalog.split('\n').length + 1);
    t.equal(shop.daemon.process.exitCode ?? shop.daemon.process.signalCode, null, 'it is the same daemon');
    await shop.daemon.stop();
    const again = await startDaemon({ dataDir });
    t.teardown(() => again.stop());
    await ready(again.url);
    t.equal(await hits(again, 'lamp'), PRODUCTS / 5 + 1, 'what was acknowledged is there after a restart');
    t.equal((await exported({ daemon: again, key })).split('\n').length, catalog.split('\n').length + 1);
    t.equal(await again.stop(), 0);
  });
}
