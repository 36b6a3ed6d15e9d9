/** Agents of shoppers, in the official client of the protocol, against a daemon with the demo shop, by both engines. */
import { cp } from 'node:fs/promises';
import t from 'tap';
import { WHOLE_DEMO, wholeDemo } from '../../contract/demo-daemon.js';
import { type Daemon, ready, startDaemon } from '../../daemon.js';
import { testFolder } from '../../folder.js';
import { agentOf, type ToolAnswer } from './shopping-agent.js';

const MODERN = '2026-07-28';
const dataDir = testFolder(t);

interface Brief {
  id: string;
  title: string;
  price: number;
  link: string;
  siblings_count?: number;
}

const products = ({ structured }: ToolAnswer) => structured!['products'] as Brief[];

/** One message as it is. */
function send(daemon: Daemon, message: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return fetch(`${daemon.url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
}

const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const modern = { ...list, params: { _meta: META } };
const HEADERS = { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': 'tools/list' };

async function speaks(t: Tap, daemon: Daemon): Promise<void> {
  for (const [mode, version] of [
    ['auto', MODERN],
    ['legacy', '2025-11-25'],
  ] as const) {
    const { client, call } = await agentOf(t, `${daemon.url}/mcp`, mode);
    t.equal(client.getNegotiatedProtocolVersion(), version);
    t.match(client.getInstructions(), /se \(SEK; sv-SE, en-GB, fi-FI\)/);
    const { tools } = await client.listTools();
    t.same(
      tools.map(({ name }) => name),
      ['search_catalog', 'lookup_catalog', 'get_product', 'recommend_products', 'search_content'],
    );
    for (const { inputSchema, outputSchema } of tools) {
      t.match(inputSchema, {
        type: 'object',
        additionalProperties: false,
        properties: { market: { enum: ['de', 'se', 'uk'] } },
      });
      t.ok(outputSchema);
    }
    const found = await call('search_catalog', { query: 'regnjacka barn', market: 'se' });
    t.same(JSON.parse(found.text), found.structured, 'the text says the same');
    t.ok(products(found).length > 5);
  }
}

type Tap = Pick<typeof t, 'equal' | 'match' | 'same' | 'ok' | 'teardown'>;

t.test('with uWebSockets.js', async t => {
  await cp(await wholeDemo(), dataDir, { recursive: true });
  const daemon = await startDaemon({ ...WHOLE_DEMO, dataDir, args: ['--workers', '1'] });
  t.teardown(() => daemon.stop());
  await ready(daemon.url);

  await t.test('versions with and without a handshake are spoken at one address', t => speaks(t, daemon));

  await t.test('what ten products say fits into two kilobytes', async t => {
    const { call } = await agentOf(t, `${daemon.url}/mcp`);
    for (const [market, query] of [
      ['se', 'regnjacka barn'],
      ['se', 'skor'],
      ['uk', 'dress'],
      ['de', ''],
    ]) {
      const found = await call('search_catalog', { market, query });
      const bytes = Buffer.byteLength(found.text);
      t.comment(`"${query}" in ${market}: ${products(found).length} products, ${bytes} bytes`);
      t.equal(products(found).length, 10);
      t.ok(bytes <= 2048);
    }
  });

  await t.test(
    'a gift under 500 kr for a child who likes rain is found by what the tools say of themselves',
    async t => {
      const { client, call } = await agentOf(t, `${daemon.url}/mcp`);
      t.match(client.getInstructions(), /Start with search_catalog/);
      const found = await call('search_catalog', { market: 'se', query: 'barn regn', max_price: 500 });
      const gifts = products(found);
      t.ok(gifts.length > 3);
      t.ok(gifts.every(({ price }) => price <= 500));
      t.match(gifts[0]!.title, /regn.*barn/i);
      const { structured } = await call('get_product', { market: 'se', id: gifts[0]!.id });
      const product = structured!['product'] as { id: string; variants: { stock: number }[]; attributes: object };
      t.match(product, { id: gifts[0]!.id, attributes: { usage: /Regn/ } });
      t.ok(product.variants.some(({ stock }) => stock > 0));
      const more = await call('recommend_products', {
        market: 'se',
        kind: 'goes_with',
        product_id: gifts[0]!.id,
        max_price: 500,
        limit: 3,
      });
      t.ok(products(more).length > 0 && products(more).every(({ price }) => price <= 500));
      const sentence = await call('search_catalog', { market: 'se', query: 'present till ett barn som gillar regn' });
      t.match(sentence.structured, { full_matches: 0, note: /ask with fewer and plainer ones/ });
      const wish = { market: 'uk', query: 'gift for a child who likes rain', max_price: 50, limit: 4 };
      const wished = await call('search_catalog', wish);
      t.match(wished.structured, { full_matches: 0, note: /ask with fewer and plainer ones/, next_offset: Number });
      for (const { title, price } of products(wished)) t.ok(/rain.*kids/i.test(title) && price <= 50, title);
      const following = await call('search_catalog', { ...wish, offset: wished.structured!['next_offset'] });
      const known = products(wished).map(({ id }) => id);
      t.ok(products(following).length > 0 && products(following).every(({ id }) => !known.includes(id)));
      const wear = await call('search_catalog', { market: 'se', query: 'regnkläder barn', max_price: 500, limit: 5 });
      for (const { title } of products(wear)) t.match(title, /regn|gummi/i);
      const foreign = await call('search_catalog', { market: 'se', query: 'gift for a child' });
      t.match(foreign.structured, { total: 0, note: /ask in the language of sv-SE/ });
      const returns = await call('search_content', { market: 'se', query: 'retur' });
      t.match(returns.structured, { corrected_from: 'retur', items: [{ id: 'c-returns', link: '/help/returns' }] });
    },
  );

  await t.test('a group is told once, and pages have no product twice', async t => {
    const { call } = await agentOf(t, `${daemon.url}/mcp`);
    const seen: string[] = [];
    let next: unknown = 0;
    for (let pages = 0; next !== undefined && pages < 3; pages++) {
      const page = await call('search_catalog', { market: 'se', query: 'regnjacka', offset: next, limit: 4 });
      seen.push(...products(page).map(({ id }) => id));
      next = page.structured!['next_offset'];
    }
    t.equal(new Set(seen).size, seen.length);
    const first = await call('search_catalog', { market: 'se', query: 'regnjacka', limit: 4 });
    t.ok(products(first).some(({ siblings_count: count = 0 }) => count > 0));
  });

  await t.test('products are looked up by their ids and by those of variants', async t => {
    const { call } = await agentOf(t, `${daemon.url}/mcp`);
    const [{ id }] = products(await call('search_catalog', { query: 'regnjacka', market: 'se' })) as [Brief];
    const { structured } = await call('get_product', { id, market: 'se' });
    const variant = (structured!['product'] as { variants: { id: string }[] }).variants[0]!.id;
    const found = await call('lookup_catalog', { ids: [variant, 'none', id], market: 'se' });
    t.match(found.structured, { products: [{ id, variant: { id: variant } }, { id }], not_found: ['none'] });
    t.match((await call('get_product', { id: variant, market: 'se' })).structured, { product: { id } });
  });

  await t.test('searches are narrowed by what is listed, and unknown filters are told', async t => {
    const { call } = await agentOf(t, `${daemon.url}/mcp`);
    const wide = await call('search_catalog', { query: 'jacka', market: 'se', filters_available: true });
    const filters = wide.structured!['filters_available'] as { id: string; values?: { id: string; count: number }[] }[];
    const brand = filters.find(one => one.id === 'brand')!.values![0]!;
    const narrow = await call('search_catalog', {
      query: 'jacka',
      market: 'se',
      filters: { brand: [brand.id], rating: { min: 4 } },
    });
    t.ok((narrow.structured!['total'] as number) <= brand.count);
    const unknown = await call('search_catalog', { query: 'jacka', market: 'se', filters: { nonsense: ['x'] } });
    t.match(unknown.structured, {
      total: wide.structured!['total'],
      note: /Ignored filters .*: nonsense; they have .*brand/,
    });
  });

  await t.test('what is wrong with a call is told as its result, with what was expected', async t => {
    const { client, call } = await agentOf(t, `${daemon.url}/mcp`);
    const wrong: [string, Record<string, unknown>, RegExp][] = [
      [
        'search_catalog',
        { q: 'x' },
        /query: found nothing, expected a value\n.*q: .*\nThe arguments of search_catalog are query, market/,
      ],
      ['search_catalog', { query: 'x', limit: 51 }, /limit: found 51, expected a whole number from 1 to 50/],
      ['search_catalog', { query: 'x', market: 'xx' }, /market: found "xx", expected one of de, se, uk/],
      [
        'search_catalog',
        { query: 'x', market: 'uk', locale: 'sv-SE' },
        /locale: found "sv-SE", expected one of market uk: en-GB/,
      ],
      ['get_product', { id: 'none', market: 'se' }, /none/],
      ['recommend_products', { kind: 'similar', market: 'se' }, /product_id: missing/],
      ['recommend_products', { kind: 'new', product_id: 'x' }, /product_id: found with kind "new"/],
    ];
    for (const [name, given, message] of wrong) {
      const answer = await call(name, given);
      t.ok(answer.isError, name);
      t.match(answer.text, message);
    }
    await t.rejects(client.callTool({ name: 'nonsense' }), { code: -32602, message: /expected one of search_catalog/ });
  });

  await t.test(
    'messages that are none, and headers that say otherwise, are refused as the protocol has it',
    async t => {
      const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'search_catalog', _meta: META } };
      const refused: [what: unknown, headers: Record<string, string>, status: number, code: number][] = [
        ['{', {}, 400, -32700],
        [[list], {}, 400, -32600],
        [{ ...list, jsonrpc: '1.0' }, {}, 400, -32600],
        [list, { 'MCP-Protocol-Version': '1999-01-01' }, 400, -32022],
        [list, HEADERS, 400, -32602],
        [modern, {}, 400, -32020],
        [modern, { ...HEADERS, 'Mcp-Method': 'tools/call' }, 400, -32020],
        [call, { ...HEADERS, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'get_product' }, 400, -32020],
        [{ ...modern, method: 'prompts/list' }, { ...HEADERS, 'Mcp-Method': 'prompts/list' }, 404, -32601],
        [{ ...list, method: 'prompts/list' }, {}, 200, -32601],
      ];
      for (const [message, headers, status, code] of refused) {
        const response = await send(daemon, message, headers);
        t.equal(response.status, status);
        t.match(await response.json(), { error: { code } });
      }
      const unsupported = await send(daemon, list, { 'MCP-Protocol-Version': '1999-01-01' });
      t.match(await unsupported.json(), { id: 7, error: { data: { supported: [MODERN], requested: '1999-01-01' } } });
      t.equal((await send(daemon, { jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202);
      t.equal((await send(daemon, list, { 'Content-Type': 'text/plain' })).status, 415);
      for (const method of ['GET', 'DELETE']) {
        const response = await fetch(`${daemon.url}/mcp`, { method });
        t.equal(response.status, 405);
        t.equal(response.headers.get('allow'), 'POST');
      }
      const encoded = { ...HEADERS, 'Mcp-Method': 'tools/call', 'Mcp-Name': '=?base64?c2VhcmNoX2NhdGFsb2c=?=' };
      t.match(await (await send(daemon, call, encoded)).json(), { result: { resultType: 'complete', isError: true } });
    },
  );

  await t.test('pages of other sites are refused, whatever the host is called', async t => {
    for (const [origin, status] of [
      ['http://evil.example:8080', 403],
      [`http://evil.example:${new URL(daemon.url).port}`, 403],
      ['null', 403],
      ['http://localhost:3000', 200],
      ['http://127.0.0.1', 200],
    ] as const) {
      const response = await send(daemon, modern, { ...HEADERS, Origin: origin });
      t.equal(response.status, status, origin);
      if (status === 403) t.match(await response.json(), { code: 'origin_refused' });
    }
    const preflight = await fetch(`${daemon.url}/mcp`, { method: 'OPTIONS' });
    t.match(preflight.headers.get('access-control-allow-headers'), /Mcp-Method/);
  });

  await t.test('what agents ask teaches nothing', async t => {
    const { call } = await agentOf(t, `${daemon.url}/mcp`);
    const searches = async () =>
      /^vitrine_searches_total (\d+)/m.exec(await (await fetch(`${daemon.url}/metrics`)).text())?.[1];
    const before = await searches();
    await call('search_catalog', { query: 'asdfgh', market: 'se' });
    t.equal(await searches(), before);
  });
  await daemon.stop();
});

t.test('with node:http', async t => {
  const daemon = await startDaemon({ ...WHOLE_DEMO, dataDir, args: ['--http', 'node', '--workers', '1'] });
  t.teardown(() => daemon.stop());
  await ready(daemon.url);
  await speaks(t, daemon);
  t.equal((await send(daemon, modern, { ...HEADERS, Origin: 'http://evil.example' })).status, 403);
});

t.test('the setting mcp switches it off', async t => {
  const daemon = await startDaemon({ env: { VITRINE_MCP: 'false' } });
  t.teardown(() => daemon.stop());
  t.equal((await send(daemon, modern, HEADERS)).status, 404);
});

t.test('origins that settings name are answered, and a shop without products says so', async t => {
  const env = { VITRINE_CORS_ORIGIN: 'https://assistant.example', VITRINE_HOSTS: 'shop.example,127.0.0.1' };
  const daemon = await startDaemon({ env });
  t.teardown(() => daemon.stop());
  for (const [origin, status] of [
    ['https://assistant.example', 200],
    ['https://shop.example', 200],
    ['https://evil.example', 403],
  ] as const) {
    t.equal((await send(daemon, modern, { ...HEADERS, Origin: origin })).status, status, origin);
  }
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_catalog', arguments: { query: '' } },
  };
  const response = await send(daemon, call);
  t.equal(response.status, 503);
  t.equal(response.headers.get('retry-after'), '1');
  t.match(await response.json(), { id: 1, error: { code: -32000, data: { code: 'no_products' } } });
});
