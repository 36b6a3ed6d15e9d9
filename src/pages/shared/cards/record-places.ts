/**
 * Where the records of groups are, and which offers they are filled with: what the memory of filled records knows them
 * by. Files and offers go by hashes of 64 bits each, so that records outlive a swap of snapshots that did not change
 * them, and an import of prices leaves all but those of the products concerned.
 */
import fs from 'node:fs';
import type { CardFile } from '../../../index/card-file.js';
import { crc32 } from '../../../kernel/crc32.js';
import type { View } from '../../../snapshot/index.js';
import type { RecordPlace } from './record-memory.js';

/** Odd numbers with bits all over: the constants of MurmurHash3 and of Fibonacci hashing. */
const FACTOR = 0xcc9e2d51;
const FACTOR_TOO = 0x9e3779b1;
const SHIFT = 15;
const SHIFT_TOO = 13;

/**
 * A group's place, in words: its offset in units of 8 bytes, the number of its file, and two words of its offers. Side
 * by side, since the columns that they come from are each another line of the processor's cache.
 */
const ENTRY = { PLACE: 0, FILE: 1, OFFERS: 2, OFFERS_TOO: 3 } as const;
const ENTRY_WORDS = 4;
const UNIT_BYTES = 8;

/** What places in a view are computed from. */
interface KnownView {
  /** Two words of each card file. */
  files: Uint32Array;
  /** Of the language that badges are written in. */
  seed: number;
  /** The columns of prices, two words a variant. */
  list: Uint32Array;
  sell: Uint32Array;
  /** By group, from when it is asked for; zeros before. */
  entries: Uint32Array;
}

export class RecordPlaces {
  private readonly views = new WeakMap<View, KnownView>();

  /** Those of a view, to be asked for once a list. */
  of(view: View): ViewPlaces {
    let known = this.views.get(view);
    if (!known) this.views.set(view, (known = knownOf(view)));
    return new ViewPlaces(view, known);
  }
}

export class ViewPlaces {
  constructor(
    private readonly view: View,
    private readonly known: KnownView,
  ) {}

  /** Some of what `find` reads first, to be read early. */
  touch(group: number): number {
    return this.known.entries[group * ENTRY_WORDS];
  }

  /** Writes the place of a group's record to `place`. */
  find(group: number, place: RecordPlace): void {
    const { files, entries } = this.known;
    const at = group * ENTRY_WORDS;
    if (entries[at + ENTRY.OFFERS] === 0) enter(this.view, this.known, group);
    const file = 2 * entries[at + ENTRY.FILE];
    place.file = files[file];
    place.fileToo = files[file + 1];
    place.offset = entries[at + ENTRY.PLACE] * UNIT_BYTES;
    place.offers = entries[at + ENTRY.OFFERS];
    place.offersToo = entries[at + ENTRY.OFFERS_TOO];
  }
}

/** Keeps a group's place: read from the columns of its offers each time, it took a fifth of the time of a card. */
function enter(view: View, known: KnownView, group: number): void {
  const { cards } = view;
  const at = group * ENTRY_WORDS;
  known.entries[at + ENTRY.PLACE] = cards.offset[group] / UNIT_BYTES;
  known.entries[at + ENTRY.FILE] = cards.file[group];
  hashOffers(view, known, group);
}

/** Writes the two words of a group's offers. */
function hashOffers({ structure, offers }: View, { seed, list, sell, entries }: KnownView, group: number): void {
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
  entries[group * ENTRY_WORDS + ENTRY.OFFERS] = hash === 0 ? 1 : hash;
  entries[group * ENTRY_WORDS + ENTRY.OFFERS_TOO] = other;
}

function mixed(hash: number, word: number, factor: number, shift: number): number {
  const product = Math.imul(hash ^ word, factor);
  return product ^ (product >>> shift);
}

function knownOf({ cards, cardFiles, offers: { list, sell }, analyzer }: View): KnownView {
  return {
    files: Uint32Array.from(cardFiles.flatMap(identityOf)),
    seed: crc32(Buffer.from(analyzer.language)),
    list: new Uint32Array(list.buffer, list.byteOffset, list.length * 2),
    sell: new Uint32Array(sell.buffer, sell.byteOffset, sell.length * 2),
    entries: new Uint32Array(cards.hot.length * ENTRY_WORDS),
  };
}

/** Names are hashes of content; a file that was damaged and written anew has the same name, and another time. */
function identityOf({ name, fd }: CardFile): [number, number] {
  const { ino, mtimeMs } = fs.fstatSync(fd);
  return [crc32(Buffer.from(name)), crc32(Buffer.from(`${ino} ${mtimeMs}`))];
}
