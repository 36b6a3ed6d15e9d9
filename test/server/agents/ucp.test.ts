/**
 * The catalog half of the Universal Commerce Protocol against a daemon: what it answers, by REST and as tools, is held to
 * the published schemas of the version that it names.
 */
import { readFileSync } from 'node:fs';
import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import t from 'tap';
import { importWhenReady } from '../../contract/admin.js';
import { groupLines } from '../../contract/shop.js';
import { ready, startDaemon } from '../../daemon.js';
import { agentOf } from './shopping-agent.js';

const VERSION = '2026-04-08';
const SITE = 'https://ucp.dev/schemas';
const { schemas } = JSON.parse(readFileSync(new URL(`./fixtures/ucp-${VERSION}.json`, import.meta.url), 'utf8')) as {
  schemas: { $id: string }[];
};
for (const schema of schemas) registerSchema(schema as never);

const daemon = await startDaemon({ args: ['--workers', '1'] });
t.teardown(() => daemon.stop());

interface Variant {
  id: string;
  price: { amount: number; currency: string };
  inputs?: { id: string; match: string }[];
}
interface Answer {
  ucp: { status?: string };
  products: { id: string; url?: string; variants: Variant[] }[];
  product: { id: string; variants: Variant[]; selected: object[]; options: object[] };
  pagination: { cursor?: string; has_next_page: boolean; total_count: number };
  messages?: object[];
}

async function fits(t: Tap, schema: string, value: unknown): Promise<void> {
  const output = await validate(`${SITE}/${schema}`, value as never, 'BASIC');
  t.ok(output.valid, output.valid ? schema : JSON.stringify(output.errors?.slice(0, 5)));
}
type Tap = Pick<typeof t, 'ok'>;

const RESPONSES: Record<string, string> = {
  search: 'shopping/catalog_search.json#/$defs/search_response',
  lookup: 'shopping/catalog_lookup.json#/$defs/lookup_response',
  product: 'shopping/catalog_lookup.json#/$defs/get_product_response',
};

async function ask(name: string, body: unknown): Promise<{ status: number; body: Answer }> {
  const headers = { 'Content-Type': 'application/json', 'UCP-Agent': 'profile="https://agent.example/p.json"' };
  const response = await fetch(`${daemon.url}/ucp/v1/catalog/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

/** Asks, and holds the answer to its schema. */
async function answered(t: Tap, name: string, body: unknown): Promise<Answer> {
  const answer = await ask(name, body);
  t.ok(answer.status === 200, JSON.stringify(answer.body).slice(0, 500));
  await fits(t, RESPONSES[name]!, answer.body);
  return answer.body;
}

t.test('the shop is imported', async t => {
  t.equal((await importWhenReady(daemon, 'PUT', groupLines(25, { price: 19.95 }))).status, 204);
  await ready(daemon.url);
});

t.test('the profile names the catalog capabilities, and where they are', async t => {
  const response = await fetch(`${daemon.url}/.well-known/ucp`);
  t.match(response.headers.get('cache-control'), /^public, max-age=\d{2,}/);
  const profile = (await response.json()) as { ucp: object };
  await fits(t, 'ucp.json#/$defs/business_schema', profile.ucp);
  t.match(profile.ucp, {
    version: VERSION,
    services: { 'dev.ucp.shopping': [{ transport: 'rest', endpoint: `${daemon.url}/ucp/v1` }, { transport: 'mcp' }] },
    capabilities: {
      'dev.ucp.shopping.catalog.search': [{ version: VERSION }],
      'dev.ucp.shopping.catalog.lookup': [{}],
    },
  });
  const wrong = await validate(`${SITE}/ucp.json#/$defs/business_schema`, { version: VERSION });
  t.notOk(wrong.valid, 'what is not valid is found out');
});

t.test('searches answer pages of ten in minor units', async t => {
  const first = await answered(t, 'search', { query: 'lamp table shelf', context: { address_country: 'GB' } });
  const all = await answered(t, 'search', { query: '', context: { currency: 'GBP' }, pagination: { limit: 20 } });
  t.equal(all.products.length, 20);
  t.match(all.products[0]!.variants[0]!.price, { amount: 1995, currency: 'GBP' });
  t.ok(first.products.length > 0 && first.products.length <= 10);
  const { cursor } = all.pagination;
  const rest = await answered(t, 'search', {
    query: '',
    context: { currency: 'GBP' },
    pagination: { limit: 20, cursor },
  });
  t.match(rest.pagination, { has_next_page: false, total_count: 25 });
  t.equal(new Set([...all.products, ...rest.products].map(({ id }) => id)).size, 25);
  t.match((await answered(t, 'search', { query: 'x', context: { address_country: 'SE' } })).products, []);
});

t.test('filters narrow, and one in another currency is told to be ignored', async t => {
  const filters = { categories: ['Home > lamps'], price: { max: 1995 } };
  const lamps = await answered(t, 'search', { filters, context: { currency: 'GBP' } });
  t.equal(lamps.pagination.total_count, 5);
  t.same(
    (await answered(t, 'search', { filters: { price: { max: 1994 } }, context: { currency: 'GBP' } })).products,
    [],
  );
  const foreign = await answered(t, 'search', {
    filters: { price: { max: 1 } },
    context: { address_country: 'GB', currency: 'USD' },
  });
  t.equal(foreign.pagination.total_count, 25);
  t.match(foreign.messages, [{ type: 'info', code: 'price_filter_ignored' }]);
});

t.test('a look-up tells which id stands for which variant, and what it has not found', async t => {
  const ids = ['p-1', 'v-1-1', 'v-2-0', 'none', 'p-1'];
  const { products, messages } = await answered(t, 'lookup', { ids });
  t.same(
    products.map(({ id }) => id),
    ['p-1', 'p-2'],
  );
  t.same(
    products.flatMap(({ variants }) => variants.map(({ inputs }) => inputs)),
    [[{ id: 'p-1', match: 'featured' }], [{ id: 'v-1-1', match: 'exact' }], [{ id: 'v-2-0', match: 'exact' }]],
  );
  t.match(messages, [{ type: 'info', code: 'not_found', content: 'none' }]);
});

t.test('one product has its sizes as an option, of which one is selected', async t => {
  const { product } = await answered(t, 'product', { id: 'p-1' });
  t.match(product.options, [{ name: 'Size', values: [{ label: 'S', available: true, exists: true }, { label: 'M' }] }]);
  t.same(product.selected, [{ name: 'Size', label: 'S' }]);
  const chosen = await answered(t, 'product', { id: 'p-1', selected: [{ name: 'Size', label: 'M' }] });
  t.equal(chosen.product.variants[0]!.id, 'v-1-1');
  const relaxed = await answered(t, 'product', { id: 'p-1', selected: [{ name: 'Size', label: 'XXL' }] });
  t.same(relaxed.product.selected, [{ name: 'Size', label: 'S' }]);
  t.equal((await answered(t, 'product', { id: 'v-1-1' })).product.variants[0]!.id, 'v-1-1');
  const missing = await ask('product', { id: 'none' });
  t.equal(missing.status, 200);
  await fits(t, 'shopping/types/error_response.json', missing.body);
});

t.test('requests that are none of the protocol are refused', async t => {
  const wrong: [string, unknown, string][] = [
    ['search', {}, 'parameter_missing'],
    ['search', { query: 1 }, 'body_invalid'],
    ['search', { query: 'x', pagination: { cursor: 'nonsense' } }, 'parameter_invalid'],
    ['lookup', { ids: [] }, 'body_invalid'],
    ['lookup', { ids: Array.from({ length: 51 }, (_, i) => `p-${i}`) }, 'request_too_large'],
    ['product', {}, 'body_invalid'],
  ];
  for (const [name, body, code] of wrong) t.match(await ask(name, body), { status: 400, body: { code } });
});

t.test('the same operations are tools', async t => {
  const { client, call } = await agentOf(t, `${daemon.url}/ucp/mcp`);
  t.match(client.getInstructions(), /Universal Commerce Protocol/);
  const meta = { 'ucp-agent': { profile: 'https://agent.example/p.json' } };
  const found = await call('search_catalog', { meta, catalog: { query: 'lamp', context: { currency: 'GBP' } } });
  await fits(t, RESPONSES['search']!, found.structured);
  await fits(t, RESPONSES['lookup']!, (await call('lookup_catalog', { meta, catalog: { ids: ['p-1'] } })).structured);
  await fits(t, RESPONSES['product']!, (await call('get_product', { meta, catalog: { id: 'v-1-0' } })).structured);
});

t.test('links are whole addresses, where it is known what they are relative to', async t => {
  t.equal((await answered(t, 'lookup', { ids: ['p-1'], context: { currency: 'GBP' } })).products[0]!.url, undefined);
  const markets = {
    uk: { locales: ['en-GB'], appSettings: { currency: 'EUR', pageBaseUrl: 'https://shop.example/uk/' } },
    se: { locales: ['sv-SE'] },
  };
  const headers = { 'Api-Key': daemon.key, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ edit: { markets } });
  const imported = await fetch(`${daemon.url}/api/admin/v4/import/configuration`, { method: 'POST', headers, body });
  t.equal(imported.status, 204, await imported.text());
  const { products } = await answered(t, 'lookup', { ids: ['p-1'], context: { currency: 'EUR' } });
  t.match(products, [{ url: 'https://shop.example/p/1', variants: [{ price: { amount: 1995, currency: 'EUR' } }] }]);
});

t.test('the setting ucp switches it off, and publicUrl says where the daemon is', async t => {
  const off = await startDaemon({ env: { VITRINE_UCP: 'false' } });
  t.teardown(() => off.stop());
  t.equal((await fetch(`${off.url}/.well-known/ucp`)).status, 404);
  const named = await startDaemon({ env: { VITRINE_PUBLIC_URL: 'https://shop.example/discovery' } });
  t.teardown(() => named.stop());
  const profile = await (await fetch(`${named.url}/.well-known/ucp`)).text();
  t.match(profile, '"https://shop.example/discovery/ucp/v1"');
});
