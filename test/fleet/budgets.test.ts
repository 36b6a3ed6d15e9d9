/** Budgets of campaigns that daemons of a fleet spend together: never more, also while they cannot reach one another. */
import { join } from 'node:path';
import t from 'tap';
import { replay } from '../../src/behaviour/index.js';
import { importWhenReady } from '../contract/admin.js';
import { groupLines } from '../contract/shop.js';
import { type Daemon, ready } from '../daemon.js';
import { NO_NATS, startMember, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

const slow = { pauseMs: START_PAUSE_MS };
/** The least price is 0.01: sixty clicks. */
const BUDGET = 0.6;
const SPRING = {
  name: 'Spring',
  advertiser: { id: 'lux', name: 'Lux' },
  markets: ['uk'],
  products: { keys: ['p-20', 'p-25'] },
  bid: { type: 'CPC', amount: 0.02, currency: 'GBP' },
  budget: { total: BUDGET },
  pacing: 'ASAP',
};
const MORE = 80;
const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
let customers = 0;

/** The ticket of a sponsored hit that a customer of their own is shown; undefined where there is none. */
async function shown({ url }: Daemon): Promise<[who: string, ticket: string] | undefined> {
  const customer = ++customers;
  const who = `market=uk&customerKey=c-${customer}&sessionKey=s-${customer}`;
  const query = `${who}&locale=en-GB&touchpoint=DESKTOP&q=edition1`;
  const response = await fetch(`${url}/api/storefront/v3/queries/search-page?${query}`, { headers });
  const page = (await response.json()) as {
    primaryList: { productGroups: { products: { ticket: string; sponsored?: boolean }[] }[] };
  };
  const [product] = page.primaryList.productGroups[0]!.products;
  return product!.sponsored ? [who, product!.ticket] : undefined;
}

async function click({ url }: Daemon, [who, ticket]: [who: string, ticket: string]): Promise<void> {
  const init = { method: 'POST', headers, body: JSON.stringify({ ticket }) };
  const { status } = await fetch(`${url}/api/storefront/v3/notifications/click?${who}`, init);
  if (status !== 204) throw new Error(`a click: ${status}`);
}

/** What the clicks in the journals have cost, those that each daemon has billed itself. */
async function billed(daemons: readonly Daemon[]): Promise<number> {
  let micros = 0;
  for (const { dataDir } of daemons) {
    for await (const batch of replay(join(dataDir, 'journal'))) {
      for (const { record } of batch) {
        if (record.type !== 'click' || record.origin || !record.verdict) continue;
        if ('micros' in record.verdict) micros += record.verdict.micros;
      }
    }
  }
  return micros / 1e6;
}

t.test('a fleet of two daemons', { skip: NO_NATS }, async t => {
  const servers = await startNats(t);
  const folders = [testFolder(t), testFolder(t)];
  const env = { VITRINE_FLEET_QUORUM: 'all', VITRINE_SITE_RETAIL_MEDIA: '{"searchPositions": [0]}' };
  const start = (i: number) => startMember(t, servers, { dataDir: folders[i]!, env });
  const daemons = await Promise.all([start(0), start(1)]);
  t.equal((await importWhenReady(daemons[0]!, 'PUT', groupLines(40))).status, 204);
  const published = await fetch(`${daemons[0]!.url}/api/admin/v4/import/campaigns`, {
    method: 'POST',
    headers: { 'Api-Key': daemons[0]!.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ edit: { spring: SPRING } }),
  });
  t.equal(published.status, 204);
  await Promise.all(daemons.map(({ url }) => ready(url)));

  await t.test('spend their parts while the servers are away', async t => {
    const tickets = await Promise.all(
      daemons.map(async daemon => {
        const taken: [string, string][] = [];
        const isEnough = async () => {
          const one = await shown(daemon);
          if (one) taken.push(one);
          return taken.length === MORE;
        };
        await until('the daemon has its part, and sells places', isEnough);
        return taken;
      }),
    );
    const metrics = await (await fetch(`${daemons[0]!.url}/metrics`)).text();
    t.match(metrics, /^vitrine_fleet_budget_parts 1$/m);
    t.match(metrics, /^vitrine_fleet_budget_held 0\.[1-6]\d*$/m);
    await servers[0]!.kill();
    await Promise.all(daemons.flatMap((daemon, i) => tickets[i]!.map(ticket => click(daemon, ticket))));
    const spent = await billed(daemons);
    t.ok(spent <= BUDGET, `${spent} of ${BUDGET}, where each alone could have spent all`);
    t.ok(spent > BUDGET * 0.3, 'and each has spent its part');
    await servers[0]!.start();
  });

  await t.test('spend the rest when they are back, and no more, also where one is killed amid it', async t => {
    const isSpent = async () => {
      for (const daemon of daemons) {
        const one = await shown(daemon);
        if (one) await click(daemon, one);
      }
      return (await billed(daemons)) >= BUDGET * 0.9;
    };
    await until(
      'some is spent by both',
      async () => (await isSpent()) || (await billed(daemons)) > BUDGET * 0.75,
      slow,
    );
    await daemons[1]!.kill();
    daemons[1] = await start(1);
    await ready(daemons[1].url);
    await until('the budget is spent', isSpent, slow);
    const more = await Promise.all(daemons.flatMap(daemon => Array.from({ length: 10 }, () => shown(daemon))));
    for (const [i, one] of more.entries()) if (one) await click(daemons[i < 10 ? 0 : 1]!, one);
    const spent = await billed(daemons);
    t.ok(spent <= BUDGET, `${spent} of ${BUDGET}`);
  });
});
