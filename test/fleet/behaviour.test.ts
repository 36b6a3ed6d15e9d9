/**
 * Behaviour that daemons share: what a visitor does at one, the others know, also after a kill; and a customer who is
 * forgotten at one is forgotten everywhere.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { LONGEST_WAIT_MS } from '../../src/server/behaviour/last-acts.js';
import { importWhenReady } from '../contract/admin.js';
import { groupLines } from '../contract/shop.js';
import { type Daemon, ready } from '../daemon.js';
import { NO_NATS, startMember, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

const slow = { pauseMs: START_PAUSE_MS };

async function send(
  { url }: Daemon,
  customer: string,
  path: string,
  more: object,
  body?: object,
  cookie = '',
): Promise<Response> {
  const visitor = { locale: 'en-GB', touchpoint: 'DESKTOP', customerKey: customer, sessionKey: `${customer}-session` };
  const query = new URLSearchParams({ market: 'uk', ...visitor, ...more });
  const headers = { 'Content-Type': 'text/plain', ...(cookie !== '' && { Cookie: cookie }) };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return fetch(`${url}/api/storefront/v3/${path}?${query}`, init);
}

/** Has a customer take a favourite. */
async function favour(daemon: Daemon, customer: string, productKey: string): Promise<void> {
  const { status } = await send(daemon, customer, 'notifications/add-favorite', {}, { productKey });
  if (status !== 204) throw new Error(`${customer}: ${status}`);
}

async function admin({ url, key }: Daemon, route: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { 'Api-Key': key, 'Content-Type': 'application/json' };
  const init = { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) };
  return (await fetch(`${url}/api/admin/v4/${route}`, init)).json() as Promise<Record<string, unknown>>;
}

/** The customers of the favourites that a daemon lists, in the order of their keys. */
async function favourites(daemon: Daemon): Promise<string[]> {
  const { entries } = await admin(daemon, 'notifications/latest?type=add-favorite&limit=1000');
  return (entries as { customerKey?: string }[]).map(({ customerKey = 'no key' }) => customerKey).sort();
}

async function recentSearches(daemon: Daemon, customer: string, cookie?: string): Promise<string[]> {
  const answer = await send(daemon, customer, 'queries/autocomplete', { q: '', notify: 'false' }, undefined, cookie);
  const { recentSearches } = (await answer.json()) as { recentSearches: { q: string }[] };
  return recentSearches.map(({ q }) => q);
}

/** The files of a folder that have a text. */
function filesWith(folder: string, text: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter(name => {
    const file = join(folder, name);
    return statSync(file, { throwIfNoEntry: false })?.isFile() && readFileSync(file).includes(text);
  });
}

t.test('a fleet of two daemons', { skip: NO_NATS }, async t => {
  const servers = await startNats(t);
  const folders = [testFolder(t), testFolder(t)];
  const start = (i: number) => startMember(t, servers, { dataDir: folders[i]!, env: { VITRINE_FLEET_QUORUM: 'all' } });
  let [first, second] = (await Promise.all([start(0), start(1)])) as [Daemon, Daemon];
  t.equal((await importWhenReady(first, 'PUT', groupLines(10))).status, 204);
  await Promise.all([ready(first.url), ready(second.url)]);
  const both = () => [first, second];

  await t.test('what is searched for at one is a recent search at the other', async t => {
    await until('the other knows it', async () => {
      await (await send(first, 'anna', 'queries/search-page', { q: 'lamp' })).arrayBuffer();
      return (await recentSearches(second, 'anna')).includes('lamp');
    });
    const started = performance.now();
    await (await send(second, 'anna', 'queries/search-page', { q: 'chair' })).arrayBuffer();
    await until('so does the first', async () => (await recentSearches(first, 'anna')).includes('chair'));
    t.comment(`a recent search is known on the other daemon after ${Math.round(performance.now() - started)} ms`);
  });

  await t.test('the next request of a visitor finds what the one before has left at the other daemon', async t => {
    /** A request waits for what was left for a bounded time, which a machine with too much to do exceeds. */
    const finds = async (daemon: Daemon, customer: string, cookie: string, wanted: string[], what: string) => {
      const started = performance.now();
      let found = await recentSearches(daemon, customer, cookie);
      if (performance.now() - started >= LONGEST_WAIT_MS) {
        await until(what, async () => {
          found = await recentSearches(daemon, customer);
          return isDeepStrictEqual(found, wanted);
        });
      }
      t.strictSame(found, wanted, what);
    };
    for (let i = 0; i < 40; i++) {
      const [here, there] = i % 2 === 0 ? both() : [...both()].reverse();
      const customer = `quick-${i}`;
      const searched = await send(here!, customer, 'queries/search-page', { q: 'lamp' });
      await searched.arrayBuffer();
      const cookie = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
      await finds(there!, customer, cookie(searched), ['lamp'], 'the search');
      const removed = await send(
        there!,
        customer,
        'notifications/remove-recent-searches',
        {},
        { removeAll: true },
        cookie(searched),
      );
      t.equal(removed.status, 204);
      await finds(here!, customer, cookie(removed), [], 'its removal');
    }
    // That of a daemon which has died.
    const lost = `vitrine-last-act=${'0'.repeat(16)}.1.${Date.now().toString(36)}`;
    t.strictSame(await recentSearches(first, 'quick-0', lost), []);
  });

  await t.test('notifications are listed once by each', async t => {
    const customers = Array.from({ length: 40 }, (_, i) => `customer-${String(i).padStart(2, '0')}`);
    await Promise.all(customers.map((customer, i) => favour(both()[i % 2]!, customer, `p-${i % 10}`)));
    for (const daemon of both()) {
      await until('it has all', async () => (await favourites(daemon)).length >= customers.length, slow);
      t.strictSame(await favourites(daemon), customers);
      const { visitors } = await admin(daemon, 'visitors/export', { customerKey: 'customer-07' });
      t.match(visitors, [{ favorites: [{ productKey: 'p-7' }] }]);
    }
  });

  await t.test('none is lost or told twice where daemons and servers are killed', async t => {
    const before = await favourites(first);
    const added: string[] = [];
    const add = async (daemon: Daemon, customer: string) => {
      await favour(daemon, customer, 'p-1');
      added.push(customer);
    };
    await servers[0]!.kill();
    for (let i = 0; i < 5; i++) await add(first, `away-${i}`);
    await first.kill();
    await add(second, 'second-1');
    const restarted = start(0);
    await servers[0]!.start();
    first = await restarted;
    await ready(first.url);
    await add(first, 'first-1');
    await second.kill();
    await add(first, 'first-2');
    second = await start(1);
    await ready(second.url);
    for (const daemon of both()) {
      const wanted = [...before, ...added].sort();
      await until('it has all', async () => (await favourites(daemon)).length >= wanted.length, slow);
      t.strictSame(await favourites(daemon), wanted);
    }
  });

  await t.test('a customer who is forgotten at one is forgotten everywhere', async t => {
    for (const daemon of both()) await favour(daemon, 'zoe-to-forget', 'p-3');
    await until(
      'both know her',
      async () => {
        const known = both().map(
          async daemon => (await favourites(daemon)).filter(key => key === 'zoe-to-forget').length,
        );
        return (await Promise.all(known)).every(count => count === 2);
      },
      slow,
    );
    t.match(await admin(first, 'visitors/erase', { customerKey: 'zoe-to-forget' }), {
      notifications: 2,
      daemons: { erased: 2, of: 2 },
    });
    for (const daemon of both()) {
      const { visitors, notifications } = await admin(daemon, 'visitors/export', { customerKey: 'zoe-to-forget' });
      t.strictSame([visitors, notifications], [[], []]);
      await until('no file names her', () => filesWith(daemon.dataDir, 'zoe-to-forget').length === 0, slow);
    }
    await until('the servers do not, either', () => filesWith(servers[0]!.folder, 'zoe-to-forget').length === 0, slow);
  });

  await t.test('what was recorded just before an order to forget is forgotten, too', async t => {
    const customers = Array.from({ length: 8 }, (_, i) => `hasty-customer-${i}`);
    const before = (await favourites(first)).length;
    for (const customer of customers) {
      await Promise.all(both().map(daemon => favour(daemon, customer, 'p-4')));
      t.match(await admin(first, 'visitors/erase', { customerKey: customer }), { daemons: { erased: 2, of: 2 } });
    }
    // Some may be on their way to the other daemon still.
    const wanted = before + both().length * customers.length;
    for (const daemon of both()) {
      await until('it has the anonymous records', async () => (await favourites(daemon)).length >= wanted, slow);
      t.equal((await favourites(daemon)).length, wanted, 'each once');
    }
    for (const daemon of [...both().map(({ dataDir }) => dataDir), servers[0]!.folder]) {
      await until('no file names them', () => filesWith(daemon, 'hasty-customer').length === 0, slow);
    }
  });

  await t.test('a daemon that joins has what the others have', async t => {
    const third = await startMember(t, servers);
    const wanted = await favourites(first);
    await until('it has all', async () => (await favourites(third)).length >= wanted.length, slow);
    t.strictSame(await favourites(third), wanted);
  });
});
