/**
 * The announced snapshot with few overlays in each view. An import adds its groups as one more, so that it costs what
 * it changes, and not what has changed since the base. When the next import is long in coming, neighbours of about the
 * same size are merged, two at a time: a group is merged about as often as its overlay grows by half, so that the cost
 * stays in proportion to what imports change, too.
 */
import fs from 'node:fs';
import path from 'node:path';
import { changedGroups, writeChangedGroups } from '../index/changed-groups.js';
import { type PartFile, readPart } from '../index/part.js';
import { inBlocks } from '../kernel/array-blocks.js';
import { filesOf, mergedSince, partsDir, type SnapshotManifest, type ViewManifest } from '../snapshot/manifest.js';
import { OverlayMerge } from './overlay/merge-overlays.js';
import { verifyBuild } from './verification/verify-build.js';

/**
 * Most overlays of a view; an import that would add another merges two of them first, which takes a third of a second
 * where each has a thousand groups. So there may be as many as imports add while a base waits for them. (A start of the
 * daemon that finds no stored join joins them all, which takes longer the more they are.)
 */
const MOST_OVERLAYS = 48;
/** Times that an overlay may have as many groups as one that it is merged with ahead of imports. */
const MOST_TIMES = 2;

/** Keys of the groups that each overlay replaces, the oldest first. */
type OverlayKeys = readonly (readonly string[])[];

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
    if (overlaysOf(before) <= MOST_OVERLAYS) return before;
    const keys = this.keysOf(before);
    return (this.last = this.withTwoMerged(before, keys, smallestPair(keys, Number.POSITIVE_INFINITY)!));
  }

  /** Merges two overlays of a snapshot, where two are of about the same size. @returns whether some still are */
  step(manifest: SnapshotManifest): boolean {
    const before = this.of(manifest);
    const keys = this.keysOf(before);
    const at = smallestPair(keys, MOST_TIMES);
    if (at === undefined) return false;
    this.last = this.withTwoMerged(before, keys, at);
    return smallestPair(this.keysOf(this.last), MOST_TIMES) !== undefined;
  }

  private keysOf({ changed = [] }: SnapshotManifest): OverlayKeys {
    return changed.map(file => changedGroups(readPart(path.join(partsDir(this.dataDir), file))));
  }

  /**
   * What has been merged of a snapshot. Files that no snapshot names are removed when an import has been answered:
   * where that has happened, they are merged again.
   */
  private known({ id }: SnapshotManifest): SnapshotManifest | undefined {
    const { last } = this;
    const isThere = ({ file }: PartFile) => fs.existsSync(path.join(partsDir(this.dataDir), file));
    return last?.id === id && last.files.every(isThere) ? last : undefined;
  }

  /** The manifest with the overlay at a place and the next one merged to one. */
  private withTwoMerged(manifest: SnapshotManifest, keys: OverlayKeys, at: number): SnapshotManifest {
    const dir = partsDir(this.dataDir);
    const files = [...manifest.files];
    const two = manifest.views.map(({ locale, overlays }) => ({
      locale,
      older: overlays![at],
      newer: overlays![at + 1],
    }));
    const added = { keys: keys[at + 1], file: manifest.changed![at + 1] };
    const overlays = inBlocks(() => this.merge.merge(two, added, file => files.push(file)));
    const changed = writeChangedGroups(new Set([...keys[at], ...keys[at + 1]])).write(dir);
    files.push(changed);
    const merged = {
      ...manifest,
      views: manifest.views.map(
        (view, i): ViewManifest => ({ ...view, overlays: view.overlays!.toSpliced(at, 2, overlays[i]) }),
      ),
      changed: manifest.changed!.toSpliced(at, 2, changed.file),
      since: manifest.since!.toSpliced(at, 2, mergedSince(manifest.since![at], manifest.since![at + 1])),
    };
    const used = new Set([...merged.changed, manifest.site, ...merged.views.flatMap(filesOf)]);
    const named = new Map(files.map(entry => [entry.file, entry]));
    merged.files = [...named.values()].filter(({ file }) => used.has(file));
    verifyBuild(this.dataDir, merged, manifest, () => undefined);
    return merged;
  }
}

/**
 * The place of the first of two neighbours that replace the fewest groups.
 * @param mostTimes times that one may replace as many as the other
 * @returns undefined where there are none
 */
function smallestPair(keys: OverlayKeys, mostTimes: number): number | undefined {
  let least = Number.POSITIVE_INFINITY;
  let place: number | undefined;
  for (let at = 0; at + 1 < keys.length; at++) {
    const [older, newer] = [keys[at].length, keys[at + 1].length];
    if (Math.max(older, newer) > mostTimes * Math.min(older, newer) || older + newer >= least) continue;
    least = older + newer;
    place = at;
  }
  return place;
}

function overlaysOf({ changed = [] }: SnapshotManifest): number {
  return changed.length;
}
