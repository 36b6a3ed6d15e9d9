/** What the announced snapshot of a data folder takes on disk. */
import { readManifest, readPointer } from '../../src/snapshot/index.js';

export interface SnapshotBytes {
  /** A product and view: by kind of part, and `card files`. Parts that views share count for each. */
  perItem: Record<string, number>;
  /** Of the same without card files. */
  indexPerItem: number;
  /** On disk, what views share once: parts, and card files. */
  index: number;
  cards: number;
  views: number;
}

export const CARD_FILES = 'card files';

export function snapshotBytes(dataDir: string): SnapshotBytes {
  const pointer = readPointer(dataDir);
  if (pointer === undefined) throw new Error(`${dataDir} has no announced snapshot`);
  const { files, views } = readManifest(dataDir, pointer.snapshot);
  const bytesOf = new Map(files.map(({ file, bytes }) => [file, bytes]));
  const items = views.reduce((sum, { products }) => sum + products, 0);
  const perItem: Record<string, number> = { [CARD_FILES]: 0 };
  for (const { parts, cardFiles } of views) {
    const named = [...Object.entries(parts), ...cardFiles.map(file => [CARD_FILES, file])];
    for (const [kind, file] of named) perItem[kind] = (perItem[kind] ?? 0) + bytesOf.get(file)! / items;
  }
  const { [CARD_FILES]: _, ...index } = perItem;
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const cards = files.filter(({ file }) => file.endsWith('.data')).reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    perItem,
    index: all - cards,
    cards,
    indexPerItem: Object.values(index).reduce((sum, bytes) => sum + bytes, 0),
    views: views.length,
  };
}
