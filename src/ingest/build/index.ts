/**
 * Builds a snapshot from the catalog store: every part anew, or, when only prices and stock changed, the parts that
 * hold those beside everything else of the snapshot before. Synchronous, so that it can run inside the transaction
 * whose changes it reads. What it writes is verified before it returns; nothing is announced.
 */
import fs from 'node:fs';
import { writeSite } from '../../index/site.js';
import { readManifest, type SnapshotManifest, snapshotId } from '../../snapshot/index.js';
import { MANIFEST_VERSION, partsDir, readPointer, syncDir, writeManifest } from '../../snapshot/manifest.js';
import { buildAll } from './build-all.js';
import type { BuildInput, Built } from './input.js';
import { patchOffers } from './patch-offers.js';
import { contentKeys, siteDocuments } from './site.js';
import { verifyBuild } from './verify.js';

/** Writes and verifies a snapshot of the store as it is now; throws when it cannot, leaving no manifest behind. */
export function buildSnapshot(input: BuildInput): { id: string } {
  const { store, dataDir, change, settings, progress } = input;
  fs.mkdirSync(partsDir(dataDir), { recursive: true });
  const previous = change.kind === 'full' ? undefined : announced(dataDir);
  const built = previous ? update(input, previous) : buildAll(input);
  const site = writeSite(siteDocuments(store), contentKeys(store)).write(partsDir(dataDir));
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
  verifyBuild(dataDir, manifest, new Set(previous?.files.map(({ file }) => file)), (done, total) =>
    progress('verify', done, total),
  );
  writeManifest(dataDir, manifest);
  return { id: manifest.id };
}

/** Starts from the snapshot before: only what changed is written anew. */
function update(input: BuildInput, previous: SnapshotManifest): Built {
  const { change } = input;
  if (change.kind === 'offers') return patchOffers(input, previous, change.groups);
  const files = previous.files.filter(({ file }) => file !== previous.site);
  return { views: previous.views, files, counts: previous.counts };
}

/** The announced snapshot's manifest, where an update can start from it: built from the generation before. */
function announced(dataDir: string): SnapshotManifest | undefined {
  const pointer = readPointer(dataDir);
  return pointer && pointer.pinned === undefined ? readManifest(dataDir, pointer.snapshot) : undefined;
}
