/**
 * Navigation and configuration over HTTP into the real thing: what the headers must be, what is refused and why, that
 * what is accepted is in the snapshot once the reply is there, and that configured markets are those that queries have.
 */
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { importLines, reply } from './admin.js';
import { daemon, liveNodes, removeMarkets, replaceCatalog } from './shared-daemon.js';
import { groupLine, groupLines, searchUrl } from './shop.js';

const COUNT = 12;

interface Sending {
  version?: 'v3' | 'v4';
  parameters?: string;
  headers?: Record<string, string>;
  /** Sends it as it is. */
  plain?: boolean;
}

async function send(route: string, body: unknown, { version = 'v4', parameters = '', headers, plain }: Sending = {}) {
  const text = JSON.stringify(body);
  const encoded: Record<string, string> = plain ? {} : { 'Content-Encoding': 'gzip' };
  return reply(
    await fetch(`${daemon.url}/api/admin/${version}/${route}?${parameters}`, {
      method: 'POST',
      headers: { 'Api-Key': daemon.key, 'Content-Type': 'application/json', ...encoded, ...headers },
      body: plain ? text : new Uint8Array(gzipSync(text)),
    }),
  );
}

const page = (id: string, parentId?: string) => ({ id, title: `Title ${id}`, type: 'PAGE', pageId: id, parentId });
const tree = (type: string, addOrUpdate: object[], view = { market: 'se', locale: 'sv-SE' }) => ({
  ...view,
  type,
  addOrUpdate,
});
const navigation = (body: unknown, sending?: Sending) => send('import/navigation', body, sending);
const configure = (body: unknown, sending?: Sending) => send('import/configuration', body, { plain: true, ...sending });

const live = (market = 'se', locale = 'sv-SE') => liveNodes(market, locale);

const hits = async (view: { market: string; locale: string }) => {
  const response = await fetch(searchUrl(daemon.url, '', view));
  const { primaryList } = (await response.json()) as { primaryList?: { totalHits: number } };
  return [response.status, primaryList?.totalHits];
};

t.test('a catalog', () => replaceCatalog(groupLines(COUNT)));

t.test('a navigation comes gzipped, or as a small test', async t => {
  const body = tree('FULL', [page('a'), page('b', 'a')]);
  t.equal((await navigation(body)).status, 204);
  t.same(await live(), ['a', 'b']);
  t.equal((await navigation(tree('PARTIAL', [page('c')]), { version: 'v3', parameters: 'name=summer' })).status, 204);
  t.same(await live(), ['a', 'b', 'c']);
  t.match(await navigation(body, { plain: true }), { status: 400, body: { message: /Content-Encoding/ } });
  const bypass = { plain: true, parameters: 'bypass-compression-for-manual-test=true' };
  t.equal((await navigation(tree('FULL', [page('b'), page('a')]), bypass)).status, 204);
  t.same(await live(), ['b', 'a']);
  const large = await navigation({ ...body, addOrUpdate: [{ ...page('a'), title: 'x'.repeat(1 << 20) }] }, bypass);
  t.match(large, { status: 400, body: { message: /bypass/ } });
  const broken = await navigation(body, { plain: true, headers: { 'Content-Encoding': 'gzip' } });
  t.equal(broken.status, 400);
  t.equal((await navigation(body, { headers: { 'Api-Key': 'wrong' } })).status, 403);
  t.same(await live(), ['b', 'a'], 'what is refused changes nothing');
});

t.test('apps add nodes that a full import keeps and a forced one does not', async t => {
  await navigation(tree('FULL', [page('a'), page('b')]));
  const added = await send('navigation/nodes', { market: 'se', locale: 'sv-SE', addOrUpdate: [page('x', 'b')] });
  t.equal(added.status, 204);
  await navigation(tree('FULL', [page('b'), page('c')]));
  t.same(await live(), ['b', 'x', 'c']);
  await navigation(tree('FORCE', [page('b'), page('c')]));
  t.same(await live(), ['b', 'c']);
});

t.test('every fault is told with its place and its node', async t => {
  const nodes = [page('a', 'b'), page('b', 'a'), { ...page('c'), type: 'LINK' }, page('d', 'c'), page('e', 'nobody')];
  const refused = await navigation(tree('PARTIAL', [...nodes, { id: 'f', title: 'F', type: 'PAGE' }, page('b')]));
  t.equal(refused.status, 400);
  const { errors } = refused.body as unknown as { errors: { path: string; message: string }[] };
  t.same(errors.map(({ path, message }) => `${path} ${/\(node "(.*)"\)$/.exec(message)?.[1]}`).sort(), [
    '/addOrUpdate/0 a',
    '/addOrUpdate/1 b',
    '/addOrUpdate/2/url c',
    '/addOrUpdate/3 d',
    '/addOrUpdate/4 e',
    '/addOrUpdate/5/pageId f',
    '/addOrUpdate/6/id b',
  ]);
  t.same(await live(), ['b', 'c']);
});

t.test('emptying a navigation needs force', async t => {
  await navigation(
    tree(
      'FULL',
      Array.from({ length: 10 }, (_, i) => page(`n${i}`)),
    ),
  );
  t.match(await navigation(tree('FULL', [])), { status: 400, body: { message: /10 of 10 nodes.*force=true/ } });
  t.equal((await navigation(tree('FULL', []), { parameters: 'force=true' })).status, 204);
  t.same(await live(), []);
});

t.test('configured markets and locales are those of queries, and data of others goes when that is allowed', async t => {
  const uk = { market: 'uk', locale: 'en-GB' };
  const swedish = { market: 'se', locale: 'sv-SE' };
  t.same(
    [await hits(uk), await hits(swedish)],
    [
      [200, COUNT],
      [200, COUNT],
    ],
  );
  t.equal((await navigation(tree('FULL', [page('n')], uk))).status, 204);
  t.teardown(removeMarkets);
  const markets = { se: { locales: ['sv-SE', 'fi'] }, no: { locales: ['nb-NO'], appSettings: { currency: 'NOK' } } };
  const refused = await configure({ replace: { markets } });
  t.match(refused, {
    status: 400,
    body: { message: /12 product groups, 1 navigations; .*allowDestructiveImport=true/ },
  });
  t.same(await hits(uk), [200, COUNT]);
  t.equal((await configure({ replace: { markets } }, { parameters: 'allowDestructiveImport=true' })).status, 204);
  t.same(
    [await hits(uk), await hits(swedish)],
    [
      [400, undefined],
      [200, COUNT],
    ],
  );
  t.same(await hits({ market: 'se', locale: 'fi' }), [200, COUNT], 'a locale that no data names');
  t.same(await hits({ market: 'no', locale: 'nb-NO' }), [200, 0], 'a market without products');
  t.same(await hits({ market: 'se', locale: 'en-GB' }), [400, undefined]);
  t.same(await live('uk', 'en-GB'), []);

  t.equal((await importLines(daemon, 'POST', [groupLine(50, { markets: ['no'] })])).status, 204);
  t.same(await hits({ market: 'no', locale: 'nb-NO' }), [200, 1]);
  const { status, body } = await importLines(daemon, 'POST', [groupLine(51, { markets: ['no', 'uk'] })]);
  t.equal(status, 400);
  t.match(body?.errorDetails, { count: 1, products: { count: 1, keys: ['p-51'] }, dataErrors: Object });
});
