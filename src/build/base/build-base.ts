/**
 * Builds a new base beside the folder's snapshots: a snapshot of its own of the whole catalog, in the folder `base`,
 * which no query reads. It is built from one consistent state of the catalog store while imports change the store, and
 * `take-up-base.ts` makes the base of the announced snapshot of it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { CatalogStore } from '../../catalog/catalog-store.js';
import type { IndexSettings } from '../../index/index-settings.js';
import { readManifest, type SnapshotManifest } from '../../snapshot/index.js';
import { snapshotsDir } from '../../snapshot/manifest.js';
import { buildSnapshot } from '../build-snapshot.js';

/** Where a base is built. */
export const baseDir = (dataDir: string): string => path.join(dataDir, 'base');

/**
 * Builds and verifies a base. Synchronous, so that the thread's read transaction, which its event loop would renew,
 * sees one state of the store from the beginning to the end.
 */
export function buildBase(dataDir: string, settings: IndexSettings): void {
  removeBase(dataDir);
  const store = CatalogStore.open(path.join(dataDir, 'catalog'), { readOnly: true });
  try {
    store.refresh();
    buildSnapshot({ store, dataDir: baseDir(dataDir), change: { kind: 'full' }, settings, progress: () => undefined });
  } finally {
    void store.close();
  }
}

/** The base that has been built; undefined where none is complete. */
export function builtBase(dataDir: string): SnapshotManifest | undefined {
  const dir = baseDir(dataDir);
  if (!fs.existsSync(snapshotsDir(dir))) return undefined;
  const [file] = fs.readdirSync(snapshotsDir(dir)).filter(name => name.endsWith('.json'));
  return file === undefined ? undefined : readManifest(dir, file.replace(/\.json$/, ''));
}

/** Removes a base, complete or not, that is not taken up. */
export function removeBase(dataDir: string): void {
  fs.rmSync(baseDir(dataDir), { recursive: true, force: true });
}
