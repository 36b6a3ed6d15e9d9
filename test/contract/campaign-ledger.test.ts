/**
 * What campaigns spend, with a real daemon: never more than their budgets under many clicks at once, the same after
 * kill -9, and what the journal adds up to.
 */
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { NotificationRecord } from '../../src/behaviour/activities/notification.js';
import type { ReportedRow } from '../../src/behaviour/campaigns/campaign-report.js';
import { ledgerFile } from '../../src/behaviour/campaigns/ledger-file.js';
import { Journal, replay } from '../../src/behaviour/index.js';
import { runCommand } from '../cli/command.js';
import { type Daemon, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { until } from '../within.js';
import { importWhenReady, rollback, snapshots } from './admin.js';
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

const RETAIL_MEDIA = { VITRINE_SITE_RETAIL_MEDIA: '{"searchPositions": [0]}' };
const start = () => startDaemon({ dataDir, env: RETAIL_MEDIA });

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

async function report(
  at: Pick<Daemon, 'url'> = daemon,
): Promise<{ rows: ReportedRow[]; invalid: { reason: string; clicks: number }[] }> {
  const url = `${at.url}/api/admin/v4/export/campaign-report`;
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

/** What the accounts say, and the billed amounts of the journal of a data folder. */
async function accounts(at: Pick<Daemon, 'url'>, folder: string): Promise<{ rows: number; spend: number }> {
  let journalled = 0;
  for await (const batch of replay(join(folder, 'journal'))) {
    for (const { record } of batch) {
      if (record.type === 'click' && record.verdict && 'micros' in record.verdict) journalled += record.verdict.micros;
    }
  }
  const { rows } = await report(at);
  t.equal(
    rows.reduce((sum, { spend }) => sum + Math.round(spend * 1e6), 0),
    journalled,
    'the report is what the journal adds up to',
  );
  return { rows: rows.length, spend: journalled };
}

/** The values of a metric by its labels. */
async function metric(at: Pick<Daemon, 'url'>, name: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${at.url}/metrics`)).text();
  const lines = text.split('\n').filter(line => line.startsWith(name));
  return Object.fromEntries(
    lines.map(line => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

t.test('metrics count what was billed since the start, and what was not by reason', { skip: missingProc }, async t => {
  const spend = await metric(daemon, 'vitrine_campaign_spend_total');
  t.same(spend, { '': 0.06 }, 'six clicks after the start');
  const events = await metric(daemon, 'vitrine_campaign_events_total');
  t.equal(events['{outcome="billed"}'], 6);
  t.equal(events['{outcome="duplicate"}']! + events['{outcome="exhausted"}']!, 2 * CONNECTIONS + 4 - 6);
  t.equal(events['{outcome="bot"}'], 0);
  await until('the spent campaign is closed', async () => {
    const { '{state="closed"}': closed, '{state="open"}': open } = await metric(daemon, 'vitrine_campaigns');
    return closed === 1 && open === 0;
  });
});

t.test('the command exports the report as JSON and as CSV', { skip: missingProc }, async t => {
  const env = { VITRINE_API_KEY: daemon.key };
  const exported = (...more: string[]) => runCommand(['export', 'campaign-report', '--url', daemon.url, ...more], env);
  const json = await exported();
  t.equal(json.code, 0, json.stderr);
  t.same(JSON.parse(json.stdout), await report(daemon));
  const csv = await exported('--format', 'csv');
  t.equal(csv.code, 0, csv.stderr);
  const [head, ...rows] = csv.stdout
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(','));
  const at = (name: string) => head!.indexOf(name);
  const billed = rows.filter(row => Number(row[at('spend')]) > 0);
  t.equal(billed.length, (await report(daemon)).rows.filter(row => row.spend > 0).length);
  t.ok(billed.every(row => row[at('campaign')] === 'spring'));
  t.equal((await exported('--from', 'yesterday')).code, 1);
});

t.test('a rollback and a backup keep the accounts, which are those of the journal', { skip: missingProc }, async t => {
  const before = await accounts(daemon, dataDir);
  t.equal(before.spend, BUDGET * 1e6);
  const { live, snapshots: kept } = await snapshots(daemon);
  t.equal(await rollback(daemon, kept.find(({ id }) => id !== live)!.id), 204);
  t.same(await accounts(daemon, dataDir), before, 'also where the campaigns are those of an older snapshot');
  const target = join(testFolder(t), 'copy');
  const data = join(testFolder(t), 'data');
  const backup = await runCommand(['backup', target, '--url', daemon.url], { VITRINE_API_KEY: daemon.key });
  t.equal(backup.code, 0, backup.stderr);
  const restored = await runCommand(['restore', target, '--data', data]);
  t.equal(restored.code, 0, restored.stderr);
  const accountsCheck = async () => {
    const { stdout } = await runCommand(['doctor', '--data', data, '--json']);
    return (JSON.parse(stdout) as { findings: { check: string; verdict: string }[] }).findings.find(
      ({ check }) => check === 'accounts of campaigns',
    )?.verdict;
  };
  t.equal(await accountsCheck(), 'ok');
  const file = ledgerFile(join(data, 'behaviour'));
  truncateSync(file, statSync(file).size - 1);
  t.equal(await accountsCheck(), 'warning', 'the file is damaged');
  const settings = '{"searchPositions": [0], "suppressDuplicates": false}';
  const again = await startDaemon({ dataDir: data, env: { VITRINE_SITE_RETAIL_MEDIA: settings } });
  t.teardown(() => again.stop());
  await ready(again.url);
  await until('the accounts', async () => (await report(again)).rows.length > 0);
  t.same(await accounts(again, data), before, 'made again from the journal');

  // With `suppressDuplicates: false`, what is sponsored keeps its own place too.
  const list = async () => {
    const who = 'market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=c-9&sessionKey=s-9';
    const answer = await fetch(`${again.url}/api/storefront/v3/queries/search-page?${who}&q=edition1&limit=10`);
    const { primaryList } = (await answer.json()) as {
      primaryList: { productGroups: { products: { key: string; sponsored?: boolean }[] }[] };
    };
    return primaryList.productGroups.map(({ products: [main] }) => main!);
  };
  const organic = (await list()).map(({ key }) => key);
  const winter = { ...SPRING, products: { keys: [organic[3]!] } };
  const admin = { 'Api-Key': again.key, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ edit: { winter } });
  await fetch(`${again.url}/api/admin/v4/import/campaigns`, { method: 'POST', headers: admin, body });
  await until('a sponsored product', async () => (await list())[0]!.sponsored === true);
  const shown = await list();
  t.same(
    shown.map(({ key }) => key),
    [organic[3]!, ...organic.slice(0, 9)],
  );
  t.same(
    shown.map(({ sponsored = false }) => sponsored),
    [true, ...Array(9).fill(false)],
  );
});

t.test('the command imports campaigns, and warns of how many products the catalog does not have', async t => {
  const file = join(testFolder(t), 'campaigns.json');
  const body = { edit: { unknown: { ...SPRING, products: { keys: ['p-20', 'gone-1', 'gone-2'], groups: ['gone'] } } } };
  writeFileSync(file, JSON.stringify(body));
  const imported = (...more: string[]) =>
    runCommand(['import', 'campaigns', file, '--url', daemon.url, ...more], { VITRINE_API_KEY: daemon.key });
  const { code, stdout, stderr } = await imported();
  t.equal(code, 0, stderr);
  t.match(stdout, /is live/);
  t.match(stderr, /^warning: 3 keys of products or groups are not in the catalog/m);
  t.match(JSON.parse((await imported('--json')).stdout), { ok: true, warnings: [/^3 keys/] });
  writeFileSync(file, JSON.stringify({ remove: ['unknown'] }));
  t.match(await imported(), { code: 0, stderr: '' });
});

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

/** All records of the journal of the data folder. */
async function records(): Promise<NotificationRecord[]> {
  const all: NotificationRecord[] = [];
  for await (const batch of replay(join(dataDir, 'journal'))) all.push(...batch.map(({ record }) => record));
  return all;
}

t.test('what a killed daemon has left unjudged is billed by the next ones, once', { skip: missingProc }, async t => {
  const body = JSON.stringify({ edit: { late: { ...SPRING, budget: { total: 0.05 } } } });
  const admin = { 'Api-Key': daemon.key, 'Content-Type': 'application/json' };
  const response = await fetch(`${daemon.url}/api/admin/v4/import/campaigns`, { method: 'POST', headers: admin, body });
  t.equal(response.status, 204);
  await killAll(daemon);

  // As a daemon leaves it that is killed before it has read the accounts: the last of three clicks finds no budget.
  const billed = (await records()).find(
    record => record.type === 'click' && record.verdict && 'micros' in record.verdict,
  );
  const { verdict: _, ...click } = billed as NotificationRecord & { type: 'click' };
  const sponsored = { ...click.shown.sponsored!, campaign: 'late', priceMicros: 20_000 };
  const unjudged = { isBot: false, groups: {} };
  const left = ['x', 'y', 'z'].map(customerKey => {
    return { ...click, at: Date.now(), customerKey, shown: { ...click.shown, sponsored }, unjudged };
  });
  const journal = await Journal.open({
    dir: join(dataDir, 'journal'),
    segmentBytes: 1 << 20,
    maxBytes: 1 << 30,
    maxAgeMs: 1e15,
    maxWaiting: 10,
    recorded: () => undefined,
    warn: () => undefined,
  });
  for (const record of left) await journal.append(record);
  await journal.close();

  const late = async () => {
    const { rows, invalid } = await report();
    const of = <T extends { campaign: string }>(all: readonly T[]) => all.filter(({ campaign }) => campaign === 'late');
    return {
      billed: of(rows).map(({ clicks, spend }) => ({ clicks, spend })),
      invalid: of(invalid as unknown as { campaign: string; reason: string; clicks: number }[]),
    };
  };
  const whole = {
    billed: [{ clicks: 2, spend: 0.04 }],
    invalid: [{ reason: 'exhausted', clicks: 1 }],
  };
  for (const which of ['the first', 'the next']) {
    daemon = await start();
    await ready(daemon.url);
    await until('all verdicts', async () => (await late()).invalid.length > 0);
    t.match(await late(), whole, which);
    await killAll(daemon);
  }
  const settled = (await records()).filter(({ settles }) => settles !== undefined);
  t.equal(settled.length, left.length, 'each is judged once');
  daemon = await start();
});
