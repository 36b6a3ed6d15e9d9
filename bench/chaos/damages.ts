/** What happens to files on a disk: each way changes one file in its place, as bytes change under a program that has it open. */
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { type Draws, stream } from '../catalogs/chance.js';

/** Of files that are larger than a page, each page has one. */
const PAGE = 4_096;

/** By name: changes the file; the same file and seed are changed in the same way. */
export function damages(seed: number): Record<string, (file: string) => void> {
  const change = (file: string, how: (bytes: Buffer, draws: Draws) => void) => {
    const bytes = readFileSync(file);
    how(bytes, stream(`damage ${seed} ${bytes.length}`));
    writeFileSync(file, bytes, { flag: 'r+' });
  };
  return {
    'a wrong bit in each 4 KB': file =>
      change(file, (bytes, draws) => {
        if (bytes.length === 0) return;
        for (let at = draws.below(Math.min(PAGE, bytes.length)); at < bytes.length; at += PAGE) {
          bytes[at]! ^= 1 << draws.below(8);
        }
      }),
    'noise in a hundredth of it': file =>
      change(file, (bytes, draws) => {
        if (bytes.length === 0) return;
        for (let n = 0; n <= bytes.length / 100; n++) bytes[draws.below(bytes.length)] = draws.below(256);
      }),
    'cut in half': file => truncateSync(file, statSync(file).size >> 1),
    zeroes: file => change(file, bytes => bytes.fill(0)),
    removed: file => rmSync(file),
  };
}
