/**
 * A daemon for tests of the server floor: real sockets, threads and processes, but query threads that echo and an
 * ingest process that does as it is told (see fixtures).
 */
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/index-settings.js';
import { loadSettings, type RunningServer, type StartOptions, startServer } from '../../src/server/index.js';
import type { SharedSnapshot } from '../../src/snapshot/index.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

export const KEY = 'the-key-of-the-tests';
export const VISITOR = 'market=se&locale=sv-SE&touchpoint=desktop&customerKey=c-1&sessionKey=s-1';

export interface TestDaemon {
  data: string;
  server: RunningServer;
  url(path: string): string;
  /** A search page; the answer names the snapshot and a number that no two executions share. */
  search(q: string, more?: string, init?: RequestInit): Promise<Response>;
  importCatalog(name: string, query?: string, init?: RequestInit): Promise<Response>;
  metric(name: string): Promise<number>;
  /** Sends bytes as they are. Resolves with all that came back when the connection ends or `enough` holds. */
  raw(bytes: string | Uint8Array, enough?: (text: string) => boolean): Promise<string>;
}

interface Test {
  teardown(fn: () => unknown): void;
}

/** Ids that begin with `empty` have no products, those with `absent` cannot be loaded, `broken` not opened. */
function snapshot(dataDir: string, id: string): SharedSnapshot {
  if (id.startsWith('absent')) throw new Error(`no snapshot ${id}`);
  const products = id.startsWith('empty') ? 0 : 1;
  const counts = { productGroups: products, products, variants: products, content: 0 };
  const manifest = {
    version: 1,
    id,
    createdAt: new Date().toISOString(),
    catalogGeneration: 1,
    settings: DEFAULT_INDEX_SETTINGS,
    counts,
    views: [],
    site: 'site-0.part',
    files: [],
  };
  return { id, dataDir, manifest: Object.assign(manifest, { broken: id.startsWith('broken') }), parts: new Map() };
}

/** @param readiness `no imports`: does not wait until imports are taken. */
export async function startDaemon(
  t: Test,
  env: Record<string, string> = {},
  data = testFolder(t),
  readiness?: 'no imports',
): Promise<TestDaemon> {
  const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
  const options: StartOptions = {
    signals: false,
    queryWorker: fixture('query-worker.mjs'),
    behaviourThread: new URL('../../bundle/server/behaviour/behaviour-thread.js', import.meta.url),
    ingestProcess: fixture('ingest.mjs'),
    snapshots: {
      announced: async () => {
        const file = join(data, 'announced');
        return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
      },
      load: async (dataDir, id) => snapshot(dataDir, id),
      compare: async () => undefined,
      readRest: async () => undefined,
      rehearseLoad: async () => undefined,
      verifyAll: async () => undefined,
      inspect: async () => ({ damages: [], snapshots: [], otherFormats: [] }),
      whole: async () => [],
    },
  };
  const settings = loadSettings({
    env: { VITRINE_HOST: '127.0.0.1', VITRINE_LOG_LEVEL: 'silent', VITRINE_API_KEY: KEY, VITRINE_WORKERS: '1', ...env },
    flags: { data, port: '0' },
  });
  const server = await startServer(settings, options);
  t.teardown(() => server.stop());
  const url = (path: string) => `${server.url}${path}`;
  const daemon: TestDaemon = {
    data,
    server,
    url,
    search: (q, more = '', init) =>
      fetch(url(`/api/storefront/v3/queries/search-page?${VISITOR}&q=${encodeURIComponent(q)}${more}`), init),
    importCatalog: (name, query = '', init) =>
      fetch(url(`/api/admin/v4/import/catalog?name=${encodeURIComponent(name)}${query}`), {
        method: 'PUT',
        body: 'not looked at',
        ...init,
        headers: {
          'Api-Key': KEY,
          'Content-Type': 'application/jsonlines',
          'Content-Encoding': 'gzip',
          ...init?.headers,
        },
      }),
    metric: async name => {
      const text = await (await fetch(url('/metrics'))).text();
      const line = text.split('\n').find(one => one.startsWith(`${name} `) || one.startsWith(`${name}{`));
      return line === undefined ? Number.NaN : Number(line.slice(line.lastIndexOf(' ')));
    },
    raw: (bytes, enough) =>
      new Promise(resolve => {
        const socket = connect(server.port, '127.0.0.1');
        let text = '';
        const finish = () => {
          socket.destroy();
          resolve(text);
        };
        socket.on('data', chunk => {
          text += chunk.toString('latin1');
          if (enough?.(text)) finish();
        });
        socket.on('close', finish);
        socket.on('error', finish);
        socket.write(bytes);
      }),
  };
  if (readiness === undefined) await daemonReady(daemon);
  return daemon;
}

/** The ingest process is ready: imports are taken. */
async function daemonReady({ importCatalog }: TestDaemon): Promise<void> {
  const isReady = async () => {
    const answer = await importCatalog('', '&validationOnly=true');
    await answer.arrayBuffer();
    return answer.status !== 503;
  };
  await until('the ingest process', isReady, { pauseMs: START_PAUSE_MS });
}
