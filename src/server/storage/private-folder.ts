/**
 * Makes the data folder, with everything in it, readable by the user of the daemon alone: it holds what visitors did.
 */
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { makeFolder } from '../../kernel/make-folder.js';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;

/** What the process and those that it starts make from now on is private, too. @returns whether the folder is new */
export function makePrivate(dataDir: string): boolean {
  // Threads have the mask of their process, and may not change it.
  if (isMainThread) process.umask(OTHERS);
  if (makeFolder(dataDir, FOLDER_MODE)) return true;
  // The folder itself comes last, so that after a failure the next start looks through it again.
  if ((statSync(dataDir).mode & OTHERS) !== 0) restrict(dataDir);
  return false;
}

function restrict(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) restrict(path);
    else if (entry.isFile()) chmodSync(path, FILE_MODE);
  }
  chmodSync(folder, FOLDER_MODE);
}
