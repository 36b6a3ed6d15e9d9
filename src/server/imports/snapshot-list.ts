/** Lists the kept snapshots for the administration. */
import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
 * Each manifest is read once, as long as its file stays the same. The folder and its few files, which the system has in
 * memory, are looked at without waiting: that takes some microseconds, while an answer for which a thread of Node's pool
 * has to be free, and the event loop to come round, waits behind all that a busy daemon does.
 */
export class SnapshotList {
  private readonly known = new Map<string, { stamp: string; summary: SnapshotSummary | undefined }>();

  constructor(private readonly dataDir: string) {}

  /** Newest first, without those whose manifest cannot be read: `vitrine snapshots verify` names them. */
  async all(): Promise<SnapshotSummary[]> {
    const ids = names(snapshotsDir(this.dataDir))
      .map(file => file.replace(/\.json$/, ''))
      .filter(isSnapshotId)
      .sort()
      .reverse();
    for (const id of this.known.keys()) if (!ids.includes(id)) this.known.delete(id);
    const found = ids.map(id => ({ id, stamp: stampOf(this.dataDir, id) }));
    const unread = found.filter(({ id, stamp }) => stamp !== undefined && this.known.get(id)?.stamp !== stamp);
    if (unread.length > 0) await Promise.all(unread.map(({ id, stamp }) => this.read(id, stamp!)));
    return found.flatMap(({ id, stamp }) => (stamp !== undefined && this.known.get(id)?.summary) || []);
  }

  private async read(id: string, stamp: string): Promise<void> {
    this.known.set(id, { stamp, summary: await read(this.dataDir, id) });
  }
}

/** Changes whenever the file does; undefined where it was removed. */
function stampOf(dataDir: string, id: string): string | undefined {
  const found = statSync(manifestFile(dataDir, id), { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino}.${found.mtimeNs}.${found.size}`;
}

export function snapshotBytes({ files }: SnapshotManifest): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
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
