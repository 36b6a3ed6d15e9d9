/**
 * API keys, the secret of tickets, learned weights and shared settings, which all daemons of a fleet have: made, revoked,
 * rotated and changed at any of them.
 */
import { join } from 'node:path';
import t from 'tap';
import {
  factorsInForce,
  NO_RANKING,
  nextEdition,
  rankingFile,
  readRanking,
  withAdopted,
  withTrained,
  writeRanking,
} from '../../src/behaviour/ranking/ranking-file.js';
import { decodeTicket } from '../../src/pages/shared/tickets/ticket.js';
import { createKey, revokeKey } from '../../src/server/storage/api-keys.js';
import { readTicketSecrets, rotateTicketSecret, secretsInForce } from '../../src/server/storage/ticket-secret.js';
import { importWhenReady } from '../contract/admin.js';
import { groupLines, searchUrl } from '../contract/shop.js';
import { type Daemon, ready } from '../daemon.js';
import { NO_NATS, startMember, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

const slow = { pauseMs: START_PAUSE_MS };

async function opens({ url }: Daemon, key: string): Promise<boolean> {
  const response = await fetch(`${url}/api/admin/v4/import/history`, { headers: { 'Api-Key': key } });
  await response.arrayBuffer();
  return response.status === 200;
}

/** A ticket of a hit that a daemon shows. */
async function ticketOf({ url }: Daemon, q: string): Promise<string> {
  const page = (await (await fetch(searchUrl(url, q))).json()) as {
    primaryList: { productGroups: { products: { ticket: string }[] }[] };
  };
  return page.primaryList.productGroups[0]!.products[0]!.ticket;
}

async function click({ url }: Daemon, ticket: string): Promise<number> {
  const visitor = 'market=uk&customerKey=c-1&sessionKey=s-1';
  const body = JSON.stringify({ ticket });
  const response = await fetch(`${url}/api/storefront/v3/notifications/click?${visitor}`, { method: 'POST', body });
  await response.arrayBuffer();
  return response.status;
}

/** The secret that signs, by the file. */
async function signing({ dataDir }: Daemon, nowMs = Date.now()): Promise<string | undefined> {
  const secrets = await readTicketSecrets(dataDir);
  return secrets && secretsInForce(secrets, nowMs)[0];
}

function isSignedBy(ticket: string, secret: string): boolean {
  try {
    decodeTicket(ticket, secret);
    return true;
  } catch {
    return false;
  }
}

async function share({ url, key }: Daemon, settings: object): Promise<number> {
  const response = await fetch(`${url}/api/admin/v4/fleet/settings`, {
    method: 'PUT',
    headers: { 'Api-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(settings),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Whose pages may read what a daemon answers to one of an origin. */
async function readableBy({ url }: Daemon, origin: string): Promise<string | null> {
  const response = await fetch(searchUrl(url, 'lamp'), { headers: { Origin: origin } });
  await response.arrayBuffer();
  return response.headers.get('access-control-allow-origin');
}

t.test('a fleet of two daemons', { skip: NO_NATS }, async t => {
  const servers = await startNats(t);
  const folders = [testFolder(t), testFolder(t)];
  const old = await createKey(folders[0]!, { label: 'from before', scopes: ['import'] });
  const start = (i: number, env: Record<string, string> = {}) =>
    startMember(t, servers, { dataDir: folders[i]!, env: { VITRINE_FLEET_QUORUM: 'all', ...env } });
  const first = await start(0);
  await first.waitForLog(line => line.message === 'the fleet has a writer');
  let second = await start(1);
  t.equal((await importWhenReady(first, 'PUT', groupLines(10))).status, 204);
  await Promise.all([ready(first.url), ready(second.url)]);

  await t.test('keys made and revoked at one open both', async t => {
    await until('a daemon that joins has the keys', () => opens(second, old.key), slow);
    const { id, key } = await createKey(second.dataDir, { label: 'new', scopes: ['import'] });
    await until('the first has it', () => opens(first, key), slow);
    t.ok(await opens(second, key));
    await revokeKey(first.dataDir, id);
    await until('both refuse it', async () => !(await opens(first, key)) && !(await opens(second, key)), slow);
  });

  await t.test('a key that was revoked while a daemon was away stays revoked', async t => {
    await second.stop();
    await revokeKey(first.dataDir, old.id);
    await until('the first refuses it', async () => !(await opens(first, old.key)), slow);
    second = await start(1);
    await ready(second.url);
    await until('the other does, too', async () => !(await opens(second, old.key)), slow);
    t.notOk(await opens(first, old.key));
  });

  await t.test('tickets of one are taken by the other, also across a rotation', async t => {
    t.equal(await signing(first), await signing(second));
    const before = await ticketOf(first, 'lamp');
    t.equal(await click(second, before), 204);
    const from = await rotateTicketSecret(second.dataDir, false);
    const wanted = await signing(second, from);
    await until('the first has it', async () => (await signing(first, from)) === wanted, slow);
    // Each asks for what no cached answer has.
    let asked = 0;
    const isNew = async (daemon: Daemon) => isSignedBy(await ticketOf(daemon, `lamp ${++asked}`), wanted!);
    await until('both sign with it', async () => (await isNew(first)) && (await isNew(second)), slow);
    for (const ticket of [before, await ticketOf(first, 'chair'), await ticketOf(second, 'chair')]) {
      t.strictSame([await click(first, ticket), await click(second, ticket)], [204, 204]);
    }
  });

  await t.test('weights that were learned in the folder of one are in force at both', async t => {
    const [one, other] = [first, second].map(({ dataDir }) => rankingFile(join(dataDir, 'behaviour')));
    const factors = { popularity: 1.5, rating: 1, newness: 1, stock: 1 };
    const record = { trainedAt: '2026-11-28T00:00:00Z', choices: 1, heldOut: 1, visitors: 1, positionExponent: 1 };
    const gains = { gain: 0.02, gainLow: 0.01, gainHigh: 0.03 };
    const learned = withTrained(NO_RANKING, { id: 'one', factors, record: { ...record, ...gains } });
    await writeRanking(one!, nextEdition(withAdopted(learned, 'one')));
    const inForce = async (file: string) => factorsInForce(await readRanking(file)).popularity;
    await until('the other has it', async () => (await inForce(other!)) === 1.5, slow);
    await writeRanking(other!, nextEdition({ ...(await readRanking(other!)), adopted: [] }));
    await until('what is taken back at the other is so here', async () => (await inForce(one!)) === 1, slow);
    t.strictSame((await readRanking(one!)).trained, learned.trained, 'what was learned stays');
  });

  await t.test('settings that are shared at one are in force at both within a second, and after a start', async t => {
    const shop = 'https://shop.example';
    t.equal(await share(second, { corsOrigin: [shop] }), 204);
    const started = performance.now();
    const isReadable = async (daemon: Daemon) => (await readableBy(daemon, shop)) === shop;
    await until('both have it', async () => (await isReadable(first)) && (await isReadable(second)), slow);
    t.ok(performance.now() - started < 1000, `${performance.now() - started} ms`);
    t.equal(await readableBy(first, 'https://elsewhere.example'), null);
    await second.stop();
    t.equal(await share(first, { corsOrigin: ['https://new.example'] }), 204);
    second = await start(1);
    await ready(second.url);
    await until('one that was away has it', async () => !(await isReadable(second)), slow);
    t.equal(await share(second, {}), 204);
    await until('each has its own again', async () => (await readableBy(first, shop)) === '*', slow);
  });

  await t.test('what the environment of a daemon gives stays in force there', async t => {
    await second.stop();
    second = await start(1, { VITRINE_CORS_ORIGIN: '*' });
    await ready(second.url);
    t.equal(await share(second, { corsOrigin: ['https://shop.example'] }), 204);
    await until('the other has it', async () => (await readableBy(first, 'https://a.example')) === null, slow);
    t.equal(await readableBy(second, 'https://a.example'), '*');
    t.equal(await share(second, { logLevel: 'loud' }), 400);
  });
});
