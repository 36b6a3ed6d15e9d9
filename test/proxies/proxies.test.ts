/**
 * The configurations of proxies/, each before a daemon, with the program that they are for: what comes through, what does
 * not, and what the daemon is told. A relay between the two counts connections and keeps what they say.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { importWhenReady } from '../contract/admin.js';
import { groupLines, searchUrl } from '../contract/shop.js';
import { type Daemon, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { freePort } from '../free-port.js';
import { START_PAUSE_MS, until, within } from '../within.js';

const CONFIGURATIONS = fileURLToPath(new URL('../../proxies/', import.meta.url));
const QUERIES = 20;
/** Each thread or process of a proxy has connections of its own. */
const FEW = 8;
const STOREFRONT = '/api/storefront/v3/queries/search-page';

interface Proxy {
  program: string;
  file: string;
  /** What is put in place of what stands in the file. */
  changes(place: Place): [string | RegExp, string][];
  args(file: string, place: Place): string[];
}

interface Place {
  folder: string;
  port: number;
  relayPort: number;
}

const PROXIES: Proxy[] = [
  {
    program: '/usr/sbin/nginx',
    file: 'nginx.conf',
    changes: ({ folder, port }) => [
      ['listen 443', `listen 127.0.0.1:${port}`],
      [
        'http {',
        `http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(kind => `${kind}_temp_path ${folder}/${kind};`).join(' ')}`,
      ],
    ],
    args: (file, { folder }) => {
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      return ['-c', file, '-p', folder, '-g', `daemon off; pid ${folder}/pid; error_log stderr; ${user}`];
    },
  },
  {
    program: '/usr/sbin/haproxy',
    file: 'haproxy.cfg',
    changes: ({ folder, port }) => [
      ['bind :443', `bind 127.0.0.1:${port}`],
      ['maxconn 20000', `maxconn 200\n  stats socket ${folder}/stats`],
    ],
    args: file => ['-db', '-f', file],
  },
  {
    program: '/usr/bin/caddy',
    file: 'Caddyfile',
    changes: ({ folder, port }) => [
      ['admin off', 'admin off\n\tauto_https disable_redirects'],
      ['shop.example.com {', `https://localhost:${port} {\n\ttls ${folder}/shop.pem ${folder}/shop.key`],
    ],
    args: file => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

/** Passes connections on, counts those with queries, and keeps the heads of these. */
async function relay(t: { teardown(fn: () => void): void }, toPort: number) {
  const seen = { connections: 0, heads: [] as string[] };
  const server = createServer(client => {
    const daemon = connect(toPort, '127.0.0.1');
    let counted = false;
    client.on('data', chunk => {
      const text = chunk.toString('latin1');
      if (!text.includes('/api/')) return;
      seen.heads.push(text);
      if (!counted) seen.connections++;
      counted = true;
    });
    for (const [one, other] of [
      [client, daemon],
      [daemon, client],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return { seen, port: (server.address() as AddressInfo).port };
}

function ask(port: number, path: string, headers: Record<string, string> = {}, body?: string) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const own = { Host: 'localhost', ...headers };
    const options = {
      port,
      path,
      method,
      headers: own,
      agent: false,
      rejectUnauthorized: false,
      servername: 'localhost',
    };
    const asked = request({ host: '127.0.0.1', ...options }, response => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Sends a text as it is; resolves with what comes back until the connection ends, or a reply has come. */
function say(port: number, text: string): Promise<string> {
  const heard = new Promise<string>(resolve => {
    let received = '';
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false });
    socket.on('secureConnect', () => socket.write(text));
    socket.on('data', chunk => {
      received += chunk.toString('latin1');
      if (/\r\n\r\n/.test(received)) socket.end();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', () => undefined);
  });
  return within('a reply to a doubtful request', heard, 20_000);
}

function isThere(program: string): boolean {
  try {
    accessSync(program);
    return true;
  } catch {
    return false;
  }
}

const SMUGGLED = 'GET /api/storefront/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
const doubtful = (headers: string) => `POST ${STOREFRONT} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${SMUGGLED}`;
const DOUBTFUL: Record<string, string> = {
  'two lengths': `Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}`,
  'an empty length before another': `Content-Length:\r\nContent-Length: ${SMUGGLED.length}`,
  'an unknown coding': `Transfer-Encoding: xchunked`,
};

const installed = PROXIES.filter(({ program }) => isThere(program));
const skip = installed.length === 0 ? 'none of nginx, HAProxy and Caddy is installed' : false;
t.test('behind proxies', { skip }, async t => {
  const daemon: Daemon = await startDaemon({ args: ['--admin-port', '0'] });
  t.teardown(() => daemon.stop());
  const adminUrl = String(daemon.logs.find(({ message }) => message === 'listening')?.['adminUrl']);
  t.equal((await importWhenReady({ ...daemon, url: adminUrl }, 'PUT', groupLines(5))).status, 204);
  await ready(daemon.url);
  const query = searchUrl('', 'lamp');
  const certificate = testFolder(t);
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-keyout', join(certificate, 'shop.key'), '-out', join(certificate, 'shop.pem')],
  ]);
  const pem = ['shop.pem', 'shop.key'].map(name => readFileSync(join(certificate, name), 'utf8'));
  writeFileSync(join(certificate, 'shop-and-key.pem'), pem.join(''));

  for (const proxy of PROXIES) {
    const absent = installed.includes(proxy) ? false : `${proxy.program} is not installed`;
    t.test(proxy.file, { skip: absent }, async t => {
      const { seen, port: relayPort } = await relay(t, Number(new URL(daemon.url).port));
      const port = await freePort();
      const stop = await start(proxy, { folder: certificate, port, relayPort });
      t.teardown(stop);
      await until(
        'the proxy',
        () =>
          ask(port, query).then(
            ({ status }) => status === 200,
            () => false,
          ),
        {
          pauseMs: START_PAUSE_MS,
        },
      );

      t.test('queries come through over few connections, with their name and the address of the client', async t => {
        seen.connections = 0;
        seen.heads = [];
        for (let i = 0; i < QUERIES; i++) {
          const { status, headers } = await ask(port, query, {
            'X-Forwarded-For': '203.0.113.9',
            'Accept-Encoding': 'gzip',
          });
          t.equal(status, 200);
          t.match(headers['x-request-id'], /^[\w-]{20,}$/);
          t.match(headers['server-timing'], /^total;dur=/);
        }
        t.ok(seen.connections <= FEW, `${seen.connections} connections`);
        t.equal(seen.heads.length, QUERIES);
        for (const head of seen.heads) {
          const told = [...head.matchAll(/^x-forwarded-for: *(.*)\r$/gim)].map(match => match[1]);
          t.same(told, ['127.0.0.1']);
        }
      });

      t.test('administration, metrics and health stay inside', async t => {
        for (const path of [
          '/metrics',
          '/readyz',
          '/api/admin/v4/imports',
          '/',
          '/api/storefront/../admin/v4/imports',
        ]) {
          t.match(await say(port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`), /^HTTP\/1\.1 40[04] /, path);
        }
      });

      t.test('long bodies are refused', async t => {
        const headers = { 'Content-Type': 'application/json' };
        const { status } = await ask(port, query, headers, '"'.padEnd(1_100_000));
        // Caddy says 502 before 2.7.
        t.ok(status === 413 || (status === 502 && proxy.file === 'Caddyfile'), String(status));
      });

      t.test('HTTP/1.0 is answered, or refused where it would be passed on', async t => {
        const answer = await say(port, `GET ${query} HTTP/1.0\r\nHost: localhost\r\n\r\n`);
        t.match(answer, proxy.file === 'haproxy.cfg' ? /^HTTP\/1\.[01] 400 / : /^HTTP\/1\.[01] 200 /);
      });

      for (const [what, headers] of Object.entries(DOUBTFUL)) {
        t.test(`a body with ${what} does not hide another request`, async t => {
          seen.heads = [];
          t.notMatch(await say(port, doubtful(headers)), /^HTTP\/1\.1 200 /);
          t.notMatch(seen.heads.join(''), /smuggled/);
        });
      }

      if (proxy.file !== 'haproxy.cfg') return;
      t.test('checks of health', async t => {
        const socket = join(certificate, 'stats');
        t.equal(await checked(socket), 'L7OK', 'over HTTP/1.1');
        await stop();
        // The port of administration answers HTTP/1.0, which is what checks speak by default.
        const old: [string, string][] = [
          ['http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host vitrine', 'option httpchk GET /readyz'],
          ['check inter 2s', `check port ${new URL(adminUrl).port} inter 2s`],
        ];
        t.teardown(await start(proxy, { folder: certificate, port, relayPort }, old));
        t.equal(await checked(socket), 'L7OK', 'over HTTP/1.0');
      });
    });
  }
});

/** @returns ends the proxy */
async function start(proxy: Proxy, place: Place, more: [string, string][] = []): Promise<() => Promise<void>> {
  const { folder, relayPort } = place;
  let text = readFileSync(join(CONFIGURATIONS, proxy.file), 'utf8');
  const changes = [...proxy.changes(place), ['127.0.0.1:8080', `127.0.0.1:${relayPort}`], ...more] as const;
  for (const [old, other] of changes) {
    if (!text.includes(old as string)) throw new Error(`${proxy.file}: ${old} is not there any more`);
    text = text.replace(old, other);
  }
  const file = join(folder, proxy.file);
  writeFileSync(file, text.replaceAll('/etc/vitrine', folder));
  const child = spawn(proxy.program, proxy.args(file, place), {
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk));
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const ended = once(child, 'close');
  let stopping = false;
  ended.then(([code]) => {
    process.off('exit', killWithUs);
    if (!stopping) throw new Error(`${proxy.program} has ended with ${code}: ${said}`);
  });
  return async () => {
    stopping = true;
    child.kill('SIGTERM');
    await ended;
  };
}

/** What the first check of HAProxy has found. */
async function checked(socketFile: string): Promise<string> {
  let found = '';
  const isThere = async () => {
    found = await healthOf(socketFile);
    return /^L\d/.test(found);
  };
  await until('a check', isThere, { pauseMs: START_PAUSE_MS });
  return found;
}

/** What the last check of HAProxy has found, as L7OK; empty before the first. */
async function healthOf(socketFile: string): Promise<string> {
  const text = await new Promise<string>(resolve => {
    let received = '';
    const socket = connect(socketFile, () => socket.end('show stat\n'));
    socket.on('data', chunk => (received += chunk));
    socket.on('close', () => resolve(received));
    // It is not there before the program has started.
    socket.on('error', () => resolve(''));
  });
  const [names, ...rows] = text.split('\n').map(line => line.replace(/^# /, '').split(','));
  return rows.find(row => row[1] === 'one')?.[names!.indexOf('check_status')] ?? '';
}
