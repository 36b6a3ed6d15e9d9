/** `vitrine learn` beside a running daemon: what is adopted is in force in the daemon, until it is taken back. */
import t from 'tap';
import { NO_RANKING, rankingFile, withTrained, writeRanking } from '../../src/behaviour/ranking/ranking-file.js';
import { behaviourFolder } from '../../src/server/behaviour/behaviour-client.js';
import { runCommand } from '../cli/command.js';
import { startDaemon } from '../daemon.js';
import { until } from '../within.js';
import { catalogFile } from './demo.js';
import { groupLine, groupLines } from './shop.js';

const daemon = await startDaemon({
  catalog: catalogFile(t, [...groupLines(4, { stock: 1 }), groupLine(4, { title: 'Plain lamp', stock: 0 })]),
  env: { VITRINE_WORKERS: '1', VITRINE_BEHAVIOUR_LEARN_SECONDS: '1' },
});
t.teardown(() => daemon.stop());

const learn = (...args: string[]) => runCommand(['learn', ...args, '--data', daemon.dataDir]);

interface Explained {
  lists: { hits: { parts: { kind: string; points: number; factor?: number }[] }[] }[];
}

/** What the only product of a text loses for being out of stock, and the factor of that. */
async function stockPart(): Promise<{ points: number; factor?: number }> {
  const args = ['explain', 'plain lamp', '--market', 'uk', '--locale', 'en-GB', '--json', '--url', daemon.url];
  const { stdout } = await runCommand(args, { VITRINE_API_KEY: daemon.key });
  const parts = (JSON.parse(stdout) as Explained).lists[0]!.hits[0]!.parts;
  return parts.find(({ kind }) => kind === 'stock') ?? { points: 0 };
}

t.test('without choices nothing is learned', async t => {
  const { code, stderr } = await learn('train');
  t.equal(code, 1);
  t.match(stderr, /at least 100 choices are needed/);
  t.match((await learn('show')).stdout, /the usual weights are in force/);
  t.match((await learn('revert')).stderr, /nothing was adopted/);
});

t.test('what is adopted is in force, and taken back', async t => {
  // Signals are those of markets in which something has happened.
  const who = new URLSearchParams({ market: 'uk', customerKey: 'c', sessionKey: 's' });
  // Nothing is learned from a visitor who has asked no query.
  await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?${who}&locale=en-GB&touchpoint=DESKTOP&q=lamp`);
  const url = `${daemon.url}/api/storefront/v3/notifications/add-favorite?${who}`;
  const { status } = await fetch(url, { method: 'POST', body: JSON.stringify({ productKey: 'p-1' }) });
  t.equal(status, 204);
  const counts = { choices: 300, heldOut: 150, visitors: 200, positionExponent: 1 };
  const record = { trainedAt: '2026-11-01T00:00:00.000Z', ...counts, gain: 0.02, gainLow: 0, gainHigh: 0.04 };
  const factors = { popularity: 1, rating: 1, newness: 1, stock: 0.5 };
  await writeRanking(
    rankingFile(behaviourFolder(daemon.dataDir)),
    withTrained(NO_RANKING, { id: 'one', factors, record }),
  );
  t.strictSame(await stockPart(), { kind: 'stock', points: -1.5 });
  t.match((await learn('adopt', 'nope')).stderr, /expected one of these: one/);
  t.match((await learn('adopt')).stderr, /its gain may be as low as \+0.0 %; --force adopts it/);
  t.equal((await learn('adopt', '--force')).code, 0);
  t.match((await learn('show')).stdout, /^one, in force$/m);
  await until('it is in force', async () => (await stockPart()).factor === 0.5);
  t.equal((await stockPart()).points, -0.75);
  t.equal((await learn('revert')).code, 0);
  await until('the usual weights', async () => (await stockPart()).factor === undefined);
  t.match((await learn('show', '--json')).stdout, /"inForce": null/);
});
