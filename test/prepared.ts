/**
 * Data folders that take longer to make than most tests take: each is made once for all tests of a run, by the first
 * that needs it, and copied for each, so that what a test changes is its own.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const BUILT = new URL('../dist/.built-src', import.meta.url);
/** Ends a hang: the whole demo shop takes twelve seconds of CPU, of which a busy machine may leave it a sixth. */
const PREPARED_WITHIN_MS = 300_000;
const POLL_MS = 50;

/**
 * The folder to copy; of several test processes that need it at once, one makes it. The others look for it again and
 * again, for a limited time: nothing tells a process that another one has made a folder.
 * @param name tells it from other such folders
 * @param sources files that it is made from, beside the program
 * @param make fills an empty folder
 */
export async function preparedFolder(
  name: string,
  sources: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [BUILT, ...sources]) hash.update(readFileSync(file));
  const folder = join(tmpdir(), `vitrine-${name}-${hash.digest('hex').slice(0, 16)}`);
  const lock = `${folder}.lock`;
  for (const deadline = Date.now() + PREPARED_WITHIN_MS; !existsSync(folder); await pause(POLL_MS)) {
    if (!locked(lock)) {
      if (Date.now() > deadline) throw new Error(`${lock} is held for ${PREPARED_WITHIN_MS} ms: remove it`);
      continue;
    }
    try {
      if (!existsSync(folder)) await prepare(folder, make);
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

/** Under another name until it is complete. */
async function prepare(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    await make(unfinished);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
