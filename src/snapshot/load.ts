/**
 * Loads a snapshot into shared memory, once for all threads. Separate threads read and verify files, so that the front
 * end never waits for a disk; parts that the previous snapshot has loaded are reused. Card files, which are most of a
 * snapshot, stay on disk; their records have checksums of their own. So have the pages of parts: a start reads and
 * compares those that it needs, and verifies the whole later.
 */
import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { isCardFile } from '../index/cards.js';
import { isPartFile, type PartFile } from '../index/part.js';
import { readAskedView } from './asked-view.js';
import { firstSections } from './first-sections.js';
import { filesToJoin, hasOverlay, joinedNames } from './join-views.js';
import { readInThreads, verifyInThread } from './load-in-thread.js';
import { loadJoined } from './load-joined.js';
import { loadRepriced } from './load-repriced.js';
import {
  filesOf,
  firstOverlayOn,
  manifestFile,
  overlayRecord,
  parseManifest,
  readPointer,
  type SnapshotManifest,
} from './manifest.js';
import { memoryFor } from './read-parts.js';
import { releaseSoon } from './release.js';
import type { SharedSnapshot } from './shared-snapshot.js';
import { type StoredJoin, storedJoin } from './stored-join.js';
import { beginReading, markVerified, readRest, unreadParts } from './unread-parts.js';

/** Least number of bytes for which a further thread makes reading faster. */
const THREAD_BYTES = 32 * 1_048_576;
/** Most reading threads: with four, the checksums take as long as the reading. */
const MAX_THREADS = 4;

/**
 * Loads a snapshot and verifies everything but the records of card files, which are verified when they are read.
 * @param previous a loaded snapshot whose parts are reused
 * @param check false leaves the checksums of whole parts to `verifyAll`, to `readRest` what the first answers do not need,
 *   and to `comparePages` what these need, of which reading has only begun
 * @param isVerified whether the checksums of what `previous` was read from have been compared: offers that are made of
 *   others do not name their files
 * @throws Problem snapshot_damaged that names the damaged file
 */
export async function loadSnapshot(
  dataDir: string,
  id: string,
  previous?: SharedSnapshot,
  check = true,
  isVerified = true,
): Promise<SharedSnapshot> {
  const file = manifestFile(dataDir, id);
  // At a start the thread has nothing else to do, but soon will have: reading parts begins at once.
  const manifest = parseManifest(id, check ? await fs.readFile(file, 'utf8') : readFileSync(file, 'utf8'));
  return loadManifest(dataDir, manifest, previous, { check, isVerified });
}

/** Loops over more products are compiled while they run for the first time, and a join takes long. */
const MOST_REHEARSED_PRODUCTS = 300_000;

/**
 * Loads a snapshot that is never announced, so that the next load finds threads with compiled code.
 * @param manifest of a snapshot that has overlays which `previous` lacks
 * @throws as `loadSnapshot` does
 */
export async function rehearseLoad(manifest: SnapshotManifest, previous: SharedSnapshot): Promise<void> {
  if (firstOverlayOn(manifest, previous.id) === undefined || manifest.counts.products > MOST_REHEARSED_PRODUCTS) return;
  const { parts } = await loadManifest(previous.dataDir, manifest, previous, { check: true, isVerified: false });
  releaseSoon(parts, [previous.parts]);
}

/** See `loadSnapshot`. */
interface LoadManner {
  check: boolean;
  isVerified: boolean;
}

/** Loads a snapshot; without a previous one, with the joined parts that are stored. */
async function loadManifest(
  dataDir: string,
  manifest: SnapshotManifest,
  previous: SharedSnapshot | undefined,
  { check, isVerified }: LoadManner,
): Promise<SharedSnapshot> {
  if (previous || !manifest.views.some(hasOverlay)) {
    const behind = previous !== undefined;
    return loadParts(dataDir, manifest, previous, { check, behind, mayReprice: isVerified });
  }
  const { join, unusable } = storedJoin(dataDir);
  try {
    if (join?.id === manifest.id) return await loadStored(dataDir, manifest, join, check);
    const before = join && isOfUse(join, manifest) ? await loadBefore(dataDir, manifest, join) : undefined;
    const isContinued = before && firstOverlayOn(manifest, before.id) !== undefined;
    return {
      ...(await loadParts(dataDir, manifest, before, { check, mayReprice: true })),
      ...(isContinued && { onto: before.id }),
      ...(unusable !== undefined && { unusable }),
    };
  } catch (error) {
    const loaded = await loadParts(dataDir, manifest, undefined, { check });
    return { ...loaded, unusable: (error as Error).message };
  }
}

/** Whether the join of another snapshot has parts of this one, or all groups but those of the last overlays. */
function isOfUse({ id, names }: StoredJoin, manifest: SnapshotManifest): boolean {
  if (firstOverlayOn(manifest, id) !== undefined) return true;
  const { views, changed = [] } = manifest;
  const known = new Set(names.map(([name]) => name));
  return views.filter(hasOverlay).some(view => Object.values(joinedNames(view, changed)).some(name => known.has(name)));
}

/** Reads the joined parts of a snapshot instead of joining its views. */
async function loadStored(
  dataDir: string,
  manifest: SnapshotManifest,
  { views, names, files }: StoredJoin,
  check: boolean,
): Promise<SharedSnapshot> {
  const named = new Set([manifest.site, ...views.flatMap(filesOf)]);
  const read = [...manifest.files, ...files].filter(({ file }) => named.has(file));
  const loaded = await loadParts(dataDir, { ...manifest, views, files: read }, undefined, { check });
  const stored = new Set(files.map(({ file }) => file));
  return { ...loaded, manifest: { ...manifest, views }, joined: new Map(names), stored };
}

/** Reads and checks the joined parts of another snapshot. */
async function loadBefore(
  dataDir: string,
  { files, patched: _, ...manifest }: SnapshotManifest,
  { id, views, names, files: joined, patched }: StoredJoin,
): Promise<SharedSnapshot> {
  const named = new Set(names.map(([, name]) => name));
  const read = [...files, ...joined].filter(({ file }) => named.has(file));
  const parts = await readInThreads(dataDir, shares(read), true, false);
  const before = { ...manifest, ...overlayRecord({ patched }), id, views, files: read };
  return { id, dataDir, manifest: before, parts, joined: new Map(names) };
}

interface PartsManner {
  check: boolean;
  /** See `readInThreads`. */
  behind?: boolean;
  /** Whether offers may be made of those of the previous snapshot. */
  mayReprice?: boolean;
}

async function loadParts(
  dataDir: string,
  manifest: SnapshotManifest,
  previous: SharedSnapshot | undefined,
  { check, behind = false, mayReprice = false }: PartsManner,
): Promise<SharedSnapshot> {
  const { id } = manifest;
  const repriced = await loadRepriced(manifest, mayReprice ? previous : undefined, behind);
  const parts = new Map<string, SharedArrayBuffer>();
  const missing: PartFile[] = [];
  const skipped = notRead(manifest);
  for (const entry of manifest.files) {
    const present = previous?.parts.get(entry.file) ?? repriced.get(entry.file);
    if (skipped.has(entry.file)) continue;
    if (present) parts.set(entry.file, present);
    else missing.push(entry);
  }
  const [stored, joined] = await Promise.all([
    check ? readWhole(dataDir, missing, behind) : readFirst(dataDir, manifest, missing),
    loadJoined(dataDir, manifest, previous, { behind, repriced }),
  ]);
  for (const [file, bytes] of [...stored.parts, ...joined.parts]) parts.set(file, bytes);
  return {
    ...stored,
    id,
    dataDir,
    manifest: { ...manifest, views: joined.views },
    parts,
    joined: joined.names,
  };
}

type StoredParts = Pick<SharedSnapshot, 'parts' | 'unread' | 'asked'>;

async function readWhole(dataDir: string, files: readonly PartFile[], behind: boolean): Promise<StoredParts> {
  return { parts: files.length > 0 ? await readInThreads(dataDir, shares(files), false, behind) : new Map() };
}

/** Begins to read what the first answers need, and leaves the rest to `readRest`. */
function readFirst(dataDir: string, manifest: SnapshotManifest, files: readonly PartFile[]): StoredParts {
  const memory = memoryFor(dataDir, files);
  const asked = readAskedView(dataDir);
  const stored = { parts: memory.parts, unread: unreadParts(memory), ...(asked && { asked }) };
  const snapshot = { ...stored, id: manifest.id, dataDir, manifest };
  beginReading(snapshot, firstSections(snapshot));
  return stored;
}

/** The files that no query reads: those that are read only to be joined, and those of builds. */
function notRead({ views, changed = [], repriced }: SnapshotManifest): Set<string> {
  const files = filesToJoin(views.filter(hasOverlay));
  for (const file of [...changed, ...(repriced?.offers ?? [])]) files.add(file);
  for (const { overlays = [] } of views) for (const { parts } of overlays) files.add(parts.phrases);
  for (const view of views) if (!hasOverlay(view)) for (const file of filesOf(view)) files.delete(file);
  for (const { vocabulary } of views) if (vocabulary !== undefined) files.add(vocabulary);
  return files;
}

/**
 * Verifies the parts in memory, then the other files: card files, and parts that were joined.
 * @throws Problem snapshot_damaged that names the damaged file
 */
export async function verifyAll(snapshot: SharedSnapshot): Promise<void> {
  const { dataDir, manifest, parts, stored } = snapshot;
  await readRest(snapshot);
  const inMemory = new Map([...parts].filter(([file]) => isPartFile(file) || stored?.has(file)));
  const files = manifest.files.filter(({ file }) => !inMemory.has(file));
  await verifyInThread(dataDir, inMemory, files);
  markVerified(snapshot);
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

/** The id of the announced snapshot; undefined before the first one. Read at once: see `loadSnapshot`. */
export async function announcedSnapshot(dataDir: string): Promise<string | undefined> {
  return readPointer(dataDir)?.snapshot;
}
