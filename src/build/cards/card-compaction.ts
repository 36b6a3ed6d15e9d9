/**
 * Which card files an update writes again. Every update leaves some records of older files without use: a file of which
 * less than half is used is copied into the new one, worst first, about as many bytes as the update itself writes, so
 * that disk stays below twice what is used and no update pays for all before it. The smallest are joined where a view
 * would be spread over too many.
 */
import type { CardIndex } from '../../index/cards.js';
import type { PartFile } from '../../index/part.js';

/** Card files a view may be spread over. */
export const MOST_CARD_FILES = 96;
const LEAST_USED = 0.5;
/** Files that are joined when there are too many: more go than come. */
const JOINED = 3;

/**
 * @param views of the snapshot before, as far as their records are still used
 * @param replaced groups of each view whose records are written anyway
 * @param written bytes that the update writes
 */
export function filesToClean(
  views: readonly { cards: CardIndex; replaced: ReadonlyMap<number, unknown> }[],
  sizes: ReadonlyMap<string, PartFile>,
  written: number,
): Set<string> {
  const used = usedBytes(views);
  const shareOf = (file: string) => used.get(file)! / sizes.get(file)!.bytes;
  const names = [...used.keys()].sort();
  const cleaned = new Set<string>();
  let copied = 0;
  for (const file of names.filter(file => shareOf(file) < LEAST_USED).sort((a, b) => shareOf(a) - shareOf(b))) {
    if (copied >= written) break;
    cleaned.add(file);
    copied += used.get(file)!;
  }
  for (const { cards } of views) {
    const kept = cards.files.filter(file => !cleaned.has(file));
    if (kept.length < MOST_CARD_FILES) continue;
    const smallest = kept.sort((a, b) => used.get(a)! - used.get(b)!).slice(0, JOINED);
    for (const file of smallest) cleaned.add(file);
  }
  return cleaned;
}

/** Bytes of records that stay in use, by file. */
function usedBytes(views: Parameters<typeof filesToClean>[0]): Map<string, number> {
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
