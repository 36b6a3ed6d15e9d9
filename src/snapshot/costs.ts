/**
 * What a snapshot costs on disk and in memory, by kind of part and by view. Files that several views name are stored
 * once, and count once.
 */
import { CONTENT_PARTS, filesOf, type SegmentManifest, type SnapshotManifest, VIEW_PARTS } from './manifest.js';
import type { StoredJoin } from './stored-join.js';

export interface PartCost {
  /** A kind of part of views, `card files`, `content`, `changed`, `vocabulary`, `wordVectors`, `site` or `joined`. */
  part: string;
  files: number;
  /** On disk. */
  bytes: number;
  /**
   * Of these, the bytes that a daemon keeps in memory that its threads share; the others are read by position, or by
   * builds alone. Of overlays, which the daemon joins with their base, this is the sum of both.
   */
  memoryBytes: number;
}

export interface ViewCost {
  market: string;
  locale: string;
  products: number;
  /** Of all files that the view names. */
  bytes: number;
  /** Of the files that no other view names. */
  ownBytes: number;
}

export interface SnapshotCosts {
  bytes: number;
  memoryBytes: number;
  /** Largest first. */
  parts: PartCost[];
  views: ViewCost[];
}

/** @param join the stored joined parts of the snapshot, which repeat what base and overlays have in memory */
export function snapshotCosts(manifest: SnapshotManifest, join?: StoredJoin): SnapshotCosts {
  const bytesOf = new Map(manifest.files.map(({ file, bytes }) => [file, bytes]));
  const sum = (files: Iterable<string>) => [...files].reduce((bytes, file) => bytes + bytesOf.get(file)!, 0);
  const parts = [...namedFiles(manifest)].map(([part, { files, inMemory }]) => {
    return { part, files: files.size, bytes: sum(files), memoryBytes: sum(inMemory) };
  });
  if (join && join.files.length > 0) {
    const joined = join.files.reduce((bytes, file) => bytes + file.bytes, 0);
    parts.push({ part: 'joined', files: join.files.length, bytes: joined, memoryBytes: 0 });
  }
  const namedBy = new Map<string, number>();
  const views = manifest.views.map(view => ({ view, files: new Set(filesOf(view)) }));
  for (const { files } of views) for (const file of files) namedBy.set(file, (namedBy.get(file) ?? 0) + 1);
  return {
    bytes: parts.reduce((bytes, part) => bytes + part.bytes, 0),
    memoryBytes: parts.reduce((bytes, part) => bytes + part.memoryBytes, 0),
    parts: parts.sort((a, b) => b.bytes - a.bytes),
    views: views.map(({ view: { market, locale, products }, files }) => {
      const own = [...files].filter(file => namedBy.get(file) === 1);
      return { market, locale, products, bytes: sum(files), ownBytes: sum(own) };
    }),
  };
}

interface NamedFiles {
  files: Set<string>;
  inMemory: Set<string>;
}

/** The files by kind of part, in the order of `VIEW_PARTS`; kinds without files are left out. */
function namedFiles({ views, changed = [], repriced, site }: SnapshotManifest): Map<string, NamedFiles> {
  const kinds = new Map<string, NamedFiles>();
  const name = (part: string, file: string | undefined, inMemory: boolean) => {
    if (file === undefined) return;
    const kind = kinds.get(part) ?? { files: new Set(), inMemory: new Set() };
    kinds.set(part, kind);
    kind.files.add(file);
    if (inMemory) kind.inMemory.add(file);
  };
  const nameSegment = ({ parts, cardFiles }: SegmentManifest, isOverlay: boolean) => {
    // Phrases of an overlay have no readers: a view suggests those of its base.
    for (const kind of VIEW_PARTS) name(kind, parts[kind], !(isOverlay && kind === 'phrases'));
    for (const file of cardFiles) name('card files', file, false);
  };
  for (const { overlays = [], vocabulary, wordVectors, content, ...base } of views) {
    nameSegment(base, false);
    for (const overlay of overlays) nameSegment(overlay, true);
    name('vocabulary', vocabulary, false);
    name('wordVectors', wordVectors, true);
    for (const kind of CONTENT_PARTS) name('content', content?.parts[kind], true);
  }
  for (const file of changed) name('changed', file, false);
  for (const file of repriced?.offers ?? []) name('changed', file, false);
  name('site', site, true);
  return kinds;
}
