/** A cluster of NATS servers with JetStream on loopback, for benches of fleets. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unusedPort } from '../../../src/server/http/unused-port.js';
import { inCheckout } from '../../harness/checkout.js';

const PROGRAM = ['/usr/sbin/nats-server', '/usr/bin/nats-server'].find(existsSync);
export const hasNats = PROGRAM !== undefined;
const HOST = '127.0.0.1';
const CONFIGURATION = 'ops/kubernetes/nats.conf';
const WITHIN_MS = 30_000;
const POLL_MS = 50;

export class NatsServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly args: readonly string[],
    private readonly port: number,
    private readonly monitor: number,
  ) {}

  /** Resolves when all answer. @throws where there is no nats-server */
  static async startAll(folder: string, count: number): Promise<NatsServer[]> {
    if (!PROGRAM) throw new Error('there is no nats-server here: apt-get install nats-server');
    const ports = await Promise.all(Array.from({ length: 3 * count }, () => unusedPort(HOST, 0)));
    const routes = ports.slice(0, count).map(port => `nats://${HOST}:${port}`);
    const servers = routes.map((route, i) => {
      const [port, monitor] = [ports[count + i], ports[2 * count + i]];
      const store = join(folder, `nats-${i}`);
      mkdirSync(store, { recursive: true });
      const args = [
        '-c',
        inCheckout(CONFIGURATION),
        '-a',
        HOST,
        '-p',
        `${port}`,
        '-m',
        `${monitor}`,
        '-js',
        '-sd',
        store,
        '-n',
        `s${i}`,
      ];
      const cluster = ['--cluster_name', 'bench', '--cluster', route, '--routes', routes.join(',')];
      return new NatsServer([...args, ...(count > 1 ? cluster : [])], port, monitor);
    });
    await Promise.all(servers.map(server => server.start()));
    return servers;
  }

  get url(): string {
    return `nats://${HOST}:${this.port}`;
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const child = spawn(PROGRAM!, this.args, { stdio: 'ignore' });
    this.child = child;
    const killWithUs = () => child.kill('SIGKILL');
    process.prependOnceListener('exit', killWithUs);
    child.once('exit', () => process.off('exit', killWithUs));
    for (const started = Date.now(); !(await this.answers()); await delay(POLL_MS)) {
      if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}`);
      if (Date.now() - started > WITHIN_MS) throw new Error('nats-server does not answer');
    }
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Bytes that it has sent to daemons which are connected, and received from them. */
  async clientBytes(): Promise<number> {
    const reply = await fetch(`http://${HOST}:${this.monitor}/connz?limit=1000`);
    const { connections } = (await reply.json()) as { connections: { in_bytes: number; out_bytes: number }[] };
    return connections.reduce((sum, { in_bytes, out_bytes }) => sum + in_bytes + out_bytes, 0);
  }

  private async answers(): Promise<boolean> {
    return fetch(`http://${HOST}:${this.monitor}/healthz?js-enabled-only=true`).then(
      ({ status }) => status === 200,
      () => false,
    );
  }
}
