/**
 * The filled records (see filled-record.ts) that a thread used last: a copy from there takes a part of the time of a
 * read from a file that the system has in memory. A ring: what is kept overwrites what was kept first, but what was found
 * since it was kept is kept again (a clock: Corbató, 1968). Records go by what record-places.ts knows them by.
 *
 * The ring has a bound, and uses a part of it where that is enough: records that an import has replaced are not read
 * again, but stay until the ring comes around to them. It begins with some times the bytes of the cards that are
 * searched, and doubles when many records of its older half are still read, because visitors see them under the offers
 * of many contexts.
 *
 *   entry at a multiple of 8: {u32 × 2 identity of the file, u32 offset in it, in eights, u32 bytes and its marks,
 *                             u32 × 2 hash of the offers}, then the bytes
 *
 * No entry goes around the end. A table has, by hash of a record's key, how much had been appended before the two
 * entries that were last kept for it, in units of 8 bytes, modulo 2^32; no more than the ring ago, they are still
 * there. With one for each hash, a tenth of the records of a full ring displaced each other.
 *
 * With WebAssembly the ring lies at the beginning of the thread's response buffer, so that cards are spliced from where
 * their records are kept.
 */
import { Assembly } from '../../../kernel/assembly.js';
import { Bytes } from '../../../kernel/bytes.js';
import { LookupCounter } from '../../../query/cache-lookups.js';
import { CARD_STAGE_BYTES } from './card-stage.js';

/** Offsets in the head of an entry, in words. */
const ENTRY = { FILE: 0, FILE_TOO: 1, PLACE: 2, BYTES: 3, OFFERS: 4, OFFERS_TOO: 5 } as const;
const HEAD_BYTES = 24;
const WORD_SHIFT = 2;
/** Records and entries begin at multiples of this. */
const UNIT_BYTES = 8;
const UNIT_SHIFT = 3;
/** Marks in the length of an entry: it was found since it was kept, and so in the older half of the ring. */
const FOUND = 0x40000000;
const FOUND_LATE = 0x80000000;
const LENGTH = 0x3fffffff;
/** Most entries that are kept again for a new one: where all were found, none waits until all are passed over. */
const MOST_KEPT_AGAIN = 8;
/** Of the bytes of the cards that are searched: what the ring has from the beginning, if it may. */
const TIMES_CARDS = 4;
/** One record in so many that are kept, when they are read after half of the ring, makes it grow. */
const MANY = 4;
/** It begins with so many bytes at least. */
const LEAST_BYTES = 1 << 22;
/** Bytes of the ring for each slot of the table: about a tenth of the slots is taken when the ring is full. */
const BYTES_PER_SLOT = 256;
const HASH_FACTOR = 0x9e3779b1;
const HASH_SHIFT = 15;

/** Larger rings lie by themselves: a memory of WebAssembly ends at 4 GB, and responses grow in it. */
const MOST_BESIDE_RESPONSES = 1 << 30;

/** Initial size of a response; it grows with the longest. */
export const RESPONSE_BYTES = 1 << 20;

/** Of a daemon, for all of its query threads. */
export const DEFAULT_CARD_MEMORY_MB = 128;

/** Where a record is, and the offers that it is filled with. */
export interface RecordPlace {
  /** Two words that tell its file from all others. */
  file: number;
  fileToo: number;
  /** In the file, in bytes; a multiple of 8. */
  offset: number;
  /** Two words that tell the offers. */
  offers: number;
  offersToo: number;
}

export class RecordMemory {
  /** The response buffer of the thread, behind whose stage the ring lies; undefined: the ring lies by itself. */
  readonly out: Bytes | undefined;
  private readonly own: Pick<Bytes, 'buffer' | 'words'>;
  /** Where the ring begins, in bytes. */
  private readonly base: number;
  /** Of the part that is used, a power of two. */
  private units: number;
  private readonly mostUnits: number;
  /** Records that were kept since it began anew, and those of its older half that were found. */
  private kept = 0;
  private foundLate = 0;
  /** By slot. */
  private readonly table: Uint32Array;
  /** Units that were ever appended, modulo 2^32, and of these the ones before the oldest entry. */
  private appended = 0;
  private oldest = 0;
  /** Where entries end in the ring, up to its end or before: none goes around it. */
  private lapEnd: number;
  private usedUnits = 0;
  private readonly lookups = new LookupCounter('cards');

  /**
   * @param size of the ring in bytes at most, a power of two from 256 on
   * @param assembly whether the ring lies beside responses, where there is WebAssembly and room
   */
  constructor(size: number, assembly = false) {
    const staged = CARD_STAGE_BYTES + size;
    const beside = assembly && size <= MOST_BESIDE_RESPONSES;
    const memory = beside ? Assembly.make(staged + RESPONSE_BYTES) : undefined;
    this.out = memory && new Bytes(staged + RESPONSE_BYTES, staged, memory);
    this.base = this.out ? CARD_STAGE_BYTES : 0;
    this.own = this.out ?? ownRing(size);
    this.mostUnits = size / UNIT_BYTES;
    this.units = Math.min(size, LEAST_BYTES) / UNIT_BYTES;
    this.lapEnd = this.units;
    this.table = new Uint32Array(size / BYTES_PER_SLOT);
  }

  /**
   * @param bytes of the ring at most; less than for a small record: none
   * @param assembly whether loops run in WebAssembly, where there is one
   */
  static ofBytes(bytes: number, assembly = true): RecordMemory | undefined {
    return bytes < BYTES_PER_SLOT ? undefined : new RecordMemory(2 ** Math.floor(Math.log2(bytes)), assembly);
  }

  /** Bytes that the ring has used, and that it may use. */
  get bytes(): { used: number; most: number } {
    return { used: this.usedUnits * UNIT_BYTES, most: this.mostUnits * UNIT_BYTES };
  }

  /** To be called when other cards are searched. @param bytes of all of them */
  expect(bytes: number): void {
    while (this.units < this.mostUnits && this.units * UNIT_BYTES < bytes * TIMES_CARDS) this.grow();
  }

  /** What the table says of a place, to be read early. */
  touchSlot(place: RecordPlace): number {
    return this.table[this.slotOfPlace(place)];
  }

  /** The beginning of an entry that may be that of a place, to be read early. */
  touchEntry(place: RecordPlace): number {
    const slot = this.slotOfPlace(place);
    const { words } = this.own;
    const at = this.byteOf(this.table[slot]) >> WORD_SHIFT;
    const other = this.byteOf(this.table[slot ^ 1]) >> WORD_SHIFT;
    return words[at] + words[other];
  }

  /** The offset of a record in the buffer of the ring, until another is kept; 0: it is not there. */
  find(place: RecordPlace): number {
    const slot = this.slotOfPlace(place);
    let begin = this.table[slot];
    if (!this.holds(place, begin) && !this.holds(place, (begin = this.table[slot ^ 1]))) {
      this.lookups.miss();
      return 0;
    }
    this.lookups.hit();
    const at = this.byteOf(begin);
    this.mark(at >> WORD_SHIFT, this.ageOf(begin) > this.units >>> 1);
    return at + HEAD_BYTES;
  }

  /** The length of a record that was found, in bytes. */
  bytesOf(record: number): number {
    return this.own.words[((record - HEAD_BYTES) >> WORD_SHIFT) + ENTRY.BYTES] & LENGTH;
  }

  /** Copies a record to an offset of `out`. @returns its bytes; 0: it was not there */
  take(place: RecordPlace, out: Uint8Array, to: number): number {
    const record = this.find(place);
    if (record === 0) return 0;
    const bytes = this.bytesOf(record);
    out.set(this.own.buffer.subarray(record, record + bytes), to);
    return bytes;
  }

  /** Keeps a record of `bytes` that lies at `at`. */
  keep(place: RecordPlace, bytes: number, from: Uint8Array, at: number): void {
    const { words, buffer } = this.own;
    const length = unitsOf(bytes);
    if (length > this.mostUnits) return;
    while (length > this.units) this.grow();
    if (this.atEnd(length)) this.beginAnew();
    for (let again = 0; (this.beginOf(length) + length - this.oldest) >>> 0 > this.units; again++) {
      this.passOldest(again < MOST_KEPT_AGAIN);
    }
    const begin = this.append(length);
    const to = this.byteOf(begin);
    const entry = to >> WORD_SHIFT;
    words[entry + ENTRY.FILE] = place.file;
    words[entry + ENTRY.FILE_TOO] = place.fileToo;
    words[entry + ENTRY.PLACE] = place.offset / UNIT_BYTES;
    words[entry + ENTRY.BYTES] = bytes;
    words[entry + ENTRY.OFFERS] = place.offers;
    words[entry + ENTRY.OFFERS_TOO] = place.offersToo;
    // Views of buffers take longer to make than a record to copy.
    if (from === buffer) buffer.copyWithin(to + HEAD_BYTES, at, at + bytes);
    else buffer.set(from.subarray(at, at + bytes), to + HEAD_BYTES);
    const slot = this.slotOfPlace(place);
    this.table[this.ageOf(this.table[slot]) > this.ageOf(this.table[slot ^ 1]) ? slot : slot ^ 1] = begin;
    this.kept++;
  }

  /** Gives up the oldest entry, or keeps it again. @param again whether it may be */
  private passOldest(again: boolean): void {
    const { units, oldest, table } = this;
    const { words, buffer } = this.own;
    const place = oldest & (units - 1);
    if (oldest === this.appended || place === this.lapEnd) {
      this.oldest = (oldest + units - place) >>> 0;
      if (oldest === this.appended) this.appended = this.oldest;
      this.lapEnd = units;
      return;
    }
    const from = this.byteOf(oldest);
    const entry = from >> WORD_SHIFT;
    const bytes = words[entry + ENTRY.BYTES] & LENGTH;
    const length = unitsOf(bytes);
    this.oldest = (oldest + length) >>> 0;
    if (!again || (words[entry + ENTRY.BYTES] & FOUND) === 0) return;
    const slot = this.slotOf(words[entry + ENTRY.PLACE], words[entry + ENTRY.FILE], words[entry + ENTRY.OFFERS]);
    const own = table[slot] === oldest ? slot : slot ^ 1;
    // Another record may have its slot; and before the end of the ring there may be too little room.
    if (table[own] !== oldest || (this.beginOf(length) - oldest) >>> 0 > units) return;
    words[entry + ENTRY.BYTES] = bytes;
    const begin = this.append(length);
    buffer.copyWithin(this.byteOf(begin), from, from + (length << UNIT_SHIFT));
    table[own] = begin;
  }

  /** Where an entry of so many units begins that is appended. */
  private beginOf(length: number): number {
    const left = this.units - (this.appended & (this.units - 1));
    return length > left ? this.appended + left : this.appended;
  }

  /** Makes an entry of so many units, for which there is room. @returns where it begins */
  private append(length: number): number {
    const begin = this.beginOf(length);
    if (begin !== this.appended) this.lapEnd = this.appended & (this.units - 1);
    this.appended = (begin + length) >>> 0;
    this.usedUnits = Math.max(this.usedUnits, (begin & (this.units - 1)) + length);
    return begin;
  }

  /** Marks an entry that was found, and counts one of the older half, once. @param entry in words */
  private mark(entry: number, isLate: boolean): void {
    const { words } = this.own;
    const before = words[entry + ENTRY.BYTES];
    if (isLate && (before & FOUND_LATE) === 0) {
      words[entry + ENTRY.BYTES] = before | FOUND | FOUND_LATE;
      this.foundLate++;
    } else if ((before & FOUND) === 0) words[entry + ENTRY.BYTES] = before | FOUND;
  }

  /** Whether the ring begins anew with an entry. @param length of it */
  private atEnd(length: number): boolean {
    const at = this.appended & (this.units - 1);
    return at === 0 || at + length > this.units;
  }

  /** Doubles the ring where much of what it overwrites would be read again. */
  private beginAnew(): void {
    if (this.foundLate * MANY > this.kept && this.units < this.mostUnits) this.grow();
    this.kept = 0;
    this.foundLate = 0;
  }

  /** Doubles the part that is used. What was kept is forgotten: it would lie at other places. */
  private grow(): void {
    this.units *= 2;
    this.appended = (this.appended + 2 * this.mostUnits) >>> 0;
    this.oldest = this.appended;
    this.lapEnd = this.units;
  }

  /** Whether the entry that was appended at `begin` is there, and that of a place. */
  private holds(place: RecordPlace, begin: number): boolean {
    const { words } = this.own;
    const entry = this.byteOf(begin) >> WORD_SHIFT;
    return (
      words[entry + ENTRY.PLACE] === place.offset / UNIT_BYTES &&
      words[entry + ENTRY.FILE] === place.file &&
      words[entry + ENTRY.FILE_TOO] === place.fileToo &&
      words[entry + ENTRY.OFFERS] === place.offers &&
      words[entry + ENTRY.OFFERS_TOO] === place.offersToo &&
      this.ageOf(begin) <= this.units
    );
  }

  private byteOf(begin: number): number {
    return this.base + ((begin & (this.units - 1)) << UNIT_SHIFT);
  }

  private ageOf(begin: number): number {
    return (this.appended - begin) >>> 0;
  }

  private slotOfPlace({ file, offset, offers }: RecordPlace): number {
    return this.slotOf(offset / UNIT_BYTES, file, offers);
  }

  /** One of the two slots that a place may have: the other differs in the last bit. */
  private slotOf(unit: number, file: number, offers: number): number {
    const mixed = Math.imul(unit ^ file ^ offers, HASH_FACTOR);
    return (mixed ^ (mixed >>> HASH_SHIFT)) & (this.table.length - 1);
  }
}

/** Of an entry with so many bytes. */
function unitsOf(bytes: number): number {
  return Math.ceil((HEAD_BYTES + bytes) / UNIT_BYTES);
}

function ownRing(size: number): Pick<Bytes, 'buffer' | 'words'> {
  const bytes = new ArrayBuffer(size);
  return { buffer: Buffer.from(bytes), words: new Uint32Array(bytes) };
}
