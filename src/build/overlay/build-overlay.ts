/** Writes the groups that an import has changed as one more overlay of the previous snapshot's views. */
import path from 'node:path';
import { decodeOutline } from '../../catalog/group-codec.js';
import { changedGroups, writeChangedGroups } from '../../index/changed-groups.js';
import { readPart } from '../../index/part.js';
import { overlayRecord, partsDir, type ViewManifest } from '../../snapshot/manifest.js';
import { buildGroups, countsOf } from '../full-build.js';
import type { BuildInput, BuildResult } from '../input/build-input.js';
import { DEFAULT_OVERLAY_POLICY, isWorthAnOverlay } from '../input/overlay-policy.js';
import type { SpareShards } from '../shards/spare-shards.js';

/**
 * @param before views of the previous snapshot
 * @param keys of the changed groups
 * @param since the snapshots that have what is there before
 * @param spare threads that build some or all of the views
 * @returns undefined where the overlay would be too large for its base
 */
export function buildOverlay(
  input: BuildInput,
  before: BuildResult,
  keys: readonly string[],
  since: string[],
  spare?: SpareShards,
): BuildResult | undefined {
  const { store, dataDir, overlayPolicy = DEFAULT_OVERLAY_POLICY, isBaseUnderWay = false } = input;
  const { productGroups, products } = store.counts;
  if (products * before.views.length < overlayPolicy.leastProducts) return undefined;
  const dir = partsDir(dataDir);
  const changed = changedKeys(dataDir, before);
  for (const key of keys) changed.add(key);
  const share = { keys: keys.length, changed: changed.size, groups: productGroups };
  if (!isWorthAnOverlay(share, overlayPolicy, isBaseUnderWay)) return undefined;
  const built = buildGroups(input, outlinesOf(input, keys), keys.length, before.views, spare);
  const list = writeChangedGroups(keys).write(dir);
  const views = before.views.map((view, i): ViewManifest => {
    const { products, parts, cardFiles } = built.views[i];
    return { ...view, overlays: [...(view.overlays ?? []), { products, parts, cardFiles }] };
  });
  const files = [...before.files, ...built.files, list];
  return {
    ...overlayRecord(before),
    views,
    files,
    counts: countsOf(store),
    changed: [...(before.changed ?? []), list.file],
    since: [...(before.since ?? []), since],
  };
}

/** Keys of the groups that the overlays of views replace. */
export function changedKeys(dataDir: string, { changed = [] }: Pick<BuildResult, 'changed'>): Set<string> {
  return new Set(changed.flatMap(file => keysIn(dataDir, file)));
}

/** The keys in one part `changed`. */
export function keysIn(dataDir: string, file: string): string[] {
  return changedGroups(readPart(path.join(partsDir(dataDir), file)));
}

function* outlinesOf({ store }: BuildInput, keys: readonly string[]) {
  for (const key of keys) {
    const bytes = store.groupBytes(key);
    if (bytes) yield { key, outline: decodeOutline(bytes) };
  }
}
