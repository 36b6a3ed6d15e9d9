/**
 * Makes a base that was built in the background that of the announced snapshot: the groups that have changed since the
 * base was read from the catalog store are its first overlay.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../errors/problem.js';
import {
  type Damage,
  readManifest,
  readPointer,
  type SnapshotManifest,
  SoundFiles,
  type ViewManifest,
} from '../../snapshot/index.js';
import { filesOf, overlayRecord, partsDir, syncDir } from '../../snapshot/manifest.js';
import { completeSnapshot } from '../build-snapshot.js';
import { viewsOf } from '../full-build.js';
import type { BuildInput, BuildResult } from '../input/build-input.js';
import type { ImportChange } from '../input/import-change.js';
import { buildOverlay, changedKeys } from '../overlay/build-overlay.js';
import { baseDir, builtBase } from './build-base.js';

/** What taking up a base needs to know of the data folder and the store. */
export type TakeUpInput = Omit<BuildInput, 'change'>;

/**
 * Writes and verifies a snapshot of the store with the base that has been built; it is not announced.
 * @returns undefined where there is no base, or it is of no use: the announced snapshot is another than that of the
 *   store, or has fewer changes since its own base, or more than groups and content has changed since
 * @throws Problem `snapshot_damaged` where a file of the base is damaged
 */
export function takeUpBase(input: TakeUpInput): { id: string } | undefined {
  const { store, dataDir, settings } = input;
  const base = builtBase(dataDir);
  const announced = announcedOf(input);
  if (!base || !announced || !isDeepStrictEqual(base.settings, settings)) return undefined;
  if (!isDeepStrictEqual(namesOf(base.views), viewsOf(store))) return undefined;
  const changes = store.changesSince(base.catalogGeneration);
  if (!changes) return undefined;
  const changed = changedKeys(baseDir(dataDir), base);
  for (const key of changes.keys) changed.add(key);
  if (changed.size >= changedKeys(dataDir, announced).size) return undefined;
  requireSound(dataDir, base);
  moveParts(dataDir, base);
  const built = buildOn(input, withContentOf(announced, base), changes.keys);
  return built && { id: completeSnapshot(input, built, base) };
}

/** The announced snapshot, where it is that of the store. */
function announcedOf({ store, dataDir }: TakeUpInput): SnapshotManifest | undefined {
  const pointer = readPointer(dataDir);
  if (!pointer || pointer.pinned !== undefined) return undefined;
  const manifest = readManifest(dataDir, pointer.snapshot);
  const isThat = manifest.catalogGeneration === store.generation;
  return isThat && isDeepStrictEqual(namesOf(manifest.views), viewsOf(store)) ? manifest : undefined;
}

function namesOf(views: readonly ViewManifest[]): { market: string; locale: string }[] {
  return views.map(({ market, locale }) => ({ market, locale }));
}

/** A base may wait for an import that runs, and what is built on damage would get checksums that are right. */
function requireSound(dataDir: string, { files }: SnapshotManifest): void {
  const damages: Damage[] = [];
  if (new SoundFiles(baseDir(dataDir), found => damages.push(...found)).areSound(files)) return;
  const found = damages.map(({ file, found }) => `${file}: ${found}`).join('; ');
  throw new Problem('snapshot_damaged', `the new base is damaged, and is not used: ${found}`);
}

/** Moves the files of a base to those of the snapshots. What is moved and not announced, `prune` removes. */
function moveParts(dataDir: string, { files }: SnapshotManifest): void {
  const [from, to] = [partsDir(baseDir(dataDir)), partsDir(dataDir)];
  for (const { file } of files) fs.renameSync(path.join(from, file), path.join(to, file));
  syncDir(to);
}

/** The views of a base, with the content that the announced snapshot has. */
function withContentOf(announced: SnapshotManifest, base: SnapshotManifest): BuildResult {
  const { views, files, counts, site, changed } = base;
  const known = [...announced.files, ...files].filter(({ file }) => file !== site);
  const current = views.map(({ content: _, ...view }, i): ViewManifest => {
    const { content } = announced.views[i];
    return content ? { ...view, content } : view;
  });
  const named = new Set([...current.flatMap(filesOf), ...(changed ?? [])]);
  return {
    views: current,
    files: known.filter(({ file }) => named.has(file)),
    counts,
    ...overlayRecord(base),
  };
}

function buildOn(input: TakeUpInput, base: BuildResult, keys: readonly string[]): BuildResult | undefined {
  if (keys.length === 0) return base;
  const change: ImportChange = { kind: 'groups', keys: [...keys], content: false };
  // However many groups the base's own overlays have, it is nearer than the one before.
  return buildOverlay({ ...input, change, isBaseUnderWay: true }, base, keys, []);
}
