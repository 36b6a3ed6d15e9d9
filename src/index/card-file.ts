/** Reads records of cards from a card file (see cards.ts for its layout), by the places that an index has. */
import fs from 'node:fs';
import { Problem } from '../errors/problem.js';
import { crc32 } from '../kernel/crc32.js';
import { MOST_DICTIONARY, TextCompression } from '../kernel/text-compression.js';
import { unpacked, unpackedLength, unpackedRecord } from './card-packing.js';
import { isSoundRecord } from './card-record.js';
import {
  CARDS_ALIGNMENT,
  CARDS_CHECKSUM_BYTES,
  CARDS_HEADER_BYTES,
  CARDS_TAIL_BYTES,
  type RecordRange,
} from './cards.js';

/** Far above the bounds of a group. */
const MOST_RECORD_BYTES = 1 << 28;
const WORD_BYTES = 4;
/** How many dictionaries a thread keeps; files of few groups have none. */
const MOST_KEPT = 8;

/** An open card file. The snapshot that has opened it closes it. */
export class CardFile {
  private known: TextCompression | undefined;

  /** @param name made of its content */
  constructor(
    readonly name: string,
    readonly fd: number,
  ) {}

  /** What its packed records are restored with. @throws `snapshot_damaged` when it has none, or a damaged one */
  readonly texts = (): TextCompression => (this.known ??= textsOf(this));
}

/** By file, those that were used last: making the memory of one is slow, and each snapshot opens its files anew. */
const kept = new Map<string, TextCompression>();

function textsOf({ name, fd }: CardFile): TextCompression {
  const texts = kept.get(name) ?? new TextCompression(readDictionary(fd));
  kept.delete(name);
  kept.set(name, texts);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return texts;
}

function readDictionary(fd: number): Buffer {
  const end = fs.fstatSync(fd).size - CARDS_CHECKSUM_BYTES - CARDS_TAIL_BYTES;
  const tail = Buffer.alloc(CARDS_TAIL_BYTES);
  const isTail = end > 0 && fs.readSync(fd, tail, 0, CARDS_TAIL_BYTES, end) === CARDS_TAIL_BYTES;
  const length = isTail ? tail.readUInt32LE(0) : 0;
  if (length === 0 || length > MOST_DICTIONARY || length > end) throw wrongDictionary();
  const dictionary = Buffer.alloc(length);
  const read = fs.readSync(fd, dictionary, 0, length, end - length);
  if (read !== length || crc32(dictionary) !== tail.readUInt32LE(WORD_BYTES)) throw wrongDictionary();
  return dictionary;
}

function wrongDictionary(): Problem {
  return new Problem('snapshot_damaged', 'the dictionary of a card file is wrong');
}

/** Reads the record of one group, as card-record.ts has it. @throws `snapshot_damaged` when it is not as it was written */
export function readRecord(file: CardFile | undefined, { offset, length, hot }: RecordRange): Buffer {
  requireRange(file, offset, length);
  if (hot % WORD_BYTES !== 0 || hot < WORD_BYTES || hot >= length) throw wrongIndex();
  const record = Buffer.allocUnsafe(length);
  const read = fs.readSync(file.fd, record, 0, length, offset);
  requireRecord(read, new Uint32Array(record.buffer, record.byteOffset, length / WORD_BYTES), 0, length);
  return unpackedRecord(file.texts, record, hot);
}

/** Memory that a part of a record is read to, by its bytes and words. */
export interface ReadMemory {
  buffer: Buffer;
  words: Uint32Array;
}

/**
 * Reads the hot part of a record, as card-record.ts has it, to the end of a range.
 * @param end of the range, a multiple of 8
 * @param most bytes that the range has
 * @returns where it begins, a multiple of 8; undefined: it is longer than the range
 * @throws `snapshot_damaged` when it is not as it was written
 */
export function readHot(
  file: CardFile | undefined,
  { offset, hot }: Pick<RecordRange, 'offset' | 'hot'>,
  { buffer, words }: ReadMemory,
  ...[end, most]: [end: number, most: number]
): number | undefined {
  if (hot > most) return undefined;
  const from = startOf(hot, end);
  requireRange(file, offset, hot);
  const read = fs.readSync(file.fd, buffer, from, hot, offset);
  requireRecord(read, words, from / WORD_BYTES, hot);
  const length = unpackedLength(words[from / WORD_BYTES]);
  if (length === 0) return from;
  // Its checksum is not computed again: what follows reads no further.
  const whole = length + WORD_BYTES;
  if (whole > most) return undefined;
  const start = startOf(whole, end);
  buffer.set(unpacked(file.texts(), buffer.subarray(from, from + hot), length), start);
  return start;
}

function startOf(length: number, end: number): number {
  return end - Math.ceil(length / CARDS_ALIGNMENT) * CARDS_ALIGNMENT;
}

/**
 * Checks where an index says that a record is: queries are answered before the index of a start is verified.
 * @throws `snapshot_damaged` when no index that was written says so
 */
function requireRange(file: CardFile | undefined, offset: number, length: number): asserts file is CardFile {
  const isPlace = Number.isSafeInteger(offset) && offset >= CARDS_HEADER_BYTES && offset % CARDS_ALIGNMENT === 0;
  const isLength = length > 0 && length % WORD_BYTES === 0 && length <= MOST_RECORD_BYTES;
  if (file === undefined || !isPlace || !isLength) throw wrongIndex();
}

function wrongIndex(): Problem {
  return new Problem('snapshot_damaged', 'the index of card files is wrong');
}

/**
 * Checks a record, or the hot part of one, that was read from a card file.
 * @param read the bytes that were read
 * @param words that it was read to, from the word `start`
 * @param length in bytes, of what should have been read
 * @throws `snapshot_damaged` when it is not as it was written
 */
function requireRecord(read: number, words: Uint32Array, start: number, length: number): void {
  if (read !== length) throw new Problem('snapshot_damaged', 'a card file ends too early');
  if (!isSoundRecord(words, start, length)) {
    throw new Problem('snapshot_damaged', 'the checksum of a record in a card file is wrong');
  }
}
