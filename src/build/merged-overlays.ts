/**
 * The announced snapshot with few overlays in each view. An import adds its groups as one more, so that it costs what
 * it changes, and not what has changed since the base; they are merged to one when the next import is long in coming.
 */
import fs from 'node:fs';
import path from 'node:path';
import { changedGroups, writeChangedGroups } from '../index/changed-groups.js';
import { type PartFile, readPart } from '../index/part.js';
import { filesOf, partsDir, type SnapshotManifest, type ViewManifest } from '../snapshot/manifest.js';
import { OverlayMerge } from './overlay/merge-overlays.js';
import { verifyBuild } from './verification/verify-build.js';

/** Most overlays of a view that an import does not merge first: that takes as long as some imports. */
const MOST_OVERLAYS = 12;

export class MergedOverlays {
  private readonly merge: OverlayMerge;
  private last: SnapshotManifest | undefined;

  constructor(private readonly dataDir: string) {
    this.merge = new OverlayMerge(partsDir(dataDir));
  }

  /**
   * The manifest of a snapshot with its overlays merged to one and verified; itself, where views have one or none.
   * Files that no published snapshot names are removed by the next publication: where that has happened, they are
   * merged again.
   */
  of(manifest: SnapshotManifest): SnapshotManifest {
    if ((manifest.changed?.length ?? 0) < 2) return manifest;
    return this.known(manifest) ?? (this.last = this.merged(manifest));
  }

  /** As `of`, for an import that waits: overlays that have not been merged before stay as they are where they are few. */
  beforeImport(manifest: SnapshotManifest): SnapshotManifest {
    const isMany = (manifest.changed?.length ?? 0) > MOST_OVERLAYS;
    return isMany ? this.of(manifest) : (this.known(manifest) ?? manifest);
  }

  /** What has been merged last, where it is that of a snapshot and still there. */
  private known({ id }: SnapshotManifest): SnapshotManifest | undefined {
    const { last } = this;
    const isThere = ({ file }: PartFile) => fs.existsSync(path.join(partsDir(this.dataDir), file));
    return last?.id === id && last.files.every(isThere) ? last : undefined;
  }

  /** Merges the newest overlays first: they are small, and the oldest, which may be large, is merged once. */
  private merged(manifest: SnapshotManifest): SnapshotManifest {
    let merged = manifest;
    while (merged.changed!.length > 1) merged = this.lastMerged(merged);
    verifyBuild(this.dataDir, merged, manifest, () => undefined);
    return merged;
  }

  /** The manifest with the last two overlays merged to one. */
  private lastMerged(manifest: SnapshotManifest): SnapshotManifest {
    const dir = partsDir(this.dataDir);
    const [before, added] = manifest.changed!.slice(-2);
    const files = [...manifest.files];
    const [older, keys] = [before, added].map(file => changedGroups(readPart(path.join(dir, file))));
    const two = manifest.views.map(({ locale, overlays }) => {
      const [older, newer] = overlays!.slice(-2);
      return { locale, older, newer };
    });
    const overlays = this.merge.merge(two, { keys, file: added }, file => files.push(file));
    const changed = writeChangedGroups(new Set([...older, ...keys])).write(dir);
    const views = manifest.views.map(
      (view, i): ViewManifest => ({ ...view, overlays: [...view.overlays!.slice(0, -2), overlays[i]] }),
    );
    const named = new Map([...files, changed].map(entry => [entry.file, entry]));
    const all = [...manifest.changed!.slice(0, -2), changed.file];
    const used = new Set([...all, manifest.site, ...views.flatMap(filesOf)]);
    return { ...manifest, views, changed: all, files: [...named.values()].filter(({ file }) => used.has(file)) };
  }
}
