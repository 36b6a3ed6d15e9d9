/**
 * Makes sure, before the catalog store is opened, that it is sound and has what the announced snapshot was built from;
 * otherwise it is put aside, and the copy takes its place (see store-copies.ts). Where there is no copy, or the copy is
 * older, imports are missing: the announced snapshot stays, and `IngestService` takes a full import alone.
 *
 *   DATA/damaged/catalog.mdb  the store as it was found; may be removed. The next one replaces it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { inspectStore, type StoreInspection } from '../catalog/inspect-store.js';
import { syncDir } from '../snapshot/manifest.js';

const GENERATION_DIGITS = 10;

export const storeDir = (dataDir: string): string => path.join(dataDir, 'catalog');
export const storeFile = (dataDir: string): string => path.join(storeDir(dataDir), 'data.mdb');
export const copyFile = (dataDir: string, generation: number): string =>
  path.join(storeDir(dataDir), `copy-${String(generation).padStart(GENERATION_DIGITS, '0')}.mdb`);
const lockFile = (dataDir: string): string => path.join(storeDir(dataDir), 'lock.mdb');

/** What was wrong with a store, and what was done. */
export interface StoreRecovery {
  fault: string;
  /** Where the store is now; absent where it was missing. */
  aside?: string;
  /** The generation of the copy that took its place; absent where there is none. */
  restored?: number;
}

/**
 * To be called by the process that will open the store, while no other one has it open.
 * @param announced the generation of the announced snapshot; undefined before the first one
 * @returns undefined where the store is as it should be
 */
export function recoverStore(dataDir: string, announced: number | undefined): StoreRecovery | undefined {
  const store = inspectStore(storeFile(dataDir));
  const fault = faultOf(store, announced);
  if (fault === undefined) return undefined;
  const generation = store.state === 'sound' ? store.generation : -1;
  const copy = copiesOf(dataDir).find(
    one => one > generation && inspectStore(copyFile(dataDir, one)).state === 'sound',
  );
  // What a store that is merely behind has is more than nothing.
  if (copy === undefined && store.state === 'sound') return { fault };
  const aside = putAside(dataDir);
  if (copy !== undefined) restore(dataDir, copy);
  return { fault, ...(aside !== undefined && { aside }), ...(copy !== undefined && { restored: copy }) };
}

/** The generations of the copies, newest first. */
export function copiesOf(dataDir: string): number[] {
  const dir = storeDir(dataDir);
  const names = fs.existsSync(dir) ? fs.readdirSync(dir) : [];
  const generations = names.flatMap(name => /^copy-(\d{10,})\.mdb$/.exec(name)?.[1] ?? []).map(Number);
  return generations.sort((a, b) => b - a);
}

/** What is wrong with the store of a data folder, for those who look alone. */
export function storeFault(dataDir: string, announced: number | undefined): string | undefined {
  return faultOf(inspectStore(storeFile(dataDir)), announced);
}

function faultOf(store: StoreInspection, announced: number | undefined): string | undefined {
  if (store.state === 'damaged') return store.fault;
  if (announced === undefined) return undefined;
  if (store.state === 'missing') return 'missing';
  return store.generation < announced
    ? `it has generation ${store.generation}, and the announced snapshot ${announced}`
    : undefined;
}

function putAside(dataDir: string): string | undefined {
  const file = storeFile(dataDir);
  fs.rmSync(lockFile(dataDir), { force: true });
  if (!fs.existsSync(file)) return undefined;
  const aside = path.join(dataDir, 'damaged', 'catalog.mdb');
  fs.mkdirSync(path.dirname(aside), { recursive: true });
  fs.renameSync(file, aside);
  return aside;
}

/** The copy stays: it is the only one until there is the next. */
function restore(dataDir: string, generation: number): void {
  const file = storeFile(dataDir);
  const temporary = `${file}.restoring`;
  fs.copyFileSync(copyFile(dataDir, generation), temporary, fs.constants.COPYFILE_FICLONE);
  const fd = fs.openSync(temporary, 'r+');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
  fs.renameSync(temporary, file);
  syncDir(storeDir(dataDir));
}
