/**
 * The hot parts of card records that a thread read last: a copy from there takes half the time of a read from a file
 * that the system has in memory. A ring: what is kept overwrites what was kept first. Records go by the identity of
 * their file, so that they outlive a swap of snapshots.
 *
 *   entry at a multiple of 8: {u32 × 2 identity of the file, u32 offset in it, in eights, u32 bytes}, then the bytes
 *
 * No entry goes around the end. A table has, by hash of a record's key, how much had been appended before the entry that
 * was last kept for it, in units of 8 bytes, modulo 2^32; no more than the ring ago, it is still there.
 */
import fs from 'node:fs';
import { crc32 } from '../../../kernel/crc32.js';
import { LookupCounter } from '../../../query/cache-lookups.js';
import type { View } from '../../../snapshot/index.js';

/** Offsets in the head of an entry, in words. */
const ENTRY = { FILE: 0, FILE_TOO: 1, PLACE: 2, BYTES: 3 } as const;
const HEAD_BYTES = 16;
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

/** Where a record's hot part is. */
export interface RecordPlace {
  /** Two words that tell its file from all others. */
  file: number;
  fileToo: number;
  /** In the file, in bytes; a multiple of 8. */
  offset: number;
  bytes: number;
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
  private readonly identities = new WeakMap<readonly number[], Uint32Array>();

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

  /** Copies a record to an offset of `out`. @returns whether it was there */
  take(place: RecordPlace, out: Uint8Array, to: number): boolean {
    const { words, units } = this;
    const begin = this.table[this.slotOf(place)];
    const at = (begin & (units - 1)) << UNIT_SHIFT;
    const entry = at >> WORD_SHIFT;
    if (
      (this.appended - begin) >>> 0 > units ||
      words[entry + ENTRY.PLACE] !== place.offset / UNIT_BYTES ||
      words[entry + ENTRY.FILE] !== place.file ||
      words[entry + ENTRY.FILE_TOO] !== place.fileToo ||
      words[entry + ENTRY.BYTES] !== place.bytes
    ) {
      this.lookups.miss();
      return false;
    }
    out.set(this.ring.subarray(at + HEAD_BYTES, at + HEAD_BYTES + place.bytes), to);
    this.lookups.hit();
    return true;
  }

  /** Keeps a record that lies at `at`. */
  keep(place: RecordPlace, from: Uint8Array, at: number): void {
    const { words, units } = this;
    const length = Math.ceil((HEAD_BYTES + place.bytes) / UNIT_BYTES);
    if (length > units) return;
    const left = units - (this.appended & (units - 1));
    const begin = length > left ? this.appended + left : this.appended;
    const to = (begin & (units - 1)) << UNIT_SHIFT;
    const entry = to >> WORD_SHIFT;
    words[entry + ENTRY.FILE] = place.file;
    words[entry + ENTRY.FILE_TOO] = place.fileToo;
    words[entry + ENTRY.PLACE] = place.offset / UNIT_BYTES;
    words[entry + ENTRY.BYTES] = place.bytes;
    this.ring.set(from.subarray(at, at + place.bytes), to + HEAD_BYTES);
    this.table[this.slotOf(place)] = begin;
    this.appended = (begin + length) >>> 0;
  }

  /** The identities of a view's card files: two words each, in their order. */
  identitiesOf({ cards, cardFiles }: Pick<View, 'cards' | 'cardFiles'>): Uint32Array {
    let known = this.identities.get(cardFiles);
    if (!known) {
      known = Uint32Array.from(cardFiles.flatMap((fd, i) => identityOf(cards.files[i], fd)));
      this.identities.set(cardFiles, known);
    }
    return known;
  }

  private slotOf({ file, offset }: RecordPlace): number {
    const mixed = Math.imul((offset / UNIT_BYTES) ^ file, HASH_FACTOR);
    return (mixed ^ (mixed >>> HASH_SHIFT)) & (this.table.length - 1);
  }
}

/** Names are hashes of content; a file that was damaged and written anew has the same name, and another time. */
function identityOf(name: string, fd: number): [number, number] {
  const { ino, mtimeMs } = fs.fstatSync(fd);
  return [crc32(Buffer.from(name)), crc32(Buffer.from(`${ino} ${mtimeMs}`))];
}
