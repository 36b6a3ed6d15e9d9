/**
 * The writer of a fleet of three daemons on three servers is stopped amid imports, as by a machine that has no time for it,
 * until another one writes, and goes on: it publishes nothing, follows the other, and is ready again.
 */
import t from 'tap';
import { importLines } from '../contract/admin.js';
import { groupLine } from '../contract/shop.js';
import { type Daemon, ready } from '../daemon.js';
import { exported, NO_NATS, startMember, startNats, writer } from '../fleet.js';
import { START_PAUSE_MS, until } from '../within.js';

const PAUSES = Number(process.env['FLEET_PAUSES'] ?? 1);
const DAEMONS = 3;
const slow = { pauseMs: START_PAUSE_MS };

t.test('the writer is stopped amid imports, and goes on', { skip: NO_NATS }, async t => {
  const servers = await startNats(t, 3);
  const env = { VITRINE_FLEET_MOST_BEHIND_SECONDS: '10', VITRINE_FLEET_QUORUM: 'all' };
  const names = Array.from({ length: DAEMONS }, (_, i) => `d${i}`);
  const daemons = await Promise.all(
    names.map(name => startMember(t, servers, { env: { ...env, VITRINE_FLEET_NAME: name } })),
  );
  const taken: string[] = [];
  const put = async (daemon: Daemon, n: number) => {
    const word = `kettle${n}`;
    const isTaken = async () => (await importLines(daemon, 'POST', [groupLine(n, { title: word })])).status === 204;
    await until(`import ${n} is taken`, isTaken, slow);
    taken.push(word);
  };
  await put(daemons[0]!, 0);
  await Promise.all(daemons.map(({ url }) => ready(url)));
  for (let n = 1; n <= PAUSES; n++) {
    const paused = names.indexOf((await writer(daemons[0]!))!);
    const [other, witness] = daemons.filter((_, i) => i !== paused);
    const done = put(other!, n);
    daemons[paused]!.process.kill('SIGSTOP');
    await until('another one writes', async () => ![undefined, names[paused]].includes(await writer(witness!)), slow);
    await done;
    daemons[paused]!.process.kill('SIGCONT');
    await ready(daemons[paused]!.url);
    t.comment(`pause ${n}`);
  }
  for (const daemon of daemons) {
    await until(
      'all that was taken is there',
      async () => (await exported(daemon)) === (await exported(daemons[0]!)),
      slow,
    );
    const text = await exported(daemon);
    t.strictSame(
      taken.filter(word => !text.includes(`"${word}"`)),
      [],
    );
  }
});
