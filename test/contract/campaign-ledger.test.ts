/**
 * What campaigns spend, with a real daemon: never more than their budgets under many clicks at once, the same after
 * kill -9, and what the journal adds up to.
 */
import { join } from 'node:path';
import t from 'tap';
import type { ReportedRow } from '../../src/behaviour/campaigns/campaign-report.js';
import { replay } from '../../src/behaviour/index.js';
import { type Daemon, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { until } from '../within.js';
import { importWhenReady } from './admin.js';
import { killAll, missingProc } from './processes.js';
import { groupLines } from './shop.js';

const CONNECTIONS = 64;
/** The least price is 0.01: ten clicks. */
const BUDGET = 0.1;
const SPRING = {
  name: 'Spring',
  advertiser: { id: 'lux', name: 'Lux' },
  markets: ['uk'],
  products: { keys: ['p-20', 'p-25'] },
  bid: { type: 'CPC', amount: 0.05, currency: 'GBP' },
  budget: { total: BUDGET },
  pacing: 'ASAP',
};
const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const dataDir = testFolder(t);
let daemon: Daemon;

const start = () => startDaemon({ dataDir, env: { VITRINE_SITE_RETAIL_MEDIA: '{"searchPositions": [0]}' } });

async function search(customer: number): Promise<string | undefined> {
  const who = `market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=c-${customer}&sessionKey=s-${customer}`;
  const response = await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?${who}&q=edition1`, { headers });
  const page = (await response.json()) as {
    primaryList: { productGroups: { products: { ticket: string; sponsored?: boolean }[] }[] };
  };
  const [product] = page.primaryList.productGroups[0]!.products;
  return product!.sponsored ? product!.ticket : undefined;
}

async function click(customer: number, ticket: string): Promise<number> {
  const who = `market=uk&customerKey=c-${customer}&sessionKey=s-${customer}`;
  const url = `${daemon.url}/api/storefront/v3/notifications/click?${who}`;
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ ticket }) })).status;
}

async function report(): Promise<{ rows: ReportedRow[]; invalid: { reason: string; clicks: number }[] }> {
  const url = `${daemon.url}/api/admin/v4/export/campaign-report`;
  return (await (await fetch(url, { headers: { 'Api-Key': daemon.key } })).json()) as Awaited<
    ReturnType<typeof report>
  >;
}

t.before(async () => {
  daemon = await start();
  await importWhenReady(daemon, 'PUT', groupLines(40), { blockingTimeout: 'PT1M' });
  const body = JSON.stringify({ edit: { spring: SPRING } });
  const admin = { 'Api-Key': daemon.key, 'Content-Type': 'application/json' };
  const response = await fetch(`${daemon.url}/api/admin/v4/import/campaigns`, { method: 'POST', headers: admin, body });
  if (response.status !== 204) throw new Error(await response.text());
});
t.teardown(() => daemon.stop());

t.test(
  'clicks of many connections spend the budget and no more, also across kill -9',
  { skip: missingProc },
  async t => {
    const tickets: [customer: number, ticket: string][] = [];
    await until('a sponsored product', async () => (await search(0)) !== undefined);
    for (let customer = 0; customer < CONNECTIONS; customer++) {
      const ticket = await search(customer);
      if (ticket !== undefined) tickets.push([customer, ticket]);
    }
    t.equal(tickets.length, CONNECTIONS, 'nothing is spent yet');
    const few = tickets.slice(0, 4);
    const all = (some: typeof tickets) => Promise.all(some.map(([customer, ticket]) => click(customer, ticket)));
    t.ok((await all([...few, ...few])).every(status => status === 204));
    await killAll(daemon);
    daemon = await start();
    await ready(daemon.url);
    t.ok((await all([...few, ...tickets, ...tickets])).every(status => status === 204));
    const { rows, invalid } = await report();
    const sums = { clicks: 0, spend: 0 };
    for (const { clicks, spend } of rows) {
      sums.clicks += clicks;
      sums.spend += Math.round(spend * 1e6);
    }
    t.same(sums, { clicks: 10, spend: BUDGET * 1e6 });
    const counts = Object.fromEntries(invalid.map(({ reason, clicks }) => [reason, clicks]));
    t.equal(
      Object.values(counts).reduce((sum, clicks) => sum + clicks, 0),
      2 * CONNECTIONS + 12 - 10,
    );
    t.same(Object.keys(counts).sort(), ['duplicate', 'exhausted']);
    let journalled = 0;
    for await (const batch of replay(join(dataDir, 'journal'))) {
      for (const { record } of batch) {
        if (record.type === 'click' && record.verdict && 'micros' in record.verdict)
          journalled += record.verdict.micros;
      }
    }
    t.equal(journalled, BUDGET * 1e6);
  },
);

t.test('one campaign is read, put and removed where it is as the client has seen it', async t => {
  const item = async (method: string, conditions: Record<string, string> = {}, campaign?: object) => {
    const all = { 'Api-Key': daemon.key, ...conditions, ...(campaign && { 'Content-Type': 'application/json' }) };
    const body = campaign ? { body: JSON.stringify(campaign) } : {};
    const response = await fetch(`${daemon.url}/api/admin/v4/campaign?id=autumn`, { method, headers: all, ...body });
    await response.arrayBuffer();
    return { status: response.status, tag: response.headers.get('etag') ?? '' };
  };
  const statusOf = async (...args: Parameters<typeof item>) => (await item(...args)).status;
  t.equal(await statusOf('GET'), 404);
  t.equal(await statusOf('PUT', { 'If-None-Match': '*' }, SPRING), 204);
  t.equal(await statusOf('PUT', { 'If-None-Match': '*' }, SPRING), 412, 'it is there');
  let tag = '';
  await until('the campaign', async () => ({ tag } = await item('GET')).status === 200);
  t.equal(await statusOf('GET', { 'If-None-Match': tag }), 304);
  t.equal(
    await statusOf('PUT', { 'If-Match': ' , ' }, { ...SPRING, name: 'Autumn' }),
    412,
    'a condition without a tag',
  );
  t.equal(await statusOf('PUT', { 'If-Match': tag }, { ...SPRING, name: 'Autumn' }), 204);
  t.equal(await statusOf('PUT', { 'If-Match': tag }, SPRING), 412, 'it has changed');
  t.equal(await statusOf('DELETE', { 'If-Match': tag }), 412);
  t.equal(await statusOf('DELETE'), 204);
  t.equal(await statusOf('DELETE'), 404);
});
