/**
 * Writes the groups that an import has changed as an overlay of the previous snapshot's views. The overlay of several
 * imports is joined from that of the previous snapshot and the groups of this import, so that the cost is that of the
 * import, not of all changes since the base.
 */
import path from 'node:path';
import { decodeOutline } from '../../catalog/group-codec.js';
import { changedGroups, writeChangedGroups } from '../../index/changed-groups.js';
import { type PartFile, readPart } from '../../index/part.js';
import { filesOf, partsDir, type ViewManifest } from '../../snapshot/manifest.js';
import { buildGroups, countsOf } from '../full-build.js';
import type { BuildInput, BuildResult } from '../input/build-input.js';
import { DEFAULT_OVERLAY_POLICY } from '../input/overlay-policy.js';
import { joinSegments } from './join-segments.js';

/**
 * @param before views of the previous snapshot
 * @param keys of the changed groups
 * @returns undefined where the overlay would be too large for its base
 */
export function buildOverlay(input: BuildInput, before: BuildResult, keys: readonly string[]): BuildResult | undefined {
  const { store, dataDir, overlayPolicy = DEFAULT_OVERLAY_POLICY } = input;
  const { productGroups, products } = store.counts;
  if (products * before.views.length < overlayPolicy.leastProducts) return undefined;
  const dir = partsDir(dataDir);
  const changed = [...new Set([...changedKeys(dataDir, before), ...keys])];
  if (changed.length > productGroups * overlayPolicy.mostShare) return undefined;
  const built = buildGroups(input, outlinesOf(input, keys), keys.length, before.views);
  const files: PartFile[] = [...before.files, ...built.files];
  const segments = before.views.map(({ overlay }, i) => ({ overlay, added: built.views[i] }));
  const joined = joinSegments(dir, segments, keys, before.views, file => files.push(file));
  const list = writeChangedGroups(changed).write(dir);
  files.push(list);
  const views = before.views.map((view, i): ViewManifest => ({ ...view, overlay: joined[i] }));
  const named = new Set([list.file, ...views.flatMap(filesOf)]);
  return { views, files: files.filter(({ file }) => named.has(file)), counts: countsOf(store), changed: list.file };
}

/** Keys of the groups that the overlays of views replace. */
export function changedKeys(dataDir: string, { changed }: BuildResult): string[] {
  return changed === undefined ? [] : changedGroups(readPart(path.join(partsDir(dataDir), changed)));
}

function* outlinesOf({ store }: BuildInput, keys: readonly string[]) {
  for (const key of keys) {
    const bytes = store.groupBytes(key);
    if (bytes) yield { key, outline: decodeOutline(bytes) };
  }
}
