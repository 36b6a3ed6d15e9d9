/**
 * The erasure of customers, against the whole data folder: afterwards no file has their keys or phrases, others keep
 * theirs, and a daemon that is killed amid an erasure goes on with it at its next start.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createKey } from '../../src/server/storage/api-keys.js';
import { type Daemon, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { until } from '../within.js';
import { ended, importLines, importState } from './admin.js';
import { catalogFile } from './demo.js';
import { groupLines } from './shop.js';

const OTHERS = 60;
const dataDir = join(testFolder(t), 'data');
// The daemon makes its files private, whatever mask it is started with.
const mask = process.umask(0);
const starting = startDaemon({ dataDir, catalog: catalogFile(t, groupLines(10)), env: { VITRINE_WORKERS: '1' } });
process.umask(mask);
let daemon = await starting;
t.teardown(() => daemon.stop());

const phraseOf = (customer: string) => `zebra ${customer.replaceAll('-', '')} lamp`;

async function send(customer: string, path: string, more: Record<string, string>, body?: object): Promise<number> {
  const visitor = { locale: 'en-GB', touchpoint: 'DESKTOP', customerKey: customer, sessionKey: `${customer}-session` };
  const query = new URLSearchParams({ market: 'uk', ...visitor, ...more });
  const init = body && { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: JSON.stringify(body) };
  const answer = await fetch(`${daemon.url}/api/storefront/v3/${path}?${query}`, init);
  await answer.arrayBuffer();
  return answer.status;
}

/** Searches, looks, takes a favourite, and takes a search back, so that the phrase stands in the journal too. */
async function visit(customer: string): Promise<void> {
  const q = phraseOf(customer);
  await send(customer, 'queries/search-page', { q });
  await send(customer, 'queries/search-page', { q: `${q} again` });
  await send(customer, 'queries/product-page', { productKey: 'p-1' });
  const statuses = [
    await send(customer, 'notifications/add-favorite', {}, { productKey: 'p-2' }),
    await send(customer, 'notifications/remove-recent-searches', {}, { phrases: [`${q} again`] }),
  ];
  if (statuses.some(status => status !== 204)) throw new Error(`${customer}: ${statuses}`);
}

/** The files that have the customer's key or words. */
function filesWith(customer: string): string[] {
  const wanted = [customer, customer.replaceAll('-', '')];
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(name => {
    const bytes = contentOf(join(dataDir, name));
    return wanted.some(text => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')));
  });
}

/** Nothing of a folder, nor of a file that has gone since it was listed: the daemon writes its files anew, and removes some. */
function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (['EISDIR', 'ENOENT'].includes((error as NodeJS.ErrnoException).code!)) return Buffer.alloc(0);
    throw error;
  }
}

async function admin(route: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { 'Api-Key': daemon.key, 'Content-Type': 'application/json' };
  const init = { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${daemon.url}/api/admin/v4/${route}`, init);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function recentSearches(customer: string): Promise<string[]> {
  const visitor = { touchpoint: 'DESKTOP', customerKey: customer, sessionKey: `${customer}-session`, notify: 'false' };
  const query = new URLSearchParams({ market: 'uk', locale: 'en-GB', q: '', ...visitor });
  const answer = await fetch(`${daemon.url}/api/storefront/v3/queries/autocomplete?${query}`);
  const { recentSearches } = (await answer.json()) as { recentSearches: { q: string }[] };
  return recentSearches.map(({ q }) => q);
}

const vanished = (of: Daemon) => of.waitForLog(({ message }) => /^no file has anything/.test(message ?? ''));

/** What is remembered of the others: all of it is acknowledged, and none may be lost. */
async function othersAreWhole(): Promise<void> {
  for (const other of ['other-0', `other-${OTHERS - 1}`]) {
    const { body } = await admin('visitors/export', { customerKey: other });
    const remembered = { searches: [{ q: phraseOf(other) }], favorites: [{ productKey: 'p-2' }] };
    t.match(body, { visitors: [remembered], notifications: [{ type: 'add-favorite' }, {}] }, other);
  }
  const { body } = await admin('notifications/latest?type=add-favorite&limit=1000');
  const keys = (body['entries'] as { customerKey?: string }[]).map(({ customerKey }) => customerKey);
  t.equal(keys.filter(key => key?.startsWith('other-')).length, OTHERS, 'the notifications of others');
}

const amidImports = 'dora-51c2';
const erased = ['anna-6d1f', 'bert-77aa', 'cleo-0b3c'];
await visit(amidImports);
for (const customer of erased) await visit(customer);
for (let i = 0; i < OTHERS; i++) await visit(`other-${i}`);

t.test('who is erased is in no file any more, and others keep theirs', async t => {
  const [anna] = erased as [string];
  t.match(filesWith(anna), [/./], 'the test finds what is there');
  const answer = await admin('visitors/erase', { customerKey: anna });
  t.match(answer, { status: 200, body: { visitors: 1, notifications: 2 } });
  t.match(await vanished(daemon), { customers: 1, seconds: Number });
  t.same(filesWith(anna), []);
  t.same(readdirSync(join(dataDir, 'behaviour')).sort(), ['data.mdb', 'learnt.bin', 'searched.json', 'writer.lock']);
  await othersAreWhole();
  await visit('later');
  // Query threads read the file that has taken the place of the first.
  for (const customer of ['later', 'other-0']) t.same(await recentSearches(customer), [phraseOf(customer)], customer);
  t.same(await recentSearches(anna), []);
  t.match((await admin('visitors/export', { customerKey: anna })).body, { visitors: [], notifications: [] });
});

t.test('an erasure does not wait for imports that wait, and they do not for it', async t => {
  const send = async (edition: number) => {
    const answer = await importLines(daemon, 'POST', groupLines(10, { edition }), { blockingTimeout: 'PT0S' });
    t.equal(answer.status, 202);
    return answer.body!.id!;
  };
  const ids = [await send(2), await send(3), await send(4), await send(5)];
  t.match(await importState(daemon, ids.at(-1)!), { status: 'WAITING' });
  t.match(await admin('visitors/erase', { customerKey: amidImports }), { status: 200, body: { visitors: 1 } });
  await until('no file has anything of the customer', () => filesWith(amidImports).length === 0);
  for (const id of ids) t.match(await ended(daemon, id), { status: 'SUCCESS' });
  t.same(filesWith(amidImports), []);
  await othersAreWhole();
});

const moments: [customer: string, when: string, at: () => boolean][] = [
  [erased[1]!, 'when the order is on disk', () => existsSync(join(dataDir, 'erasures.json'))],
  [erased[2]!, 'when it was answered', () => daemon.logs.some(({ message }) => message === 'a customer was forgotten')],
];
for (const [customer, when, at] of moments) {
  t.test(`a daemon that is killed ${when} goes on with the erasure at its next start`, async t => {
    let isAnswered = false;
    const answer = admin('visitors/erase', { customerKey: customer })
      .catch(() => undefined)
      .finally(() => {
        isAnswered = true;
      });
    // An erasure may have ended between two looks.
    await until(when, () => at() || isAnswered, { pauseMs: 0 });
    daemon.process.kill('SIGKILL');
    await answer;
    await daemon.stop();
    const interrupted = existsSync(join(dataDir, 'erasures.json'));
    // What a crash amid the rewriting of the files leaves: it takes a moment that no test can hit.
    const successor = join(dataDir, 'behaviour/successor');
    mkdirSync(successor, { recursive: true });
    copyFileSync(join(dataDir, 'behaviour/data.mdb'), join(successor, 'data.mdb'));
    daemon = await startDaemon({ dataDir, env: { VITRINE_WORKERS: '1' } });
    if (interrupted) await vanished(daemon);
    t.same(filesWith(customer), []);
    await othersAreWhole();
  });
}

t.test(
  'after all of that, only the user of the daemon may read its files',
  { skip: process.platform === 'win32' && 'no modes' },
  async t => {
    await createKey(dataDir, { label: 'feed', scopes: ['import'] });
    const pages = { market: 'uk', type: 'PARTIAL', addOrUpdate: [{ id: '/lamps', headings: { 'en-GB': 'Lamps' } }] };
    await fetch(`${daemon.url}/api/admin/v4/import/pages`, {
      method: 'POST',
      headers: { 'Api-Key': daemon.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(pages),
    });
    const open = ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })].filter(name => {
      const found = statSync(join(dataDir, name), { throwIfNoEntry: false });
      return found && (found.mode & 0o777) !== (found.isDirectory() ? 0o700 : 0o600);
    });
    t.same(open, []);
  },
);
