/** Daemons of a fleet that hold some of the markets: each answers for its own, and says where the others are. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { SnapshotManifest } from '../../src/snapshot/manifest.js';
import { importWhenReady } from '../contract/admin.js';
import { groupLine, groupLines } from '../contract/shop.js';
import { type Daemon, ready, startDaemon } from '../daemon.js';
import { NO_NATS, startMember, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

const slow = { pauseMs: START_PAUSE_MS };

interface Found {
  status: number;
  elsewhere: string | null;
  body: { code?: string; message?: string; primaryList?: { totalHits: number } };
}

async function search({ url }: Daemon, market: string, q: string): Promise<Found> {
  const visitor = {
    locale: market === 'se' ? 'sv-SE' : 'en-GB',
    touchpoint: 'DESKTOP',
    customerKey: 'c',
    sessionKey: 's',
  };
  const query = new URLSearchParams({ market, q, ...visitor });
  const response = await fetch(`${url}/api/storefront/v3/queries/search-page?${query}`);
  const elsewhere = response.headers.get('vitrine-market-at');
  return { status: response.status, elsewhere, body: (await response.json()) as Found['body'] };
}

/** The markets of the views of all snapshots that a folder has. */
function marketsIn(dataDir: string): string[] {
  const folder = join(dataDir, 'snapshots');
  const manifests = readdirSync(folder).map(
    file => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { manifest: SnapshotManifest }).manifest,
  );
  return [...new Set(manifests.flatMap(({ views }) => views.map(({ market }) => market)))].sort();
}

t.test('a fleet whose daemons hold different markets', { skip: NO_NATS }, async t => {
  const servers = await startNats(t);
  const folder = testFolder(t);
  const holding = (markets: string, dataDir = testFolder(t)) =>
    startMember(t, servers, {
      dataDir,
      args: ['--markets', markets],
      env: { VITRINE_FLEET_ADDRESS: `http://${markets}.shop`, VITRINE_FLEET_QUORUM: 'all' },
    });
  const all = await startMember(t, servers, {
    env: { VITRINE_FLEET_ADDRESS: 'http://all.shop', VITRINE_FLEET_QUORUM: 'all' },
  });
  const [uk, se] = (await Promise.all([holding('uk', folder), holding('se')])) as [Daemon, Daemon];
  t.equal((await importWhenReady(all, 'PUT', groupLines(10))).status, 204);
  await Promise.all([all, uk, se].map(({ url }) => ready(url)));

  await t.test('each answers for its own', async t => {
    t.equal((await search(uk, 'uk', 'lamp')).body.primaryList?.totalHits, 2);
    t.equal((await search(se, 'se', 'lamp')).body.primaryList?.totalHits, 2);
    t.equal((await search(all, 'se', 'lamp')).body.primaryList?.totalHits, 2);
    t.strictSame(
      [marketsIn(all.dataDir), marketsIn(uk.dataDir), marketsIn(se.dataDir)],
      [['se', 'uk'], ['uk'], ['se']],
    );
  });

  await t.test('and says where the others are', async t => {
    await until('it knows both', async () => (await search(uk, 'se', 'lamp')).elsewhere?.includes(', ') === true, slow);
    const { status, elsewhere, body } = await search(uk, 'se', 'lamp');
    t.strictSame([status, body.code], [421, 'market_elsewhere']);
    t.strictSame(elsewhere?.split(', ').sort(), ['http://all.shop', 'http://se.shop']);
    t.match(body.message, /holds uk, and not se; ask .*http:\/\/se\.shop/);
    const notification = await fetch(`${uk.url}/api/storefront/v3/notifications/add-favorite?market=se&customerKey=c`, {
      method: 'POST',
      body: JSON.stringify({ productKey: 'p-1' }),
    });
    t.equal(notification.status, 421);
    t.notMatch(notification.headers.get('vitrine-market-at'), /uk\.shop/);
    const asked = { market: 'se', locale: 'sv-SE' };
    for (const [path, order] of [
      ['explain', { query: 'search-page', parameters: { ...asked, q: 'lamp' } }],
      ['discovery-agent/topics', { ...asked, q: 'lamp' }],
    ] as const) {
      const { status } = await fetch(`${uk.url}/api/admin/v4/${path}`, {
        method: 'POST',
        headers: { 'Api-Key': uk.key, 'Content-Type': 'application/json' },
        body: JSON.stringify(order),
      });
      t.equal(status, 421, path);
    }
  });

  await t.test('and how many daemons hold what', async t => {
    const metrics = await (await fetch(`${uk.url}/metrics`)).text();
    t.match(metrics, /^vitrine_fleet_whole_daemons 1$/m);
    for (const market of ['uk', 'se']) t.match(metrics, new RegExp(`market_daemons\\{market="${market}"\\} 2$`, 'm'));
  });

  await t.test('imports, of prices too, come to each', async t => {
    t.equal((await importWhenReady(uk, 'POST', [groupLine(3, { title: 'Samovar' })])).status, 204);
    const made = groupLine(3, { title: 'Samovar', price: 77 });
    t.equal((await importWhenReady(se, 'POST', [made])).status, 204);
    for (const [daemon, market] of [
      [uk, 'uk'],
      [se, 'se'],
      [all, 'uk'],
    ] as const) {
      t.equal((await search(daemon, market, 'samovar')).body.primaryList?.totalHits, 1, market);
    }
    t.strictSame([marketsIn(uk.dataDir), marketsIn(se.dataDir)], [['uk'], ['se']]);
  });

  await t.test('a folder that lacks markets is no shop of all', async t => {
    await uk.stop();
    await t.rejects(startDaemon({ dataDir: folder }), 'alone');
    const again = await holding('uk', folder);
    await ready(again.url);
    t.equal((await search(again, 'uk', 'samovar')).body.primaryList?.totalHits, 1);
  });
});
