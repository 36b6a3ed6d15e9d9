/**
 * Three machines with a NATS server each, of which one is cut off from the others. Of one fleet it has the writer, of another
 * a daemon that follows: both fleets go on, what is cut off answers queries and refuses imports, and afterwards all have the
 * same. Two fleets on the same servers, because each cut costs the servers elections of many seconds. So does its end, for
 * half a minute in which they take few imports: how soon that is over says nothing of daemons, and is not waited for.
 */
import t from 'tap';
import { importLines } from '../contract/admin.js';
import { groupLine, groupLines } from '../contract/shop.js';
import { type Daemon, ready } from '../daemon.js';
import { exported, found, NO_NATS, startMember, startNats, writer } from '../fleet.js';
import { NO_MACHINES, startMachines } from '../machines.js';
import { START_PAUSE_MS, until } from '../within.js';

const MACHINES = 3;
/** The machine that is cut off; daemons that are not on it have connected to its server, too. */
const CUT = 0;
const OTHER = 1;
const FLEETS = [
  { cluster: 'writer-cut', first: CUT },
  { cluster: 'follower-cut', first: OTHER },
];
const KETTLE = 'kettle';
const slow = { pauseMs: START_PAUSE_MS };

/** Sends a line until it is taken. @returns the word of its title */
async function put(daemon: Daemon): Promise<string> {
  const isTaken = async () => (await importLines(daemon, 'POST', [groupLine(1, { title: KETTLE })])).status === 204;
  await until('an import is taken', isTaken, slow);
  return KETTLE;
}

t.test('a machine is cut off', { skip: NO_NATS || NO_MACHINES }, async t => {
  const machines = startMachines(t, MACHINES);
  const servers = await startNats(t, MACHINES, machines);
  const started = performance.now();
  const since = (what: string) => t.comment(`${what}: after ${Math.round(performance.now() - started)} ms`);
  const start = (cluster: string, at: number) => {
    const { within, outside } = machines[at]!;
    const args = ['--host', outside, '--cluster', cluster];
    return startMember(t, servers, { within, args, env: { VITRINE_FLEET_NAME: `d${at}` } });
  };
  const fleets = await Promise.all(
    FLEETS.map(async ({ cluster, first }) => {
      const one = await start(cluster, first);
      const taken = async () => (await importLines(one, 'PUT', groupLines(10))).status === 204;
      await until('the catalog is taken', taken, slow);
      const other = await start(cluster, CUT + OTHER - first);
      await Promise.all([one, other].map(({ url }) => ready(url)));
      t.equal(await writer(other), `d${first}`, 'the first one writes');
      return first === CUT ? { cluster, cut: one, other } : { cluster, cut: other, other: one };
    }),
  );
  since('the fleets are there');
  machines[CUT]!.cutOff();

  await Promise.all(
    fleets.map(async ({ cluster, cut, other }) => {
      const [word, refused] = await Promise.all([
        put(other),
        importLines(cut, 'POST', [groupLine(9, { title: 'Samovar' })]),
      ]);
      t.equal(await found(other, word), 1, `${cluster}: an import is live where it was answered`);
      t.ok((await found(cut, 'lamp')) > 0, `${cluster}: queries are answered`);
      t.equal(refused.status, 503, JSON.stringify(refused.body));
      t.match(refused.body?.message, /send it again|cannot be reached/);
    }),
  );
  since('the others have taken imports');
  machines[CUT]!.join();

  await Promise.all(
    fleets.map(async ({ cluster, cut, other }) => {
      await until(`${cluster}: it has what it lacked`, async () => (await found(cut, KETTLE)) === 1, slow);
      const isSame = async () => (await exported(cut)) === (await exported(other));
      await until('the stores are the same', isSame, slow);
    }),
  );
  since('all is as it was');
});
