/**
 * The files of a snapshot: a manifest that names immutable parts by the hash of their content, and a pointer that names
 * the announced snapshot.
 *
 *   DATA/snapshots/ID.json   {manifest, sha256}    one per snapshot, never changed; JSON, `manifest.version` is the
 *                                                  format, sha256 (hex) is of JSON.stringify(manifest)
 *   DATA/parts/…             parts and card files, shared between snapshots
 *   DATA/current.json        {snapshot, pinned?, sha256}  replaced by rename: the swap; sha256 as in manifests
 *   DATA/current.json.copy   the same, for a start on which the other is damaged or missing
 *   DATA/joined/…            joined parts of the live snapshot: see stored-join.ts
 *   DATA/damaged/…           files of these that were damaged: see damage.ts
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Problem } from '../errors/problem.js';
import type { IndexSettings } from '../index/index-settings.js';
import type { PartFile } from '../index/part.js';

/**
 * Format version, also raised with the format of parts: snapshots of other versions are rebuilt from the catalog.
 */
export const MANIFEST_VERSION = 21;

/** Parts of a view by file name, and the number of products in them. */
export interface SegmentManifest {
  products: number;
  parts: { [kind in ViewPart]: string };
  cardFiles: string[];
}

/** The parts of one (market, locale). */
export interface ViewManifest extends SegmentManifest {
  market: string;
  locale: string;
  /**
   * The groups that have changed since the parts were built, which are then the base, the oldest changes first; the last
   * overlay has those of the last import of groups: see join-views.ts. Absent, not empty, where there are none.
   */
  overlays?: SegmentManifest[];
  /**
   * Part `vocabulary`, by which overlays divide compounds; queries do not read it. Absent in languages that write
   * compounds as separate words.
   */
  vocabulary?: string;
  /** Part `wordVectors`, of the words of its base. Absent where the base has too few products. */
  wordVectors?: string;
  /** Absent where the view has no content. */
  content?: ContentManifest;
}

/** The content of a view: articles, questions, links. */
export interface ContentManifest {
  items: number;
  parts: { [kind in ContentPart]: string };
}

export const VIEW_PARTS = [
  'structure',
  'offers',
  'numbers',
  'attributes',
  'labels',
  'text',
  'descriptions',
  'phrases',
  'vectors',
  'cards',
] as const;
export type ViewPart = (typeof VIEW_PARTS)[number];

export const CONTENT_PARTS = ['structure', 'attributes', 'labels', 'text', 'items'] as const;
export type ContentPart = (typeof CONTENT_PARTS)[number];

/** Every file that a view names. */
export function filesOf({ overlays = [], vocabulary, wordVectors, content, ...base }: ViewManifest): string[] {
  const own = [base, ...overlays].flatMap(({ parts, cardFiles }) => [...Object.values(parts), ...cardFiles]);
  const single = [vocabulary, wordVectors].filter(file => file !== undefined);
  return [...own, ...single, ...Object.values(content?.parts ?? {})];
}

/** What a manifest says of the overlays of its views; of views without overlays, nothing but `patched`. */
export interface OverlayRecord {
  /** Parts `changed`: keys of the groups that the overlays of views replace, by overlay. */
  changed?: string[];
  /**
   * By overlay, the snapshots that it, or one of those it was merged from, was added to, the newest last: the groups of
   * each of these, with the overlays from there on, are those of this snapshot.
   */
  since?: string[][];
  /** Generation of the last import that changed offers in base or overlays; absent: none has. */
  patched?: number;
}

/** Of an object that may have more. */
export function overlayRecord({ changed, since, patched }: OverlayRecord): OverlayRecord {
  return { ...(changed && { changed }), ...(since && { since }), ...(patched !== undefined && { patched }) };
}

/** The offers that an import has changed, and nothing else that builds draw from products. */
export interface Repricing {
  /** The snapshot before. */
  id: string;
  /** By view, parts with the offers that are new: see changed-offers.ts. */
  offers: string[];
}

export interface SnapshotManifest extends OverlayRecord {
  version: number;
  id: string;
  createdAt: string;
  /** Generation of the catalog it was built from. */
  catalogGeneration: number;
  /** Settings with which the index was built. */
  settings: IndexSettings;
  counts: { productGroups: number; products: number; variants: number; content: number };
  views: ViewManifest[];
  /** Part `site`: pages, navigation and other documents. */
  site: string;
  /** Of a daemon that holds some of the markets: see of-markets.ts. */
  markets?: string[];
  /** Where an import of prices and stock made the snapshot. */
  repriced?: Repricing;
  /** All files of the snapshot with their lengths. */
  files: PartFile[];
}

/** The announced snapshot. */
export interface Pointer {
  snapshot: string;
  /** Where a rollback chose it: the generation of the transaction that takes the catalog back to that of the snapshot. */
  pinned?: number;
}

export const snapshotsDir = (dataDir: string): string => path.join(dataDir, 'snapshots');
export const partsDir = (dataDir: string): string => path.join(dataDir, 'parts');
export const damagedDir = (dataDir: string): string => path.join(dataDir, 'damaged');
export const joinedDir = (dataDir: string): string => path.join(dataDir, 'joined');
export const pointerFile = (dataDir: string): string => path.join(dataDir, 'current.json');
export const manifestFile = (dataDir: string, id: string): string => path.join(snapshotsDir(dataDir), `${id}.json`);

/** The ending of the names of joined parts. */
const JOINED = '.joined';

/** @param from the names of all that the part is joined from */
export function joinedName(kind: ViewPart, from: readonly string[]): string {
  return `${kind}-${createHash('sha256').update(JSON.stringify(from)).digest('hex').slice(0, 32)}${JOINED}`;
}

export function isJoined(name: string): boolean {
  return name.endsWith(JOINED);
}

/** Where a part or card file is stored. */
export function storedFile(dataDir: string, name: string): string {
  return path.join(isJoined(name) ? joinedDir(dataDir) : partsDir(dataDir), name);
}

/** Snapshot ids come from requests (rollback): this pattern excludes paths. */
export function isSnapshotId(id: string): boolean {
  return /^[0-9]{8,}-[0-9a-f]{8}$/.test(id);
}

/** The generation of the catalog that a snapshot was built from, which its id begins with. */
export function generationOfId(id: string): number {
  return Number.parseInt(id, 10);
}

/**
 * The least generation of a catalog store that lacks no import.
 * @param generation that of the announced snapshot
 * @param pinned see `Pointer`: a rollback that the store lacks is made again
 */
export function leastGeneration(generation: number, pinned = 0): number {
  return Math.max(generation, pinned - 1);
}

/** Snapshots that `since` names of an overlay at most: a stored join of an older one is of no use. */
const MOST_SINCE = 16;

/** The snapshots that an overlay was added to which was merged from two. */
export function mergedSince(older: readonly string[], newer: readonly string[]): string[] {
  return [...older, ...newer].slice(-MOST_SINCE);
}

/**
 * The overlay from which on all are to be joined to the groups of another snapshot to make those of this one.
 * @param id that of the other one
 * @returns its place; undefined where this snapshot does not continue the other one
 */
export function firstOverlayOn({ since = [] }: Pick<SnapshotManifest, 'since'>, id: string): number | undefined {
  const place = since.findIndex(ids => ids.includes(id));
  return place < 0 ? undefined : place;
}

/** Derives the id from the content: the generation, then a hash over the files. */
export function snapshotId({
  catalogGeneration,
  views,
  changed,
  site,
}: Pick<SnapshotManifest, 'catalogGeneration' | 'views' | 'changed' | 'site'>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([views, changed, site]))
    .digest('hex')
    .slice(0, 8);
  return `${String(catalogGeneration).padStart(8, '0')}-${hash}`;
}

export function writeManifest(dataDir: string, manifest: SnapshotManifest): void {
  const sha256 = checksumOf(manifest);
  fs.mkdirSync(snapshotsDir(dataDir), { recursive: true });
  replaceDurably(manifestFile(dataDir, manifest.id), JSON.stringify({ manifest, sha256 }, null, 1));
}

/** SHA-256 (hex) of an object's JSON; of nothing where a damaged file has no object. */
export function checksumOf(value: unknown): string {
  const content = typeof value === 'object' && value ? JSON.stringify(value) : '';
  return createHash('sha256').update(content).digest('hex');
}

/** Parses a manifest file's text. @throws Problem snapshot_damaged when it is damaged or of another version. */
export function parseManifest(id: string, text: string): SnapshotManifest {
  const manifest = storedManifest(id, text);
  if (manifest.version !== MANIFEST_VERSION) {
    throw new Problem(
      'snapshot_damaged',
      `snapshot ${id} has format ${manifest.version}, expected ${MANIFEST_VERSION}`,
    );
  }
  return manifest;
}

/** As `parseManifest`, of each version. @throws Problem snapshot_damaged when it is damaged. */
export function storedManifest(id: string, text: string): SnapshotManifest {
  let stored: { manifest: SnapshotManifest; sha256: string };
  try {
    stored = JSON.parse(text);
  } catch {
    throw new Problem('snapshot_damaged', `snapshot ${id}: its manifest is not JSON`);
  }
  if (checksumOf(stored?.manifest) !== stored?.sha256)
    throw new Problem('snapshot_damaged', `snapshot ${id}: the manifest's checksum is wrong`);
  return stored.manifest;
}

/** @throws Problem parameter_invalid, snapshot_unknown, or as `parseManifest` */
export function readManifest(dataDir: string, id: string): SnapshotManifest {
  return parseManifest(id, manifestText(dataDir, id));
}

/** As `readManifest`, of each version. */
export function readStoredManifest(dataDir: string, id: string): SnapshotManifest {
  return storedManifest(id, manifestText(dataDir, id));
}

function manifestText(dataDir: string, id: string): string {
  if (!isSnapshotId(id)) throw new Problem('parameter_invalid', `id: ${JSON.stringify(id)} is no snapshot id`);
  const file = manifestFile(dataDir, id);
  if (!fs.existsSync(file)) throw new Problem('snapshot_unknown', `snapshot ${id} does not exist`);
  return fs.readFileSync(file, 'utf8');
}

/**
 * The announced snapshot; undefined before the first one. Where pointer and copy are damaged, the newest snapshot with a
 * sound manifest counts as announced, if there is one.
 */
export function readPointer(dataDir: string): Pointer | undefined {
  const file = pointerFile(dataDir);
  const pointers = [readPointerFile(file), readPointerFile(copyOf(file))];
  const sound = pointers.find(pointer => typeof pointer === 'object');
  const damage = pointers.find(pointer => typeof pointer === 'string');
  if (sound !== undefined || damage === undefined) return sound;
  const newest = newestSound(dataDir);
  return newest === undefined ? undefined : { snapshot: newest };
}

/** Writes the pointer anew where it or its copy is damaged; to be called when no import runs. @returns what was wrong */
export function repairPointer(dataDir: string): string | undefined {
  const fault = pointerFault(dataDir);
  const pointer = fault === undefined ? undefined : readPointer(dataDir);
  if (pointer) writePointer(dataDir, pointer);
  return fault;
}

/** What is wrong with the pointer or its copy, which an earlier version did not write. */
export function pointerFault(dataDir: string): string | undefined {
  const file = pointerFile(dataDir);
  const [pointer, copy] = [readPointerFile(file), readPointerFile(copyOf(file))];
  if (typeof pointer === 'string') return pointer;
  if (typeof copy === 'string') return copy;
  return copy && pointer === undefined ? 'current.json: missing' : undefined;
}

const copyOf = (file: string): string => `${file}.copy`;

/** @returns the pointer; what is wrong with it; undefined where there is none */
function readPointerFile(file: string): Pointer | string | undefined {
  if (!fs.existsSync(file)) return undefined;
  const text = fs.readFileSync(file, 'utf8');
  try {
    const { sha256, ...pointer } = JSON.parse(text) as Pointer & { sha256?: string };
    // That of an earlier version has no checksum.
    if (isSnapshotId(pointer.snapshot) && (sha256 === undefined || sha256 === checksumOf(pointer))) return pointer;
  } catch {
    // Not JSON, or not an object: reported below.
  }
  return `${path.basename(file)}: found ${JSON.stringify(text.slice(0, 80))}, expected a snapshot's id and a checksum`;
}

function newestSound(dataDir: string): string | undefined {
  const dir = snapshotsDir(dataDir);
  const files = fs.existsSync(dir) ? fs.readdirSync(dir) : [];
  const ids = files.map(file => file.replace(/\.json$/, '')).filter(isSnapshotId);
  return ids.sort().findLast(id => {
    try {
      return parseManifest(id, fs.readFileSync(manifestFile(dataDir, id), 'utf8'));
    } catch {
      // Damaged as well: the one before it is tried.
      return false;
    }
  });
}

/** Announces a snapshot: one rename, synced. Then the copy, which a power cut may take back or damage. */
export function writePointer(dataDir: string, pointer: Pointer): void {
  preparePointer(dataDir, pointer);
  const file = pointerFile(dataDir);
  putInPlace(file);
  putInPlace(copyOf(file), false);
}

/**
 * Writes what takes the place of the pointer, and of its copy, beside them. `writePointer` then needs no room on the disk: behind a
 * commit, it would be too late to refuse an import for the lack of it.
 */
export function preparePointer(dataDir: string, pointer: Pointer): void {
  const file = pointerFile(dataDir);
  const text = JSON.stringify({ ...pointer, sha256: checksumOf(pointer) });
  for (const one of [file, copyOf(file)]) writeBeside(one, text);
}

/** Replaces a small file atomically and durably. */
export function replaceDurably(file: string, text: string): void {
  writeBeside(file, text);
  putInPlace(file);
}

const besideOf = (file: string): string => `${file}.writing`;

/** Writes what is to take the place of a file, unless it is there. */
function writeBeside(file: string, text: string): void {
  const beside = besideOf(file);
  const isThere = fs.existsSync(beside) && fs.readFileSync(beside, 'utf8') === text;
  if (!isThere) fs.writeFileSync(beside, text);
}

function putInPlace(file: string, isDurable = true): void {
  const beside = besideOf(file);
  if (isDurable) syncFile(beside);
  fs.renameSync(beside, file);
  if (isDurable) syncDir(path.dirname(file));
}

function syncFile(file: string): void {
  const fd = fs.openSync(file, 'r+');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** Makes renames in a folder durable. */
export function syncDir(dir: string): void {
  const fd = fs.openSync(dir, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}
