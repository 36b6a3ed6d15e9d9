/** What a daemon of a fleet does while the fleet's servers are away: queries go on, imports are refused, and it says so. */
import t from 'tap';
import { importLines, importWhenReady } from '../contract/admin.js';
import { groupLines, searchUrl } from '../contract/shop.js';
import { NO_NATS, startMember, startNats } from '../fleet.js';
import { START_PAUSE_MS, until } from '../within.js';

const slow = { pauseMs: START_PAUSE_MS };

t.test('the servers of a fleet go and come back', { skip: NO_NATS }, async t => {
  const [server] = await startNats(t);
  const daemon = await startMember(t, [server!]);
  const found = async () => {
    const response = await fetch(searchUrl(daemon.url, 'lamp'));
    return ((await response.json()) as { primaryList: { totalHits: number } }).primaryList.totalHits;
  };
  const readyz = async () => {
    const response = await fetch(`${daemon.url}/readyz`);
    return `${response.status} ${await response.text()}`;
  };
  t.equal((await importWhenReady(daemon, 'PUT', groupLines(10))).status, 204);
  t.equal(await found(), 2);

  await server!.kill();
  await until('it says so', async () => /servers of the fleet cannot be reached/.test(await readyz()), slow);
  t.match(await readyz(), /^200 /, 'it is ready all the same');
  t.equal(await found(), 2);
  const { status, body } = await importLines(daemon, 'POST', groupLines(1));
  t.equal(status, 503);
  t.match(body?.message, /servers of the fleet/);

  await server!.start();
  await until('it is back', async () => !/cannot be reached/.test(await readyz()), slow);
  const { status: taken } = await importWhenReady(daemon, 'PUT', groupLines(20), { force: 'true' });
  t.equal(taken, 204);
  t.equal(await found(), 4);
});
