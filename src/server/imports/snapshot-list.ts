/** Lists the kept snapshots for the administration, without blocking reads. */
import { readdir, readFile, stat } from 'node:fs/promises';
import {
  isSnapshotId,
  manifestFile,
  parseManifest,
  type SnapshotManifest,
  snapshotsDir,
} from '../../snapshot/manifest.js';

export interface SnapshotSummary {
  id: string;
  createdAt: string;
  catalogGeneration: number;
  counts: SnapshotManifest['counts'];
  bytes: number;
}

/**
 * Each manifest is read once, as long as its file stays the same, and files that are known are looked at together with
 * their folder: what is asked of the disk one after the other waits for its turn on a busy thread each time.
 */
export class SnapshotList {
  private readonly known = new Map<string, { stamp: string; summary: SnapshotSummary | undefined }>();

  constructor(private readonly dataDir: string) {}

  /** Newest first, without those whose manifest cannot be read: `vitrine snapshots verify` names them. */
  async all(): Promise<SnapshotSummary[]> {
    const before = [...this.known.keys()];
    const [files, ...stamps] = await Promise.all([
      names(snapshotsDir(this.dataDir)),
      ...before.map(id => stampOf(this.dataDir, id)),
    ]);
    const ids = files.map(file => file.replace(/\.json$/, '')).filter(isSnapshotId);
    for (const id of before) if (!ids.includes(id)) this.known.delete(id);
    const seen = new Map(before.map((id, i) => [id, stamps[i]]));
    const summaries = await Promise.all(
      ids
        .sort()
        .reverse()
        .map(id => this.of(id, seen.get(id))),
    );
    return summaries.filter(summary => summary !== undefined);
  }

  /** @param seen the stamp of its file, where that was looked at */
  private async of(id: string, seen: string | undefined): Promise<SnapshotSummary | undefined> {
    const stamp = seen ?? (await stampOf(this.dataDir, id));
    if (stamp === undefined) return undefined;
    const known = this.known.get(id);
    if (known?.stamp === stamp) return known.summary;
    const summary = await read(this.dataDir, id);
    this.known.set(id, { stamp, summary });
    return summary;
  }
}

/** Changes whenever the file does; undefined where it was removed. */
async function stampOf(dataDir: string, id: string): Promise<string | undefined> {
  try {
    const { ino, mtimeNs, size } = await stat(manifestFile(dataDir, id), { bigint: true });
    return `${ino}.${mtimeNs}.${size}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function snapshotBytes({ files }: SnapshotManifest): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function read(dataDir: string, id: string): Promise<SnapshotSummary | undefined> {
  let manifest: SnapshotManifest;
  try {
    manifest = parseManifest(id, await readFile(manifestFile(dataDir, id), 'utf8'));
  } catch {
    // Damaged, or removed since.
    return undefined;
  }
  const { createdAt, catalogGeneration, counts } = manifest;
  return { id, createdAt, catalogGeneration, counts, bytes: snapshotBytes(manifest) };
}
