/** A fleet that is lost as a whole: what one of its daemons has backed up is a fleet again, with other servers. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { createKey } from '../../src/server/storage/api-keys.js';
import { importWhenReady } from '../contract/admin.js';
import { groupLine, groupLines } from '../contract/shop.js';
import { type Daemon, MAIN, ready } from '../daemon.js';
import { found, NO_NATS, startMember, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

const slow = { pauseMs: START_PAUSE_MS };

function vitrine(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${status}: ${stderr}`);
  return stdout;
}

async function favour({ url }: Daemon, customer: string): Promise<void> {
  const { status } = await fetch(
    `${url}/api/storefront/v3/notifications/add-favorite?market=uk&customerKey=${customer}&sessionKey=s`,
    { method: 'POST', body: JSON.stringify({ productKey: 'p-1' }) },
  );
  if (status !== 204) throw new Error(`${customer}: ${status}`);
}

async function favourites({ url, key }: Daemon): Promise<string[]> {
  const latest = `${url}/api/admin/v4/notifications/latest?type=add-favorite&limit=1000`;
  const { entries } = (await (await fetch(latest, { headers: { 'Api-Key': key } })).json()) as {
    entries: { customerKey: string }[];
  };
  return entries.map(({ customerKey }) => customerKey).sort();
}

t.test('a fleet of two daemons', { skip: NO_NATS }, async t => {
  const backup = join(testFolder(t), 'backup');
  const customers = Array.from({ length: 20 }, (_, i) => `customer-${String(i).padStart(2, '0')}`);
  const env = { VITRINE_FLEET_QUORUM: 'all' };

  const servers = await startNats(t);
  const before = (await Promise.all([startMember(t, servers, { env }), startMember(t, servers, { env })])) as [
    Daemon,
    Daemon,
  ];
  const { key } = await createKey(before[1].dataDir, { label: 'made before', scopes: ['import'] });
  t.equal((await importWhenReady(before[0], 'PUT', groupLines(10))).status, 204);
  t.equal((await importWhenReady(before[1], 'POST', [groupLine(2, { title: 'Samovar' })])).status, 204);
  await Promise.all(before.map(({ url }) => ready(url)));
  // What the other daemon has just acknowledged is in the backup, too.
  await Promise.all(customers.map((customer, i) => favour(before[i % 2]!, customer)));
  vitrine('backup', backup, '--url', before[0].url, '--key', before[0].key);
  await Promise.all(before.map(daemon => daemon.stop()));
  await servers[0]!.kill();

  const dataDir = join(testFolder(t), 'restored');
  t.match(vitrine('restore', backup, '--data', dataDir), /all verified/);
  const others = await startNats(t);
  const first = await startMember(t, others, { dataDir, env });
  await first.waitForLog(line => line.message === 'the fleet has a writer');
  const second = await startMember(t, others, { env });
  await Promise.all([ready(first.url), ready(second.url)]);
  for (const daemon of [first, second]) {
    t.equal(await found(daemon, 'samovar'), 1);
    await until('it has all notifications', async () => (await favourites(daemon)).length >= customers.length, slow);
    t.strictSame(await favourites(daemon), customers);
    const opens = async () =>
      (await fetch(`${daemon.url}/api/admin/v4/import/history`, { headers: { 'Api-Key': key } })).status === 200;
    await until('keys of before are good', opens, slow);
  }
  t.equal((await importWhenReady(second, 'POST', [groupLine(3, { title: 'Kettle' })])).status, 204);
  t.equal(await found(first, 'kettle'), 1);
  await favour(second, 'customer-99');
  await until('the other has it', async () => (await favourites(first)).includes('customer-99'), slow);
  t.strictSame(await favourites(first), [...customers, 'customer-99']);
});
