/**
 * The servers of a fleet lose all that they had acknowledged, while one of its daemons lacks the last imports: the one with
 * the newest store gives them back.
 */
import { rmSync } from 'node:fs';
import t from 'tap';
import { importWhenReady } from '../contract/admin.js';
import { groupLine, groupLines } from '../contract/shop.js';
import { exported, found, NO_NATS, startMember, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

const slow = { pauseMs: START_PAUSE_MS };

t.test('what its servers have lost, its daemons give back', { skip: NO_NATS }, async t => {
  const [server] = await startNats(t);
  const folders = [testFolder(t), testFolder(t)];
  const start = (dataDir: string) =>
    startMember(t, [server!], {
      dataDir,
      env: { VITRINE_FLEET_QUORUM: 'all', VITRINE_FLEET_MOST_BEHIND_SECONDS: '5' },
    });
  const [first, before] = await Promise.all(folders.map(start));
  t.equal((await importWhenReady(first!, 'PUT', groupLines(20, { edition: 3 }))).status, 204);
  t.equal((await importWhenReady(before!, 'POST', [groupLine(1, { title: 'Lantern' })])).status, 204);
  await before!.stop();
  t.equal((await importWhenReady(first!, 'POST', [groupLine(2, { title: 'Samovar' })])).status, 204);

  await server!.kill();
  rmSync(`${server!.folder}/jetstream`, { recursive: true });
  await server!.start();
  const second = await start(folders[1]!);
  // Those that come before the daemons have made the streams again are refused with 503.
  const kettle = () => importWhenReady(second, 'POST', [groupLine(3, { title: 'Kettle' })]);
  await until('an import is taken', async () => (await kettle()).status === 204, slow);
  t.equal(await found(second, 'kettle'), 1, 'it is live where it was answered');
  const third = await startMember(t, [server!]);
  for (const daemon of [first!, second, third]) {
    await until('the stores are the same', async () => (await exported(daemon)) === (await exported(first!)), slow);
    for (const word of ['lantern', 'samovar', 'kettle']) {
      await until(`${word} is found`, async () => (await found(daemon, word)) === 1, slow);
    }
    t.equal(await found(daemon, 'edition3'), 17);
  }
});
