/**
 * The announced snapshot with one overlay in each view. An import adds its groups as a second one, so that it costs
 * what it changes, and not what has changed since the base; the two are merged afterwards, ahead of the next import.
 */
import fs from 'node:fs';
import path from 'node:path';
import { changedGroups, writeChangedGroups } from '../index/changed-groups.js';
import { type PartFile, readPart } from '../index/part.js';
import { filesOf, partsDir, type SnapshotManifest, type ViewManifest } from '../snapshot/manifest.js';
import { OverlayMerge } from './overlay/merge-overlays.js';
import { verifyBuild } from './verification/verify-build.js';

export class MergedOverlays {
  private readonly merge: OverlayMerge;
  private last: SnapshotManifest | undefined;

  constructor(private readonly dataDir: string) {
    this.merge = new OverlayMerge(partsDir(dataDir));
  }

  /**
   * The manifest of a snapshot with its overlays merged and verified; itself, where views have one or none. Files that
   * no published snapshot names are removed by the next publication: where that has happened, they are merged again.
   */
  of(manifest: SnapshotManifest): SnapshotManifest {
    if ((manifest.changed?.length ?? 0) < 2) return manifest;
    const { last } = this;
    const isThere = ({ file }: PartFile) => fs.existsSync(path.join(partsDir(this.dataDir), file));
    if (last?.id === manifest.id && last.files.every(isThere)) return last;
    return (this.last = this.merged(manifest));
  }

  private merged(manifest: SnapshotManifest): SnapshotManifest {
    const dir = partsDir(this.dataDir);
    const [first, added] = manifest.changed!;
    const files = [...manifest.files];
    const [before, keys] = [first, added].map(file => changedGroups(readPart(path.join(dir, file))));
    const two = manifest.views.map(({ locale, overlays }) => ({ locale, older: overlays![0], newer: overlays![1] }));
    const overlays = this.merge.merge(two, { keys, file: added }, file => files.push(file));
    const changed = writeChangedGroups(new Set([...before, ...keys])).write(dir);
    const views = manifest.views.map((view, i): ViewManifest => ({ ...view, overlays: [overlays[i]] }));
    const named = new Map([...files, changed].map(entry => [entry.file, entry]));
    const used = new Set([changed.file, manifest.site, ...views.flatMap(filesOf)]);
    const merged = {
      ...manifest,
      views,
      changed: [changed.file],
      files: [...named.values()].filter(({ file }) => used.has(file)),
    };
    verifyBuild(this.dataDir, merged, manifest, () => undefined);
    return merged;
  }
}
