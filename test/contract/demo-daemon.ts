/**
 * A daemon on a data folder with some of the demo catalog. An import of that takes longer than most tests, so the
 * folder is made once for all tests of a run, by the first that needs it, and copied for each: what a test changes is
 * its own.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Daemon, type DaemonOptions, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { importWhenReady } from './admin.js';
import { catalogFile, DEMO_FILE, someDemoLines } from './demo.js';

type Test = { teardown(fn: () => unknown): void };

const BUILT = new URL('../../dist/.built-src', import.meta.url);
const PREPARED_WITHIN_MS = 120_000;
const POLL_MS = 50;

/**
 * Starts a daemon with `someDemoLines` live, where imports are taken. The test stops it.
 * @param t its end removes the copy, unless it is a folder of `options`, which has to be empty
 */
export async function startDemoDaemon(t: Test, options: DaemonOptions = {}): Promise<Daemon> {
  const dataDir = options.dataDir ?? testFolder(t);
  await cp(await prepared(), dataDir, { recursive: true });
  const daemon = await startDaemon({ ...options, dataDir });
  try {
    await ready(daemon.url);
    await importWhenReady(daemon, 'POST', [], { validationOnly: 'true' });
  } catch (error) {
    await daemon.stop();
    throw error;
  }
  return daemon;
}

/**
 * The folder to copy; of several test processes that need it at once, one makes it. The others look for it again and
 * again, for a limited time: nothing tells a process that another one has made a folder.
 */
async function prepared(): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(DEMO_FILE)).update(readFileSync(BUILT)).digest('hex');
  const folder = join(tmpdir(), `vitrine-demo-${hash.slice(0, 16)}`);
  const lock = `${folder}.lock`;
  for (const deadline = Date.now() + PREPARED_WITHIN_MS; !existsSync(folder); await pause(POLL_MS)) {
    if (!locked(lock)) {
      if (Date.now() > deadline) throw new Error(`${lock} is held for ${PREPARED_WITHIN_MS} ms: remove it`);
      continue;
    }
    try {
      if (!existsSync(folder)) await prepare(folder);
    } finally {
      await rmdir(lock);
    }
  }
  return folder;
}

function locked(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function prepare(folder: string): Promise<void> {
  const dataDir = await mkdtemp(`${folder}-`);
  const temporary: (() => unknown)[] = [];
  try {
    const catalog = catalogFile({ teardown: fn => temporary.push(fn) }, someDemoLines());
    const daemon = await startDaemon({ dataDir, catalog });
    await daemon.stop();
    await rename(dataDir, folder);
  } finally {
    for (const remove of temporary) remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}
