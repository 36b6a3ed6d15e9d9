/**
 * Brings a snapshot into shared memory, once for all threads. Reading and checking happen in a thread of their own, so
 * that the front end never waits for a disk; parts that are in memory already are taken over.
 */
import fs from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { Problem } from '../kernel/problem.js';
import { manifestFile, parseManifest, parsePointer, pointerFile, type SnapshotManifest } from './manifest.js';

/** Plain data and shared memory: can be posted to any thread. */
export interface SharedSnapshot {
  id: string;
  dataDir: string;
  manifest: SnapshotManifest;
  /** Part file → its bytes. Card files are not among them: threads read those by position. */
  parts: Map<string, SharedArrayBuffer>;
}

export interface LoadRequest {
  dataDir: string;
  files: { file: string; bytes: number }[];
  /** Whether card files are read whole to check them: those of a swap were, a moment ago, by who built them. */
  verifyCards: boolean;
}

export type LoadReply = { parts: Map<string, SharedArrayBuffer> } | { error: string };

/** Loads and verifies; throws a Problem (INTERNAL) that names the damaged file. */
export async function loadSnapshot(dataDir: string, id: string, previous?: SharedSnapshot): Promise<SharedSnapshot> {
  const manifest = parseManifest(id, await fs.readFile(manifestFile(dataDir, id), 'utf8'));
  const parts = new Map<string, SharedArrayBuffer>();
  const missing: LoadRequest['files'] = [];
  for (const entry of manifest.files) {
    const present = previous?.parts.get(entry.file);
    if (present) parts.set(entry.file, present);
    else missing.push(entry);
  }
  for (const [file, bytes] of await readParts({ dataDir, files: missing, verifyCards: previous === undefined }))
    parts.set(file, bytes);
  return { id, dataDir, manifest, parts };
}

function readParts(request: LoadRequest): Promise<Map<string, SharedArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./load-thread.js', import.meta.url), { workerData: request });
    worker.once('message', (reply: LoadReply) => {
      if ('parts' in reply) resolve(reply.parts);
      else reject(new Problem('INTERNAL', reply.error));
    });
    worker.once('error', reject);
    worker.once('exit', code => reject(new Error(`the snapshot loader ended with code ${code}`)));
  });
}

/** The id the pointer names, or undefined before the first snapshot. */
export async function announcedSnapshot(dataDir: string): Promise<string | undefined> {
  try {
    return parsePointer(await fs.readFile(pointerFile(dataDir), 'utf8')).snapshot;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
