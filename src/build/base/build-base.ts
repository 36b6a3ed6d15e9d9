/**
 * Builds a new base beside the folder's snapshots: a snapshot of its own of the whole catalog, in the folder `base`,
 * which no query reads. It is built from one consistent state of the catalog store while imports change the store; what
 * they have changed by then is added as overlays, until little is left. `take-up-base.ts` makes the base of the
 * announced snapshot of it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { CatalogStore } from '../../catalog/catalog-store.js';
import type { IndexSettings } from '../../index/index-settings.js';
import type { SearchedText } from '../../index/searched-texts.js';
import { publish, readManifest, readPointer, type SnapshotManifest, SoundFiles } from '../../snapshot/index.js';
import type { PrecedenceCount } from '../../threads/precedence.js';
import { buildSnapshot } from '../build-snapshot.js';
import type { BuildInput } from '../input/build-input.js';
import type { ImportChange } from '../input/import-change.js';

/** Where a base is built. */
export const baseDir = (dataDir: string): string => path.join(dataDir, 'base');

/** Share of groups that imports may have changed since the base was read; taking it up builds an overlay of them. */
const SMALL_SHARE = 0.01;
/** Most overlays that a base gets: where imports are as quick as these, more would not bring it nearer. */
const MOST_OVERLAYS = 4;
/** The base is a snapshot of which nothing is built twice. */
const POLICY = { mostShare: 1, rebuildShare: 1, leastProducts: 0 };

/** Builds and verifies a base. Synchronous: see `baseSteps`. */
export function buildBase(
  dataDir: string,
  settings: IndexSettings,
  searched: readonly SearchedText[] = [],
  imports?: PrecedenceCount,
): void {
  for (const _ of baseSteps(dataDir, settings, searched, imports));
}

/**
 * Builds and verifies a base, then its overlays, each with a `next`, behind which what is built can be taken up. Each
 * `next` is synchronous, so that the thread's read transaction, which its event loop would renew, sees one state of the
 * store from the beginning to the end.
 * @param searched what visitors searched for
 * @param imports for which the build waits
 */
export function* baseSteps(
  dataDir: string,
  settings: IndexSettings,
  searched: readonly SearchedText[] = [],
  imports?: PrecedenceCount,
): Generator<void, void> {
  removeBase(dataDir);
  const store = CatalogStore.open(path.join(dataDir, 'catalog'), { readOnly: true });
  try {
    store.refresh();
    let change: ImportChange | undefined = { kind: 'full' };
    for (let overlays = 0; change && overlays <= MOST_OVERLAYS; overlays++) {
      buildPublished({
        store,
        change,
        settings,
        searched: () => searched,
        dataDir: baseDir(dataDir),
        earlier: dataDir,
        ...(imports && { imports }),
      });
      yield;
      store.refresh();
      change = addedChange(store, builtBase(dataDir)!);
    }
  } finally {
    void store.close();
  }
}

function buildPublished(input: Omit<BuildInput, 'overlayPolicy' | 'progress'>): void {
  const { id } = buildSnapshot({ ...input, overlayPolicy: POLICY, progress: () => undefined });
  publish(input.dataDir, id);
  // So that what takes it up reads again what has changed since it was verified, and not gigabytes.
  const sound = new SoundFiles(input.dataDir);
  sound.add(readManifest(input.dataDir, id).files);
  sound.keep();
}

/** What a base lacks; undefined where that is little, or cannot be added. */
function addedChange(store: CatalogStore, { catalogGeneration }: SnapshotManifest): ImportChange | undefined {
  const changes = store.changesSince(catalogGeneration);
  if (!changes || changes.keys.length <= store.counts.productGroups * SMALL_SHARE) return undefined;
  return { kind: 'groups', keys: [...changes.keys], content: false };
}

/** The base that has been built; undefined where none is complete. */
export function builtBase(dataDir: string): SnapshotManifest | undefined {
  const dir = baseDir(dataDir);
  const pointer = readPointer(dir);
  return pointer && readManifest(dir, pointer.snapshot);
}

/** Removes a base, complete or not, that is not taken up. */
export function removeBase(dataDir: string): void {
  fs.rmSync(baseDir(dataDir), { recursive: true, force: true });
}
