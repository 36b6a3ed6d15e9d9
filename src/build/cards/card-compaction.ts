/**
 * Decides which card files an update compacts. Every update leaves records of older files unused. A file of which less
 * than half is used is copied to the new file, the least used first, up to as many bytes as the update itself writes:
 * so disk usage stays below twice the size of the used records, and the cost of an update does not grow with the number
 * of earlier updates. The smallest files are joined when a view would have too many.
 */
import type { CardIndex } from '../../index/cards.js';
import type { PartFile } from '../../index/part.js';

/** Most card files of a view. */
export const MAX_CARD_FILES = 96;
const MIN_USED_SHARE = 0.5;
/** Number of files that are joined when there are too many; above one, so that their number falls. */
const FILES_JOINED = 3;

/**
 * @param views card index of each view of the previous snapshot, and the groups whose records the update replaces
 * @param sizes of the files of the previous snapshot
 * @param written bytes that the update writes
 * @returns names of the files whose used records are to be copied to the new file
 */
export function filesToCompact(
  views: readonly { cards: CardIndex; replaced: ReadonlyMap<number, unknown> }[],
  sizes: ReadonlyMap<string, PartFile>,
  written: number,
): Set<string> {
  const used = usedBytes(views);
  const shareOf = (file: string) => used.get(file)! / sizes.get(file)!.bytes;
  const names = [...used.keys()].sort();
  const compacted = new Set<string>();
  let copied = 0;
  for (const file of names.filter(file => shareOf(file) < MIN_USED_SHARE).sort((a, b) => shareOf(a) - shareOf(b))) {
    if (copied >= written) break;
    compacted.add(file);
    copied += used.get(file)!;
  }
  for (const { cards } of views) {
    const kept = cards.files.filter(file => !compacted.has(file));
    if (kept.length < MAX_CARD_FILES) continue;
    const smallest = kept.sort((a, b) => used.get(a)! - used.get(b)!).slice(0, FILES_JOINED);
    for (const file of smallest) compacted.add(file);
  }
  return compacted;
}

/** Bytes of the records that stay in use, by file. */
function usedBytes(views: Parameters<typeof filesToCompact>[0]): Map<string, number> {
  const used = new Map<string, number>();
  for (const { cards, replaced } of views) {
    const bytes = new Float64Array(cards.files.length);
    for (let group = 0; group < cards.file.length; group++) bytes[cards.file[group]] += cards.length[group];
    for (const group of replaced.keys()) bytes[cards.file[group]] -= cards.length[group];
    cards.files.forEach((file, i) => {
      used.set(file, (used.get(file) ?? 0) + bytes[i]);
    });
  }
  return used;
}
