/** A built daemon as a process of its own, for measuring: started, filled, looked at, and ended by its process id. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childrenOf, memory } from './processes.js';

const MAIN = fileURLToPath(new URL('../../bundle/cli/main.js', import.meta.url));
/** With all scopes. */
export const KEY = 'key-of-the-bench';
const START_WITHIN_MS = 60_000;
const IMPORT_WITHIN_MS = 3_600_000;

/**
 * @param {string} dataDir
 * @param {number} cacheMb of the answer cache; 0: off
 * @param {string[]} more arguments of `vitrine serve`
 */
export async function startDaemon(dataDir, cacheMb, more = []) {
  const args = ['serve', '--data', dataDir, '--host', '127.0.0.1', '--port', '0'];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITRINE_')));
  const child = spawn(process.execPath, [MAIN, ...args, '--answer-cache-mb', String(cacheMb), ...more], {
    env: { ...env, VITRINE_API_KEY: KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const ended = once(child, 'close').then(() => process.off('exit', killWithUs));
  const url = await listening(child);
  return {
    url,
    pid: /** @type {number} */ (child.pid),
    /** The process that imports and builds. */
    get ingestPid() {
      return childrenOf(child.pid)[0];
    },
    /** Resident megabytes of the daemon and its ingest process. */
    get residentMb() {
      return [child.pid, ...childrenOf(child.pid)].reduce((sum, pid) => sum + memory(pid).resident, 0);
    },
    /** Resolves when what the file says is live; a refusal is thrown. @param {'PUT' | 'POST'} method */
    importCatalog: (file, method) => importCatalog(url, file, method),
    ready: () => until(async () => (await fetch(`${url}/readyz`)).status === 200),
    /** What the daemon has counted, by its metric's name without prefix. @param {string} name */
    async metric(name) {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^vitrine_${name} (\\S+)$`, 'm').exec(text)?.[1]);
    },
    /** @returns {Promise<string[]>} ids, newest first */
    async snapshots() {
      const response = await fetch(`${url}/api/admin/v4/snapshots`, { headers: { 'Api-Key': KEY } });
      return (await response.json()).snapshots.map(({ id }) => id);
    },
    async rollback(id) {
      const path = `${url}/api/admin/v4/snapshots/rollback?id=${id}`;
      const response = await fetch(path, { method: 'POST', headers: { 'Api-Key': KEY } });
      if (response.status !== 204) throw new Error(`rollback: ${response.status} ${await response.text()}`);
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** @returns {Promise<string>} the address from the daemon's log */
async function listening(child) {
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => child.kill('SIGKILL'), START_WITHIN_MS);
  try {
    for await (const text of lines) {
      const line = parse(text);
      if (line?.message === 'listening') return line.url;
    }
    throw new Error('the daemon ended before it listened');
  } finally {
    clearTimeout(timer);
    child.stdout.resume();
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function importCatalog(url, file, method) {
  const started = Date.now();
  for (;;) {
    const { status, text } = await upload(`${url}/api/admin/v4/import/catalog?force=true`, file, method);
    if (status === 204) return;
    if (status === 202) return finished(url, JSON.parse(text).id, started);
    // The ingest process is still starting.
    if (status !== 503 || Date.now() - started > START_WITHIN_MS) throw new Error(`import: ${status} ${text}`);
    await delay(100);
  }
}

async function finished(url, id, started) {
  for (;;) {
    const path = `${url}/api/admin/v4/import/status?id=${id}`;
    const { status, reason } = await (await fetch(path, { headers: { 'Api-Key': KEY } })).json();
    if (status === 'SUCCESS') return;
    if (status !== 'WAITING' && status !== 'IN_PROGRESS') throw new Error(`import: ${status} ${reason}`);
    if (Date.now() - started > IMPORT_WITHIN_MS) throw new Error('the import takes too long');
    await delay(200);
  }
}

/** @returns {Promise<{ status: number, text: string }>} */
function upload(url, file, method) {
  const headers = {
    'Api-Key': KEY,
    'Content-Type': 'application/jsonlines',
    'Content-Encoding': 'gzip',
    'Content-Length': statSync(file).size,
  };
  return new Promise((resolve, reject) => {
    const out = request(url, { method, headers, timeout: IMPORT_WITHIN_MS }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', part => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    out.on('error', reject);
    out.on('timeout', () => out.destroy(new Error('the import takes too long')));
    createReadStream(file).pipe(out);
  });
}

async function until(holds) {
  for (const started = Date.now(); !(await holds()); await delay(20)) {
    if (Date.now() - started > START_WITHIN_MS) throw new Error('the daemon does not become ready');
  }
}
