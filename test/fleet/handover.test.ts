/** The writer of a fleet hands its lease over when it is drained, and when it ends, in less than a second. */
import t from 'tap';
import { importWhenReady } from '../contract/admin.js';
import { groupLine, groupLines } from '../contract/shop.js';
import { type Daemon, ready } from '../daemon.js';
import { NO_NATS, startMember, startNats, writer } from '../fleet.js';
import { START_PAUSE_MS, until } from '../within.js';

const WITHIN_MS = 1000;
/** The quickest counts: the machine may have other work. */
const TRIES = 3;
const slow = { pauseMs: START_PAUSE_MS };

t.test('a fleet of two daemons', { skip: NO_NATS }, async t => {
  const servers = await startNats(t);
  const daemons = await Promise.all(
    ['d0', 'd1'].map(name => startMember(t, servers, { env: { VITRINE_FLEET_NAME: name } })),
  );
  t.equal((await importWhenReady(daemons[0]!, 'PUT', groupLines(5))).status, 204);
  await Promise.all(daemons.map(({ url }) => ready(url)));

  const drain = async ({ url, key }: Daemon, undo: boolean) => {
    const headers = { 'Api-Key': key };
    return (await fetch(`${url}/api/admin/v4/drain?undo=${undo}`, { method: 'POST', headers })).status;
  };
  /** After how many milliseconds the other one is the writer. */
  const handedOver = async (from: Daemon, other: Daemon, leave: () => Promise<unknown>) => {
    const isOther = async () => (await writerOf(other)) === daemons.indexOf(other);
    await until('it knows the writer', async () => (await writerOf(other)) === daemons.indexOf(from), slow);
    const started = performance.now();
    const left = leave();
    await until('the other one is the writer', isOther);
    const ms = performance.now() - started;
    await left;
    return ms;
  };

  await t.test('drained', async t => {
    const times: number[] = [];
    for (let i = 0; i < TRIES; i++) {
      const [from, other] = await writerFirst(daemons);
      times.push(await handedOver(from, other, () => drain(from, false)));
      t.equal((await importWhenReady(from, 'POST', [groupLine(1, { title: `Lantern${i}` })])).status, 204);
      t.equal(await drain(from, true), 204);
    }
    t.comment(`${times.map(Math.round).join(', ')} ms`);
    t.ok(Math.min(...times) < WITHIN_MS);
  });

  await t.test('told to end', async t => {
    const [from, other] = await writerFirst(daemons);
    const ms = await handedOver(from, other, () => from.stop());
    t.comment(`${Math.round(ms)} ms`);
    t.ok(ms < WITHIN_MS);
    t.equal((await importWhenReady(other, 'POST', [groupLine(1, { title: 'Samovar' })])).status, 204);
  });
});

/** The number of the writer that a daemon knows. */
async function writerOf(daemon: Daemon): Promise<number | undefined> {
  const name = await writer(daemon);
  return name === undefined ? undefined : Number(name.slice(1));
}

async function writerFirst(daemons: readonly Daemon[]): Promise<[Daemon, Daemon]> {
  let at: number | undefined;
  const isKnown = async () => (at = await writerOf(daemons[0]!)) !== undefined;
  await until('there is a writer', isKnown, slow);
  return [daemons[at!]!, daemons[1 - at!]!];
}
