/**
 * Builds a snapshot from the catalog store: every part anew, or, when only prices and stock or content changed, the parts
 * that hold those beside everything else of the snapshot before. Synchronous, so that it can run inside the transaction
 * whose changes it reads. What it writes is verified before it returns; nothing is announced.
 */
import fs from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { writeSite } from '../index/site.js';
import { readManifest, type SnapshotManifest, snapshotId } from '../snapshot/index.js';
import { MANIFEST_VERSION, partsDir, readPointer, syncDir, writeManifest } from '../snapshot/manifest.js';
import { withContents } from './content/content-views.js';
import { buildAll, viewsOf } from './full-build.js';
import type { BuildInput, Built } from './input/build-input.js';
import { siteDocuments } from './site-documents.js';
import { patchOffers } from './updates/patch-offers.js';
import { verifyBuild } from './verification/verify.js';

/** Writes and verifies a snapshot of the store as it is now; throws when it cannot, leaving no manifest behind. */
export function buildSnapshot(input: BuildInput): { id: string } {
  const { store, dataDir, change, settings, progress } = input;
  fs.mkdirSync(partsDir(dataDir), { recursive: true });
  const previous = change.kind === 'full' ? undefined : announced(input);
  const built = previous ? update(input, previous) : withContents(input, buildAll(input));
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

/** Starts from the snapshot before: only what changed is written anew. */
function update(input: BuildInput, previous: SnapshotManifest): Built {
  const { change } = input;
  const groups = change.kind === 'offers' || change.kind === 'content' ? change.groups : [];
  const files = previous.files.filter(({ file }) => file !== previous.site);
  const linked = { views: previous.views, files, counts: previous.counts };
  const built = groups.length > 0 ? patchOffers(input, previous, groups) : linked;
  return change.kind === 'content' ? withContents(input, built) : built;
}

/**
 * The announced snapshot's manifest, where an update can start from it: built from the generation before, and of the
 * same markets and locales, which content may name too.
 */
function announced({ store, dataDir }: BuildInput): SnapshotManifest | undefined {
  const pointer = readPointer(dataDir);
  if (!pointer || pointer.pinned !== undefined) return undefined;
  const manifest = readManifest(dataDir, pointer.snapshot);
  const before = manifest.views.map(({ market, locale }) => ({ market, locale }));
  return isDeepStrictEqual(before, viewsOf(store)) ? manifest : undefined;
}
