/**
 * Starts the built daemon as a process of its own, on a free port and a temporary data folder, for tests that want the
 * real thing. Nothing here waits for a time to pass: the daemon's own log tells when it listens, `/readyz` when it can
 * answer. What was started is stopped and removed again, also when the test process dies.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { pauses } from './within.js';

export const MAIN = fileURLToPath(new URL('../bundle/cli/main.js', import.meta.url));

const READY_WITHIN_MS = 180_000;
const READY_POLL_MS = 20;
/** The first import of the demo shop takes eleven seconds of CPU, which tests beside it may want as well. */
const LINE_WITHIN_MS = 240_000;

export interface DaemonOptions {
  /** Catalog file (.jsonl or .jsonl.gz) to import before the daemon is handed over. */
  catalog?: string;
  env?: Record<string, string>;
  /** Further arguments of `vitrine serve`. */
  args?: string[];
  /** An existing data folder; it is then not removed by `stop`. */
  dataDir?: string;
  /** Another Node. */
  node?: string;
  /** A command that runs the daemon, and is replaced by it: see machines.ts. */
  within?: readonly string[];
  /** Another place of the command than this tree's bundle. */
  main?: string;
}

/**
 * Behind a start, a daemon runs queries and imports of every kind for some seconds of CPU, which the tests beside it would
 * wait for. Where daemons are killed at any time (contract/shared-restarts.ts) and where the package is started as it is
 * installed (scripts/packed.test.ts), they rehearse as they do by default.
 */
export const REHEARSING = { VITRINE_REHEARSE: 'true' };

/** One line of the daemon's log; a plain line has only its text, as `message`. */
export type LogLine = Record<string, unknown> & { message?: string };

export interface Daemon {
  url: string;
  /** A key with all scopes. */
  key: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything logged so far. */
  logs: LogLine[];
  /** The first line, logged already or yet to come, that fits; rejects when the daemon ends before. */
  waitForLog(fits: (line: LogLine) => boolean): Promise<LogLine>;
  /** Replaces the catalog and waits until it is live. */
  importCatalog(file: string): Promise<void>;
  /** SIGTERM, then waits for the end; removes the data folder. Returns the exit code. May be called twice. */
  stop(): Promise<number | null>;
  /** SIGKILL, then waits for the end, so that its data folder is free; keeps the folder. */
  kill(): Promise<void>;
}

export async function startDaemon(options: DaemonOptions = {}): Promise<Daemon> {
  const { node = process.execPath, main = MAIN, within = [] } = options;
  if (!existsSync(main)) throw new Error(`${main} is missing: run "npm run build" first`);
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'vitrine-test-')));
  const key = 'test-key-with-all-scopes';
  const serve = [main, 'serve', '--data', dataDir, '--host', '127.0.0.1', '--port', '0', ...(options.args ?? [])];
  const [program, ...args] = [...within, node, ...serve];
  const child = spawn(program!, args, {
    env: { ...cleanEnvironment(), VITRINE_API_KEY: key, VITRINE_REHEARSE: 'false', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  // SIGALRM is how the test runner ends a file that takes too long, without an exit event.
  for (const end of ['exit', 'SIGALRM']) process.once(end, killWithUs);
  const exited = once(child, 'close').then(() => {
    for (const end of ['exit', 'SIGALRM']) process.off(end, killWithUs);
  });
  const log = new Log(child, exited);

  const daemon: Daemon = {
    url: '',
    key,
    dataDir,
    process: child,
    logs: log.lines,
    waitForLog: fits => log.waitFor(fits),
    importCatalog: file => importCatalog(daemon, file),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      return child.exitCode;
    },
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
  try {
    daemon.url = String((await log.waitFor(line => line.message === 'listening'))['url']);
    if (options.catalog !== undefined) await daemon.importCatalog(options.catalog);
  } catch (error) {
    await daemon.stop();
    throw error;
  }
  return daemon;
}

/** The settings of the environment must not reach what tests start, nor the test runner's own loaders. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(VITRINE_|TAP|NODE_OPTIONS$)/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  // The contexts of who runs the tests are there.
  return { ...Object.fromEntries(own), XDG_CONFIG_HOME: join(tmpdir(), 'vitrine-no-configuration') };
}

async function importCatalog(daemon: Daemon, file: string): Promise<void> {
  const bytes = await readFile(file);
  const body = new Uint8Array(file.endsWith('.gz') ? bytes : gzipSync(bytes));
  const headers = { 'Api-Key': daemon.key, 'Content-Type': 'application/jsonlines', 'Content-Encoding': 'gzip' };
  const url = `${daemon.url}/api/admin/v4/import/catalog?blockingTimeout=PT5M&force=true`;
  const next = pauses(READY_POLL_MS);
  for (const deadline = Date.now() + READY_WITHIN_MS; ; await delay(next())) {
    const response = await fetch(url, { method: 'PUT', headers, body });
    const answer = await response.text();
    if (response.status === 204) break;
    // 503: the ingest process is still starting, or starting again.
    if (response.status !== 503 || Date.now() > deadline) {
      throw new Error(`import of ${file}: ${response.status} ${answer}`);
    }
  }
  await ready(daemon.url);
}

/** Asks until the daemon says that it is ready; fails with its own reason. */
export async function ready(url: string): Promise<void> {
  const next = pauses(READY_POLL_MS);
  for (const deadline = Date.now() + READY_WITHIN_MS; ; await delay(next())) {
    const response = await fetch(`${url}/readyz`);
    const reason = await response.text();
    if (response.status === 200) return;
    if (Date.now() > deadline) throw new Error(`not ready after ${READY_WITHIN_MS} ms: ${reason}`);
  }
}

/** What a process says on either stream, line by line. */
class Log {
  readonly lines: LogLine[] = [];
  readonly #waiting = new Set<(line: LogLine) => void>();
  readonly #exited: Promise<unknown>;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, exited: Promise<unknown>) {
    this.#child = child;
    this.#exited = exited;
    createInterface({ input: child.stdout! }).on('line', text => this.#add(parseLine(text)));
    createInterface({ input: child.stderr! }).on('line', text => this.#add(parseLine(text)));
  }

  async waitFor(fits: (line: LogLine) => boolean): Promise<LogLine> {
    const seen = this.lines.find(fits);
    if (seen) return seen;
    const giveUp = new AbortController();
    let offer!: (line: LogLine) => void;
    const found = new Promise<LogLine>(resolve => {
      offer = line => {
        if (fits(line)) resolve(line);
      };
    });
    this.#waiting.add(offer);
    try {
      return await Promise.race([
        found,
        this.#exited.then(() => this.#fail(`the daemon ended with ${this.#child.exitCode}`)),
        // Before the test runner's own limit, which would leave the daemon running.
        delay(LINE_WITHIN_MS, undefined, { signal: giveUp.signal, ref: false }).then(() =>
          this.#fail(`no such line within ${LINE_WITHIN_MS} ms`),
        ),
      ]);
    } finally {
      this.#waiting.delete(offer);
      giveUp.abort();
    }
  }

  #fail(reason: string): never {
    const last = this.lines.slice(-10).map(line => (line['level'] ? JSON.stringify(line) : line.message));
    throw new Error(`${reason}; its last lines:\n${last.join('\n')}`);
  }

  #add(line: LogLine): void {
    this.lines.push(line);
    for (const offer of this.#waiting) offer(line);
  }
}

function parseLine(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return { message: text };
  }
}
