/** Temporary names of files that are being written; a complete file is renamed to its name by content hash. */
import fs from 'node:fs';
import path from 'node:path';

const ENDING = '.writing';

/** @param name unique among the files that are being written in the folder */
export function unfinishedFile(dir: string, name: string): string {
  return path.join(dir, `${name}${ENDING}`);
}

/** Removes the temporary files of interrupted writes. No thread may be writing in the folder. */
export function removeUnfinished(dir: string): void {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith(ENDING)) fs.rmSync(path.join(dir, entry.name), { force: true });
  }
}
