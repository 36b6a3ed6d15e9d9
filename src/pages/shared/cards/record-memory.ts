/**
 * The filled records (see filled-record.ts) that a thread used last: a copy from there takes a part of the time of a
 * read from a file that the system has in memory. A ring: what is kept overwrites what was kept first. Records go by
 * what record-places.ts knows them by.
 *
 *   entry at a multiple of 8: {u32 × 2 identity of the file, u32 offset in it, in eights, u32 bytes, u32 × 2 hash of the
 *                             offers}, then the bytes
 *
 * No entry goes around the end. A table has, by hash of a record's key, how much had been appended before the two
 * entries that were last kept for it, in units of 8 bytes, modulo 2^32; no more than the ring ago, they are still
 * there. With one for each hash, a tenth of the records of a full ring displaced each other.
 */
import { LookupCounter } from '../../../query/cache-lookups.js';

/** Offsets in the head of an entry, in words. */
const ENTRY = { FILE: 0, FILE_TOO: 1, PLACE: 2, BYTES: 3, OFFERS: 4, OFFERS_TOO: 5 } as const;
const HEAD_BYTES = 24;
const WORD_SHIFT = 2;
/** Records and entries begin at multiples of this. */
const UNIT_BYTES = 8;
const UNIT_SHIFT = 3;
/** Bytes of the ring for each slot of the table: about a tenth of the slots is taken when the ring is full. */
const BYTES_PER_SLOT = 256;
const HASH_FACTOR = 0x9e3779b1;
const HASH_SHIFT = 15;

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
  private readonly ring: Uint8Array;
  private readonly words: Uint32Array;
  private readonly units: number;
  /** By slot. */
  private readonly table: Uint32Array;
  /** Units that were ever appended, modulo 2^32. */
  private appended = 0;
  private readonly lookups = new LookupCounter('cards');

  /** @param size of the ring in bytes, a power of two from 256 on */
  constructor(size: number) {
    const ring = new ArrayBuffer(size);
    this.ring = new Uint8Array(ring);
    this.words = new Uint32Array(ring);
    this.units = size / UNIT_BYTES;
    this.table = new Uint32Array(size / BYTES_PER_SLOT);
  }

  /** @param bytes of the ring at most; less than for a small record: none */
  static ofBytes(bytes: number): RecordMemory | undefined {
    return bytes < BYTES_PER_SLOT ? undefined : new RecordMemory(2 ** Math.floor(Math.log2(bytes)));
  }

  /** What the table says of a place, to be read early. */
  touchSlot(place: RecordPlace): number {
    return this.table[this.slotOf(place)];
  }

  /** The beginning of an entry that may be that of a place, to be read early. */
  touchEntry(place: RecordPlace): number {
    const slot = this.slotOf(place);
    const at = this.byteOf(this.table[slot]) >> WORD_SHIFT;
    const other = this.byteOf(this.table[slot ^ 1]) >> WORD_SHIFT;
    return this.words[at] + this.words[other];
  }

  /** Copies a record to an offset of `out`. @returns its bytes; 0: it was not there */
  take(place: RecordPlace, out: Uint8Array, to: number): number {
    const slot = this.slotOf(place);
    let begin = this.table[slot];
    if (!this.holds(place, begin) && !this.holds(place, (begin = this.table[slot ^ 1]))) {
      this.lookups.miss();
      return 0;
    }
    const at = this.byteOf(begin);
    const bytes = this.words[(at >> WORD_SHIFT) + ENTRY.BYTES];
    out.set(this.ring.subarray(at + HEAD_BYTES, at + HEAD_BYTES + bytes), to);
    this.lookups.hit();
    return bytes;
  }

  /** Keeps a record of `bytes` that lies at `at`. */
  keep(place: RecordPlace, bytes: number, from: Uint8Array, at: number): void {
    const { words, units } = this;
    const length = Math.ceil((HEAD_BYTES + bytes) / UNIT_BYTES);
    if (length > units) return;
    const left = units - (this.appended & (units - 1));
    const begin = length > left ? this.appended + left : this.appended;
    const to = (begin & (units - 1)) << UNIT_SHIFT;
    const entry = to >> WORD_SHIFT;
    words[entry + ENTRY.FILE] = place.file;
    words[entry + ENTRY.FILE_TOO] = place.fileToo;
    words[entry + ENTRY.PLACE] = place.offset / UNIT_BYTES;
    words[entry + ENTRY.BYTES] = bytes;
    words[entry + ENTRY.OFFERS] = place.offers;
    words[entry + ENTRY.OFFERS_TOO] = place.offersToo;
    this.ring.set(from.subarray(at, at + bytes), to + HEAD_BYTES);
    const slot = this.slotOf(place);
    this.table[this.ageOf(this.table[slot]) > this.ageOf(this.table[slot ^ 1]) ? slot : slot ^ 1] = begin;
    this.appended = (begin + length) >>> 0;
  }

  /** Whether the entry that was appended at `begin` is there, and that of a place. */
  private holds(place: RecordPlace, begin: number): boolean {
    const { words } = this;
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
    return (begin & (this.units - 1)) << UNIT_SHIFT;
  }

  private ageOf(begin: number): number {
    return (this.appended - begin) >>> 0;
  }

  /** One of the two slots that a place may have: the other differs in the last bit. */
  private slotOf({ file, offset, offers }: RecordPlace): number {
    const mixed = Math.imul((offset / UNIT_BYTES) ^ file ^ offers, HASH_FACTOR);
    return (mixed ^ (mixed >>> HASH_SHIFT)) & (this.table.length - 1);
  }
}
