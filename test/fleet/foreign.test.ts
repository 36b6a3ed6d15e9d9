/** A daemon whose store has a history of its own is none of a fleet. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { announcedManifest, importWhenReady } from '../contract/admin.js';
import { groupLine, groupLines } from '../contract/shop.js';
import { type Daemon, startDaemon } from '../daemon.js';
import { found, NO_NATS, startMember, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

const slow = { pauseMs: START_PAUSE_MS };

async function readyz({ url }: Daemon): Promise<string> {
  const response = await fetch(`${url}/readyz`);
  return `${response.status} ${await response.text()}`;
}

t.test('a fleet of two daemons', { skip: NO_NATS }, async t => {
  const servers = await startNats(t);
  const foreign = testFolder(t);
  const dataDir = testFolder(t);
  const env = { VITRINE_FLEET_QUORUM: 'all' };
  const [first, member, alone] = await Promise.all([
    startMember(t, servers, { env }),
    startMember(t, servers, { env, dataDir }),
    startDaemon({ dataDir: foreign }),
  ]);
  let second = member;
  t.equal((await importWhenReady(first, 'PUT', groupLines(20, { edition: 3 }))).status, 204);
  t.equal((await importWhenReady(second, 'POST', [groupLine(1, { title: 'Lantern' })])).status, 204);
  t.equal((await importWhenReady(alone, 'PUT', groupLines(5, { edition: 9 }))).status, 204);
  await alone.stop();

  await t.test('one with a store of its own is refused, and says why', async t => {
    const other = await startMember(t, servers, { dataDir: foreign });
    await until('it says so', async () => /^503 .*not of this fleet/.test(await readyz(other)), slow);
    t.equal((await importWhenReady(first, 'POST', [groupLine(2, { title: 'Samovar' })])).status, 204);
    t.equal(await found(second, 'samovar'), 1);
    await other.stop();
  });

  await t.test(
    'one whose id of the fleet is lost is one of it where the fleet keeps its catalog, and else says why',
    async t => {
      const announced = async (folder: string) => (await announcedManifest(folder)).id;
      const isNewest = async () => (await announced(dataDir)) === (await announced(first.dataDir));
      const damage = (folder: string) => {
        for (const name of ['fleet-id', 'fleet-id.copy']) writeFileSync(join(folder, name), 'x');
      };
      await until('it has the newest', isNewest, slow);
      await second.stop();
      damage(dataDir);
      t.equal((await importWhenReady(first, 'POST', [groupLine(5, { title: 'Trammel' })])).status, 204);
      second = await startMember(t, servers, { env, dataDir });
      t.equal((await importWhenReady(second, 'POST', [groupLine(4, { title: 'Trivet' })])).status, 204);
      t.equal(await found(first, 'trivet'), 1);
      t.equal(await found(second, 'trammel'), 1, 'also what came meanwhile');
      damage(foreign);
      const other = await startMember(t, servers, { env, dataDir: foreign });
      await until('it says so', async () => /^503 .*fleet-id and its copy are damaged/.test(await readyz(other)), slow);
    },
  );
});
