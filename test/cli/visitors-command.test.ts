/** What is remembered of a customer, handed over and erased by the built command, against a running daemon. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { catalogFile } from '../contract/demo.js';
import { groupLines } from '../contract/shop.js';
import { ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { type Run, runCommand } from './command.js';

const CUSTOMER = 'anna-6d1f';
const folder = testFolder(t);
const dataDir = join(folder, 'data');
let daemon = await startDaemon({ dataDir, catalog: catalogFile(t, groupLines(10)) });
t.teardown(() => daemon.stop());

function vitrine(...args: string[]): Promise<Run> {
  return runCommand(['visitors', ...args, '--url', daemon.url], { VITRINE_API_KEY: daemon.key });
}

const context = (customer: string, market: string) =>
  new URLSearchParams({
    market,
    locale: 'en-GB',
    touchpoint: 'DESKTOP',
    customerKey: customer,
    sessionKey: `${customer}-session`,
  });

async function query(name: string, customer: string, more: Record<string, string>, market = 'uk') {
  const parameters = context(customer, market);
  for (const [key, value] of Object.entries(more)) parameters.set(key, value);
  const response = await fetch(`${daemon.url}/api/storefront/v3/queries/${name}?${parameters}`);
  return (await response.json()) as Record<string, unknown>;
}

async function favorite(customer: string, productKey: string, market = 'uk') {
  const url = `${daemon.url}/api/storefront/v3/notifications/add-favorite?${context(customer, market)}`;
  const headers = { 'Content-Type': 'text/plain' };
  await fetch(url, { method: 'POST', headers, body: JSON.stringify({ productKey }) });
}

for (const customer of [CUSTOMER, 'bert']) {
  await query('search-page', customer, { q: 'lamp' });
  await query('product-page', customer, { productKey: 'p-1' });
  await favorite(customer, 'p-2');
  await favorite(customer, 'p-3', 'se');
}

interface Exported {
  customerKey: string;
  visitors: { market: string; searches: { q: string }[]; views: object[]; favorites: { productKey: string }[] }[];
  notifications: { type: string; customerKey: string }[];
}

t.test('an export holds all that is remembered of a customer, and nothing of another', async t => {
  const { code, stdout } = await vitrine('export', CUSTOMER);
  t.equal(code, 0);
  const exported = JSON.parse(stdout) as Exported;
  t.equal(exported.customerKey, CUSTOMER);
  const uk = exported.visitors.find(({ market }) => market === 'uk');
  t.match(uk, { searches: [{ q: 'lamp' }], views: [{ productKey: 'p-1' }], favorites: [{ productKey: 'p-2' }] });
  const se = exported.visitors.find(({ market }) => market === 'se');
  t.match(se, { searches: [], views: [], favorites: [{ productKey: 'p-3' }] });
  t.same(
    exported.notifications.map(({ type, customerKey }) => [type, customerKey]),
    [
      ['add-favorite', CUSTOMER],
      ['add-favorite', CUSTOMER],
    ],
  );
  t.notOk(stdout.includes('bert'));
});

t.test('an export goes to a file that only its owner reads', async t => {
  const out = join(folder, 'anna.json');
  t.equal((await vitrine('export', CUSTOMER, '--out', out)).code, 0);
  t.equal((JSON.parse(readFileSync(out, 'utf8')) as Exported).customerKey, CUSTOMER);
  if (process.platform !== 'win32') t.equal(statSync(out).mode & 0o777, 0o600);
});

t.test('an erased customer is gone from queries, lists and files, and stays so', async t => {
  const { code, stdout } = await vitrine('erase', CUSTOMER);
  t.equal(code, 0);
  t.equal(stdout, 'forgotten in 2 markets; 2 notifications are anonymous now\n');
  t.match(await query('autocomplete', CUSTOMER, { q: '', notify: 'false' }), {
    recentSearches: [],
    recentlyViewed: [],
  });
  t.match(await query('autocomplete', 'bert', { q: '', notify: 'false' }), { recentSearches: [{ q: 'lamp' }] });
  const latest = await fetch(`${daemon.url}/api/admin/v4/notifications/latest`, { headers: { 'Api-Key': daemon.key } });
  const { entries } = (await latest.json()) as { entries: { customerKey?: string }[] };
  t.same(entries.map(({ customerKey }) => customerKey).sort(), ['bert', 'bert', undefined, undefined]);
  const left = JSON.parse((await vitrine('export', CUSTOMER)).stdout) as Exported;
  t.match(left, { customerKey: CUSTOMER, visitors: [], notifications: [] }, 'nothing is left to hand over');
});

t.test('a restart brings nothing back', async t => {
  await daemon.stop();
  for (const file of readdirSync(join(dataDir, 'journal'))) {
    t.notOk(readFileSync(join(dataDir, 'journal', file)).includes(CUSTOMER), file);
  }
  daemon = await startDaemon({ dataDir });
  await ready(daemon.url);
  t.match(await query('autocomplete', CUSTOMER, { q: '', notify: 'false' }), {
    recentSearches: [],
    recentlyViewed: [],
  });
  t.match(await query('autocomplete', 'bert', { q: '', notify: 'false' }), { recentSearches: [{ q: 'lamp' }] });
});

t.test('a customer that nobody knows is told of as such, and a daemon that refuses is quoted', async t => {
  t.equal((await vitrine('erase', 'nobody')).stdout, 'forgotten in 0 markets; 0 notifications are anonymous now\n');
  const long = await vitrine('erase', 'x'.repeat(501));
  t.equal(long.code, 1);
  t.match(long.stderr, /customerKey/);
  const refused = await vitrine('export', CUSTOMER, '--key', 'wrong');
  t.equal(refused.code, 1);
  t.match(refused.stderr, /Api-Key/);
});
