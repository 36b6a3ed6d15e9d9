/** Joins two overlays of each view to one, on disk. */
import fs from 'node:fs';
import path from 'node:path';
import { type SharedPart, ViewJoin } from '../../index/join/join-view.js';
import { type Part, type PartFile, type PartWriter, readPart } from '../../index/part.js';
import { Structure } from '../../index/structure.js';
import { SHARED_PARTS, sharedParts } from '../../snapshot/join-views.js';
import type { SegmentManifest, ViewPart } from '../../snapshot/manifest.js';
import { joinCardFiles } from './join-card-files.js';

/** The overlays of a view, the older one first. */
interface TwoOverlays {
  locale: string;
  older: SegmentManifest;
  newer: SegmentManifest;
}

/** Keys of the groups that the newer overlays replace, and the file of the part `changed` with them. */
interface ChangedGroups {
  keys: readonly string[];
  file: string;
}

/** Merges overlays; parts that were merged before are taken from then. */
export class OverlayMerge {
  /** Merged parts by their kind and what they were merged from. */
  private readonly known = new Map<string, PartFile>();

  constructor(private readonly dir: string) {}

  /**
   * @param wrote called with each file of the merged overlays that neither of the two has
   * @returns the merged overlay of each view
   */
  merge(views: readonly TwoOverlays[], changed: ChangedGroups, wrote: (file: PartFile) => void): SegmentManifest[] {
    const { dir, known } = this;
    const opened = new Map<string, Part>();
    const read = (file: string): Part => {
      let part = opened.get(file);
      if (!part) opened.set(file, (part = readPart(path.join(dir, file))));
      return part;
    };
    const used = new Set<string>();
    /** Views that share the parts of both segments share the merged one. */
    const write = (kind: ViewPart, inputs: readonly string[], join: () => PartWriter): string => {
      const name = [kind, changed.file, ...inputs].join();
      used.add(name);
      let part = known.get(name);
      if (!part || !fs.existsSync(path.join(dir, part.file))) known.set(name, (part = join().write(dir)));
      wrote(part);
      return part.file;
    };
    const mergedCards = new Map<string, ReturnType<typeof joinCardFiles>>();
    const joins = new Map<string, { join: ViewJoin; shared: Record<SharedPart, () => PartWriter> }>();
    const merged = views.map(({ locale, older, newer }, i): SegmentManifest => {
      const files = [locale, ...SHARED_PARTS.flatMap(kind => [older.parts[kind], newer.parts[kind]])];
      let joined = joins.get(files.join());
      if (!joined) {
        const segments = [sharedParts(older, read), sharedParts(newer, read)] as const;
        const [structure, added] = segments.map(parts => new Structure(parts.structure));
        const join = new ViewJoin(structure, added, changed.keys);
        joins.set(files.join(), (joined = { join, shared: join.shared(...segments, locale) }));
      }
      const { join, shared } = joined;
      const parts = { ...newer.parts };
      for (const kind of SHARED_PARTS) parts[kind] = write(kind, files, shared[kind]);
      parts.offers = write('offers', [...files, older.parts.offers, newer.parts.offers], () =>
        join.offers(read(older.parts.offers), read(newer.parts.offers)),
      );
      const sources = [...files, older.parts.cards, newer.parts.cards].join();
      let cards = mergedCards.get(sources);
      if (!cards) {
        const index = join.cards(read(older.parts.cards), read(newer.parts.cards));
        mergedCards.set(sources, (cards = joinCardFiles(dir, index, `${process.pid}-${i}`)));
        for (const file of cards.written) wrote(file);
      }
      parts.cards = cards.index.file;
      return { products: join.products, parts, cardFiles: cards.files };
    });
    for (const name of known.keys()) if (!used.has(name)) known.delete(name);
    return merged;
  }
}
