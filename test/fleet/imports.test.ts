/**
 * Daemons that share one shop: an import through any of them is live on all, with the same store and the same snapshot;
 * the death of the writer loses nothing that was acknowledged, and another one takes its place.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { importWhenReady } from '../contract/admin.js';
import { groupLine, groupLines } from '../contract/shop.js';
import { type Daemon, ready } from '../daemon.js';
import { exported, found, NO_NATS, startMember, startNats } from '../fleet.js';
import { START_PAUSE_MS, until } from '../within.js';

const slow = { pauseMs: START_PAUSE_MS };

/** The id of the live snapshot. */
async function live({ url, key }: Daemon): Promise<string | undefined> {
  const response = await fetch(`${url}/api/admin/v4/snapshots`, { headers: { 'Api-Key': key } });
  return ((await response.json()) as { live?: string }).live;
}

/** All that the store has, as it is exported. */
function pointer({ dataDir }: Daemon): unknown {
  return JSON.parse(readFileSync(join(dataDir, 'current.json'), 'utf8'));
}

t.test('a fleet of two daemons', { skip: NO_NATS }, async t => {
  const servers = await startNats(t);
  const first = await startMember(t, servers, { env: { VITRINE_FLEET_QUORUM: 'all' } });
  const second = await startMember(t, servers, { env: { VITRINE_FLEET_QUORUM: 'all' } });
  const daemons = [first, second];
  await first.waitForLog(line => line.message === 'the fleet has a writer');

  await t.test('an import through either is live on both when it is answered', async t => {
    for (const [i, daemon] of daemons.entries()) {
      const edition = i + 1;
      const { status, body } = await importWhenReady(daemon, 'PUT', groupLines(30, { edition }), { force: 'true' });
      t.equal(status, 204, JSON.stringify(body));
      for (const one of daemons) t.equal(await found(one, `edition${edition}`), 30);
      t.equal(await live(first), await live(second));
    }
    const states = daemons.map(async ({ url, key }) => {
      const response = await fetch(`${url}/api/admin/v4/import/history`, { headers: { 'Api-Key': key } });
      return ((await response.json()) as { imports: { outcome: string }[] }).imports.map(({ outcome }) => outcome);
    });
    t.strictSame(await Promise.all(states), [
      ['SUCCESS', 'SUCCESS'],
      ['SUCCESS', 'SUCCESS'],
    ]);
  });

  await t.test('what is wrong with an import is told by either', async t => {
    for (const daemon of daemons) {
      const { status, body } = await importWhenReady(daemon, 'POST', [{ replace: { key: 'g-1', nonsense: 1 } }]);
      t.equal(status, 400);
      t.match(body?.message, /nonsense/);
    }
  });

  await t.test('rollbacks through either, one right after the other, take both back', async t => {
    const [older, newer] = await kept(first);
    for (const [i, id] of [older!, newer!, older!, newer!, older!, newer!].entries()) {
      const { url, key } = daemons[i % daemons.length]!;
      const address = `${url}/api/admin/v4/snapshots/rollback?id=${id}`;
      const { status } = await fetch(address, { method: 'POST', headers: { 'Api-Key': key } });
      t.equal(status, 204);
      t.strictSame([await live(first), await live(second)], [id, id]);
    }
  });

  await t.test('the stores are equal, and so are the announced snapshots', async t => {
    await until(
      'both have announced it',
      () => JSON.stringify(pointer(first)) === JSON.stringify(pointer(second)),
      slow,
    );
    t.equal(await exported(first), await exported(second));
  });

  await t.test('when the writer is killed, the other one goes on', async t => {
    await first.kill();
    const change = { ...groupLine(1, { title: 'Lantern' }) };
    const { status } = await importWhenReady(second, 'POST', [change]);
    t.equal(status, 204);
    t.equal(await found(second, 'lantern'), 1);
  });

  await t.test('a daemon that comes back, and one that is new, get what they lack', async t => {
    const again = await startMember(t, servers, { dataDir: first.dataDir });
    const third = await startMember(t, servers);
    for (const daemon of [again, third]) {
      await until('it has the snapshot', async () => (await live(daemon)) === (await live(second)), slow);
      await ready(daemon.url);
      await until('it does not call itself behind', async () => !/lacked/.test(await readyz(daemon)), slow);
      t.equal(await found(daemon, 'lantern'), 1);
      await until('its store is the same', async () => (await exported(daemon)) === (await exported(second)), slow);
    }
  });
});

async function readyz({ url }: Daemon): Promise<string> {
  return (await fetch(`${url}/readyz`)).text();
}

/** The ids of the kept snapshots, oldest first. */
async function kept({ url, key }: Daemon): Promise<string[]> {
  const response = await fetch(`${url}/api/admin/v4/snapshots`, { headers: { 'Api-Key': key } });
  const { snapshots } = (await response.json()) as { snapshots: { id: string }[] };
  return snapshots.map(({ id }) => id).sort();
}
