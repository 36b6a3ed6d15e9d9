/**
 * A real daemon with two front ends on one port. Which one a connection comes to is the kernel's choice, so everything
 * is asked over so many connections that both get some.
 */
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { openTransport } from '../../../src/server/http/uws-transport.js';
import { importLines, importWhenReady, jsonLines } from '../../contract/admin.js';
import { editionsOf, groupLine, groupLines, searchUrl } from '../../contract/shop.js';
import { ready, startDaemon } from '../../daemon.js';
import { until } from '../../within.js';

const missing = openTransport().shares ? false : 'ports are not shared here';
/** All of them at one front end: one chance in eight millions. */
const CONNECTIONS = 24;
const PRODUCTS = 12;

interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** One connection, kept open. */
class Connection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly url: string) {}

  begin(path: string, options: RequestOptions = {}): ClientRequest {
    return request(path.startsWith('http') ? path : `${this.url}${path}`, { agent: this.agent, ...options });
  }

  async ask(path: string, { body, ...options }: RequestOptions & { body?: string | Buffer } = {}): Promise<Reply> {
    const asked = this.begin(path, options);
    asked.end(body);
    return read((await once(asked, 'response'))[0] as IncomingMessage);
  }

  close(): void {
    this.agent.destroy();
  }
}

async function read(response: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) };
}

const args = ['--front-ends', '2', '--workers', '2'];

t.test('with two front ends', { skip: missing }, async t => {
  const daemon = await startDaemon({ args, env: { VITRINE_LIMITS_IMPORT_BYTES: '4000000' } });
  t.teardown(() => daemon.stop());
  const connections = Array.from({ length: CONNECTIONS }, () => new Connection(daemon.url));
  t.teardown(() => {
    for (const connection of connections) connection.close();
  });
  const everywhere = <T>(run: (connection: Connection, i: number) => Promise<T>) => Promise.all(connections.map(run));
  const key = { 'Api-Key': daemon.key };
  const metric = async (name: string) => {
    const text = (await connections[0]!.ask('/metrics')).body.toString();
    return Number(new RegExp(`^vitrine_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const text = { 'Content-Type': 'text/plain' };
  const feed = (edition: number) => groupLines(PRODUCTS, { edition, stock: edition });
  t.equal((await importWhenReady(daemon, 'PUT', feed(1))).status, 204);
  await ready(daemon.url);

  t.test('every kind of request has the same reply on every connection', async t => {
    const cases: [string, number, (RequestOptions & { body?: string })?][] = [
      ['/', 200],
      ['/', 200, { headers: { 'Accept-Encoding': 'gzip' } }],
      ['/', 200, { method: 'HEAD' }],
      ['/healthz', 200],
      ['/readyz', 200],
      ['/openapi.json', 200],
      ['/api/preview/views', 200],
      ['/nothing', 404],
      ['/api/storefront/v3/queries/nothing', 404],
      ['/api/storefront/v3/queries/search-page', 400],
      ['/api/storefront/v3/queries/search-page', 204, { method: 'OPTIONS' }],
      ['/api/storefront/v3/notifications/click', 204, { method: 'OPTIONS' }],
      ['/api/storefront/v3/notifications/click?market=uk', 400, { method: 'POST', headers: text, body: '{}' }],
      ['/api/admin/v4/snapshots', 403],
      ['/api/admin/v4/snapshots', 200, { headers: key }],
      ['/api/admin/v4/import/catalog', 405, { headers: key }],
      ['/api/admin/v4/export/catalog', 406, { headers: key }],
      [searchUrl('', 'lamp'), 200],
      [searchUrl('', 'lamp'), 200, { headers: { 'Accept-Encoding': 'gzip' } }],
      [searchUrl('', 'lamp'), 200, { method: 'HEAD' }],
      [
        searchUrl('', 'lamp'),
        200,
        { method: 'POST', headers: text, body: '{"primaryList":{"productRules":"rule incl price [0, 5]"}}' },
      ],
      [searchUrl('', 'x'.repeat(17_000)), 400],
    ];
    for (const [path, status, options] of cases) {
      const replies = await everywhere(connection => connection.ask(path, options));
      const what = `${options?.method ?? 'GET'} ${path.slice(0, 80)}`;
      const comparable = replies.map(({ headers, ...reply }) => {
        const { date: _date, 'x-response-time': _time, 'server-timing': _timing, ...same } = headers;
        // Tickets name the minute of their issue.
        return JSON.stringify([reply.status, same, reply.body.toString('latin1').replaceAll(/"ticket":"[^"]*"/g, '')]);
      });
      t.equal(replies[0]!.status, status, what);
      if (!/gzip/.test(JSON.stringify(options) ?? '') || !path.includes('queries')) {
        t.equal(new Set(comparable).size, 1, `${what}: one reply`);
      }
    }
  });

  t.test('each front end keeps answers of its own, and both are counted', async t => {
    const searches = await metric('searches_total');
    const entries = await metric('answer_cache_entries');
    const url = searchUrl('', 'chair').replace('userContext=SYNTHETIC', 'customerKey=many&sessionKey=s');
    for (let round = 0; round < 3; round++) await everywhere(connection => connection.ask(url));
    t.equal((await metric('answer_cache_entries')) - entries, 2);
    t.equal((await metric('searches_total')) - searches, 3 * CONNECTIONS);
  });

  t.test('what a visitor did on one connection is seen by the next query on every other', async t => {
    const place = 'market=uk&locale=en-GB&touchpoint=DESKTOP';
    for (const [i, connection] of connections.entries()) {
      const who = `customerKey=visitor-${i}&sessionKey=s`;
      const found = await connection.ask(`/api/storefront/v3/queries/search-page?${place}&${who}&q=table`);
      const other = connections[(i * 7 + 1) % CONNECTIONS]!;
      const remembered = async (of: Connection) =>
        JSON.parse((await of.ask(`/api/storefront/v3/queries/autocomplete?${place}&${who}&q=`)).body.toString());
      t.match(await remembered(other), { recentSearches: [{ q: 'table' }], recentlyViewed: [] });
      const { ticket, key: product } = JSON.parse(found.body.toString()).primaryList.productGroups[0].products[0];
      const click = `/api/storefront/v3/notifications/click?market=uk&${who}`;
      t.equal(
        (await other.ask(click, { method: 'POST', headers: text, body: JSON.stringify({ ticket }) })).status,
        204,
      );
      t.match(await remembered(connection), { recentlyViewed: [{ products: [{ key: product }] }] });
    }
  });

  t.test('what a visitor takes back on one connection is gone, whichever connection queries came to', async t => {
    const place = 'market=uk&locale=en-GB&touchpoint=DESKTOP';
    const post = (body: object) => ({ method: 'POST', headers: { ...key, ...text }, body: JSON.stringify(body) });
    for (const [i, connection] of connections.entries()) {
      const who = `customerKey=forgetful-${i}&sessionKey=s`;
      const other = connections[(i * 7 + 1) % CONNECTIONS]!;
      const remembered = async () => {
        const { body } = await other.ask(`/api/storefront/v3/queries/autocomplete?${place}&${who}&q=`);
        const { recentSearches, recentlyViewed } = JSON.parse(body.toString());
        return recentSearches.length + recentlyViewed.length;
      };
      await connection.ask(`/api/storefront/v3/queries/product-page?${place}&${who}&productKey=p-1`);
      const removal = `/api/storefront/v3/notifications/remove-recently-viewed?market=uk&${who}`;
      t.equal((await other.ask(removal, post({ removeAll: true }))).status, 204);
      t.equal(await remembered(), 0);
      await connection.ask(`/api/storefront/v3/queries/search-page?${place}&${who}&q=table`);
      const erasure = post({ customerKey: `forgetful-${i}` });
      erasure.headers['Content-Type'] = 'application/json';
      t.equal((await other.ask('/api/admin/v4/visitors/erase', erasure)).status, 200);
      t.equal(await remembered(), 0);
    }
  });

  t.test('bodies of imports come through whole, are bounded, and are given up with their client', async t => {
    const description = Array.from({ length: 2000 }, (_, i) => `${(i * 7919) % 10007}`).join(' ');
    const long = (n: number) => {
      const line = groupLine(100 + n) as {
        replace: { productGroup: { products: Record<string, { defaults: object }> } };
      };
      Object.assign(line.replace.productGroup.products[`p-${100 + n}`]!.defaults, {
        description: `${n} ${description}`,
      });
      return line;
    };
    const headers = { ...key, 'Content-Type': 'application/jsonlines', 'Content-Encoding': 'gzip' };
    const zipped = { ...key, 'Accept-Encoding': 'gzip' };
    const path = '/api/admin/v4/import/catalog';
    for (const connection of connections.slice(0, 6)) {
      const lines = Array.from({ length: 40 }, (_, n) => long(n));
      // So little compressed that much has to come.
      const body = gzipSync(jsonLines(lines), { level: 0 });
      t.equal((await connection.ask(path, { method: 'POST', headers, body })).status, 204);
      t.equal((await connection.ask(path, { method: 'POST', headers, body: Buffer.alloc(4_000_001) })).status, 413);
      t.equal(
        (await connection.ask(path, { method: 'POST', headers: { ...headers, 'Api-Key': 'wrong' }, body })).status,
        403,
      );
    }
    for (let i = 0; i < 6; i++) {
      const leaving = new Connection(daemon.url);
      const half = leaving.begin(path, { method: 'POST', headers: { ...headers, 'Content-Length': 1000 } });
      half.on('error', () => undefined);
      half.write('half');
      const atOnce = `${path}?blockingTimeout=PT0S`;
      const place = async () => {
        const { body } = await connections[i]!.ask(atOnce, { method: 'POST', headers, body: '' });
        return (JSON.parse(body.toString()) as { place?: number }).place;
      };
      await until('the beginning of the body', async () => (await place()) !== undefined);
      half.destroy();
      await until('the end of the import', async () => (await place()) === undefined);
    }
    const exports = new Set<string>();
    for (const connection of connections) {
      const { status, body } = await connection.ask('/api/admin/v4/export/catalog', { headers: zipped });
      exports.add(`${status} ${gunzipSync(body).length > 300_000} ${body.toString('latin1')}`);
    }
    t.match([...exports], [/^200 true/]);
    t.equal(exports.size, 1);
    t.equal((await importLines(daemon, 'PUT', feed(1), { force: 'true' })).status, 204);
  });

  t.test('once an import is answered no query gets an answer of the catalog before', async t => {
    let announced = 1;
    let swapping = true;
    let asked = 0;
    const wrong: string[] = [];
    const clients = everywhere(async connection => {
      for (let i = 0; swapping; i++, asked++) {
        const before = announced;
        const { status, body } = await connection.ask(searchUrl('', ['lamp', 'chair', ''][i % 3]!));
        const editions = status === 200 ? editionsOf(JSON.parse(body.toString())) : [];
        // The import that announces the next one may be under way.
        if (editions.length !== 1 || editions[0]! < before) wrong.push(`${status} ${editions} before ${before}`);
      }
    });
    for (let edition = 2; edition <= 9; edition++) {
      t.equal((await importLines(daemon, 'PUT', feed(edition), { force: 'true' })).status, 204);
      announced = edition;
    }
    swapping = false;
    await clients;
    t.same(wrong.slice(0, 10), []);
    t.ok((await metric('answer_cache_hits_total')) > asked / 2, 'most came from a cache');
  });

  t.test('a port that another daemon has is not shared with it', async t => {
    const second = startDaemon({ args: [...args, '--port', new URL(daemon.url).port] });
    await t.rejects(second, /in use/);
    t.equal((await fetch(`${daemon.url}/healthz`)).status, 200);
  });

  t.test('stopping ends what is under way on every connection, and refuses what comes', async t => {
    const refused = new Connection(daemon.url);
    const halves = await Promise.all(
      connections.map(async connection => {
        const options = { method: 'POST', headers: { ...text, 'Content-Length': 2 } };
        const half = connection.begin(searchUrl('', 'lamp'), options);
        await new Promise(resolve => half.write('{', resolve));
        return half;
      }),
    );
    // What was sent before these are answered has been read as well, by either front end.
    for (let i = 0; i < CONNECTIONS; i++) {
      const later = new Connection(daemon.url);
      await later.ask('/healthz');
      later.close();
    }
    await refused.ask('/healthz');
    const stopped = daemon.stop();
    await daemon.waitForLog(line => line.message === 'stopping');
    const replies = halves.map(async half => {
      half.end('}');
      return read((await once(half, 'response'))[0] as IncomingMessage);
    });
    for (const { status } of await Promise.all(replies)) t.equal(status, 200);
    t.equal(await stopped, 0);
    await t.rejects(refused.ask('/healthz'));
    refused.close();
  });
});
