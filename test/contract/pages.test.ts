/**
 * Pages over HTTP, into the real thing and back: what is imported is what an export gives, previews wait until they are
 * published, and what is refused names its faults and changes nothing.
 */
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { daemon, replaceCatalog } from './shared-daemon.js';
import { groupLines } from './shop.js';

interface Answer {
  status: number;
  body: unknown;
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { 'Api-Key': daemon.key, 'Content-Type': 'application/json', ...init.headers };
  const response = await fetch(`${daemon.url}/api/admin/${path}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) });
const exported = (parameters = '') => ask(`v4/export/pages?market=se${parameters}`);
const partial = (members: object) => ({ market: 'se', type: 'PARTIAL', ...members });

const page = {
  id: '/shoes',
  customData: { 'sv-SE': { banner: 'höst' } },
  headings: { 'sv-SE': 'Skor', 'en-GB': 'Shoes' },
  paths: { 'sv-SE': '/skor', 'en-GB': '/shoes' },
  primaryList: {
    facetsOverride: { facets: [{ attribute: 'brand', sortOrder: 'ALPHABETIC' }], templateId: null },
    pageSliceInfo: { slices: [{ limit: 4, productSetId: 'new' }] },
    pinned: ['p-1'],
    rules: 'rule incl product_key {"p-1"} rule incl category {"Home"}',
    sortOrderOverride: { sortOrders: ['PRICE_INCREASING', 'RELEVANCE'] },
  },
  recLists: [{ id: 'top', algorithm: 'TOP_PRODUCTS', limit: 8 }],
};

t.test('a catalog', () => replaceCatalog(groupLines(3)));

t.test('what is imported comes back the same, under either version, compressed or not', async t => {
  const full = { market: 'se', type: 'FULL', addOrUpdate: [page, { id: 'sale' }] };
  t.same(await post('v3/import/pages', full), { status: 204, body: undefined });
  t.same(await exported(), { status: 200, body: full });

  const body = new Uint8Array(gzipSync(JSON.stringify(partial({ remove: ['sale'] }))));
  const headers = { 'Content-Encoding': 'gzip' };
  t.equal((await ask('v4/import/pages?name=nightly', { method: 'POST', body, headers })).status, 204);
  t.same(await exported('&idFilter=sale%7C/shoes'), { status: 200, body: partial({ addOrUpdate: [page] }) });
});

t.test('a preview shows only where it is asked for, until it is published', async t => {
  const changed = { ...page, headings: { ...page.headings, 'sv-SE': 'Alla skor' } };
  const preview = partial({ previewOnly: true, addOrUpdate: [{ id: '/shoes', headings: { 'sv-SE': 'Alla skor' } }] });
  t.equal((await post('v4/import/pages', preview)).status, 204);
  t.match((await exported()).body, { addOrUpdate: [page] });
  t.match((await exported('&outputFilter=INCLUDE_UNPUBLISHED')).body, { addOrUpdate: [changed] });
  t.match((await exported('&outputFilter=GENERATED_ONLY')).body, { type: 'FULL', addOrUpdate: [] });
  t.equal((await post('v4/pages/publish', { market: 'se', ids: ['/shoes'] })).status, 204);
  t.same((await exported()).body, { market: 'se', type: 'FULL', addOrUpdate: [changed] });
  t.match(await post('v4/pages/publish', { market: 'se', ids: ['/shoes'] }), {
    status: 400,
    body: { message: /ids\/0/ },
  });
});

t.test('what is refused is 400 with its faults, and changes nothing', async t => {
  const before = await exported();
  const faults = partial({ addOrUpdate: [{ id: 'a b', recLists: [{ id: 'r', limit: 101, rules: 'incl' }] }] });
  const { status, body } = await post('v4/import/pages', faults);
  t.equal(status, 400);
  t.match(body, { error: 'BAD_REQUEST', message: /^\/addOrUpdate\/0\/id: found "a b"/ });
  t.same(
    (body as { errors: { path: string }[] }).errors.map(({ path }) => path),
    ['/addOrUpdate/0/id', '/addOrUpdate/0/recLists/0/limit', '/addOrUpdate/0/recLists/0/rules'],
  );
  const banners = [{ id: 'b', type: 'IMAGE', height: 1, width: 1 }];
  t.match(await post('v4/import/pages', partial({ addOrUpdate: [{ id: 'b', banners }] })), {
    status: 400,
    body: { message: /retail media is switched off/ },
  });
  const set = { method: 'PUT', body: JSON.stringify({ s: { name: 'S', rules: 'rule incl brnd {"x"}' } }) };
  t.match(await ask('v4/import/product-sets', set), {
    status: 400,
    body: { message: /^\/s\/rules: line 1, column 11/ },
  });
  t.same(await exported(), before);
});

t.test('an import in full that would remove most pages needs force', async t => {
  const many = Array.from({ length: 20 }, (_, i) => ({ id: `n${i}` }));
  await post('v4/import/pages', partial({ addOrUpdate: many }));
  const full = { market: 'se', type: 'FULL', addOrUpdate: [page] };
  t.match(await post('v4/import/pages', full), { status: 400, body: { message: /remove 20 of 21 pages.*force=true/ } });
  t.equal((await post('v4/import/pages?force=true', full)).status, 204);
  t.same((await exported()).body, full);
});

t.test('pages outlive a new catalog', async t => {
  const before = await exported();
  await replaceCatalog(groupLines(4));
  t.same(await exported(), before);
});
