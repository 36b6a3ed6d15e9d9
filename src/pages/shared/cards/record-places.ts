/**
 * Where the records of groups are, and which offers they are filled with: what the memory of filled records knows them
 * by. Files and offers go by hashes of 64 bits each, so that records outlive a swap of snapshots that did not change
 * them, and an import of prices leaves all but those of the products concerned.
 */
import fs from 'node:fs';
import { crc32 } from '../../../kernel/crc32.js';
import type { View } from '../../../snapshot/index.js';
import type { RecordPlace } from './record-memory.js';

/** Odd numbers with bits all over: the constants of MurmurHash3 and of Fibonacci hashing. */
const FACTOR = 0xcc9e2d51;
const FACTOR_TOO = 0x9e3779b1;
const SHIFT = 15;
const SHIFT_TOO = 13;

/** What places in a view are computed from. */
interface KnownView {
  /** Two words of each card file. */
  files: Uint32Array;
  /** Of the language that badges are written in. */
  seed: number;
  /** The columns of prices, two words a variant. */
  list: Uint32Array;
  sell: Uint32Array;
  /** Two words of the offers of each group, from when they are asked for; zeros before. */
  offers: Uint32Array;
}

export class RecordPlaces {
  private readonly views = new WeakMap<View, KnownView>();

  /** Writes the place of a group's record to `place`. */
  find(view: View, group: number, place: RecordPlace): void {
    let known = this.views.get(view);
    if (!known) this.views.set(view, (known = knownOf(view)));
    const { cards } = view;
    const file = 2 * cards.file[group];
    place.file = known.files[file];
    place.fileToo = known.files[file + 1];
    place.offset = cards.offset[group];
    const { offers } = known;
    const at = 2 * group;
    if (offers[at] === 0) hashOffers(view, known, group);
    place.offers = offers[at];
    place.offersToo = offers[at + 1];
  }
}

/** Keeps the hash of a group's offers: read from their columns each time, it took a fifth of the time of a card. */
function hashOffers({ structure, offers }: View, { seed, list, sell, offers: hashes }: KnownView, group: number): void {
  const { groupStart, variantStart } = structure;
  const { stock } = offers;
  let hash = seed;
  let other = ~seed;
  const end = variantStart[groupStart[group + 1]];
  let before = -1;
  for (let variant = variantStart[groupStart[group]]; variant < end; variant++) {
    // Prices that are those of the variant before, as most are, are left out.
    if (before < 0 || offers.list[variant] !== offers.list[before] || offers.sell[variant] !== offers.sell[before]) {
      for (let word = 2 * variant; word < 2 * variant + 2; word++) {
        hash = mixed(mixed(hash, list[word], FACTOR, SHIFT), sell[word], FACTOR, SHIFT);
        other = mixed(mixed(other, list[word], FACTOR_TOO, SHIFT_TOO), sell[word], FACTOR_TOO, SHIFT_TOO);
      }
    }
    hash = mixed(hash, stock[variant], FACTOR, SHIFT);
    other = mixed(other, stock[variant], FACTOR_TOO, SHIFT_TOO);
    before = variant;
  }
  // Zero says that there is none yet.
  hashes[2 * group] = hash === 0 ? 1 : hash;
  hashes[2 * group + 1] = other;
}

function mixed(hash: number, word: number, factor: number, shift: number): number {
  const product = Math.imul(hash ^ word, factor);
  return product ^ (product >>> shift);
}

function knownOf({ cards, cardFiles, offers: { list, sell }, analyzer }: View): KnownView {
  return {
    files: Uint32Array.from(cardFiles.flatMap((fd, i) => identityOf(cards.files[i], fd))),
    seed: crc32(Buffer.from(analyzer.language)),
    list: new Uint32Array(list.buffer, list.byteOffset, list.length * 2),
    sell: new Uint32Array(sell.buffer, sell.byteOffset, sell.length * 2),
    offers: new Uint32Array(cards.hot.length * 2),
  };
}

/** Names are hashes of content; a file that was damaged and written anew has the same name, and another time. */
function identityOf(name: string, fd: number): [number, number] {
  const { ino, mtimeMs } = fs.fstatSync(fd);
  return [crc32(Buffer.from(name)), crc32(Buffer.from(`${ino} ${mtimeMs}`))];
}
