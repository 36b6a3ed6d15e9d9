/** Agents of the shop, in the official client of the protocol: what keys may, and drafts from the first look to publishing. */
import t from 'tap';
import { createKey } from '../../../src/server/storage/api-keys.js';
import { importWhenReady } from '../../contract/admin.js';
import { groupLines, wordOf } from '../../contract/shop.js';
import { ready, startDaemon } from '../../daemon.js';
import { until } from '../../within.js';
import { agentOf } from './shopping-agent.js';

const daemon = await startDaemon({ args: ['--workers', '1'] });
t.teardown(() => daemon.stop());
const url = `${daemon.url}/mcp/admin`;
const shopUrl = `${daemon.url}/api/storefront/v3/queries/search-page?market=uk&locale=en-GB&touchpoint=desktop`;

const as = (key: string) => ({ 'Api-Key': key });
const hitsOf = async (q: string) => {
  const found = (await (await fetch(`${shopUrl}&userContext=SYNTHETIC&q=${q}`)).json()) as {
    primaryList: { totalHits: number };
  };
  return found.primaryList.totalHits;
};

t.test('the shop is imported, and searched by visitors', async t => {
  t.equal((await importWhenReady(daemon, 'PUT', groupLines(25))).status, 204);
  await ready(daemon.url);
  for (const [q, sessions] of [
    ['lamp', 3],
    ['luminaire', 2],
  ] as const) {
    for (let i = 0; i < sessions; i++) await fetch(`${shopUrl}&customerKey=c${q}${i}&sessionKey=s${q}${i}&q=${q}`);
  }
});

t.test('without a key, or one that opens none of it, nothing is told', async t => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const { key } = await createKey(daemon.dataDir, { label: 'backups', scopes: ['backup'] });
  const wrong: Record<string, string>[] = [{}, as('wrong'), as(key), { Authorization: 'Bearer wrong' }];
  for (const headers of wrong) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });
    t.equal(response.status, 403);
    await response.text();
  }
  const { client } = await agentOf(t, url, 'auto', { Authorization: `Bearer ${daemon.key}` });
  t.equal((await client.listTools()).tools.length, 9);
});

t.test('what visitors search for most, and what finds nothing, is listed', async t => {
  const { call } = await agentOf(t, url, 'auto', as(daemon.key));
  const listed = async (given: object) =>
    (await call('list_searches', { market: 'uk', ...given })).structured!['searches'] as { query: string }[];
  await until('the searches', async () => (await listed({})).length === 2);
  t.match(await listed({}), [
    { query: 'lamp', sessions: 3, hits: 5 },
    { query: 'luminaire', hits: 0 },
  ]);
  t.match(await listed({ without_hits: true }), [{ query: 'luminaire', locale: 'en-GB', sessions: 2 }]);
  t.equal((await listed({ market: 'se', locale: 'sv-SE' })).length, 0);
});

t.test('a search is explained', async t => {
  const { call } = await agentOf(t, url, 'auto', as(daemon.key));
  const { structured } = await call('explain_search', {
    query: wordOf(3),
    market: 'uk',
    products: ['p-3', 'p-4', 'none'],
  });
  t.match(structured, {
    searched: wordOf(3),
    total: 1,
    hits: [{ id: 'p-3', because: [/^[\d.]+ for word/] }],
    asked: [{ id: 'p-3' }, { id: 'p-4', because: [/./] }, { id: 'none', because: [/./] }],
  });
});

t.test('a draft is seen by nobody but its comparison, and published with a scope of its own', async t => {
  const { key } = await createKey(daemon.dataDir, { label: 'drafts', scopes: ['export', 'import'] });
  const { call } = await agentOf(t, url, 'auto', as(key));
  const synonyms = [{ from: ['luminaire'], to: ['lamp'] }];
  const drafted = await call('draft_search_settings', { locale: 'en-GB', add: { synonyms } });
  t.same(drafted.structured, { locale: 'en-GB', draft: { synonyms }, warnings: [] });
  t.match((await call('diff_search_settings', { locale: 'en-GB' })).structured, {
    drafted: true,
    synonyms: { added: synonyms, removed: [] },
  });
  const preview = await call('preview_searches', { queries: ['luminaire', 'chair'], market: 'uk' });
  t.match(preview.structured, {
    searches: [{ changed: true, published: { total: 0 }, draft: { total: 5 } }, { changed: false }],
  });
  t.equal(await hitsOf('luminaire'), 0);

  const refused = await call('publish', { locales: ['en-GB'] });
  t.ok(refused.isError);
  t.match(refused.text, /needs publish/);
  t.equal(await hitsOf('luminaire'), 0);

  const publisher = await createKey(daemon.dataDir, {
    label: 'publisher',
    scopes: ['import:search-settings', 'publish'],
  });
  const agent = await agentOf(t, url, 'auto', as(publisher.key));
  t.match((await agent.call('publish', { locales: ['en-GB'] })).structured, { published: ['en-GB'] });
  t.equal(await hitsOf('luminaire'), 5);
  t.match((await agent.call('explain_search', { query: 'lamp' })).text, /needs export/);

  const removed = await call('draft_search_settings', { locale: 'en-GB', remove: { synonyms } });
  t.same(removed.structured!['draft'], {});
  t.match(
    (await call('draft_search_settings', { locale: 'en-GB', remove: { stopWords: ['x'] } })).text,
    /stopWords: found/,
  );
  t.match((await call('get_search_settings', { locale: 'en-GB' })).structured, { published: { synonyms }, draft: {} });
});

t.test('a page is drafted, compared and published', async t => {
  const { call } = await agentOf(t, url, 'auto', as(daemon.key));
  const page = {
    id: '/lamps',
    headings: { 'en-GB': 'Lamps' },
    primaryList: { rules: 'rule incl category {"Home > lamps"}' },
  };
  t.match((await call('draft_page', { market: 'uk', page })).structured, { id: '/lamps', warnings: [] });
  const preview = await call('preview_page', { market: 'uk', id: '/lamps' });
  t.match(preview.structured, { changed: true, published: { total: 0 }, draft: { total: 5 } });
  t.match((await call('publish', { pages: { market: 'uk', ids: ['/lamps'] } })).structured, { published: ['/lamps'] });
  t.match((await call('preview_page', { market: 'uk', id: '/lamps' })).structured, {
    changed: false,
    published: { total: 5 },
  });
  const wrong = await call('draft_page', {
    market: 'uk',
    page: { id: '/lamps', primaryList: { rules: 'rule incl brand [1' } },
  });
  t.ok(wrong.isError);
  t.match(wrong.text, /expected a comma between the bounds/);
});

t.test('on a port of administration it is answered there alone', async t => {
  const apart = await startDaemon({ args: ['--admin-port', '0'] });
  t.teardown(() => apart.stop());
  const { adminUrl } = (await apart.waitForLog(line => line.message === 'listening')) as { adminUrl?: string };
  const send = async (base: string, path: string) => {
    const headers = { 'Content-Type': 'application/json', ...as(apart.key) };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    return (await fetch(`${base}${path}`, { method: 'POST', headers, body })).status;
  };
  t.equal(await send(apart.url, '/mcp/admin'), 404);
  t.equal(await send(adminUrl!, '/mcp/admin'), 200);
  t.equal(await send(adminUrl!, '/mcp'), 404);
});
