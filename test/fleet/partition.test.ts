/**
 * Three machines with a daemon and a NATS server each, of which one is cut off from the others: that of the writer, and one of
 * those that follow. Most of the fleet goes on, the one that is alone answers queries and refuses imports, and afterwards
 * all have the same.
 */
import t from 'tap';
import { importLines } from '../contract/admin.js';
import { groupLine, groupLines } from '../contract/shop.js';
import { type Daemon, ready } from '../daemon.js';
import { exported, found, NO_NATS, startMember, startNats, writer } from '../fleet.js';
import { NO_MACHINES, startMachines } from '../machines.js';
import { START_PAUSE_MS, until } from '../within.js';

const DAEMONS = 3;
const slow = { pauseMs: START_PAUSE_MS };

t.test('a machine is cut off', { skip: NO_NATS || NO_MACHINES }, async t => {
  const machines = startMachines(t, DAEMONS);
  const servers = await startNats(t, DAEMONS, machines);
  const daemons = await Promise.all(
    machines.map(({ within, outside }, i) =>
      startMember(t, servers, { within, args: ['--host', outside], env: { VITRINE_FLEET_NAME: `d${i}` } }),
    ),
  );
  let edition = 0;
  const put = async (daemon: Daemon) => {
    const line = groupLine(++edition, { title: `kettle${edition}` });
    const isTaken = async () => (await importLines(daemon, 'POST', [line])).status === 204;
    await until(`import ${edition} is taken`, isTaken, slow);
    return `kettle${edition}`;
  };
  const first = async () => (await importLines(daemons[0]!, 'PUT', groupLines(10))).status === 204;
  await until('the catalog is taken', first, slow);
  await Promise.all(daemons.map(({ url }) => ready(url)));

  for (const cut of ['the writer', 'one that follows']) {
    await t.test(`${cut} is cut off`, async t => {
      let at = -1;
      const knowsWriter = async () => (at = Number((await writer(daemons[0]!))?.slice(1) ?? -1)) >= 0;
      await until('there is a writer', knowsWriter, slow);
      const alone = cut === 'the writer' ? at : (at + 1) % DAEMONS;
      const others = daemons.filter((_, i) => i !== alone);
      machines[alone]!.cutOff();
      t.teardown(() => machines[alone]!.join());
      const started = performance.now();
      const word = await put(others[0]!);
      t.comment(`an import was taken ${Math.round(performance.now() - started)} ms after the cut`);
      t.equal(await found(others[0]!, word), 1, 'it is live where it was answered');
      t.equal(await found(daemons[alone]!, 'lamp'), await found(others[1]!, 'lamp'), 'queries are answered');
      const refused = await importLines(daemons[alone]!, 'POST', [groupLine(9, { title: 'Samovar' })]);
      t.equal(refused.status, 503, JSON.stringify(refused.body));
      t.match(refused.body?.message, /send it again|cannot be reached/);
      machines[alone]!.join();
      await until('it has what it lacked', async () => (await found(daemons[alone]!, word)) === 1, slow);
      const next = await put(daemons[alone]!);
      t.equal(await found(daemons[alone]!, next), 1, 'imports through it are live on it');
      for (const daemon of daemons) {
        await until(
          'the stores are the same',
          async () => (await exported(daemon)) === (await exported(others[0]!)),
          slow,
        );
      }
    });
  }
});
