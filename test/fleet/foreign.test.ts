/** A daemon whose store has a history of its own is none of a fleet. */
import t from 'tap';
import { importWhenReady } from '../contract/admin.js';
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
  const env = { VITRINE_FLEET_QUORUM: 'all' };
  const [first, second, alone] = await Promise.all([
    startMember(t, servers, { env }),
    startMember(t, servers, { env }),
    startDaemon({ dataDir: foreign }),
  ]);
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
});
