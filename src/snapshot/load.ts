/**
 * Loads a snapshot into shared memory, once for all threads. Separate threads read and verify files, so that the front
 * end never waits for a disk; parts that the previous snapshot has loaded are reused. Card files, which are most of a
 * snapshot and stay on disk, can be verified later; so can parts that passed verification when they were last loaded.
 */
import fs from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { isCardFile } from '../index/cards.js';
import { isPartFile, type PartFile } from '../index/part.js';
import {
  equalJoins,
  filesToJoin,
  hasOverlay,
  type JoinedViews,
  joinedNames,
  withJoined,
  withoutOverlay,
} from './join-views.js';
import { joinInThreads, readInThreads, verifyInThread } from './load-in-thread.js';
import {
  filesOf,
  manifestFile,
  parseManifest,
  parsePointer,
  pointerFile,
  type SnapshotManifest,
  type ViewManifest,
} from './manifest.js';

/** A loaded snapshot as plain data and shared memory, which can be posted to any thread. */
export interface SharedSnapshot {
  id: string;
  dataDir: string;
  /** Its views have no overlays: they name joined parts. */
  manifest: SnapshotManifest;
  /** Parts by file, or joined parts by name. Card files are not among them: threads read those by position. */
  parts: Map<string, SharedArrayBuffer>;
}

/** Least number of bytes for which a further thread makes reading faster. */
const THREAD_BYTES = 32 * 1_048_576;
/** Most reading threads: with four, the checksums take as long as the reading. */
const MAX_THREADS = 4;

/**
 * Loads a snapshot and verifies everything but the records of card files, which `verifyCards` does.
 * @param previous a loaded snapshot whose parts are reused
 * @param check false leaves the checksums of parts to `verifyAll`
 * @throws Problem snapshot_damaged that names the damaged file
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
  const skipped = notRead(manifest);
  for (const entry of manifest.files) {
    const present = previous?.parts.get(entry.file);
    if (present) parts.set(entry.file, present);
    else if (!skipped.has(entry.file)) missing.push(entry);
  }
  const [stored, joined] = await Promise.all([
    missing.length > 0 ? readInThreads(dataDir, shares(missing), check) : [],
    joinViews(dataDir, manifest, previous, check),
  ]);
  for (const [file, bytes] of [...stored, ...joined.parts]) parts.set(file, bytes);
  return { id, dataDir, manifest: { ...manifest, views: withJoined(manifest.views, joined.views) }, parts };
}

/** The files that no query reads: those that are read only to be joined, and those of builds. */
function notRead({ views, changed }: SnapshotManifest): Set<string> {
  const files = filesToJoin(views.filter(hasOverlay));
  for (const { overlay } of views) if (overlay) files.add(overlay.parts.phrases);
  if (changed !== undefined) files.add(changed);
  for (const view of views) if (!hasOverlay(view)) for (const file of filesOf(view)) files.delete(file);
  for (const { vocabulary } of views) if (vocabulary !== undefined) files.add(vocabulary);
  return files;
}

async function joinViews(
  dataDir: string,
  manifest: SnapshotManifest,
  previous: SharedSnapshot | undefined,
  check: boolean,
): Promise<JoinedViews> {
  const { changed } = manifest;
  if (changed === undefined) return { views: [], parts: new Map() };
  const verified = new Set(previous?.manifest.files.map(({ file }) => file));
  const parts = new Map<string, SharedArrayBuffer>();
  const views: ViewManifest[] = [];
  const joins = equalJoins(manifest).filter(set => {
    const names = set.views.flatMap(view => Object.values(joinedNames(view, changed)));
    for (const name of names) {
      const part = previous?.parts.get(name);
      if (part) parts.set(name, part);
    }
    if (!names.every(name => parts.has(name))) return true;
    for (const view of set.views) {
      const before = previous?.manifest.views.find(one => one.market === view.market && one.locale === view.locale);
      views.push(withoutOverlay(view, changed, before!.products));
    }
    return false;
  });
  /** The names of parts that need not be made, or that the set before makes. */
  const claimed = new Set(parts.keys());
  const joined = await joinInThreads(
    joins.map(set => {
      const known = new Set(claimed);
      for (const name of set.views.flatMap(view => Object.values(joinedNames(view, changed)))) claimed.add(name);
      const read = filesToJoin(set.views).add(changed);
      const files = manifest.files.filter(({ file }) => read.has(file));
      const unchecked = new Set(check ? [...read].filter(file => !verified.has(file)) : []);
      return { dataDir, views: set, changed, known, files, unchecked };
    }),
  );
  return { views: [...views, ...joined.views], parts: new Map([...parts, ...joined.parts]) };
}

/** Verifies checksums of card files, at low priority. @throws Problem snapshot_damaged that names the damaged file */
export async function verifyCards({ dataDir, manifest }: SharedSnapshot): Promise<void> {
  const cards = manifest.files.filter(({ file }) => isCardFile(file));
  if (cards.length > 0) await verifyInThread(dataDir, new Map(), cards);
}

/**
 * Verifies the parts in memory, then the other files: card files, and parts that were joined.
 * @throws Problem snapshot_damaged that names the damaged file
 */
export async function verifyAll({ dataDir, manifest, parts }: SharedSnapshot): Promise<void> {
  const inMemory = new Map([...parts].filter(([file]) => isPartFile(file)));
  const files = manifest.files.filter(({ file }) => !inMemory.has(file));
  await verifyInThread(dataDir, inMemory, files);
}

/** Divides files among threads, about the same number of bytes for each. */
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

/** The id of the announced snapshot; undefined before the first one. */
export async function announcedSnapshot(dataDir: string): Promise<string | undefined> {
  try {
    return parsePointer(await fs.readFile(pointerFile(dataDir), 'utf8')).snapshot;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
