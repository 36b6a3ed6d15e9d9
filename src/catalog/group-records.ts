/**
 * The product groups of the catalog store, by key. Groups of a shop resemble each other: from the first few hundred on
 * they are compressed against some of them (see kernel/text-compression.ts), to about a fifth, so that several share a
 * page of the database where each needed one or more of its own.
 *
 * A value is what group-codec.ts makes, or:
 *   u8 1, which begins no encoded group
 *   u32 checksum of what follows (CRC-32)
 *   u32 length of the encoded group
 *   the encoded group, compressed
 * or:
 *   u8 2
 *   u32 checksum of what follows (CRC-32)
 *   the encoded group: stored before there was a dictionary, or short, or no shorter when compressed
 * Up to format 3 of the store, such a group had no head. The dictionary is in the store's state and is never changed: u32 checksum of what follows, then some encoded groups.
 */
import type { Database } from 'lmdb';
import { Problem } from '../errors/problem.js';
import { crc32 } from '../kernel/crc32.js';
import { MOST_DICTIONARY, TextCompression } from '../kernel/text-compression.js';
import type { ReadOptions, UndoableTable } from './undoable-table.js';

const COMPRESSED = 1;
const PLAIN = 2;
const CHECKSUM = 1;
const LENGTH = 5;
const PLAIN_START = 5;
const SEQUENCES = 9;
/** Shorter groups are stored as they are. */
const WORTH_BYTES = 200;
/** The dictionary is made of so many groups, each with so many between it and the one before. */
const SAMPLES = 3;
const APART = 64;
export const DICTIONARY_KEY = 'dictionary';
const CHECKSUM_BYTES = 4;
/** Of a group, what is restored to read its outline; mostly all of it. */
const OUTLINE_BYTES = 256;
const NEWLINE = 0x0a;

export class GroupRecords {
  private compression: { dictionary: Buffer; texts: TextCompression } | undefined;
  /** Whether its dictionary is known to be that of the store. */
  private isCurrent = false;
  /** Groups of the running transaction that the dictionary will be made of, and how many were put since the last. */
  private samples: Buffer[] = [];
  private since = 0;

  /**
   * @param stored the records as they are stored
   * @param state has the dictionary
   */
  constructor(
    readonly stored: UndoableTable,
    private readonly state: Database<Buffer, string>,
  ) {}

  /** The group as group-codec.ts encodes it. */
  getBinary(key: string, options?: ReadOptions): Buffer | undefined {
    const value = this.stored.getBinary(key, options);
    return value && this.restored(value);
  }

  /** All groups in key order. */
  *getRange(options: ReadOptions = {}): Iterable<{ key: string; value: Buffer }> {
    for (const { key, value } of this.stored.getRange(options)) yield { key, value: this.restored(value) };
  }

  /** All groups in key order, of which at least the outline is there. */
  *getOutlines(): Iterable<{ key: string; value: Buffer }> {
    for (const { key, value } of this.stored.getRange()) {
      const start = this.restored(value, OUTLINE_BYTES);
      yield { key, value: start.includes(NEWLINE) ? start : this.restored(value) };
    }
  }

  getKeys(): Iterable<string> {
    return this.stored.getKeys();
  }

  /** To be called inside a transaction. */
  putSync(key: string, encoded: Buffer): void {
    this.stored.putSync(key, this.compressed(encoded));
  }

  removeSync(key: string): void {
    this.stored.removeSync(key);
  }

  clearSync(): void {
    this.stored.clearSync();
  }

  /** To be called when a transaction ends: it may have been aborted, and the dictionary that it made with it. */
  reset(): void {
    this.isCurrent = false;
    this.samples = [];
    this.since = 0;
  }

  private compressed(encoded: Buffer): Buffer {
    if (encoded.length < WORTH_BYTES) return plain(encoded);
    const texts = this.texts();
    if (!texts) {
      this.sample(encoded);
      return plain(encoded);
    }
    const sequences = texts.compress(encoded);
    if (sequences.length + SEQUENCES >= encoded.length) return plain(encoded);
    const value = Buffer.allocUnsafe(SEQUENCES + sequences.length);
    value[0] = COMPRESSED;
    value.writeUInt32LE(encoded.length, LENGTH);
    value.set(sequences, SEQUENCES);
    value.writeUInt32LE(crc32(value, LENGTH), CHECKSUM);
    return value;
  }

  /**
   * @param least bytes from the beginning that are needed; default: all
   * @returns bytes that stay as they are
   */
  private restored(value: Buffer, least?: number): Buffer {
    if (value[0] !== COMPRESSED && value[0] !== PLAIN) return value;
    if (!isSoundGroup(value)) throw new Problem('internal', 'catalog store: a product group is damaged');
    if (value[0] === PLAIN) return value.subarray(PLAIN_START);
    // Another process may have made it since.
    if (!this.compression) this.isCurrent = false;
    const texts = this.texts();
    if (!texts) throw new Problem('internal', 'catalog store: the dictionary of product groups is missing');
    return Buffer.from(texts.restore(value.subarray(SEQUENCES), value.readUInt32LE(LENGTH), least));
  }

  /** With the dictionary of the store; undefined where it has none yet. */
  private texts(): TextCompression | undefined {
    if (this.isCurrent) return this.compression?.texts;
    this.isCurrent = true;
    const dictionary = this.state.getBinary(DICTIONARY_KEY);
    if (!dictionary) return (this.compression = undefined);
    // Making the memory of one is slow, and small imports follow each other.
    if (this.compression?.dictionary.equals(dictionary)) return this.compression.texts;
    if (!isSoundDictionary(dictionary)) {
      throw new Problem('internal', 'catalog store: the dictionary of product groups is damaged');
    }
    const texts = new TextCompression(dictionary.subarray(CHECKSUM_BYTES));
    this.compression = { dictionary, texts };
    return texts;
  }

  /** Makes the dictionary when there are enough groups. */
  private sample(encoded: Buffer): void {
    if (++this.since <= APART || encoded.length > MOST_DICTIONARY / SAMPLES) return;
    this.since = 0;
    if (this.samples.push(Buffer.from(encoded)) < SAMPLES) return;
    const dictionary = Buffer.concat([Buffer.alloc(CHECKSUM_BYTES), ...this.samples]);
    dictionary.writeUInt32LE(crc32(dictionary, CHECKSUM_BYTES));
    this.state.putSync(DICTIONARY_KEY, dictionary);
    this.isCurrent = false;
    this.samples = [];
  }
}

/** Whether the checksum of a stored group is right, if it has one. */
export function isSoundGroup(value: Buffer): boolean {
  if (value[0] !== COMPRESSED && value[0] !== PLAIN) return true;
  const least = value[0] === COMPRESSED ? SEQUENCES : PLAIN_START;
  return value.length >= least && crc32(value, LENGTH) === value.readUInt32LE(CHECKSUM);
}

export function isSoundDictionary(dictionary: Buffer): boolean {
  const isWhole = dictionary.length > CHECKSUM_BYTES;
  return isWhole && crc32(dictionary, CHECKSUM_BYTES) === dictionary.readUInt32LE(0);
}

function plain(encoded: Buffer): Buffer {
  const value = Buffer.allocUnsafe(PLAIN_START + encoded.length);
  value[0] = PLAIN;
  value.set(encoded, PLAIN_START);
  value.writeUInt32LE(crc32(value, PLAIN_START), CHECKSUM);
  return value;
}
