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
import { childrenOf, commandOf, cpuSeconds, memory } from './processes.js';

const MAIN = inCheckout('bundle/cli/main.js');
const START_WITHIN_MS = 60_000;
const POLL_MS = 20;

/** Lines of errors that are kept. */
const MOST_ERRORS = 1_000;

const Listening = Compile(Type.Object({ message: Type.Literal('listening'), url: Type.String() }));
const ErrorLine = Compile(Type.Object({ level: Type.Enum(['error', 'fatal']) }));
const Snapshots = Compile(SnapshotList);

type Child = ChildProcessByStdio<null, Readable, Readable>;

export class Daemon {
  private constructor(
    readonly url: string,
    private readonly child: Child,
    readonly pid: number,
    /** Resolves when it has ended, by itself or not. */
    readonly ended: Promise<unknown>,
    /** The first lines of its log that tell of errors. */
    readonly errors: readonly string[],
  ) {}

  /**
   * Resolves when it listens.
   * @param cacheMb size of the answer cache; 0: off
   * @param more arguments of `vitrine serve`
   * @param cores that it may use, as `taskset` names them; absent: all
   * @param own of its environment
   * @param main the command; absent: that of the checkout
   */
  static async start(
    dataDir: string,
    cacheMb: number,
    more: readonly string[] = [],
    cores?: string,
    own: Readonly<Record<string, string>> = {},
    main = MAIN,
  ): Promise<Daemon> {
    const args = ['serve', '--data', dataDir, '--host', '127.0.0.1', '--port', '0'];
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITRINE_')));
    const program = [process.execPath, main, ...args, '--answer-cache-mb', String(cacheMb), ...more];
    const [command, ...words] = onCores(cores, program);
    const child = spawn(command!, words, {
      env: { ...env, VITRINE_API_KEY: KEY, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const killWithUs = () => killAll(child.pid!);
    // Before the folder that they write to is removed.
    process.prependOnceListener('exit', killWithUs);
    const ended = once(child, 'close').then(() => process.off('exit', killWithUs));
    const errors: string[] = [];
    const url = await listening(child, errors);
    return new Daemon(url, child, child.pid!, ended, errors);
  }

  /** The process that imports and builds, once it is there: it is started after the daemon listens. */
  async ingestPid(): Promise<number> {
    for (const started = Date.now(); ; await delay(POLL_MS)) {
      const pid = childrenOf(this.pid).find(child => commandOf(child).includes('/ingest/process.js'));
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
    for (const started = Date.now(); ; await delay(POLL_MS)) {
      const reply = await fetch(`${this.url}/readyz`);
      const text = await reply.text();
      if (reply.status === 200) return;
      if (Date.now() - started > START_WITHIN_MS) throw new Error(`the daemon does not become ready: ${text}`);
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

  /** Its exit code, or the signal that has ended it; undefined while it runs. */
  get end(): number | string | undefined {
    return this.child.exitCode ?? this.child.signalCode ?? undefined;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}

/** @param cores absent: all. @returns the command that runs a program on them alone, which it becomes */
export function onCores(cores: string | undefined, program: readonly string[]): readonly string[] {
  return cores === undefined ? program : ['taskset', '--cpu-list', cores, ...program];
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

/**
 * Reads the daemon's log to its end.
 * @param errors takes lines that tell of errors
 * @returns the address, as soon as it listens
 */
function listening(child: Child, errors: string[]): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), START_WITHIN_MS);
  return new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      const line = json(text);
      if (Listening.Check(line)) resolve(line.url);
      // What is no JSON is of Node itself, or of a library.
      else if ((line === undefined || ErrorLine.Check(line)) && errors.length < MOST_ERRORS) errors.push(text);
    };
    createInterface({ input: child.stderr }).on('line', read);
    const lines = createInterface({ input: child.stdout }).on('line', read);
    lines.on('close', () => reject(new Error(`the daemon ended before it listened: ${errors.join('; ')}`)));
  }).finally(() => clearTimeout(timer));
}

/** A line of the log; undefined for one that is not JSON. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
