/** `vitrine import feed` against a running daemon: files, URLs, changes alone, and what a shopper then finds. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t, { type Test } from 'tap';
import { daemon, removeMarkets, replaceCatalog } from '../contract/shared-daemon.js';
import { cleanEnvironment, MAIN } from '../daemon.js';
import { fixture } from '../feeds/convert.js';
import { testFolder } from '../folder.js';
import { type Run, runCommand } from './command.js';

const folder = testFolder(t);
const feed = join(folder, 'feed.xml');
const GOOGLE = ['--format', 'google', '--market', 'fd', '--locale', 'en-GB'];
t.teardown(removeMarkets);

function vitrine(...args: string[]): Promise<Run> {
  return runCommand([...args, '--url', daemon.url], { VITRINE_API_KEY: daemon.key });
}

function item(id: string, title: string, price = '10 GBP'): string {
  return `<item><g:id>${id}</g:id><title>${title}</title><link>https://s.example/${id}</link><g:price>${price}</g:price></item>`;
}

function rss(...items: string[]): string {
  return `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('')}</channel></rss>`;
}

async function found(q: string, market = 'fd'): Promise<string[]> {
  const query = new URLSearchParams({
    market,
    locale: 'en-GB',
    touchpoint: 'DESKTOP',
    customerKey: 'c',
    sessionKey: 's',
    q,
  });
  const response = await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?${query}`);
  const page = (await response.json()) as { primaryList?: { productGroups: { products: { key: string }[] }[] } };
  return (page.primaryList?.productGroups ?? []).map(({ products }) => products[0]!.key).sort();
}

t.test('a catalog of another market', () => {
  const product = {
    markets: ['dk'],
    defaults: { title: 'Hat', url: '/hat' },
    variants: { 'dk-v': { defaults: { listPrice: 10 } } },
  };
  return replaceCatalog([{ replace: { key: 'dk-g', productGroup: { products: { 'dk-p': product } } } }]);
});

t.test('a feed replaces the products of its market, and tells what it left out', async t => {
  writeFileSync(feed, fixture('google.xml'));
  const first = await vitrine('import', 'feed', feed, ...GOOGLE);
  t.equal(first.code, 3, 'an item is left out');
  t.match(first.stdout, /feed\.xml is live: 2 product groups sent/);
  t.match(first.stderr, /1 item left out\n {2}1 × listPrice: expected a price in GBP \(at 39: "9.50 EUR"\)/);
  t.same(await found('shirt'), ['A.navy-blue', 'A.white']);

  writeFileSync(feed, rss(item('H', 'Straw hat')));
  const [, , ...unnamed] = GOOGLE;
  const second = await vitrine('import', 'feed', feed, ...unnamed);
  t.match(second, { code: 0, stdout: /1 product group sent/ });
  t.same([await found('shirt'), await found('hat')], [[], ['H.g.p']]);
  const { stdout } = await vitrine('export', 'product-groups', '--market', 'dk');
  t.match(JSON.parse(stdout), { productGroups: [{ key: 'dk-g' }] }, 'other markets keep theirs');

  writeFileSync(feed, rss(item('S', 'Silk scarf')));
  t.equal((await vitrine('import', 'feed', feed, ...GOOGLE, '--partial', '--json')).code, 0);
  t.same([await found('hat'), await found('scarf')], [['H.g.p'], ['S.g.p']]);
});

t.test('a format that the name does not tell is asked for', async t => {
  const [, , ...unnamed] = GOOGLE;
  const { code, stderr } = await vitrine('import', 'feed', 'feed.csv', ...unnamed);
  t.match(
    { code, stderr },
    { code: 2, stderr: /--format: expected google, csv, shopify, .*; the name of feed\.csv does not tell/ },
  );
});

t.test('nothing is sent of a feed that is cut short, has nothing, or has faults with --strict', async t => {
  writeFileSync(feed, rss(item('X', 'Xylophone')).slice(0, -20));
  t.match(await vitrine('import', 'feed', feed, ...GOOGLE), { code: 1, stderr: /feed\.xml: the XML is malformed/ });
  writeFileSync(feed, rss());
  t.match(await vitrine('import', 'feed', feed, ...GOOGLE), {
    code: 1,
    stderr: /found no items, expected at least one/,
  });
  writeFileSync(feed, rss(item('X', 'Xylophone'), item('Y', 'Yoyo', 'dear')));
  const strict = await vitrine('import', 'feed', feed, ...GOOGLE, '--strict', '--json');
  t.equal(strict.code, 1);
  t.match(JSON.parse(strict.stdout), {
    ok: false,
    feed: { read: 2, leftOut: [{ count: 1, what: /price of 0 or more/ }] },
  });
  t.same(await found('xylophone'), []);
});

t.test('a feed of the same ids for another market is refused, and told how to be sent', async t => {
  const items = Array.from({ length: 30 }, (_, i) => item(`T${i}`, `Trumpet ${i}`));
  writeFileSync(feed, rss(...items));
  t.equal((await vitrine('import', 'feed', feed, ...GOOGLE, '--force')).code, 0);
  const elsewhere = GOOGLE.map(word => (word === 'fd' ? 'fe' : word));
  t.match(await vitrine('import', 'feed', feed, ...elsewhere), {
    code: 1,
    stderr: /judged dangerous.*\n {2}on the command line: --force\n {2}feeds of several markets .*--also/,
  });
});

t.test('feeds of several markets are sent as one, and changes of any of them alone', async t => {
  const [fd, fe, state] = ['fd.xml', 'fe.xml', 'markets.state'].map(name => join(folder, name));
  writeFileSync(fd!, rss(item('L', 'Green lantern'), item('M', 'Mirror')));
  writeFileSync(fe!, rss(item('L', 'Storm lantern', '20 EUR')));
  const also = ['--also', `fe:en-GB=${fe}`, '--state', state!, '--force'];
  const send = () => vitrine('import', 'feed', fd!, ...GOOGLE, ...also);
  t.match(await send(), {
    code: 0,
    stdout: /fd\.xml and .*fe\.xml are live: 2 product groups sent/,
    stderr: /3 items read/,
  });
  t.same([await found('lantern'), await found('storm')], [['L.g.p'], []]);
  t.same([await found('storm', 'fe'), await found('mirror', 'fe')], [['L.g.p'], []]);

  writeFileSync(fe!, rss(item('L', 'Brass lantern', '20 EUR')));
  t.match(await send(), { code: 0, stdout: /1 product group sent/ });
  t.same([await found('brass', 'fe'), await found('green')], [['L.g.p'], ['L.g.p']]);
  t.match(await vitrine('import', 'feed', fd!, ...GOOGLE, '--also', 'fe'), {
    code: 2,
    stderr: /found "fe", expected a market, locale/,
  });
});

t.test('--dry-run prints what would be sent, and needs no daemon', async t => {
  writeFileSync(feed, rss(item('X', 'Xylophone')));
  const { code, stdout, stderr } = await runCommand(['import', 'feed', feed, ...GOOGLE, '--partial', '--dry-run']);
  t.equal(code, 0);
  t.match(JSON.parse(stdout), {
    replace: { key: 'X.g', productGroup: { products: { 'X.g.p': { defaults: { title: 'Xylophone' } } } } },
  });
  t.match(stderr, /1 item read: 1 product group, 1 product, 1 variant/);
});

t.test('wrong mappings and flags are told by their place', async t => {
  const mapping = join(folder, 'mapping.json');
  writeFileSync(mapping, JSON.stringify({ fields: { title: 7 } }));
  t.match(await vitrine('import', 'feed', feed, ...GOOGLE, '--mapping', mapping), {
    code: 1,
    stderr: /mapping\.json: \/fields\/title/,
  });
  t.match(await vitrine('import', 'feed', feed, ...GOOGLE, '--watch', 'often'), { code: 2, stderr: /found "often"/ });
  t.match(await vitrine('import', 'feed', feed, '--format', 'xls', '--market', 'fd', '--locale', 'en-GB'), {
    code: 2,
    stderr: /Allowed choices are google, csv/,
  });
  t.match(await vitrine('import', 'feed', 'file:///etc/passwd', ...GOOGLE), {
    code: 1,
    stderr: /found file:\/\/, expected http/,
  });
});

t.test('the schema of mapping files is the published one, and every preset keeps to it', async t => {
  const { stdout } = await runCommand(['feed-mapping', '--schema']);
  const published: unknown = JSON.parse(
    readFileSync(new URL('../../data/feed-mapping.schema.json', import.meta.url), 'utf8'),
  );
  t.same(JSON.parse(stdout), published);
  const preset = join(folder, 'preset.json');
  for (const format of ['google', 'csv', 'shopify', 'woocommerce', 'magento', 'medusa']) {
    writeFileSync(preset, (await runCommand(['feed-mapping', '--format', format])).stdout);
    const flags = ['--market', 'fd', '--locale', 'en-GB', '--mapping', preset, '--dry-run'];
    const { stderr } = await runCommand(['import', 'feed', feed, '--format', format, ...flags]);
    t.notMatch(stderr, 'preset.json', format);
  }
});

t.test('of a URL that is watched, only changes are sent, and what is gone is removed', async t => {
  let body = rss(item('A', 'Anchor'), item('B', 'Basket'), item('C', 'Candle'));
  const asked: (string | undefined)[] = [];
  const server = await serve(t, (request, response) => {
    const etag = `"${body.length}"`;
    asked.push(request.headers['if-none-match']);
    if (request.url === '/moved') response.writeHead(302, { Location: '/feed' }).end();
    else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { ETag: etag }).end(body);
  });
  const state = join(folder, 'url.state');
  const child = spawn(
    process.execPath,
    [
      MAIN,
      'import',
      'feed',
      `${server}/moved`,
      ...GOOGLE,
      '--watch',
      '1s',
      '--state',
      state,
      '--force',
      '--url',
      daemon.url,
    ],
    { env: { ...cleanEnvironment(), VITRINE_API_KEY: daemon.key }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  t.teardown(() => child.kill('SIGKILL'));
  const said = lines(child);
  t.match(await said(/is live/), /3 product groups sent/);
  t.match(await said(/has not changed/), /moved has not changed/);
  body = rss(item('A', 'Anchor'), item('B', 'Basket', '12.50 GBP'));
  t.match(await said(/is live/), /1 product group sent, 1 removed/);
  t.same([await found('anchor'), await found('basket'), await found('candle')], [['A.g.p'], ['B.g.p'], []]);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  t.equal(code, 0);
  t.ok(
    asked.some(tag => tag !== undefined),
    'the server is told what was read',
  );

  // A state that is damaged is of no use: everything is sent.
  writeFileSync(state, readFileSync(state, 'utf8').replace('A.g\t', 'Z.g\t'));
  const again = await vitrine('import', 'feed', `${server}/moved`, ...GOOGLE, '--state', state);
  t.match(again, { code: 0, stdout: /2 product groups sent/, stderr: /url\.state is damaged: everything is sent/ });
  t.match(await vitrine('import', 'feed', `${server}/moved`, ...GOOGLE, '--state', state), {
    code: 0,
    stdout: /has not changed/,
  });
});

t.test('URLs are bounded in size, time and redirects, and keep their password to themselves', async t => {
  const seen: (string | undefined)[] = [];
  const server = await serve(t, (request, response) => {
    seen.push(request.headers.authorization);
    if (request.url === '/round') response.writeHead(302, { Location: '/round' }).end();
    else if (request.url === '/slow') response.writeHead(200).write('<rss>');
    else if (request.url === '/elsewhere') response.writeHead(302, { Location: 'ftp://s.example/' }).end();
    else response.writeHead(request.url === '/gone' ? 410 : 200).end('x'.repeat(5000));
  });
  const reason = async (path: string, ...args: string[]): Promise<string> => {
    const { code, stderr } = await vitrine(
      'import',
      'feed',
      `${server.replace('//', '//anna:secret@')}${path}`,
      ...GOOGLE,
      ...args,
    );
    t.equal(code, 1);
    t.notMatch(stderr, 'secret');
    return stderr;
  };
  t.match(await reason('/round'), /found more than 5 redirects/);
  t.match(await reason('/slow', '--timeout', '1s'), /broke off: it takes longer than 1 s/);
  t.match(await reason('/elsewhere'), /found ftp:\/\//);
  t.match(await reason('/gone'), /found status 410, expected 200/);
  t.match(await reason('/', '--max-size', '4k'), /more than 4096 bytes/);
  t.equal(seen[0], `Basic ${Buffer.from('anna:secret').toString('base64')}`);
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(t: Pick<Test, 'teardown'>, handler: Handler): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Waits for the next line of a process that fits. */
function lines(child: ChildProcess): (fits: RegExp) => Promise<string> {
  const iterator = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return async fits => {
    for (;;) {
      const { value, done } = await iterator.next();
      if (done) throw new Error(`ended before a line like ${fits}`);
      if (fits.test(value)) return value;
    }
  };
}
