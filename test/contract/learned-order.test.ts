/** `vitrine learn` beside a running daemon: what is adopted is in force in the daemon, until it is taken back. */
import { writeFileSync } from 'node:fs';
import t from 'tap';
import { NO_RANKING, rankingFile, withTrained, writeRanking } from '../../src/behaviour/ranking/ranking-file.js';
import { checkFiles } from '../../src/cli/doctor/file-checks.js';
import { behaviourFolder } from '../../src/server/behaviour/folders.js';
import { runCommand } from '../cli/command.js';
import { startDaemon } from '../daemon.js';
import { until } from '../within.js';
import { catalogFile } from './demo.js';
import { groupLine, groupLines } from './shop.js';

/** All visitors of the test come from one range of addresses. */
const env = { VITRINE_BEHAVIOUR_RANGE_SIGNALS: '0' };
const daemon = await startDaemon({
  catalog: catalogFile(t, [
    ...groupLines(4, { stock: 1 }),
    groupLine(4, { title: 'Plain lamp', stock: 0 }),
    ...Array.from({ length: 18 }, (_, n) =>
      groupLine(5 + n, { title: `Round mirror${' of oak and glass'.repeat(n % 3)}`, stock: n % 2 }),
    ),
  ]),
  env: { VITRINE_WORKERS: '1', VITRINE_BEHAVIOUR_LEARN_SECONDS: '1', ...env },
});
t.teardown(() => daemon.stop());

const learn = (...args: string[]) => runCommand(['learn', ...args, '--data', daemon.dataDir], env);

interface Part {
  kind: string;
  points: number;
  factor?: number;
}

async function explained(q: string): Promise<{ key: string; parts: Part[] }[]> {
  const args = ['explain', q, '--market', 'uk', '--locale', 'en-GB', '--json', '--limit', '20', '--url', daemon.url];
  const { stdout } = await runCommand(args, { VITRINE_API_KEY: daemon.key });
  return (JSON.parse(stdout) as { lists: { hits: { key: string; parts: Part[] }[] }[] }).lists[0]!.hits;
}

/** What the only product of a text loses for being out of stock, and the factor of that. */
async function stockPart(): Promise<Part> {
  const [hit] = await explained('plain lamp');
  return hit!.parts.find(({ kind }) => kind === 'stock') ?? { kind: 'stock', points: 0 };
}

/** Visitors look at fewer products further down, and choose among those by the text; stock is nothing to them. */
class Visitors {
  private state = 1;
  private readonly likes = new Map<string, number>();

  constructor(hits: readonly { key: string; parts: Part[] }[]) {
    for (const { key, parts } of hits) {
      const text = parts.filter(({ kind }) => kind !== 'stock').reduce((sum, { points }) => sum + points, 0);
      this.likes.set(key, Math.exp(text / 4));
    }
  }

  /** A visitor, who then chooses from the list that it has got. */
  async ask(visitor: string, q: string): Promise<() => Promise<void>> {
    const who = new URLSearchParams({ market: 'uk', customerKey: visitor, sessionKey: visitor });
    const place = `${who}&locale=en-GB&touchpoint=DESKTOP&q=${q}`;
    const answer = await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?${place}`);
    const { primaryList } = (await answer.json()) as {
      primaryList: { productGroups: { products: { key: string; ticket: string }[] }[] };
    };
    const products = primaryList.productGroups.map(group => group.products[0]!);
    return async () => {
      for (let n = 0; n < 2; n++) {
        const ticket = this.chosen(products)?.ticket;
        if (ticket === undefined) continue;
        const url = `${daemon.url}/api/storefront/v3/notifications/click?${who}`;
        const { status } = await fetch(url, { method: 'POST', body: JSON.stringify({ ticket }) });
        if (status !== 204) throw new Error(`click: ${status}`);
      }
    };
  }

  private chosen<P extends { key: string }>(products: readonly P[]): P | undefined {
    const looked = products.filter((_, k) => this.random() < (1 + k) ** -0.9);
    const likes = looked.map(({ key }) => this.likes.get(key)!);
    let left = this.random() * likes.reduce((sum, like) => sum + like, 0);
    return looked.find((_, i) => (left -= likes[i]!) < 0);
  }

  private random(): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.state / 2 ** 32;
  }
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

t.test('what visitors choose is learned', async t => {
  const visitors = new Visitors(await explained('round mirror'));
  // All have got the same list: choices for a text change it.
  const asked: (() => Promise<void>)[] = [];
  for (let n = 0; n < 80; n++) {
    for (const q of ['round', 'mirror', 'round+mirror']) asked.push(await visitors.ask(`visitor-${n}`, q));
  }
  for (const choose of asked) await choose();
  const trained = await learn('train', '--json');
  t.equal(trained.code, 0, trained.stderr);
  const { id, factors, record } = JSON.parse(trained.stdout) as {
    id: string;
    factors: Record<string, number>;
    record: object;
  };
  t.ok(factors['stock']! < 0.7, `stock × ${factors['stock']}`);
  t.match(record, { visitors: Number, choices: Number });
  t.match((await learn('show')).stdout, new RegExp(`^${id}$[^]*^one$`, 'm'));
});

t.test('the doctor finds a damaged file of weights', async t => {
  const weights = async () => (await checkFiles(daemon.dataDir)).find(({ check }) => check === 'weights of scores')!;
  t.match(await weights(), { verdict: 'ok' });
  writeFileSync(rankingFile(behaviourFolder(daemon.dataDir)), 'x');
  t.match(await weights(), { verdict: 'failed', found: /ranking.json: damaged/, advice: /remove the file/ });
  t.match((await learn('show')).stderr, /ranking.json: damaged/);
});
