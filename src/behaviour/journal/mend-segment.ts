/**
 * What becomes of a damaged segment: its file is put aside as it is, and another takes its place in which damaged records
 * are written as such, so that all others keep their numbers. Files that were put aside hold what visitors did: they go
 * with their segment, with age, and with the first erasure.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stageFile } from '../../backup/staged-folder.js';
import { listSegments, readSegment } from './journal-segment.js';
import { rewriteSegment } from './rewrite-segment.js';

/** What is appended to the name of a file that is put aside. */
export const ASIDE = '.damaged';

/**
 * @param expected number of its records, where that is known
 * @returns the new length of the file; undefined where it is not damaged, or was dropped
 */
export async function mendSegment(dir: string, file: string, expected?: number): Promise<number | undefined> {
  if (!(await isDamaged(dir, file, expected))) return undefined;
  const aside = join(dir, file + ASIDE);
  // One that was put aside before has less.
  await rm(aside, { force: true });
  stageFile(join(dir, file), aside);
  return (await rewriteSegment(dir, file, () => undefined, expected))?.bytes;
}

/** Yields closed segments that are damaged, one at a time: each is read as a whole. */
export async function* damagedSegments(dir: string): AsyncGenerator<string | undefined> {
  const files = await listSegments(dir);
  for (const [i, { file, first }] of files.slice(0, -1).entries()) {
    yield (await isDamaged(dir, file, files[i + 1]!.first - first)) ? file : undefined;
  }
}

async function isDamaged(dir: string, file: string, expected?: number): Promise<boolean> {
  try {
    const found = await readSegment(dir, file, expected);
    return found !== undefined && (found.damaged > 0 || found.headerDamaged);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Removes files that were put aside.
 * @param olderThanMs those alone that were last written to before, ms since 1970
 * @returns their paths
 */
export async function removeAside(dir: string, olderThanMs = Number.POSITIVE_INFINITY): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    if (!name.endsWith(ASIDE) || (await stat(path)).mtimeMs >= olderThanMs) continue;
    await rm(path, { force: true });
    removed.push(path);
  }
  return removed;
}
