/** Opens the LMDB folder of a catalog store. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { Problem } from '../errors/problem.js';

/** @throws `no_products` when a store to be read only does not exist; another one is made */
export function openRoot(dir: string, readOnly: boolean): RootDatabase<unknown, string> {
  // LMDB aborts the process of a reader that opens an empty file, and a store that is being created briefly has one.
  if (readOnly && !statSync(join(dir, 'data.mdb'), { throwIfNoEntry: false })?.size) {
    throw new Problem('no_products', `catalog store: nothing imported yet (no store in ${dir})`);
  }
  if (!readOnly) mkdirSync(dir, { recursive: true });
  return open<unknown, string>({ path: dir, noSubdir: false, maxDbs: 12, readOnly });
}
