/**
 * Publishes snapshots, lists and verifies them, and removes old ones. Runs in the ingest process and the command line.
 */
import fs from 'node:fs';
import path from 'node:path';
import { damageOf, snapshotIds } from './damage.js';
import {
  generationOfId,
  manifestFile,
  type Pointer,
  partsDir,
  readManifest,
  readPointer,
  type SnapshotManifest,
  storedManifest,
  writePointer,
} from './manifest.js';

/** Snapshots kept for rollback, the announced one included. */
export const KEPT_SNAPSHOTS = 5;
/** Distinct catalogs kept, regardless of the number of imports of pages or settings since; those share their parts. */
const KEPT_CATALOGS = 3;

export interface SnapshotInfo {
  id: string;
  createdAt: string;
  catalogGeneration: number;
  announced: boolean;
  counts: SnapshotManifest['counts'];
  bytes: number;
}

/** Makes `id` the announced snapshot; `prune` removes what it replaces. `pinned`: see Pointer. */
export function announce(dataDir: string, id: string, pinned?: number): void {
  readManifest(dataDir, id);
  const pointer: Pointer = pinned === undefined ? { snapshot: id } : { snapshot: id, pinned };
  writePointer(dataDir, pointer);
}

/** Announces a snapshot, then removes those beyond the retention. */
export function publish(dataDir: string, id: string, pinned?: number): void {
  announce(dataDir, id, pinned);
  prune(dataDir);
}

/** All snapshots, newest catalog first. Damaged manifests are left to `verifySnapshot`. */
export function listSnapshots(dataDir: string): SnapshotInfo[] {
  const announced = readPointer(dataDir)?.snapshot;
  return snapshotIds(dataDir).flatMap(id => {
    const manifest = readableManifest(dataDir, id);
    if (!manifest) return [];
    const { createdAt, catalogGeneration, counts, files } = manifest;
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return [{ id, createdAt, catalogGeneration, announced: id === announced, counts, bytes }];
  });
}

/** Reads every file of a snapshot and compares lengths and checksums. */
export function verifySnapshot(dataDir: string, id: string): { ok: boolean; problems: string[] } {
  const problems: string[] = [];
  try {
    for (const entry of readManifest(dataDir, id).files) {
      const damage = damageOf(dataDir, entry);
      if (damage) problems.push(`${damage.file}: ${damage.found}`);
    }
  } catch (error) {
    problems.push((error as Error).message);
  }
  return { ok: problems.length === 0, problems };
}

function readableManifest(dataDir: string, id: string): SnapshotManifest | undefined {
  try {
    return readManifest(dataDir, id);
  } catch {
    // A damaged manifest is a finding of `verify`, not a reason to hide the others.
    return undefined;
  }
}

/** The newest snapshot of each of the newest catalogs; `ids` come newest first. */
function newestOfCatalogs(dataDir: string, ids: readonly string[]): string[] {
  const catalogs = new Set<string>();
  const newest: string[] = [];
  for (const id of ids) {
    const manifest = readableManifest(dataDir, id);
    const catalog = manifest && JSON.stringify([manifest.views, manifest.changed]);
    if (catalog === undefined || catalogs.has(catalog)) continue;
    if (catalogs.size === KEPT_CATALOGS) break;
    catalogs.add(catalog);
    newest.push(id);
  }
  return newest;
}

/** The files of a snapshot of any format: the release before, or the next one, can go on with it. */
function storedFiles(dataDir: string, id: string): string[] {
  try {
    return storedManifest(id, fs.readFileSync(manifestFile(dataDir, id), 'utf8')).files.map(({ file }) => file);
  } catch {
    // Damaged: see above.
    return [];
  }
}

/**
 * Removes snapshots of catalogs that are not in the store, which a crash or an error between their build and its commit has
 * left: another import makes another catalog of the same generation, and a rollback to them would announce what was
 * never acknowledged.
 * @param generation that of the store, or of the announced snapshot where that is higher
 */
export function removeUncommitted(dataDir: string, generation: number): void {
  const announced = readPointer(dataDir)?.snapshot;
  for (const id of snapshotIds(dataDir)) {
    if (generationOfId(id) > generation && id !== announced) fs.rmSync(manifestFile(dataDir, id));
  }
}

/** Removes snapshots past the kept ones, and files that no kept snapshot names. */
export function prune(dataDir: string): void {
  const announced = readPointer(dataDir)?.snapshot;
  const ids = snapshotIds(dataDir);
  const kept = new Set(ids.filter(id => id !== announced).slice(0, KEPT_SNAPSHOTS - 1));
  if (announced) kept.add(announced);
  for (const id of newestOfCatalogs(dataDir, ids)) kept.add(id);
  for (const id of ids) if (!kept.has(id)) fs.rmSync(manifestFile(dataDir, id));
  const used = new Set([...kept].flatMap(id => storedFiles(dataDir, id)));
  // An empty data folder has none.
  const files = fs.existsSync(partsDir(dataDir)) ? fs.readdirSync(partsDir(dataDir)) : [];
  for (const file of files) {
    if (!used.has(file)) fs.rmSync(path.join(partsDir(dataDir), file), { force: true });
  }
}
