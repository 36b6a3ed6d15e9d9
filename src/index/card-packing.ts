/**
 * Records of cards, packed. Cards of a shop resemble each other: from the first few hundred on, both parts of a record are
 * compressed against some of them (see kernel/text-compression.ts), to about a fifth and a third. A packed part is
 *   u32 its length without checksum as card-record.ts has it, and bit 31
 *   what it has, compressed, and zeros up to a multiple of 4
 *   u32 checksum of all before in the record
 * Parts that are no shorter so, and those before there is a dictionary, stay as they are: their first word has no bit 31.
 */
import { MOST_DICTIONARY, TextCompression } from '../kernel/text-compression.js';
import { wordChecksum } from '../kernel/word-checksum.js';
import type { EncodedRecord } from './card-record.js';

const PACKED = 0x8000_0000;
const WORD_BYTES = 4;
/** What a packed part has beside the compressed bytes. */
const AROUND = 2 * WORD_BYTES;
/** The records that the dictionary is made of, by how many are before them: neighbours are of one category. */
const SAMPLED = [8, 64, 256];
const SAMPLE_BYTES = Math.floor(MOST_DICTIONARY / SAMPLED.length);
/** Of a sample, bytes of the part that most requests need. */
const SAMPLE_HOT_BYTES = Math.floor(SAMPLE_BYTES * 0.6);
const FIRST_CAPACITY = 1 << 16;

export class RecordPacker {
  private texts: TextCompression | undefined;
  private samples: Buffer[] = [];
  private count = 0;
  private words = new Uint32Array(FIRST_CAPACITY / WORD_BYTES);
  private bytes = Buffer.from(this.words.buffer);
  /** Made of the samples; empty as long as there are too few records. */
  dictionary = Buffer.alloc(0);

  /** @returns the record as it is stored: a view, valid until the next call */
  pack(record: EncodedRecord): EncodedRecord {
    const { texts } = this;
    if (!texts) {
      this.sample(record);
      return record;
    }
    const { bytes, hot } = record;
    this.reserve(bytes.length);
    const middle = this.part(texts, bytes.subarray(0, hot), 0);
    return { bytes: this.bytes.subarray(0, this.part(texts, bytes.subarray(hot), middle)), hot: middle };
  }

  /** Puts a part of a record to `from`. @returns where it ends */
  private part(texts: TextCompression, part: Uint8Array, from: number): number {
    const { bytes, words } = this;
    const length = part.length - WORD_BYTES;
    const packed = texts.compress(part.subarray(0, length));
    let end = from + part.length - WORD_BYTES;
    if (packed.length + AROUND < part.length) {
      words[from / WORD_BYTES] = (PACKED | length) >>> 0;
      bytes.set(packed, from + WORD_BYTES);
      end = from + WORD_BYTES + packed.length;
      for (; end % WORD_BYTES !== 0; end++) bytes[end] = 0;
    } else bytes.set(part, from);
    words[end / WORD_BYTES] = wordChecksum(words, 0, end / WORD_BYTES);
    return end + WORD_BYTES;
  }

  private sample({ bytes, hot }: EncodedRecord): void {
    if (this.count++ !== SAMPLED[this.samples.length]) return;
    const hotBytes = Math.min(hot, SAMPLE_HOT_BYTES);
    const others = bytes.subarray(hot, hot + SAMPLE_BYTES - hotBytes);
    if (this.samples.push(Buffer.concat([bytes.subarray(0, hotBytes), others])) < SAMPLED.length) return;
    this.dictionary = Buffer.concat(this.samples);
    this.texts = new TextCompression(this.dictionary);
  }

  private reserve(length: number): void {
    // Parts are stored as they are where they get no shorter.
    if (length <= this.bytes.length) return;
    this.words = new Uint32Array(Math.max(Math.ceil(length / WORD_BYTES), this.words.length * 2));
    this.bytes = Buffer.from(this.words.buffer);
  }
}

/** @returns the length of a packed part without checksum, when it is unpacked; 0: it is as it was built. @param word its first */
export function unpackedLength(word: number): number {
  return word >= PACKED ? word - PACKED : 0;
}

/**
 * Unpacks a part of a record.
 * @param part whose checksum is right
 * @param length as `unpackedLength` says
 * @returns what it has without its checksum: a view, valid until the next call
 * @throws Error where it is not what `RecordPacker` writes
 */
export function unpacked(texts: TextCompression, part: Uint8Array, length: number): Uint8Array {
  return texts.restore(part.subarray(WORD_BYTES, part.length - WORD_BYTES), length);
}

/**
 * A record as it was built.
 * @param stored as it is stored, with right checksums
 * @param hot bytes of its hot part, as stored
 */
export function unpackedRecord(texts: () => TextCompression, stored: Buffer, hot: number): Buffer {
  const parts = [stored.subarray(0, hot), stored.subarray(hot)];
  const lengths = parts.map(part => unpackedLength(part.readUInt32LE()));
  if (lengths.every(length => length === 0)) return stored;
  const sizes = parts.map((part, i) => (lengths[i] === 0 ? part.length : lengths[i]! + WORD_BYTES));
  const record = Buffer.allocUnsafe(sizes[0]! + sizes[1]!);
  const words = new Uint32Array(record.buffer, record.byteOffset, record.length / WORD_BYTES);
  let from = 0;
  for (const [i, part] of parts.entries()) {
    record.set(lengths[i] === 0 ? part : unpacked(texts(), part, lengths[i]!), from);
    from += sizes[i]!;
    const end = from / WORD_BYTES - 1;
    words[end] = wordChecksum(words, 0, end);
  }
  return record;
}
