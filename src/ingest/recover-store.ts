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
import { inspectCopy, isPackedStore, unpackStore } from '../catalog/packed-store.js';
import { syncDir } from '../snapshot/manifest.js';

const GENERATION_DIGITS = 10;

export const storeDir = (dataDir: string): string => path.join(dataDir, 'catalog');
export const storeFile = (dataDir: string): string => path.join(storeDir(dataDir), 'data.mdb');
/** What copies end in: as LMDB has written them, which earlier versions kept, and packed (see packed-store.ts). */
const PLAIN_SUFFIX = '.mdb';
const PACKED_SUFFIX = '.packed';
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
  const copy = copiesOf(dataDir).find(one => one > generation && inspectCopy(copyFile(dataDir, one)).state === 'sound');
  // What a store that is merely behind has is more than nothing.
  if (copy === undefined && store.state === 'sound') return { fault };
  const aside = putAside(dataDir);
  if (copy !== undefined) restore(dataDir, copy);
  return { fault, ...(aside !== undefined && { aside }), ...(copy !== undefined && { restored: copy }) };
}

/** A copy that is kept, or where it is to be. */
export function copyFile(dataDir: string, generation: number): string {
  const plain = copyNamed(dataDir, generation, PLAIN_SUFFIX);
  return fs.existsSync(plain) ? plain : copyNamed(dataDir, generation, PACKED_SUFFIX);
}

function copyNamed(dataDir: string, generation: number, suffix: string): string {
  return path.join(storeDir(dataDir), `copy-${String(generation).padStart(GENERATION_DIGITS, '0')}${suffix}`);
}

/** Puts a copy, packed or not, in the place of those before. @param file is moved */
export async function keepCopy(dataDir: string, file: string, generation: number): Promise<void> {
  const handle = await fs.promises.open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  const kept = copyNamed(dataDir, generation, isPackedStore(file) ? PACKED_SUFFIX : PLAIN_SUFFIX);
  fs.renameSync(file, kept);
  syncDir(storeDir(dataDir));
  for (const one of copiesOf(dataDir)) {
    for (const suffix of [PLAIN_SUFFIX, PACKED_SUFFIX]) {
      const other = copyNamed(dataDir, one, suffix);
      if (other !== kept) fs.rmSync(other, { force: true });
    }
  }
}

/** The generations of the copies, newest first. */
export function copiesOf(dataDir: string): number[] {
  const dir = storeDir(dataDir);
  const names = fs.existsSync(dir) ? fs.readdirSync(dir) : [];
  const generations = names.flatMap(name => /^copy-(\d{10,})\.(?:mdb|packed)$/.exec(name)?.[1] ?? []);
  return [...new Set(generations.map(Number))].sort((a, b) => b - a);
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

/**
 * Makes the store of the newest copy where there is none, as in a backup. The copy stays: it is one of that store.
 * @returns what stands in the store
 */
export function inspectOrRestore(dataDir: string): StoreInspection {
  const [generation] = copiesOf(dataDir);
  if (generation !== undefined && !fs.existsSync(storeFile(dataDir))) {
    const copy = inspectCopy(copyFile(dataDir, generation));
    if (copy.state !== 'sound') return copy;
    restore(dataDir, generation);
  }
  return inspectStore(storeFile(dataDir));
}

/** The copy stays: it is the only one until there is the next. */
function restore(dataDir: string, generation: number): void {
  const file = storeFile(dataDir);
  const temporary = `${file}.restoring`;
  const copy = copyFile(dataDir, generation);
  if (isPackedStore(copy)) unpackStore(copy, temporary);
  else {
    fs.copyFileSync(copy, temporary, fs.constants.COPYFILE_FICLONE);
    const fd = fs.openSync(temporary, 'r+');
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  }
  fs.renameSync(temporary, file);
  syncDir(storeDir(dataDir));
}
