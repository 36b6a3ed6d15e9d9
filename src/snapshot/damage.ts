/**
 * Damage to the files of snapshots: finds it, and puts damaged files aside. A snapshot that lacks a file is not whole:
 * it does not go live, no update links its parts, and the process that imports builds it again from the catalog store.
 *
 *   DATA/damaged/NAME   a part, card file or manifest (ID.json) as it was found; may be removed. The ones that were put
 *                       there last are kept, up to a number of bytes.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Problem } from '../errors/problem.js';
import type { PartFile } from '../index/part.js';
import { isSoundFile } from '../index/sound-file.js';
import type { ReadProgress } from '../index/trailing-checksum.js';
import {
  damagedDir,
  isSnapshotId,
  MANIFEST_VERSION,
  manifestFile,
  partsDir,
  type SnapshotManifest,
  snapshotsDir,
  storedManifest,
} from './manifest.js';

/** Of the files in `damaged`; the last one is kept however large it is. */
const MOST_KEPT_BYTES = 1 << 30;

/** What reading a file throws where the file, or the disk below it, is damaged; other errors are none of the file's. */
const READ_FAULTS: ReadonlySet<string> = new Set(['EIO', 'EISDIR', 'ENODATA', 'EUCLEAN']);

export interface Damage {
  /** Of a part or card file the name, of a manifest ID.json. */
  file: string;
  kind: 'missing' | 'length' | 'checksum' | 'unreadable';
  /** What was found, and what was expected. */
  found: string;
}

/** What is damaged of some snapshots. */
export interface Inspection {
  damages: Damage[];
  /** The snapshots that have a damaged file. */
  snapshots: string[];
  /** The snapshots of other formats, which are not damaged, but cannot be read either. */
  otherFormats: string[];
  /** Damaged files that could not be put aside, as on a read-only disk; absent where there are none. */
  left?: string[];
}

/** What moving a file fails with where the disk takes no change. */
const UNCHANGEABLE: ReadonlySet<string> = new Set(['EROFS', 'ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EIO']);

/**
 * Reads every file of some snapshots. Those of another format have none of the files that are known here.
 * @param ids of snapshots that should be there; undefined: all that are kept
 * @param putsAside whether damaged files are moved to `damaged`, each as soon as it is found: it may be written again
 */
export function inspectSnapshots(
  dataDir: string,
  ids: readonly string[] | undefined,
  putsAside: boolean,
  progress?: ReadProgress,
): Inspection {
  const inspected = new Map<string, Damage | undefined>();
  const inspect = (file: string, read: () => Damage | undefined): void => {
    if (inspected.has(file)) return;
    const damage = read();
    inspected.set(file, damage);
    if (damage && putsAside && !isPutAside(dataDir, file)) left.push(file);
  };
  const left: string[] = [];
  const filesOf = new Map<string, string[]>();
  const otherFormats: string[] = [];
  for (const id of ids ?? snapshotIds(dataDir)) {
    const stored = readStored(dataDir, id);
    if ('damage' in stored) {
      const { damage } = stored;
      inspect(damage.file, () => damage);
      if (ids || damage.kind !== 'missing') filesOf.set(id, [damage.file]);
    } else {
      if (stored.version !== MANIFEST_VERSION) otherFormats.push(id);
      for (const entry of stored.files) inspect(entry.file, () => damageOf(dataDir, entry, progress));
      // One that was removed meanwhile has lost its manifest first, then its files.
      if (fs.existsSync(manifestFile(dataDir, id)))
        filesOf.set(
          id,
          stored.files.map(({ file }) => file),
        );
    }
  }
  const damages = [...new Set([...filesOf.values()].flat())].flatMap(file => inspected.get(file) ?? []);
  const snapshots = [...filesOf].filter(([, files]) => files.some(file => inspected.get(file)));
  const found = { damages, snapshots: snapshots.map(([id]) => id), otherFormats };
  return left.length > 0 ? { ...found, left } : found;
}

/** @returns whether it could be put aside. @throws what is no fault of the disk */
function isPutAside(dataDir: string, file: string): boolean {
  try {
    putAside(dataDir, file);
    return true;
  } catch (error) {
    if (UNCHANGEABLE.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** The kept snapshots, newest catalog first. */
export function snapshotIds(dataDir: string): string[] {
  const dir = snapshotsDir(dataDir);
  if (!fs.existsSync(dir)) return [];
  const ids = fs.readdirSync(dir).map(file => file.replace(/\.json$/, ''));
  return ids.filter(isSnapshotId).sort().reverse();
}

/** Whether the manifest of a snapshot is sound and all its files have their lengths; nothing of them is read. */
export function isWhole(dataDir: string, id: string): boolean {
  const stored = readStored(dataDir, id);
  return 'files' in stored && stored.version === MANIFEST_VERSION && missingOf(dataDir, stored) === undefined;
}

/** The first file of a snapshot that is missing or has another length. */
export function missingOf(dataDir: string, { files }: Pick<SnapshotManifest, 'files'>): Damage | undefined {
  for (const entry of files) {
    const damage = lengthFault(path.join(partsDir(dataDir), entry.file), entry);
    if (damage) return damage;
  }
  return undefined;
}

/** What is wrong with a part or card file, which is read to its end. */
export function damageOf(dataDir: string, entry: PartFile, progress?: ReadProgress): Damage | undefined {
  const full = path.join(partsDir(dataDir), entry.file);
  const { file } = entry;
  try {
    const fault = lengthFault(full, entry);
    if (fault || isSoundFile(full, progress)) return fault;
    return { file, kind: 'checksum', found: 'the checksum is wrong' };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { file, kind: 'missing', found: 'missing' };
    if (code !== undefined && READ_FAULTS.has(code)) return { file, kind: 'unreadable', found: message };
    throw error;
  }
}

/**
 * Moves a damaged part, card file or manifest to `damaged`; does nothing where it is missing.
 * @throws what the file system throws
 */
export function putAside(dataDir: string, file: string): void {
  const from = isManifest(file) ? path.join(snapshotsDir(dataDir), file) : path.join(partsDir(dataDir), file);
  const dir = damagedDir(dataDir);
  fs.mkdirSync(dir, { recursive: true });
  try {
    fs.renameSync(from, path.join(dir, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  forgetOldest(dir);
}

function isManifest(file: string): boolean {
  return file.endsWith('.json');
}

function lengthFault(full: string, { file, bytes }: PartFile): Damage | undefined {
  const stats = fs.statSync(full, { throwIfNoEntry: false });
  if (!stats) return { file, kind: 'missing', found: 'missing' };
  if (stats.size === bytes) return undefined;
  return { file, kind: 'length', found: `${stats.size} bytes, expected ${bytes}` };
}

function readStored(dataDir: string, id: string): { damage: Damage } | Pick<SnapshotManifest, 'version' | 'files'> {
  const file = `${id}.json`;
  try {
    const { version, files } = storedManifest(id, fs.readFileSync(manifestFile(dataDir, id), 'utf8'));
    return { version, files: version === MANIFEST_VERSION ? files : [] };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { damage: { file, kind: 'missing', found: 'missing' } };
    if (error instanceof Problem) return { damage: { file, kind: 'checksum', found: message } };
    if (code !== undefined && READ_FAULTS.has(code)) return { damage: { file, kind: 'unreadable', found: message } };
    throw error;
  }
}

function forgetOldest(dir: string): void {
  const files = fs.readdirSync(dir).map(name => {
    const file = path.join(dir, name);
    const { ctimeMs, size } = fs.statSync(file);
    return { file, ctimeMs, size };
  });
  files.sort((a, b) => b.ctimeMs - a.ctimeMs);
  let bytes = 0;
  files.forEach(({ file, size }, place) => {
    bytes += size;
    if (place > 0 && bytes > MOST_KEPT_BYTES) fs.rmSync(file, { force: true });
  });
}
