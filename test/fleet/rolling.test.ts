/**
 * Three daemons on three NATS servers behind HAProxy, as proxies/haproxy-fleet.cfg has it: each is replaced under load, by
 * command and by signal, and no request fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import type { FleetStatus } from '../../src/api/fleet-status.js';
import { importWhenReady } from '../contract/admin.js';
import { groupLine, groupLines, searchUrl } from '../contract/shop.js';
import { type Daemon, MAIN, ready } from '../daemon.js';
import { NO_NATS, startMember, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';
import { freePort } from '../free-port.js';
import { START_PAUSE_MS, until } from '../within.js';

const CONFIGURATION = fileURLToPath(new URL('../../proxies/haproxy-fleet.cfg', import.meta.url));
const ALERTS = fileURLToPath(new URL('../../ops/alerts.yaml', import.meta.url));
const HAPROXY = '/usr/sbin/haproxy';
const NO_BALANCER = existsSync(HAPROXY) ? NO_NATS : 'there is no HAProxy here';
const DAEMONS = 3;
const CLIENTS = 4;
/** Between two requests of a client: the daemons that start need the processor as well. */
const PAUSE_MS = 20;
const slow = { pauseMs: START_PAUSE_MS };

/** @returns the address of the balancer */
async function startBalancer(t: { teardown(fn: () => unknown): void }, ports: readonly number[]): Promise<string> {
  const [port, folder] = [await freePort(), testFolder(t)];
  let text = readFileSync(CONFIGURATION, 'utf8').replace(/bind :443 .*/, `bind 127.0.0.1:${port}`);
  for (const [i, to] of ports.entries()) text = text.replaceAll(`127.0.0.1:${8081 + i}`, `127.0.0.1:${to}`);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text.replace('maxconn 20000', 'maxconn 200'));
  const balancer = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' });
  t.teardown(async () => {
    balancer.kill('SIGKILL');
    await once(balancer, 'exit');
  });
  return `http://127.0.0.1:${port}`;
}

async function status({ url, key }: Daemon): Promise<FleetStatus> {
  return (await fetch(`${url}/api/admin/v4/fleet`, { headers: { 'Api-Key': key } })).json() as Promise<FleetStatus>;
}

async function vitrine(daemon: Daemon, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [MAIN, ...args, '--url', daemon.url, '--key', daemon.key]);
  let text = '';
  child.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (text += piece.toString()));
  await once(child, 'close');
  return text;
}

t.test('a fleet is replaced daemon by daemon', { skip: NO_BALANCER }, async t => {
  const servers = await startNats(t, 3);
  const ports = [await freePort(), await freePort(), await freePort()];
  const folders = ports.map(() => testFolder(t));
  const start = (i: number) =>
    startMember(t, servers, {
      dataDir: folders[i]!,
      args: ['--port', String(ports[i])],
      env: {
        VITRINE_FLEET_NAME: `d${i}`,
        VITRINE_FLEET_QUORUM: 'all',
        VITRINE_LIMITS_DRAIN_SECONDS: '2',
        VITRINE_SITE_RETAIL_MEDIA: '{"searchPositions": [0]}',
      },
    });
  const daemons = await Promise.all(ports.map((_, i) => start(i)));
  const writer = async () => {
    const { daemons: known } = await status(daemons[0]!);
    return daemons[known.findIndex(({ isWriter }) => isWriter)] && known.find(({ isWriter }) => isWriter)!.name;
  };
  // Servers that form a cluster at that moment may not answer in time.
  const isTaken = async () =>
    (await importWhenReady(daemons[0]!, 'PUT', groupLines(20), { force: 'true' })).status === 204;
  await until('the catalog is taken', isTaken, slow);
  await Promise.all(daemons.map(({ url }) => ready(url)));
  const url = await startBalancer(t, ports);
  await until(
    'the balancer answers',
    () =>
      fetch(searchUrl(url, 'lamp')).then(
        ({ status }) => status === 200,
        () => false,
      ),
    slow,
  );

  let isEnded = false;
  let asked = 0;
  const failures: string[] = [];
  const client = async (number: number) => {
    for (; !isEnded; await pause(PAUSE_MS)) {
      const isQuery = ++asked % 5 > 0;
      const visitor = `market=uk&customerKey=c-${number}&sessionKey=s-${number}`;
      const answer = isQuery
        ? fetch(searchUrl(url, `lamp ${asked % 50}`))
        : fetch(`${url}/api/storefront/v3/notifications/add-favorite?${visitor}`, {
            method: 'POST',
            body: JSON.stringify({ productKey: `p-${asked % 20}` }),
          });
      await answer.then(
        async response => {
          await response.arrayBuffer();
          if (response.status !== (isQuery ? 200 : 204)) failures.push(`${isQuery} ${response.status}`);
        },
        (error: Error) => failures.push(`${isQuery} ${error.message}`),
      );
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, i) => client(i));
  t.teardown(() => {
    isEnded = true;
  });

  await t.test('a drained daemon hands its lease over, and may take one again', async t => {
    const at = Number((await writer())!.slice(1));
    const started = performance.now();
    t.match(await vitrine(daemons[at]!, 'drain'), /^drained/);
    await until('another one is the writer', async () => ![undefined, `d${at}`].includes(await writer()), slow);
    t.comment(`another writer ${Math.round(performance.now() - started)} ms after the command was started`);
    const { status: code } = await fetch(`${daemons[at]!.url}/readyz`);
    t.equal(code, 503);
    t.equal((await importWhenReady(daemons[at]!, 'POST', [groupLine(1, { title: 'Lantern' })])).status, 204);
    t.match(await vitrine(daemons[at]!, 'fleet', 'status'), new RegExp(`d${at} \\*.*drained`));
    t.match(await vitrine(daemons[at]!, 'drain', '--undo'), /^in service/);
    await ready(daemons[at]!.url);
  });

  await t.test('no request fails while each is replaced', async t => {
    for (let i = 0; i < DAEMONS; i++) {
      const other = daemons[(i + 1) % DAEMONS]!;
      const ended = daemons[i]!.stop();
      const { status: code } = await importWhenReady(other, 'POST', [groupLine(i, { title: `Lantern${i}` })]);
      t.equal(code, 204, 'imports go on');
      await ended;
      daemons[i] = await start(i);
      await ready(daemons[i]!.url);
    }
    const before = asked;
    await until('the balancer asks all of them', () => asked > before + 50, slow);
    isEnded = true;
    await Promise.all(clients);
    t.strictSame(failures, []);
    t.comment(`${asked} requests`);
    const { daemons: known, streams } = await status(daemons[0]!);
    t.equal(known.length, DAEMONS);
    t.ok(streams.every(({ replicas }) => replicas === DAEMONS));
    const metrics = await (await fetch(`${daemons[0]!.url}/metrics`)).text();
    const named = new Set(readFileSync(ALERTS, 'utf8').match(/vitrine_\w+/g));
    for (const name of named) t.match(metrics, new RegExp(`^# TYPE ${name} `, 'm'), 'an alert is about what there is');
  });
});
