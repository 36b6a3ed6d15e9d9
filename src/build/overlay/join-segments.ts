/** Joins the overlay of a snapshot with the groups of an import to a new overlay, on disk. */
import path from 'node:path';
import { type SharedPart, ViewJoin } from '../../index/join/join-view.js';
import { type Part, type PartFile, type PartWriter, readPart } from '../../index/part.js';
import { Structure } from '../../index/structure.js';
import { SHARED_PARTS, sharedParts } from '../../snapshot/join-views.js';
import type { SegmentManifest, ViewPart } from '../../snapshot/manifest.js';
import { joinCardFiles } from './join-card-files.js';

/** The overlay that a view had, and the groups that an import adds to it. */
export interface GrowingOverlay {
  overlay: SegmentManifest | undefined;
  added: SegmentManifest;
}

/**
 * @param views in the order of `growing`
 * @param changed keys of the groups that the import has changed
 * @param wrote called with each file that is written
 * @returns the new overlays
 */
export function joinSegments(
  dir: string,
  growing: readonly GrowingOverlay[],
  changed: readonly string[],
  views: readonly { locale: string }[],
  wrote: (file: PartFile) => void,
): SegmentManifest[] {
  const opened = new Map<string, Part>();
  const read = (file: string): Part => {
    let part = opened.get(file);
    if (!part) opened.set(file, (part = readPart(path.join(dir, file))));
    return part;
  };
  const written = new Map<string, string>();
  /** Views that share the parts of both segments share the joined one. */
  const write = (kind: ViewPart, inputs: readonly string[], join: () => PartWriter): string => {
    const name = [kind, ...inputs].join();
    let file = written.get(name);
    if (file === undefined) {
      const part = join().write(dir);
      wrote(part);
      written.set(name, (file = part.file));
    }
    return file;
  };
  const joins = new Map<string, { join: ViewJoin; shared: Record<SharedPart, () => PartWriter> }>();
  return growing.map(({ overlay, added }, i): SegmentManifest => {
    if (!overlay) return { products: added.products, parts: added.parts, cardFiles: added.cardFiles };
    const { locale } = views[i];
    const files = [locale, ...SHARED_PARTS.flatMap(kind => [overlay.parts[kind], added.parts[kind]])];
    let joined = joins.get(files.join());
    if (!joined) {
      const segments = [sharedParts(overlay, read), sharedParts(added, read)] as const;
      const [structure, addedStructure] = segments.map(parts => new Structure(parts.structure));
      const join = new ViewJoin(structure, addedStructure, changed);
      joins.set(files.join(), (joined = { join, shared: join.shared(...segments, locale) }));
    }
    const { join, shared } = joined;
    const parts = { ...added.parts };
    for (const kind of SHARED_PARTS) parts[kind] = write(kind, files, shared[kind]);
    parts.offers = write('offers', [...files, overlay.parts.offers, added.parts.offers], () =>
      join.offers(read(overlay.parts.offers), read(added.parts.offers)),
    );
    const cards = joinCardFiles(
      dir,
      join.cards(read(overlay.parts.cards), read(added.parts.cards)),
      `${process.pid}-${i}`,
    );
    for (const file of cards.written) wrote(file);
    parts.cards = cards.index.file;
    return { products: join.products, parts, cardFiles: cards.files };
  });
}
