/**
 * Builds a snapshot from the catalog store: all parts, or after a change of offers (prices and stock) or content alone,
 * only the parts with offers or content, and all others taken from the previous snapshot. Synchronous, so that it can
 * run inside the transaction whose changes it reads. The snapshot is verified before the function returns, but not
 * announced.
 */
import fs from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { writeSite } from '../index/site.js';
import { readManifest, type SnapshotManifest, snapshotId } from '../snapshot/index.js';
import { MANIFEST_VERSION, partsDir, readPointer, syncDir, writeManifest } from '../snapshot/manifest.js';
import { replaceContents } from './content/replace-contents.js';
import { buildAll, viewsOf } from './full-build.js';
import type { BuildInput, BuildResult } from './input/build-input.js';
import { siteDocuments } from './site-documents.js';
import { patchOffers } from './updates/patch-offers.js';
import { verifyBuild } from './verification/verify-build.js';

/**
 * Writes and verifies a snapshot of the store, the changes of the running transaction included.
 * @returns the id of the snapshot
 * @throws `internal` when verification fails, and errors of the file system; no manifest is written then
 */
export function buildSnapshot(input: BuildInput): { id: string } {
  const { store, dataDir, change, settings, progress } = input;
  fs.mkdirSync(partsDir(dataDir), { recursive: true });
  const previous = change.kind === 'full' ? undefined : updatableSnapshot(input);
  const built = previous ? update(input, previous) : replaceContents(input, buildAll(input));
  const site = writeSite(siteDocuments(store)).write(partsDir(dataDir));
  syncDir(partsDir(dataDir));
  const files = new Map([...built.files, site].map(entry => [entry.file, entry]));
  const manifest: SnapshotManifest = {
    version: MANIFEST_VERSION,
    id: snapshotId(store.generation, built.views, site.file),
    createdAt: new Date().toISOString(),
    catalogGeneration: store.generation,
    settings,
    counts: built.counts,
    views: built.views,
    site: site.file,
    files: [...files.values()].sort((a, b) => (a.file < b.file ? -1 : 1)),
  };
  verifyBuild(dataDir, manifest, previous, (done, total) => progress('verify', done, total));
  writeManifest(dataDir, manifest);
  return { id: manifest.id };
}

/** Builds the parts that changed, and takes all others from the previous snapshot. */
function update(input: BuildInput, previous: SnapshotManifest): BuildResult {
  const { change } = input;
  const groups = change.kind === 'offers' || change.kind === 'content' ? change.groups : [];
  const files = previous.files.filter(({ file }) => file !== previous.site);
  const linked = { views: previous.views, files, counts: previous.counts };
  const built = groups.length > 0 ? patchOffers(input, previous, groups) : linked;
  return change.kind === 'content' ? replaceContents(input, built) : built;
}

/**
 * The manifest of the announced snapshot, where an update can start from it: not pinned by a rollback, and with the
 * same views as the store has now, because content may name further markets and locales.
 */
function updatableSnapshot({ store, dataDir }: BuildInput): SnapshotManifest | undefined {
  const pointer = readPointer(dataDir);
  if (!pointer || pointer.pinned !== undefined) return undefined;
  const manifest = readManifest(dataDir, pointer.snapshot);
  const before = manifest.views.map(({ market, locale }) => ({ market, locale }));
  return isDeepStrictEqual(before, viewsOf(store)) ? manifest : undefined;
}
