/**
 * Puts the snapshots and a copy of the catalog store, of the same generation, into the folder of a backup. Imports go on
 * while the store is copied; where one is quicker than the copy, both are taken anew.
 */
import fs from 'node:fs';
import path from 'node:path';
import { stagedDir, stageFile } from '../backup/staged-folder.js';
import type { CatalogStore } from '../catalog/catalog-store.js';
import { Problem } from '../errors/problem.js';
import { snapshotIds } from '../snapshot/index.js';
import { manifestFile, partsDir, readPointer, snapshotsDir, storedManifest } from '../snapshot/manifest.js';
import { copyFile, storeDir } from './recover-store.js';
import type { StoreCopies } from './store-copies.js';

/** An import would have to end within milliseconds to be quicker than the beginning of a copy. */
const MOST_ATTEMPTS = 5;
const POINTERS = ['current.json', 'current.json.copy'];

/**
 * @param idle resolves when no import runs; what follows takes no turn of the event loop. It throws where the process is
 * stopping: the store may be closed
 * @returns the id of the announced snapshot; undefined before the first import
 * @throws Problem `backup_failed`
 */
export async function stageBackup(
  dataDir: string,
  store: CatalogStore,
  copies: StoreCopies,
  idle: () => Promise<void>,
): Promise<string | undefined> {
  const folder = stagedDir(dataDir);
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    await idle();
    const { generation } = store;
    if (store.needsFullImport) throw failed('the catalog store lacks imports: import the full catalog (PUT) first');
    const announced = stageSnapshots(dataDir, folder);
    if (generation === 0) return announced;
    await copies.make(store);
    const copy = copyFile(dataDir, generation);
    if (stageFile(copy, path.join(storeDir(folder), path.basename(copy)))) return announced;
    for (const dir of [snapshotsDir(folder), partsDir(folder)]) fs.rmSync(dir, { recursive: true, force: true });
    for (const name of POINTERS) fs.rmSync(path.join(folder, name), { force: true });
  }
  throw failed('the catalog store cannot be copied, or imports follow each other too fast; the log tells more');
}

/** Synchronous. @returns the id of the announced snapshot */
function stageSnapshots(dataDir: string, folder: string): string | undefined {
  // Snapshots share files.
  const parts = new Set<string>();
  const staged = snapshotIds(dataDir).filter(id => stageSnapshot(dataDir, folder, id, parts));
  const announced = readPointer(dataDir)?.snapshot;
  if (announced === undefined) return undefined;
  if (!staged.includes(announced)) {
    throw failed(`snapshot ${announced} is damaged, and is being built again; try again when /readyz says ready`);
  }
  for (const name of POINTERS) stageFile(path.join(dataDir, name), path.join(folder, name));
  return announced;
}

/**
 * @param parts those that are staged
 * @returns whether it is whole: another one is left out
 */
function stageSnapshot(dataDir: string, folder: string, id: string, parts: Set<string>): boolean {
  const file = manifestFile(dataDir, id);
  try {
    const { files } = storedManifest(id, fs.readFileSync(file, 'utf8'));
    const isWhole = files.every(({ file: name, bytes }) => {
      if (parts.has(name)) return true;
      const from = path.join(partsDir(dataDir), name);
      if (fs.statSync(from, { throwIfNoEntry: false })?.size !== bytes) return false;
      const isStaged = stageFile(from, path.join(partsDir(folder), name));
      if (isStaged) parts.add(name);
      return isStaged;
    });
    return isWhole && stageFile(file, manifestFile(folder, id));
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

function failed(message: string): Problem {
  return new Problem('backup_failed', message);
}
