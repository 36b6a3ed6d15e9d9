/**
 * `vitrine learn` beside a running daemon: visitors choose what is rated well, the training finds that out, and what is
 * adopted is in force in the daemon, until it is taken back.
 */
import t from 'tap';
import { runCommand } from '../cli/command.js';
import { startDaemon } from '../daemon.js';
import { until } from '../within.js';
import { catalogFile } from './demo.js';
import { groupLine } from './shop.js';

const LAMPS = 24;
const VISITORS = 170;
const isRated = (n: number) => n % 4 === 3;
/** The shorter a title, the more a word of it counts. */
const isShort = (n: number) => n % 3 === 0;

/** All visitors of the test come from one address. */
const env = { VITRINE_BEHAVIOUR_RANGE_SIGNALS: '0' };
const daemon = await startDaemon({
  catalog: catalogFile(
    t,
    Array.from({ length: LAMPS }, (_, n) => lamp(n)),
  ),
  env: { VITRINE_WORKERS: '1', VITRINE_BEHAVIOUR_LEARN_SECONDS: '1', ...env },
});
t.teardown(() => daemon.stop());

function lamp(n: number): ReturnType<typeof groupLine> {
  const line = groupLine(n, { title: `Plain lamp ${'and more words '.repeat(n % 3)}`, stock: 1 });
  const groups = line as { replace: { productGroup: { products: Record<string, { defaults: object }> } } };
  const [product] = Object.values(groups.replace.productGroup.products);
  Object.assign(product!.defaults, { rating: isRated(n) ? 5 : 1 });
  return line;
}

interface Page {
  primaryList: { productGroups: { products: { key: string; ticket: string }[] }[] };
}

async function choose(visitor: string): Promise<void> {
  const who = { market: 'uk', customerKey: visitor, sessionKey: visitor };
  const query = new URLSearchParams({ ...who, locale: 'en-GB', touchpoint: 'DESKTOP', q: 'plain lamp' });
  const answer = await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?${query}`);
  const { primaryList } = (await answer.json()) as Page;
  const products = primaryList.productGroups.map(group => group.products[0]!);
  const liked = (n: number) => isRated(n) && isShort(n);
  for (const { ticket } of products.filter(({ key }, i) => i === 0 || liked(Number(key.slice(2))))) {
    const url = `${daemon.url}/api/storefront/v3/notifications/click?${new URLSearchParams(who)}`;
    const { status } = await fetch(url, { method: 'POST', body: JSON.stringify({ ticket }) });
    if (status !== 204) throw new Error(`click: ${status}`);
  }
}

const learn = (...args: string[]) => runCommand(['learn', ...args, '--data', daemon.dataDir], env);

interface Explained {
  lists: { hits: { parts: { kind: string; factor?: number }[] }[] }[];
}

/** What the daemon multiplies the weight of ratings by. */
async function factorInForce(): Promise<number> {
  const args = ['explain', 'plain lamp', '--market', 'uk', '--locale', 'en-GB', '--json', '--url', daemon.url];
  const { stdout } = await runCommand(args, { VITRINE_API_KEY: daemon.key });
  const parts = (JSON.parse(stdout) as Explained).lists[0]!.hits.flatMap(hit => hit.parts);
  return parts.find(({ kind }) => kind === 'rating')?.factor ?? 1;
}

t.test('without choices nothing is learned', async t => {
  const { code, stderr } = await learn('train');
  t.equal(code, 1);
  t.match(stderr, /at least 100 choices are needed/);
  t.match((await learn('show')).stdout, /the usual weights are in force/);
  t.match((await learn('revert')).stderr, /nothing was adopted/);
});

t.test('what visitors choose is learned, adopted, in force, and taken back', async t => {
  for (let n = 0; n < VISITORS; n += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, i) => choose(`visitor-${n + i}`)));
  }
  const trained = await learn('train', '--json');
  t.equal(trained.code, 0, trained.stderr);
  const { id, factors, record } = JSON.parse(trained.stdout) as {
    id: string;
    factors: { rating: number };
    record: object;
  };
  t.ok(factors.rating > 1.2 && factors.rating <= 2, `rating × ${factors.rating}`);
  t.match(record, { visitors: VISITORS });
  t.equal(await factorInForce(), 1, 'not before it is adopted');
  t.match((await learn('adopt', 'nope')).stderr, new RegExp(`expected one of these: ${id}`));
  t.equal((await learn('adopt', id, '--force')).code, 0);
  t.match((await learn('show')).stdout, `${id}, in force`);
  await until('it is in force', async () => (await factorInForce()) === factors.rating);
  t.equal((await learn('revert')).code, 0);
  await until('the usual weights', async () => (await factorInForce()) === 1);
  t.match((await learn('show', '--json')).stdout, /"inForce": null/);
});
