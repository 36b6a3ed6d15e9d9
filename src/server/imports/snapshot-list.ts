/** Lists the kept snapshots for the administration, without blocking reads. */
import { readdir, readFile } from 'node:fs/promises';
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

/** Newest first, without those whose manifest cannot be read: `vitrine snapshots verify` names them. */
export async function summariseSnapshots(dataDir: string): Promise<SnapshotSummary[]> {
  const summaries: SnapshotSummary[] = [];
  for (const file of (await names(snapshotsDir(dataDir))).sort().reverse()) {
    const id = file.replace(/\.json$/, '');
    const manifest = isSnapshotId(id) ? await read(dataDir, id) : undefined;
    if (manifest === undefined) continue;
    const { createdAt, catalogGeneration, counts } = manifest;
    summaries.push({ id, createdAt, catalogGeneration, counts, bytes: snapshotBytes(manifest) });
  }
  return summaries;
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

async function read(dataDir: string, id: string): Promise<SnapshotManifest | undefined> {
  try {
    return parseManifest(id, await readFile(manifestFile(dataDir, id), 'utf8'));
  } catch {
    // Damaged, or removed since the folder was read.
    return undefined;
  }
}
