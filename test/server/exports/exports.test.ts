/**
 * Exports of a real daemon over HTTP: what they hold, what they answer with, and what slow and vanishing clients do.
 */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { MAX_EXPORTS } from '../../../src/server/exports/export-client.js';
import { createKey } from '../../../src/server/storage/api-keys.js';
import { importLines } from '../../contract/admin.js';
import { catalogFile, type Line, someDemoLines } from '../../contract/demo.js';
import { type Daemon, startDaemon } from '../../daemon.js';
import { until } from '../../within.js';

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Ask {
  method?: string;
  key?: string | undefined;
  encoding?: string | undefined;
}

function open(daemon: Daemon, path: string, options: Ask = {}): Promise<IncomingMessage> {
  const { key = daemon.key, encoding = 'identity', method = 'GET' } = options;
  const headers: Record<string, string> = {};
  if (key !== '') headers['Api-Key'] = key;
  if (encoding !== '') headers['Accept-Encoding'] = encoding;
  return new Promise((resolve, reject) => {
    const asked = request(`${daemon.url}/api/admin/${path}`, { method, headers, agent: false }, resolve);
    asked.on('error', reject);
    asked.end();
  });
}

async function ask(daemon: Daemon, path: string, options: Ask = {}): Promise<Reply> {
  const response = await open(daemon, path, options);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) };
}

async function json<T>(daemon: Daemon, path: string): Promise<T> {
  const { status, body } = await ask(daemon, path);
  if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
  return JSON.parse(body.toString('utf8')) as T;
}

async function send(daemon: Daemon, method: string, path: string, body: unknown): Promise<number> {
  const headers = { 'Api-Key': daemon.key, 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  const url = `${daemon.url}/api/admin/v4/${path}`;
  const response = await fetch(url, { method, headers, body: new Uint8Array(gzipSync(JSON.stringify(body))) });
  const text = await response.text();
  if (response.status !== 204) throw new Error(`${path}: ${response.status} ${text}`);
  return response.status;
}

/** Long for a reader that is slow, short for the index: dots are no words. */
const description = `A long story${' .'.repeat(8400)}`;
/** Of the demo's groups one in so many: with records that hold everything beside them a few will do. */
const EVERY = 40;
/** So much that a client that reads nothing holds its export up; imported for that alone, as each build reads it. */
const manyContents: Line[] = Array.from({ length: 500 }, (_, i) => ({
  replace: {
    key: `content-${i}`,
    content: { markets: ['se'], type: 'story', defaults: { title: `Story ${i}`, url: `/s/${i}`, description } },
  },
}));
/** Everything a record may hold that is not in the demo catalog. */
const richGroup: Line = {
  replace: {
    key: 'rich',
    productGroup: {
      suppressDuplicates: true,
      products: {
        'rich/1': {
          markets: ['se', 'uk'],
          defaults: {
            title: 'Lampa "Ö" \u2028 \ud83d\udca1',
            url: '/rich',
            brand: 'Ljus & Co',
            department: ['Home', 'Light'],
            category: ['Home>Lamps'],
            customLabels: { material: ['Glass'] },
            customJson: { sheet: { '10': [1, null, 'x'], '2': { toJSON: 'no function' } } },
            customNumbers: { watt: 5.5 },
            height: { amount: 30, unit: 'cm' },
          },
          overrides: { 'uk|*': { title: 'Lamp' }, '*|sv-SE': { title: 'Svensk lampa', brand: '' } },
          images: {
            b: { defaults: { urls: ['/b.png'], tags: ['t'] }, order: 2, typeOverride: 'model' },
            a: {
              defaults: { urls: [{ url: '/a.png', width: 80, height: 90 }], customData: { k: 'v' }, alt: 'A' },
              typeInitial: 'cutout',
            },
          },
          variants: {
            'rich.v1': {
              defaults: {
                listPrice: 100,
                sellingPrice: 80.5,
                cost: 40,
                stock: 3,
                size: 'M',
                stores: [{ key: 'ystad', stockNumber: 2 }],
                customPrices: { vip: { listPrice: 90, sellingPrice: 70 } },
                customLabels: { shade: ['warm'] },
              },
            },
            'rich.v2': { defaults: { listPrice: 50, sizes: [{ format: 'EU', size: '40' }] }, limitedMarkets: ['uk'] },
          },
        },
      },
    },
  },
};
const translation: Line = {
  replace: {
    key: 'rich-labels',
    translation: { locale: 'sv-SE', attribute: 'custom.material', values: { Glass: 'Glas' } },
  },
};

const daemon = await startDaemon({
  catalog: catalogFile(t, [...someDemoLines(EVERY), richGroup, translation]),
});
t.teardown(() => daemon.stop());

interface Entry {
  id: string;
  label: string;
}
interface GroupExport {
  market: string;
  locale?: string;
  productGroups: {
    key: string;
    brand?: string;
    products: { key: string; custom: Record<string, Entry[]>; variants: { key: string }[] }[];
  }[];
}

t.test('the catalog comes back as lines that give the same bytes when imported elsewhere', async t => {
  const { status, headers, body } = await ask(daemon, 'v4/export/catalog', { encoding: 'gzip' });
  t.equal(status, 200);
  t.equal(headers['content-encoding'], 'gzip');
  t.match(headers['content-type'], /^application\/jsonlines/);
  t.equal(headers['transfer-encoding'], 'chunked');
  const plain = (await ask(daemon, 'v4/export/catalog')).body;
  t.ok(gunzipSync(body).equals(plain));

  const lines = plain.toString('utf8').trim().split('\n');
  t.equal(lines.length, someDemoLines(EVERY).length + 2);
  const other = await startDaemon();
  t.teardown(() => other.stop());
  // Until the ingest process has made the store there is nothing to read.
  let empty = await ask(other, 'v4/export/catalog');
  await until('the catalog store', async () => {
    empty = await ask(other, 'v4/export/catalog');
    return empty.status !== 503;
  });
  t.equal(empty.body.length, 0);
  await other.importCatalog(
    catalogFile(
      t,
      lines.map(line => JSON.parse(line) as object),
    ),
  );
  t.ok((await ask(other, 'v4/export/catalog')).body.equals(plain), 'byte for byte');
});

t.test('product groups have the documented form', async t => {
  const path = `v3/export/product-groups?market=se&locale=sv-SE&productRules=${encodeURIComponent('rule incl product_key {"rich/1"}')}`;
  const { headers } = await ask(daemon, path);
  t.match(headers, { deprecation: '@1767225600', sunset: /2026/, vary: 'Accept-Encoding' });
  t.match(headers['content-type'], /^application\/json/);
  t.same(await json(daemon, path), {
    market: 'se',
    locale: 'sv-SE',
    productGroups: [
      {
        key: 'rich',
        department: 'Hem',
        suppressDuplicates: true,
        products: [
          {
            key: 'rich/1',
            title: 'Svensk lampa',
            url: '/rich',
            images: [
              { tags: [], custom: [{ k: 'v' }], urls: [{ url: '/a.png', width: 80, height: 90 }] },
              { typeOverride: 'model', tags: ['t'], custom: [], urls: [{ url: '/b.png' }] },
            ],
            custom: { material: [{ id: 'Glass', label: 'Glas' }] },
            variants: [
              {
                key: 'rich.v1',
                cost: 40,
                listPrice: 100,
                sellingPrice: 80.5,
                sizes: [{ size: 'M' }],
                stockNumber: 3,
                stores: [{ key: 'ystad', stockNumber: 2 }],
                customPrices: [{ id: 'vip', listPrice: 90, sellingPrice: 70 }],
                custom: { shade: [{ id: 'warm', label: 'warm' }] },
              },
            ],
          },
        ],
      },
    ],
  });
});

t.test('product groups are those of the market, limited and filtered as asked', async t => {
  const groups = [...someDemoLines(EVERY), richGroup].flatMap(({ replace }) => {
    const group = replace?.['productGroup'] as ProductGroup | undefined;
    return group ? [{ key: replace!['key'] as string, group }] : [];
  });
  const keysWhere = (holds: (product: ProductGroup['products'][string]) => boolean) =>
    groups
      .map(({ key, group }) => ({
        key,
        products: Object.keys(group.products).filter(name => holds(group.products[name]!)),
      }))
      .filter(({ products }) => products.length > 0)
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  const keysOf = ({ productGroups }: GroupExport) =>
    productGroups.map(({ key, products }) => ({ key, products: products.map(product => product.key) }));

  const all = await json<GroupExport>(daemon, 'v4/export/product-groups?market=uk');
  t.equal(all.locale, undefined);
  t.same(
    keysOf(all),
    keysWhere(product => product.markets.includes('uk')),
  );
  const some = await json<GroupExport>(daemon, 'v4/export/product-groups?market=uk&limit=7');
  t.same(keysOf(some), keysOf(all).slice(0, 7));

  const brand = all.productGroups.find(group => group.brand !== undefined)!.brand!;
  const rules = encodeURIComponent(`rule incl brand {"${brand}"}`);
  const ofBrand = keysWhere(({ markets, defaults }) => markets.includes('uk') && defaults.brand === brand);
  for (const locale of ['', '&locale=en-GB']) {
    const filtered = `v4/export/product-groups?market=uk${locale}&productRules=${rules}`;
    t.same(keysOf(await json(daemon, filtered)), ofBrand, filtered);
    t.same(keysOf(await json(daemon, `${filtered}&limit=2`)), ofBrand.slice(0, 2));
  }
  const nothing = encodeURIComponent('rule incl custom.none {"x"}');
  t.same(await json(daemon, `v4/export/product-groups?market=uk&productRules=${nothing}`), {
    market: 'uk',
    productGroups: [],
  });
});

t.test('what stands beside the catalog comes back as it was imported', async t => {
  const templates = { list: { products: { all: { fields: ['title', 'custom.*'], maxVariants: 0 } } } };
  await send(daemon, 'PUT', 'import/templates', templates);
  t.same(await json(daemon, 'v4/export/templates'), templates);
  const sets = { lamps: { name: 'Lamps', rules: 'rule incl product_key {"rich/1"}' } };
  await send(daemon, 'PUT', 'import/product-sets', sets);
  t.same(await json(daemon, 'v4/export/product-sets'), sets);
  t.same(await json(daemon, 'v3/export/configuration'), { markets: {} });

  const search = {
    locales: { 'sv-SE': { stopWords: ['tack'] }, '*': { redirects: [{ phrases: ['jobb'], link: '/' }] } },
  };
  await send(daemon, 'PUT', 'import/search-settings', search);
  t.same(await json(daemon, 'v4/export/search-settings'), search);
  const changed = { 'sv-SE': { stopWords: ['snälla'] } };
  await send(daemon, 'PUT', 'import/search-settings', { locales: changed, previewOnly: true });
  t.same(await json(daemon, 'v4/export/search-settings?viewId=production'), search);
  const previewed = { locales: { ...search.locales, ...changed } };
  t.same(await json(daemon, 'v3/export/search-settings?viewId=PREVIEW'), previewed);
  await send(daemon, 'POST', 'search-settings/publish', {});
  t.same(await json(daemon, 'v4/export/search-settings'), previewed);

  const pages = ['/a', '/b', '/c'].map(id => ({ id, headings: { 'sv-SE': `Sida ${id}` } }));
  await send(daemon, 'POST', 'import/pages', { market: 'se', type: 'FULL', addOrUpdate: pages });
  const preview = { market: 'se', type: 'PARTIAL', previewOnly: true, addOrUpdate: [{ id: '/d' }] };
  await send(daemon, 'POST', 'import/pages', preview);
  const ids = async (query: string) => {
    const container = await json<{ type: string; addOrUpdate: { id: string }[] }>(
      daemon,
      `v4/export/pages?market=se${query}`,
    );
    return [container.type, ...container.addOrUpdate.map(({ id }) => id)];
  };
  t.match(await json(daemon, 'v4/export/pages?market=se'), { market: 'se', type: 'FULL', addOrUpdate: pages });
  t.same(await ids('&outputFilter=INCLUDE_UNPUBLISHED'), ['FULL', '/a', '/b', '/c', '/d']);
  t.same(await ids('&outputFilter=GENERATED_ONLY'), ['FULL']);
  t.same(await ids('&idFilter=/a%7C/c%7C/a%7C/none'), ['PARTIAL', '/a', '/c']);
  const many = (count: number) => `&idFilter=${Array.from({ length: count }, (_, i) => `/n${i}`).join('%7C')}`;
  t.same(await ids(many(250)), ['PARTIAL']);
  t.equal((await ask(daemon, `v4/export/pages?market=se${many(251)}`)).status, 400);

  const node = { id: 'n', title: 'Hem', type: 'PAGE', pageId: '/a' };
  await send(daemon, 'POST', 'import/navigation', { market: 'se', locale: 'sv-SE', type: 'FULL', addOrUpdate: [node] });
  for (const query of ['', '&includeAppNodes=true']) {
    t.match(await json(daemon, `v4/export/navigation?market=se&locale=sv-SE${query}`), { addOrUpdate: [node] });
  }
});

t.test('requests that are at fault are refused with their code', async t => {
  const { key: importOnly } = await createKey(daemon.dataDir, { label: 'feed', scopes: ['import'] });
  const { key: exportOnly } = await createKey(daemon.dataDir, { label: 'report', scopes: ['export'] });
  const groups = 'v4/export/product-groups';
  const cases: [status: number, path: string, message: RegExp, options?: Ask][] = [
    [403, 'v4/export/catalog', /Api-Key/, { key: '' }],
    [403, 'v4/export/catalog', /Api-Key/, { key: importOnly }],
    [403, 'v4/export/catalog', /Api-Key/, { key: 'wrong', encoding: '' }],
    [406, 'v4/export/catalog', /Accept-Encoding: missing, expected gzip/, { encoding: '' }],
    [406, 'v3/export/templates', /Accept-Encoding: found "br, identity;q=0"/, { encoding: 'br, identity;q=0' }],
    [406, `${groups}?market=xx`, /Accept-Encoding/, { encoding: '*;q=0' }],
    [406, 'v4/export/catalog', /found "br", expected gzip, identity or \*/, { encoding: 'br' }],
    [406, 'v4/export/catalog', /found "gzip;q=0"/, { encoding: 'gzip;q=0' }],
    [406, 'v4/export/catalog', /found "deflate"/, { encoding: 'deflate' }],
    [404, 'v4/export/everything', /not valid/],
    [405, 'v4/export/catalog', /expected GET/, { method: 'POST' }],
    [400, 'v4/export/search-settings?viewId=DRAFT', /^viewId: found "DRAFT", expected PRODUCTION or PREVIEW/],
    [400, groups, /^market: missing/],
    [400, `${groups}?market=xx`, /^market: "xx".*known: de, se, uk/],
    [400, `${groups}?market=se&locale=xx-XX`, /^locale: "xx-XX"/],
    [400, `${groups}?market=se&limit=0`, /^limit: found "0"/],
    [400, `${groups}?market=se&limit=many`, /^limit: found "many"/],
    [400, `${groups}?market=se&productRules=rule`, /^productRules: line 1/],
    [400, 'v4/export/pages', /^market: missing/],
    [400, 'v4/export/pages?market=xx', /^market: "xx"/],
    [400, 'v4/export/pages?market=se&outputFilter=ALL', /^outputFilter: found "ALL"/],
    [400, 'v4/export/navigation?market=se', /^locale: missing/],
    [400, 'v4/export/navigation?market=se&locale=sv-SE&includeAppNodes=yes', /^includeAppNodes: found "yes"/],
    [400, 'v4/export/navigation?market=xx&locale=sv-SE', /^market: "xx"/],
  ];
  for (const [status, path, message, options] of cases) {
    const reply = await ask(daemon, path, options);
    t.equal(reply.status, status, path);
    t.match(JSON.parse(reply.body.toString('utf8')), { status, message }, path);
  }
  for (const encoding of ['gzip', 'identity', '*', 'br, *;q=0.1', 'br, identity']) {
    t.equal((await ask(daemon, 'v4/export/templates', { key: exportOnly, encoding })).status, 200, encoding);
  }
  const head = await ask(daemon, 'v4/export/catalog', { method: 'HEAD' });
  t.equal(head.status, 200);
  t.equal(head.body.length, 0);
});

t.test('a slow reader gets everything; a few of them at once are as many as there may be', async t => {
  t.equal((await importLines(daemon, 'POST', manyContents)).status, 204);
  const whole = (await ask(daemon, 'v4/export/catalog')).body;
  const slow = await Promise.all(Array.from({ length: MAX_EXPORTS }, () => open(daemon, 'v4/export/catalog')));
  const busy = await ask(daemon, 'v4/export/templates');
  t.equal(busy.status, 503);
  t.equal(busy.headers['retry-after'], '1');

  // One that goes away makes room for another.
  slow.pop()!.destroy();
  await until('room for an export', async () => (await ask(daemon, 'v4/export/templates')).status === 200);
  for (const response of slow) {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    t.ok(Buffer.concat(chunks).equals(whole));
  }
});

t.test('the history of imports is for those with a key, and of a limited length', async t => {
  const { imports } = await json<{ imports: object[] }>(daemon, 'v4/import/history');
  t.match(imports.at(-1), { kind: 'catalog', outcome: 'SUCCESS' });
  t.same(await json(daemon, 'v4/import/history?limit=1'), { unfinished: [], imports: imports.slice(0, 1) });
  for (const limit of ['0', '1001', 'x']) {
    t.equal((await ask(daemon, `v4/import/history?limit=${limit}`)).status, 400, limit);
  }
  t.equal((await ask(daemon, 'v4/import/history', { key: '' })).status, 403);
});
