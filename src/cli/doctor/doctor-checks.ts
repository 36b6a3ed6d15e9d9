/**
 * The checks of `vitrine doctor`. Each tries the real operation (writes a file, opens a store, binds the port) rather
 * than reading a setting, reports its finding, and advises what to do about a failure.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { open as openLmdb } from 'lmdb';
import { isNativeAccelerationEnabled } from 'msgpackr';
import { Encoder } from '../../encoder/encoder.js';
import { limitsText, type Transport } from '../../server/http/transport.js';
import type { Settings } from '../../server/settings/daemon-settings.js';
import { encoderOf } from '../../server/settings/encoder-settings.js';
import { damagedJoins, storedJoin } from '../../snapshot/index.js';
import { describe } from '../terminal/exit-codes.js';
import { formatBytes } from '../terminal/print.js';

/** `warning`: the daemon works, but with limits. `failed`: the daemon cannot start, or will fail later. */
export type Verdict = 'ok' | 'warning' | 'failed';

export interface Finding {
  check: string;
  verdict: Verdict;
  found: string;
  advice?: string;
}

const MINIMUM_NODE = 20;
const MINIMUM_FREE_BYTES = 1024 ** 3;
const MINIMUM_FILES = 1024;
const COMFORTABLE_FILES = 8192;

export function checkNode(version = process.versions.node): Finding {
  const check = 'Node version';
  if (Number(version.split('.')[0]) >= MINIMUM_NODE) return { check, verdict: 'ok', found: version };
  return { check, verdict: 'failed', found: version, advice: `install Node ${MINIMUM_NODE} or newer` };
}

/** Writes, flushes and removes a file; creates the folder when it is absent, as the daemon would. */
export async function checkDataFolder(dataDir: string): Promise<Finding> {
  const check = 'data folder';
  try {
    const folder = await nearestFolder(dataDir);
    const probe = join(folder, `.doctor-${process.pid}-${randomBytes(4).toString('hex')}`);
    const handle = await open(probe, 'wx');
    try {
      await handle.write('probe');
      await handle.sync();
    } finally {
      await handle.close();
      await rm(probe);
    }
    if (folder === dataDir) return { check, verdict: 'ok', found: `${dataDir} is writable` };
    return {
      check,
      verdict: 'warning',
      found: `${dataDir} does not exist`,
      advice: 'the first start of the daemon makes it; if there was one, --data names another folder',
    };
  } catch (error) {
    return {
      check,
      verdict: 'failed',
      found: `${dataDir} cannot be written: ${describe(error)}`,
      advice: 'give the user that runs the daemon write permission, or choose another folder with --data',
    };
  }
}

/** Loads the model, and encodes a text. */
export async function checkEncoder(settings: Pick<Settings, 'encoder' | 'index'>): Promise<Finding> {
  const check = 'encoder';
  try {
    const { encoder } = encoderOf(settings);
    if (!encoder) return { check, verdict: 'ok', found: 'none' };
    const { dimensions } = await Encoder.open(encoder.folder);
    return { check, verdict: 'ok', found: `${encoder.folder} gives ${dimensions} dimensions` };
  } catch (error) {
    return { check, verdict: 'failed', found: describe(error), advice: 'mend the folder, or start without --encoder' };
  }
}

/** A build writes a whole snapshot beside those that are kept, so there must be space for the folder once more. */
export async function checkDisk(dataDir: string): Promise<Finding> {
  const check = 'free disk';
  try {
    const volume = await statfs(await nearestFolder(dataDir));
    const free = volume.bavail * volume.bsize;
    const needed = Math.max(MINIMUM_FREE_BYTES, await sizeOf(dataDir));
    const found = `${formatBytes(free)} free`;
    if (free >= needed) return { check, verdict: 'ok', found };
    return { check, verdict: 'failed', found, advice: `free at least ${formatBytes(needed)} for building snapshots` };
  } catch (error) {
    return { check, verdict: 'failed', found: describe(error), advice: 'choose a folder on a local disk with --data' };
  }
}

/** Joined parts, which a start of the daemon would read; without sound ones it takes longer. */
export function checkJoinedParts(dataDir: string): Finding {
  const check = 'joined parts';
  const { join, unusable } = storedJoin(dataDir);
  if (!join && unusable === undefined) return { check, verdict: 'ok', found: 'none' };
  const damaged = join ? damagedJoins(dataDir, join) : [];
  const fault = unusable ?? (damaged.length > 0 ? `${damaged.join(', ')}: the checksum is wrong` : undefined);
  if (fault === undefined) {
    const bytes = join!.files.reduce((sum, file) => sum + file.bytes, 0);
    return { check, verdict: 'ok', found: `${join!.files.length} of snapshot ${join!.id}, ${formatBytes(bytes)}` };
  }
  const advice = 'nothing to do: the next start takes longer, and the daemon writes them again';
  return { check, verdict: 'warning', found: fault, advice };
}

/** The folder itself, or its nearest existing ancestor. */
async function nearestFolder(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    if (dirname(path) === path) throw error;
    return nearestFolder(dirname(path));
  }
}

async function sizeOf(folder: string): Promise<number> {
  let entries: Awaited<ReturnType<typeof listFiles>>;
  try {
    entries = await listFiles(folder);
  } catch (error) {
    // An absent folder has no bytes; other errors are reported by checkDataFolder.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
  let bytes = 0;
  for (const entry of entries) bytes += (await stat(entry)).size;
  return bytes;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
}

/** Writes and reads one value with the native store, in a temporary folder. */
export async function checkStore(): Promise<Finding> {
  const check = 'native store (lmdb)';
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
  try {
    const store = openLmdb<string, string>({ path: join(folder, 'probe.mdb') });
    try {
      await store.put('key', 'value');
      await store.flushed;
      const read = store.get('key');
      if (read !== 'value') return { check, verdict: 'failed', found: `read back ${String(read)} instead of value` };
      return { check, verdict: 'ok', found: 'loaded, reads what it wrote' };
    } finally {
      await store.close();
    }
  } catch (error) {
    return { check, verdict: 'failed', found: describe(error), advice: 'install the packages again on this machine' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function checkCodec(): Finding {
  const check = 'native codec (msgpackr-extract)';
  if (isNativeAccelerationEnabled) return { check, verdict: 'ok', found: 'loaded' };
  return { check, verdict: 'warning', found: 'not loaded, decoding in JavaScript', advice: 'imports run slower' };
}

/** @param transport the HTTP transport that the server would use */
export function checkHttp(transport: Transport): Finding {
  const check = 'HTTP server';
  const { name: found, warning } = transport;
  const advice = [warning, limitsText(transport)].filter(text => text !== undefined).join('; ');
  return { check, verdict: warning === undefined ? 'ok' : 'warning', found, ...(advice !== '' && { advice }) };
}

/** Every connection takes a file descriptor; the limit is that of this shell, a service may have another one. */
export function checkOpenFiles(): Finding {
  const check = 'open-file limit';
  const limit = softFileLimit();
  if (limit === undefined) return { check, verdict: 'ok', found: 'this system sets none' };
  const found = String(limit);
  if (limit >= COMFORTABLE_FILES) return { check, verdict: 'ok', found };
  const advice = `raise it to ${COMFORTABLE_FILES} or more (ulimit -n, LimitNOFILE): every connection takes one`;
  return { check, verdict: limit < MINIMUM_FILES ? 'failed' : 'warning', found, advice };
}

/** The soft limit of open files, which only the diagnostic report of Node has; undefined where there is none. */
function softFileLimit(): number | undefined {
  const report: unknown = process.report.getReport();
  if (typeof report !== 'object' || report === null || !('userLimits' in report)) return undefined;
  const limits = report.userLimits as { open_files?: { soft: number | string } };
  const soft = limits.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/** Binds the port, and releases it at once. */
export function checkPort(host: string, port: number): Promise<Finding> {
  const check = 'port';
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      resolve({
        check,
        verdict: 'failed',
        found: taken ? `${host}:${port} is taken` : `${host}:${port} cannot be opened: ${error.message}`,
        advice: taken
          ? 'stop what listens there (it may be a running daemon), or choose another with --port'
          : 'choose another with --host and --port',
      });
    });
    server.listen({ host, port, exclusive: true }, () => {
      server.close(() => resolve({ check, verdict: 'ok', found: `${host}:${port} is free` }));
    });
  });
}
