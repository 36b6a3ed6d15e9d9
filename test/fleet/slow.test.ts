/** A server of a fleet stands still most of the time, as on a machine that has too much to do: imports come about. */
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { importLines } from '../contract/admin.js';
import { groupLine, groupLines, searchUrl } from '../contract/shop.js';
import { type Daemon, ready } from '../daemon.js';
import { NO_NATS, startMember, startNats } from '../fleet.js';
import { START_PAUSE_MS, until } from '../within.js';

const STANDS_MS = 400;
const RUNS_MS = 100;
const slow = { pauseMs: START_PAUSE_MS };

t.test('a slow server', { skip: NO_NATS }, async t => {
  const servers = await startNats(t, 3);
  const daemons = await Promise.all([0, 1].map(() => startMember(t, servers)));
  const taken = async (daemon: Daemon, method: 'PUT' | 'POST', lines: object[]) =>
    until('an import is taken', async () => (await importLines(daemon, method, lines)).status === 204, slow);
  await taken(daemons[0]!, 'PUT', groupLines(10));
  await Promise.all(daemons.map(({ url }) => ready(url)));
  for (const [at, { process }] of servers.entries()) {
    let isSlow = true;
    const slowed = (async () => {
      while (isSlow) {
        process.kill('SIGSTOP');
        await pause(STANDS_MS);
        process.kill('SIGCONT');
        await pause(RUNS_MS);
      }
    })();
    for (const daemon of daemons) {
      const word = `kettle${at}${daemons.indexOf(daemon)}`;
      await taken(daemon, 'POST', [groupLine(at, { title: word })]);
      const response = await fetch(searchUrl(daemon.url, word));
      const { primaryList } = (await response.json()) as { primaryList: { totalHits: number } };
      t.equal(primaryList.totalHits, 1, 'it is live where it was answered');
    }
    isSlow = false;
    await slowed;
  }
});
