/**
 * A shop that had its data before its fleet, daemons that join with nothing, and one that was away for longer than the log
 * of imports reaches back: each gets the same store from a checkpoint.
 */
import t from 'tap';
import { FleetConnection } from '../../src/fleet/connection.js';
import { ImportLog } from '../../src/fleet/import-log.js';
import { importWhenReady } from '../contract/admin.js';
import { groupLine, groupLines } from '../contract/shop.js';
import { type Daemon, ready, startDaemon } from '../daemon.js';
import { exported, found, NO_NATS, startMember, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

const env = { VITRINE_FLEET_MOST_LOGGED: '1', VITRINE_FLEET_MOST_BEHIND_SECONDS: '1' };
const TRIMMED_PAUSE_MS = 300;

t.test('daemons that join', { skip: NO_NATS }, async t => {
  const [dataDir, later] = [testFolder(t), testFolder(t)];
  const alone = await startDaemon({ dataDir });
  t.equal((await importWhenReady(alone, 'PUT', groupLines(20, { edition: 7 }))).status, 204);
  await alone.stop();

  const servers = await startNats(t);
  const first = await startMember(t, servers, { dataDir, env });
  await first.waitForLog(line => line.message === 'the fleet has a writer');
  const same = async (other: Daemon) => {
    const pause = { pauseMs: START_PAUSE_MS };
    await until('the stores are the same', async () => (await exported(other)) === (await exported(first)), pause);
  };

  await t.test('one that is empty gets what the shop had before its fleet', async t => {
    const second = await startMember(t, servers, { dataDir: later, env });
    await ready(second.url);
    t.equal(await found(second, 'edition7'), 20);
    await same(second);
    t.equal((await importWhenReady(second, 'POST', [groupLine(2, { title: 'Samovar' })])).status, 204);
    await same(second);
    t.equal(await found(second, 'samovar'), 1);
  });

  await t.test('one that was away for longer than the log reaches back gets what it lacks', async t => {
    const settings = { servers: servers.map(({ url }) => url), cluster: 'test', credentialsFile: '', replicas: 1 };
    const connection = await FleetConnection.open({ settings, name: 'test' });
    t.teardown(() => connection.close());
    const log = await ImportLog.open(connection);
    const { last } = await log.range();
    let edition = 0;
    const isTrimmed = async () => {
      const line = groupLine(3, { title: `Kettle ${++edition}` });
      t.equal((await importWhenReady(first, 'POST', [line])).status, 204);
      return (await log.range()).first > last + 1;
    };
    await until('the log has forgotten the next import', isTrimmed, { pauseMs: TRIMMED_PAUSE_MS });
    const second = await startMember(t, servers, { dataDir: later, env });
    await ready(second.url);
    t.equal(await found(second, 'kettle'), 1, 'what it had before is older than the setting allows');
    await same(second);
  });
});
