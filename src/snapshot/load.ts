/**
 * Brings a snapshot into shared memory, once for all threads. Reading and checking happen in threads of their own, so
 * that the front end never waits for a disk; parts that are in memory already are taken over. Card files, which are
 * most of a snapshot and stay on disk, can be checked later; so can parts, where they were sound when they were last used.
 */
import fs from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { isCardFile } from '../index/cards.js';
import type { PartFile } from '../index/part.js';
import { readInThreads, verifyInThread } from './load-in-thread.js';
import { manifestFile, parseManifest, parsePointer, pointerFile, type SnapshotManifest } from './manifest.js';

/** Plain data and shared memory: can be posted to any thread. */
export interface SharedSnapshot {
  id: string;
  dataDir: string;
  manifest: SnapshotManifest;
  /** Part file → its bytes. Card files are not among them: threads read those by position. */
  parts: Map<string, SharedArrayBuffer>;
}

/** Less is read no sooner by another thread than by one alone. */
const THREAD_BYTES = 32 * 1_048_576;
/** Checksums take as long as four threads read. */
const MAX_THREADS = 4;

/**
 * Loads, and verifies all but what is in card files: see `verifyCards`. Throws a Problem (INTERNAL) that names the
 * damaged file.
 * @param check false leaves the checksums of parts to `verifyAll`
 */
export async function loadSnapshot(
  dataDir: string,
  id: string,
  previous?: SharedSnapshot,
  check = true,
): Promise<SharedSnapshot> {
  const manifest = parseManifest(id, await fs.readFile(manifestFile(dataDir, id), 'utf8'));
  const parts = new Map<string, SharedArrayBuffer>();
  const missing: PartFile[] = [];
  for (const entry of manifest.files) {
    const present = previous?.parts.get(entry.file);
    if (present) parts.set(entry.file, present);
    else missing.push(entry);
  }
  for (const [file, bytes] of await readInThreads(dataDir, shares(missing), check)) parts.set(file, bytes);
  return { id, dataDir, manifest, parts };
}

/** Reads card files whole, at low priority. @throws Problem INTERNAL that names the damaged file. */
export async function verifyCards({ dataDir, manifest }: SharedSnapshot): Promise<void> {
  const cards = manifest.files.filter(({ file }) => isCardFile(file));
  if (cards.length > 0) await verifyInThread(dataDir, new Map(), cards);
}

/** As `verifyCards`, and before that the parts as they are in memory. @throws Problem INTERNAL, as that does. */
export async function verifyAll({ dataDir, manifest, parts }: SharedSnapshot): Promise<void> {
  const cards = manifest.files.filter(({ file }) => isCardFile(file));
  await verifyInThread(dataDir, parts, cards);
}

/** About the same number of bytes for each thread. */
function shares(files: readonly PartFile[]): PartFile[][] {
  const load = ({ file, bytes }: PartFile) => (isCardFile(file) ? 0 : bytes);
  const bytes = files.reduce((sum, file) => sum + load(file), 0);
  const threads = Math.min(MAX_THREADS, availableParallelism(), Math.max(1, Math.ceil(bytes / THREAD_BYTES)));
  const all = Array.from({ length: threads }, () => ({ bytes: 0, files: [] as PartFile[] }));
  for (const file of files.toSorted((a, b) => load(b) - load(a))) {
    const least = all.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    least.bytes += load(file);
    least.files.push(file);
  }
  return all.map(one => one.files);
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
