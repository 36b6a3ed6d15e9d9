/** Files are written under a name of their own first, and get the one that says what they hold when they are whole. */
import fs from 'node:fs';
import path from 'node:path';

const ENDING = '.writing';

/** @param name among all files that are being written in the folder */
export function unfinishedFile(dir: string, name: string): string {
  return path.join(dir, `${name}${ENDING}`);
}

/** Removes what threads have left half written. None may be at work in the folder. */
export function removeUnfinished(dir: string): void {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith(ENDING)) fs.rmSync(path.join(dir, entry.name), { force: true });
  }
}
