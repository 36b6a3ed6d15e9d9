/**
 * The joined parts of one snapshot on disk, so that a start of the daemon reads them as it reads the parts of a base.
 * They are derived: what is missing, damaged or of another version is joined again from base and overlays.
 *
 *   DATA/joined/join.json      {join, sha256}: a StoredJoin; replaced by rename when all its files are durable, or with
 *                              the boot of the system for which they are written: only a crash of that loses them
 *   DATA/joined/NAME.joined    parts (see part.ts), named after what they are joined from: an equal name is an equal
 *                              part, as long as JOIN_VERSION and MANIFEST_VERSION are what they were; their pages
 *                              alone have checksums
 *
 * Only the daemon that has locked the folder writes here. Files that the list does not name are those of a write that
 * was interrupted, or of the snapshot before; the next write removes them.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Problem } from '../errors/problem.js';
import { hasSoundContent, type PartFile } from '../index/part.js';
import { contentBytes, PartSeal } from '../index/part-seal.js';
import { unfinishedFile } from '../index/unfinished-files.js';
import { bytesIn } from '../kernel/shared-memory.js';
import {
  checksumOf,
  isJoined,
  joinedDir,
  MANIFEST_VERSION,
  overlayRecord,
  replaceDurably,
  storedFile,
  syncDir,
  type ViewManifest,
} from './manifest.js';
import { readRange } from './read-parts.js';
import type { SharedSnapshot } from './shared-snapshot.js';

/** Raised when joins make other bytes of the same segments, or their files differ. */
const JOIN_VERSION = 4;
/**
 * Bytes that are written before they are made durable: the flush of an import, which may have to wait for this one,
 * takes no longer.
 */
const FLUSHED_BYTES = 16 << 20;

/** What is known of the joined parts of a snapshot without reading them. */
export interface StoredJoin {
  version: string;
  /** The snapshot. */
  id: string;
  /** Its views, which name joined parts instead of overlays. */
  views: ViewManifest[];
  /** As `SharedSnapshot.joined`. */
  names: [string, string][];
  /** The joined parts. */
  files: PartFile[];
  /** As in the snapshot's manifest. */
  patched?: number;
  /** The boot of the system until whose end the files are what was written; absent where they are durable. */
  boot?: string;
}

const VERSION = `${JOIN_VERSION}-${MANIFEST_VERSION}`;

const listFile = (dataDir: string): string => path.join(joinedDir(dataDir), 'join.json');

/**
 * The stored join of a data folder, whose files have their lengths; their checksums are not read.
 * @returns undefined where there is none; `unusable` says why one cannot be used
 */
export function storedJoin(dataDir: string): { join?: StoredJoin; unusable?: string } {
  const file = listFile(dataDir);
  try {
    const { join, sha256 } = JSON.parse(fs.readFileSync(file, 'utf8')) as { join: StoredJoin; sha256: string };
    if (checksumOf(join) !== sha256) throw new Error('the checksum of join.json is wrong');
    // One that another version has left is replaced in silence.
    if (join.version !== VERSION || (join.boot !== undefined && join.boot !== currentBoot())) return {};
    for (const { file, bytes } of join.files) {
      const { size } = fs.statSync(storedFile(dataDir, file));
      if (size !== bytes) throw new Error(`${file} has ${size} bytes, expected ${bytes}`);
    }
    return { join };
  } catch (error) {
    if (!fs.existsSync(file)) return {};
    return { unusable: (error as Error).message };
  }
}

/** The list of a snapshot's joined parts, as it is stored. */
export function joinOf({ id, manifest, parts, joined = new Map() }: SharedSnapshot): StoredJoin {
  const files = [...parts].flatMap(([file, { byteLength }]) => (isJoined(file) ? [{ file, bytes: byteLength }] : []));
  const { patched } = manifest;
  return { version: VERSION, id, views: manifest.views, names: [...joined], files, ...overlayRecord({ patched }) };
}

/**
 * Writes the joined parts of a snapshot, those that are not stored already, and removes others. Wherever a write is
 * interrupted, the list names parts that are there as a whole, or there is none.
 * @param parts those of `join.files`
 * @param isDurable whether they survive the system too; without, nothing waits for a disk, and nothing is written where
 *   it cannot be told later whether the system is still the same
 * @param leastFreeBytes of the disk, which must be left
 * @returns the bytes written
 * @throws Problem disk_full, and what writing a file throws: what was stored before is then still there
 */
export function writeJoin(
  dataDir: string,
  join: StoredJoin,
  parts: ReadonlyMap<string, SharedArrayBuffer>,
  isDurable: boolean,
  leastFreeBytes: number,
): number {
  const boot = isDurable ? undefined : currentBoot();
  if (!isDurable && boot === undefined) return 0;
  const dir = joinedDir(dataDir);
  fs.mkdirSync(dir, { recursive: true });
  const { join: before } = storedJoin(dataDir);
  const present = new Set(before?.files.map(({ file }) => file));
  const missing = join.files.filter(({ file }) => !present.has(file));
  const bytes = missing.reduce((sum, file) => sum + file.bytes, 0);
  requireSpace(dir, bytes + leastFreeBytes);
  for (const { file } of missing) writePart(dir, file, bytesIn(parts.get(file)!), isDurable);
  if (isDurable) {
    if (before?.boot !== undefined) for (const { file } of join.files) if (present.has(file)) syncFile(dir, file);
    syncDir(dir);
  }
  writeList(dataDir, boot === undefined ? join : { ...join, boot });
  removeOthers(dataDir, join);
  return bytes;
}

function writeList(dataDir: string, join: StoredJoin): void {
  const file = listFile(dataDir);
  const text = JSON.stringify({ join, sha256: checksumOf(join) });
  if (join.boot === undefined) {
    replaceDurably(file, text);
  } else {
    const temporary = `${file}.writing`;
    fs.writeFileSync(temporary, text);
    fs.renameSync(temporary, file);
  }
}

/** Of the system, which other systems than Linux do not tell. */
function currentBoot(): string | undefined {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes the stored join, the list first, while the thread does other work: large files take long to remove. */
export async function removeJoin(dataDir: string): Promise<void> {
  await fs.promises.rm(listFile(dataDir), { force: true });
  await fs.promises.rm(joinedDir(dataDir), { recursive: true, force: true });
}

/** @returns the stored joined parts whose checksums are wrong */
export function damagedJoins(dataDir: string, { files }: StoredJoin): string[] {
  return files.filter(entry => !isSound(dataDir, entry)).map(({ file }) => file);
}

function isSound(dataDir: string, { file, bytes }: PartFile): boolean {
  const memory = new Uint8Array(bytes);
  const fd = fs.openSync(storedFile(dataDir, file), 'r');
  try {
    readRange(fd, { file, memory, from: 0, to: bytes });
  } finally {
    fs.closeSync(fd);
  }
  return hasSoundContent(memory);
}

function removeOthers(dataDir: string, { files }: StoredJoin): void {
  const dir = joinedDir(dataDir);
  const named = new Set([path.basename(listFile(dataDir)), ...files.map(({ file }) => file)]);
  for (const file of fs.readdirSync(dir)) if (!named.has(file)) fs.rmSync(path.join(dir, file), { force: true });
}

function syncFile(dir: string, file: string): void {
  const fd = fs.openSync(path.join(dir, file), 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

function requireSpace(dir: string, bytes: number): void {
  const { bavail, bsize } = fs.statfsSync(dir);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new Problem('disk_full', `${dir}: ${free} bytes are free, joined parts would need ${bytes}`);
}

/** Writes a part piece by piece with its seal, which joined parts in memory lack, and renames it. */
function writePart(dir: string, file: string, bytes: Uint8Array, isDurable: boolean): void {
  const content = bytes.subarray(0, contentBytes(bytes.length));
  const temporary = unfinishedFile(dir, file);
  const seal = new PartSeal(false);
  const fd = fs.openSync(temporary, 'w');
  try {
    for (let at = 0; at < content.length; at += FLUSHED_BYTES) {
      const piece = content.subarray(at, at + FLUSHED_BYTES);
      seal.update(piece);
      fs.writeFileSync(fd, piece);
      if (isDurable) fs.fdatasyncSync(fd);
    }
    fs.writeFileSync(fd, seal.digest());
    if (isDurable) fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
  fs.renameSync(temporary, path.join(dir, file));
}
