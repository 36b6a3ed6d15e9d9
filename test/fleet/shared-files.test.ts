/** API keys and the secret of tickets, which all daemons of a fleet have: made, revoked and rotated at any of them. */
import t from 'tap';
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

t.test('a fleet of two daemons', { skip: NO_NATS }, async t => {
  const servers = await startNats(t);
  const folders = [testFolder(t), testFolder(t)];
  const old = await createKey(folders[0]!, { label: 'from before', scopes: ['import'] });
  const start = (i: number) => startMember(t, servers, { dataDir: folders[i]!, env: { VITRINE_FLEET_QUORUM: 'all' } });
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
});
