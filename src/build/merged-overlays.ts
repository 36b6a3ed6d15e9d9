/**
 * The announced snapshot with few overlays in each view. An import adds its groups as one more, so that it costs what
 * it changes, and not what has changed since the base. When the next import is long in coming, they are merged to one,
 * two at a time.
 */
import fs from 'node:fs';
import path from 'node:path';
import { changedGroups, writeChangedGroups } from '../index/changed-groups.js';
import { type PartFile, readPart } from '../index/part.js';
import { filesOf, partsDir, type SnapshotManifest, type ViewManifest } from '../snapshot/manifest.js';
import { OverlayMerge } from './overlay/merge-overlays.js';
import { verifyBuild } from './verification/verify-build.js';

/**
 * Most overlays of a view; an import that would add another merges two of them first, which takes as long as building
 * one. (A start of the daemon that finds no stored join joins them one by one, which takes longer the more they are.)
 */
const MOST_OVERLAYS = 8;

export class MergedOverlays {
  private readonly merge: OverlayMerge;
  private last: SnapshotManifest | undefined;

  constructor(private readonly dataDir: string) {
    this.merge = new OverlayMerge(partsDir(dataDir));
  }

  /** The manifest of a snapshot with its overlays merged and verified, as far as that has been done. */
  of(manifest: SnapshotManifest): SnapshotManifest {
    return this.known(manifest) ?? manifest;
  }

  /** As `of`, for an import, which adds an overlay. */
  beforeImport(manifest: SnapshotManifest): SnapshotManifest {
    const before = this.of(manifest);
    return overlaysOf(before) > MOST_OVERLAYS ? (this.last = this.withTwoMerged(before)) : before;
  }

  /** Merges two overlays of a snapshot. @returns whether there are still more than one */
  step(manifest: SnapshotManifest): boolean {
    const before = this.of(manifest);
    if (overlaysOf(before) < 2) return false;
    this.last = this.withTwoMerged(before);
    return overlaysOf(this.last) > 1;
  }

  /**
   * What has been merged of a snapshot. Files that no published snapshot names are removed by the next publication:
   * where that has happened, they are merged again.
   */
  private known({ id }: SnapshotManifest): SnapshotManifest | undefined {
    const { last } = this;
    const isThere = ({ file }: PartFile) => fs.existsSync(path.join(partsDir(this.dataDir), file));
    return last?.id === id && last.files.every(isThere) ? last : undefined;
  }

  /** The manifest with two overlays merged to one: neighbours, those that replace the fewest groups. */
  private withTwoMerged(manifest: SnapshotManifest): SnapshotManifest {
    const dir = partsDir(this.dataDir);
    const keys = manifest.changed!.map(file => changedGroups(readPart(path.join(dir, file))));
    const pairs = keys.slice(1).map((newer, i) => keys[i].length + newer.length);
    const at = pairs.indexOf(Math.min(...pairs));
    const files = [...manifest.files];
    const two = manifest.views.map(({ locale, overlays }) => ({
      locale,
      older: overlays![at],
      newer: overlays![at + 1],
    }));
    const added = { keys: keys[at + 1], file: manifest.changed![at + 1] };
    const overlays = this.merge.merge(two, added, file => files.push(file));
    const changed = writeChangedGroups(new Set([...keys[at], ...keys[at + 1]])).write(dir);
    files.push(changed);
    const merged = {
      ...manifest,
      views: manifest.views.map(
        (view, i): ViewManifest => ({ ...view, overlays: view.overlays!.toSpliced(at, 2, overlays[i]) }),
      ),
      changed: manifest.changed!.toSpliced(at, 2, changed.file),
    };
    const used = new Set([...merged.changed, manifest.site, ...merged.views.flatMap(filesOf)]);
    const named = new Map(files.map(entry => [entry.file, entry]));
    merged.files = [...named.values()].filter(({ file }) => used.has(file));
    verifyBuild(this.dataDir, merged, manifest, () => undefined);
    return merged;
  }
}

function overlaysOf({ changed = [] }: SnapshotManifest): number {
  return changed.length;
}
