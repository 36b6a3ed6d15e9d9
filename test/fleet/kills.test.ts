/** Daemons of a fleet are killed at any moment, the writer among them, while imports come: none that was taken is lost. */
import t from 'tap';
import { importLines } from '../contract/admin.js';
import { groupLine } from '../contract/shop.js';
import { type Daemon, ready } from '../daemon.js';
import { exported, NO_NATS, startMember, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

const KILLS = Number(process.env['FLEET_KILLS'] ?? 1);
const SEED = 20_261_124;
const LONGEST_DELAY_MS = 400;
const TAKEN = [202, 204];

t.test('no import that was taken is lost', { skip: NO_NATS }, async t => {
  const servers = await startNats(t);
  const folders = [testFolder(t), testFolder(t)];
  const start = (i: number) => startMember(t, servers, { dataDir: folders[i]!, env: { VITRINE_FLEET_NAME: `d${i}` } });
  const daemons = await Promise.all(folders.map((_, i) => start(i)));
  const pause = { pauseMs: START_PAUSE_MS };
  const taken: string[] = [];
  let random = SEED;
  const put = async (daemon: Daemon, edition: number) => {
    const word = `kettle${edition}`;
    const line = groupLine(edition, { title: word });
    // What is refused is sent again.
    await until(
      `import ${edition} is taken`,
      async () => TAKEN.includes((await importLines(daemon, 'POST', [line])).status),
      pause,
    );
    taken.push(word);
  };
  await put(daemons[0]!, 0);
  for (let kill = 1; kill <= KILLS; kill++) {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    const told = daemons.flatMap(({ logs }) => logs.filter(line => line.message === 'the fleet has a writer'));
    const writer = (told.sort((a, b) => Number(a['time']) - Number(b['time'])).at(-1)?.['writer'] as string) ?? 'd0';
    // Mostly the writer.
    const victim = kill % 3 === 0 ? 1 - Number(writer.slice(1)) : Number(writer.slice(1));
    const other = daemons[1 - victim]!;
    const done = put(other, kill);
    // Not for anything to have come: the kill is to come at any moment.
    await new Promise(resolve => setTimeout(resolve, (random >>> 16) % LONGEST_DELAY_MS));
    await daemons[victim]!.kill();
    const begun = performance.now();
    await done;
    if (process.env['FLEET_KILLS']) t.comment(`kill ${kill} of ${writer}: ${Math.round(performance.now() - begun)} ms`);
    daemons[victim] = await start(victim);
    await ready(daemons[victim].url);
  }
  const all = async (daemon: Daemon) => {
    const text = await exported(daemon);
    return taken.every(word => text.includes(`"${word}"`));
  };
  for (const daemon of daemons) await until('all that was taken is there', () => all(daemon), pause);
  const same = async () => (await exported(daemons[0]!)) === (await exported(daemons[1]!));
  await until('the stores are the same', same, pause);
  t.pass(`${taken.length} imports, ${KILLS} kills`);
});
