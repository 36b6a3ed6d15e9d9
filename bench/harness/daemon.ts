/** A built daemon as a process of its own, for measuring: started, filled, looked at, and ended by its process id. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { SnapshotList } from '../../src/api/admin-responses.js';
import { ADMIN_PATH, adminHeaders, KEY, uploadCatalog } from './admin.js';
import { inCheckout } from './checkout.js';
import { parsedJson } from './parsed-json.js';
import { childrenOf, cpuSeconds, memory } from './processes.js';

const MAIN = inCheckout('bundle/cli/main.js');
const START_WITHIN_MS = 60_000;
const POLL_MS = 20;

const Listening = Compile(Type.Object({ message: Type.Literal('listening'), url: Type.String() }));
const Snapshots = Compile(SnapshotList);

type Child = ChildProcessByStdio<null, Readable, null>;

export class Daemon {
  private constructor(
    readonly url: string,
    private readonly child: Child,
    readonly pid: number,
    private readonly ended: Promise<unknown>,
  ) {}

  /**
   * Resolves when it listens.
   * @param cacheMb size of the answer cache; 0: off
   * @param more arguments of `vitrine serve`
   */
  static async start(dataDir: string, cacheMb: number, more: readonly string[] = []): Promise<Daemon> {
    const args = ['serve', '--data', dataDir, '--host', '127.0.0.1', '--port', '0'];
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITRINE_')));
    const child = spawn(process.execPath, [MAIN, ...args, '--answer-cache-mb', String(cacheMb), ...more], {
      env: { ...env, VITRINE_API_KEY: KEY },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const killWithUs = () => killAll(child.pid!);
    // Before the folder that they write to is removed.
    process.prependOnceListener('exit', killWithUs);
    const ended = once(child, 'close').then(() => process.off('exit', killWithUs));
    const url = await listening(child);
    return new Daemon(url, child, child.pid!, ended);
  }

  /** The process that imports and builds, once it is there: it is started after the daemon listens. */
  async ingestPid(): Promise<number> {
    for (const started = Date.now(); ; await delay(POLL_MS)) {
      const [pid] = childrenOf(this.pid);
      if (pid !== undefined) return pid;
      if (Date.now() - started > START_WITHIN_MS) throw new Error('the daemon does not start its ingest process');
    }
  }

  /** The daemon and the processes that it has started. */
  get pids(): number[] {
    return [this.pid, ...childrenOf(this.pid)];
  }

  /** Resident megabytes of all its processes. */
  get residentMb(): number {
    return this.pids.reduce((sum, pid) => sum + memory(pid).resident, 0);
  }

  /** Seconds of CPU of all its processes. */
  get cpuSeconds(): number {
    return this.pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  }

  /**
   * Resolves when what the file says is live.
   * @param file .jsonl.gz
   * @param method PUT replaces the whole catalog, POST applies instructions
   * @throws Error when the import is refused
   */
  importCatalog(file: string, method: 'PUT' | 'POST'): Promise<void> {
    return uploadCatalog(this.url, file, method);
  }

  /** Resolves when queries are answered. */
  async ready(): Promise<void> {
    for (const started = Date.now(); (await fetch(`${this.url}/readyz`)).status !== 200; await delay(POLL_MS)) {
      if (Date.now() - started > START_WITHIN_MS) throw new Error('the daemon does not become ready');
    }
  }

  /** What the daemon has counted. @param name of its metric, without prefix */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return Number(new RegExp(`^vitrine_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  /** Ids of the snapshots kept, newest first. */
  async snapshots(): Promise<string[]> {
    const response = await fetch(`${this.url}${ADMIN_PATH}/snapshots`, { headers: adminHeaders() });
    return parsedJson(Snapshots, await response.text(), 'list of snapshots').snapshots.map(({ id }) => id);
  }

  /** Makes a kept snapshot the live one. */
  async rollback(id: string): Promise<void> {
    const path = `${this.url}${ADMIN_PATH}/snapshots/rollback?id=${id}`;
    const response = await fetch(path, { method: 'POST', headers: adminHeaders() });
    if (response.status !== 204) throw new Error(`rollback: ${response.status} ${await response.text()}`);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}

/** A daemon that is killed ends before it can end its own processes. */
function killAll(pid: number): void {
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

/** Fills a data folder with a catalog, .jsonl.gz. */
export async function importInto(dataDir: string, file: string): Promise<void> {
  const daemon = await Daemon.start(dataDir, 0);
  try {
    await daemon.importCatalog(file, 'PUT');
  } finally {
    await daemon.stop();
  }
}

/** @returns the address from the daemon's log */
async function listening(child: Child): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), START_WITHIN_MS);
  try {
    for await (const text of createInterface({ input: child.stdout })) {
      const line = json(text);
      if (Listening.Check(line)) return line.url;
    }
    throw new Error('the daemon ended before it listened');
  } finally {
    clearTimeout(timer);
    child.stdout.resume();
  }
}

/** A line of the log; undefined for one that is not JSON. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
