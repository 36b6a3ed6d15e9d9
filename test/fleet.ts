/** NATS servers for tests of fleets, as processes of their own on loopback, and daemons that share them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FleetStatus } from '../src/api/fleet-status.js';
import { searchUrl } from './contract/shop.js';
import { type Daemon, type DaemonOptions, startDaemon } from './daemon.js';
import { testFolder } from './folder.js';
import { freePort } from './free-port.js';
import { until } from './within.js';

const PROGRAMS = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];
const PROGRAM = PROGRAMS.find(existsSync);
/** As those of a fleet should have it. */
const CONFIGURATION = fileURLToPath(new URL('../ops/kubernetes/nats.conf', import.meta.url));

/** For the options of a test: false, or why the tests of fleets cannot run here. */
export const NO_NATS = PROGRAM ? false : 'there is no nats-server here';

interface Teardown {
  teardown(fn: () => unknown): void;
}

export interface NatsServer {
  /** The address for clients. */
  url: string;
  /** What it keeps on disk. */
  folder: string;
  process: ChildProcess;
  /** Ends it at once, as a loss of power would. */
  kill(): Promise<void>;
  /** Starts it again, under the same addresses and with what it has on disk. */
  start(): Promise<void>;
}

interface Ports {
  nats: string[];
}

/** Where a server runs, and what it keeps where; absent: on loopback, and a folder of the test. */
export interface Place {
  address?: string;
  folder?: string;
  /** A command that runs it, and is replaced by it: see machines.ts. */
  within?: readonly string[];
}

/**
 * Starts NATS servers with JetStream, several of them as a cluster; they end with the test.
 * @param places of the first ones
 */
export async function startNats(t: Teardown, count = 1, places: readonly Place[] = []): Promise<NatsServer[]> {
  const addressOf = (i: number) => places[i]?.address ?? '127.0.0.1';
  const servers: NatsServer[] = [];
  // Each knows where all are: one of a cluster does not start without.
  const routes: string[] = [];
  for (let i = 0; i < count; i++) routes.push(`nats://${addressOf(i)}:${await freePort()}`);
  for (let i = 0; i < count; i++) {
    const { folder = testFolder(t), within = [] } = places[i] ?? {};
    const about = testFolder(t);
    const args = [
      '-c',
      CONFIGURATION,
      '-a',
      addressOf(i),
      '-js',
      '-sd',
      folder,
      '-n',
      `s${i}`,
      '--ports_file_dir',
      about,
    ];
    if (count > 1) args.push('--cluster_name', 'test');
    let ports: Ports | undefined;
    const start = async () => {
      const own = [...args, '-p', ports ? portOf(ports.nats) : '-1'];
      if (count > 1) own.push('--cluster', routes[i]!, '--routes', routes.join(','));
      const [program, ...all] = [...within, PROGRAM!, ...own];
      const child = spawn(program!, all, { stdio: 'ignore' });
      server.process = child;
      const file = join(about, `nats-server_${child.pid}.ports`);
      await until('the ports of nats-server', () => child.exitCode !== null || isWritten(file));
      if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}`);
      ports ??= JSON.parse(readFileSync(file, 'utf8')) as Ports;
      server.url = `nats://${addressOf(i)}:${portOf(ports.nats)}`;
    };
    const server = { url: '', folder, start, kill: () => end(server.process, 'SIGKILL') } as NatsServer;
    t.teardown(() => end(server.process, 'SIGKILL'));
    await start();
    servers.push(server);
  }
  return servers;
}

/** The arguments by which a daemon joins the fleet of these servers. */
export function fleetArgs(servers: readonly NatsServer[], cluster = 'test'): string[] {
  return ['--fleet', servers.map(({ url }) => url).join(','), '--cluster', cluster];
}

/** Starts a daemon of the fleet; it ends with the test. */
export async function startMember(
  t: Teardown,
  servers: readonly NatsServer[],
  { args = [], ...options }: DaemonOptions = {},
): Promise<Daemon> {
  const daemon = await startDaemon({ ...options, args: [...fleetArgs(servers), ...args] });
  t.teardown(() => daemon.stop());
  return daemon;
}

/** The catalog as the daemon exports it; the status where it refuses. */
export async function exported({ url, key }: Daemon): Promise<string> {
  const response = await fetch(`${url}/api/admin/v4/export/catalog`, { headers: { 'Api-Key': key } });
  return response.status === 200 ? response.text() : `${response.status}`;
}

/** How many groups the daemon finds; none while it has no catalog. */
export async function found({ url }: Daemon, text: string): Promise<number> {
  const page = (await (await fetch(searchUrl(url, text))).json()) as { primaryList?: { totalHits: number } };
  return page.primaryList?.totalHits ?? 0;
}

/** The name of the daemon that has the lease, by what this one knows. */
export async function writer({ url, key }: Daemon): Promise<string | undefined> {
  const response = await fetch(`${url}/api/admin/v4/fleet`, { headers: { 'Api-Key': key } });
  return ((await response.json()) as FleetStatus).daemons.find(({ isWriter }) => isWriter)?.name;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

function isWritten(file: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').trimEnd().endsWith('}');
}

function portOf(urls: readonly string[] | undefined): string {
  return new URL(urls?.[0] ?? '').port;
}
