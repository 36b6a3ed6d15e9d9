/**
 * A folder for the temporary files of tests. It is in memory where Linux has room for that: tests import and build
 * catalogs by the hundred, and each of them waits for the disk otherwise, although no test cuts the power.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** A container has 64 MB there unless it is told otherwise. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/** @returns a new folder; it is removed, with all that is left in it, when this process ends */
export function temporaryFolder() {
  const folder = mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'vitrine-tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
}

/** @param {string} folder */
function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
