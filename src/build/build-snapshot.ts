/**
 * Builds a snapshot from the catalog store. After a change of few groups, these become the overlay of the previous
 * snapshot's parts; after one of offers (prices and stock) or content alone, only the parts with offers or content are
 * written; after any other, all parts. Synchronous, so that it can run inside the transaction whose
 * changes it reads. The snapshot is verified before the function returns, but not announced.
 */
import fs from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { withLaterSyncs } from '../index/later-syncs.js';
import { writeSite } from '../index/site.js';
import { readManifest, type SnapshotManifest, SoundFiles, snapshotId } from '../snapshot/index.js';
import {
  MANIFEST_VERSION,
  overlayRecord,
  partsDir,
  readPointer,
  syncDir,
  writeManifest,
} from '../snapshot/manifest.js';
import { replaceContents } from './content/replace-contents.js';
import { buildAll, viewsOf } from './full-build.js';
import type { BuildInput, BuildResult } from './input/build-input.js';
import type { KeptBetweenBuilds } from './kept-between-builds.js';
import { MergedOverlays } from './merged-overlays.js';
import { buildOverlay, keysIn } from './overlay/build-overlay.js';
import type { SpareShards } from './shards/spare-shards.js';
import { siteDocuments } from './site-documents.js';
import { updateOffers } from './updates/update-offers.js';
import { verifyBuild } from './verification/verify-build.js';

/**
 * Writes and verifies a snapshot of the store, the changes of the running transaction included.
 * @param kept what the calling process keeps from build to build
 * @returns the id of the snapshot, and whether all of it was built
 * @throws `internal` when verification fails, and errors of the file system; no manifest is written then
 */
export function buildSnapshot(input: BuildInput, kept?: KeptBetweenBuilds): { id: string; isWhole: boolean } {
  let isWhole = false;
  fs.mkdirSync(partsDir(input.dataDir), { recursive: true });
  const manifest = withLaterSyncs(() => {
    const previous = previousSnapshot(input, kept);
    const updated = previous && update(input, previous, kept?.forImport);
    isWhole = updated === undefined;
    const built = updated ?? replaceContents(input, buildAll(input, kept?.forBuild()));
    return verifiedManifest(input, built, updated && previous);
  });
  kept?.sound.add(manifest.files);
  writeManifest(input.dataDir, manifest);
  return { id: manifest.id, isWhole };
}

/**
 * Writes and verifies the files of a snapshot as `buildSnapshot` does, but no manifest.
 * @returns the manifest; undefined where everything would have to be built
 */
export function rehearseSnapshot(input: BuildInput, kept: KeptBetweenBuilds): SnapshotManifest | undefined {
  return withLaterSyncs(() => {
    const previous = previousSnapshot(input, kept);
    const updated = previous && update(input, previous, kept.forRehearsal);
    return updated && verifiedManifest(input, updated, previous);
  });
}

/** The snapshot that an update starts from, with few overlays in each view; undefined where one of its files is damaged. */
function previousSnapshot(input: BuildInput, kept?: KeptBetweenBuilds): SnapshotManifest | undefined {
  const { change, dataDir } = input;
  const announced = change.kind === 'full' ? undefined : updatableSnapshot(input);
  const sound = kept?.sound ?? new SoundFiles(dataDir);
  // Before one of them is read: what is made of a damaged file would get a checksum that is right.
  if (announced === undefined || !sound.areSound(announced.files)) return undefined;
  if (change.kind !== 'groups') return announced;
  return (kept?.overlays ?? new MergedOverlays(dataDir)).beforeImport(announced);
}

/**
 * Writes what else a snapshot has, and its manifest, when it has been verified.
 * @param verified a snapshot whose files have been verified already
 * @returns the id of the snapshot
 */
export function completeSnapshot(
  input: Omit<BuildInput, 'change'>,
  built: BuildResult,
  verified: SnapshotManifest | undefined,
): string {
  const manifest = verifiedManifest(input, built, verified);
  writeManifest(input.dataDir, manifest);
  return manifest.id;
}

function verifiedManifest(
  { store, dataDir, settings, progress }: Omit<BuildInput, 'change'>,
  built: BuildResult,
  verified: SnapshotManifest | undefined,
): SnapshotManifest {
  const site = writeSite(siteDocuments(store)).write(partsDir(dataDir));
  syncDir(partsDir(dataDir));
  const files = new Map([...built.files, site].map(entry => [entry.file, entry]));
  const content = {
    catalogGeneration: store.generation,
    views: built.views,
    ...overlayRecord(built),
    site: site.file,
  };
  const manifest: SnapshotManifest = {
    version: MANIFEST_VERSION,
    id: snapshotId(content),
    createdAt: new Date().toISOString(),
    settings,
    counts: built.counts,
    ...content,
    ...(built.repriced && { repriced: built.repriced }),
    files: [...files.values()].sort((a, b) => (a.file < b.file ? -1 : 1)),
  };
  verifyBuild(dataDir, manifest, verified, (done, total) => progress('verify', done, total), built.sound);
  return manifest;
}

/**
 * Builds the parts that changed, and takes all others from the previous snapshot.
 * @returns undefined where so much changed that a build of everything is better
 */
function update(input: BuildInput, previous: SnapshotManifest, spare?: SpareShards): BuildResult | undefined {
  const { change } = input;
  const before = previousResult(previous);
  let built: BuildResult | undefined = before;
  if (change.kind === 'groups') {
    built = buildOverlay(input, before, change.keys, [previous.id], spare);
  } else if ((change.kind === 'offers' || change.kind === 'content') && change.groups.length > 0) {
    const replaced = (before.changed ?? []).map(file => new Set(keysIn(input.dataDir, file)));
    const updated = updateOffers(input, before, previous.id, replaced, change.groups);
    built = { ...updated, patched: input.store.generation };
  }
  const content = change.kind === 'content' || (change.kind === 'groups' && change.content);
  return built && content ? replaceContents(input, built) : built;
}

function previousResult({ views, files, counts, site, repriced, ...rest }: SnapshotManifest): BuildResult {
  const own = new Set([site, ...(repriced?.offers ?? [])]);
  const kept = files.filter(({ file }) => !own.has(file));
  return { views, files: kept, counts, ...overlayRecord(rest) };
}

/**
 * The manifest of the announced snapshot, where an update can start from it: with the same views as the store has now,
 * because content may name further markets and locales.
 */
function updatableSnapshot({ store, dataDir }: BuildInput): SnapshotManifest | undefined {
  const pointer = readPointer(dataDir);
  if (!pointer) return undefined;
  const manifest = readManifest(dataDir, pointer.snapshot);
  const before = manifest.views.map(({ market, locale }) => ({ market, locale }));
  return isDeepStrictEqual(before, viewsOf(store)) ? manifest : undefined;
}
