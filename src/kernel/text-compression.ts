/**
 * Compresses small texts that resemble each other, such as records in JSON, against a dictionary: some such texts.
 * It is of the family of LZ4 (no entropy coding), with offsets that are cheap where a text is repeated at the
 * distance of the match before, as the variants of a product are. Texts of 2.5 KB become a fifth, in 5 µs, and are
 * restored in 2 µs; in TypeScript, where there is no WebAssembly, three times as long, with the same bytes.
 *
 * A compressed text is a list of sequences: literal bytes, then a match, which repeats earlier bytes of the text or of
 * the dictionary that precedes it. The last one has literals alone, or none where the text has ended.
 *   u8 token: bits 5-7 number of literals, bits 3-4 kind of the distance, bits 0-2 length of the match less 4
 *   where the number of literals is 7: what is added to it, in bytes of which all but the last are 255
 *   literals
 *   distance to the bytes that are repeated: kind 0 that of the match before; 1 u8; 2 u16; 3 the one in force before
 *   where the length is 7: what is added to it, in the same way
 */
import { ASSEMBLY_SLACK, Assembly } from './assembly.js';
import { compressPlainly, LEAST_MATCH, restorePlainly, TEXT_HASH, TEXT_MEMORY } from './plain-text-compression.js';

/** What is read of a dictionary: more gains little, and is slower. */
export const MOST_DICTIONARY = 1 << 13;
const LARGEST_EPOCH = 2 ** 31;
const FIRST_CAPACITY = 1 << 16;

export class TextCompression {
  private readonly assembly: Assembly | undefined;
  /** Address of texts, behind the dictionary. */
  private readonly text: number;
  /** Bytes that texts and sequences may have. */
  private capacity = 0;
  private bytes = new Uint8Array(0);
  private view = new DataView(this.bytes.buffer);
  /** Less than it are the entries of earlier texts in the table. */
  private epoch = 1;

  /** @param withAssembly whether WebAssembly may be used; default: where there is one */
  constructor(dictionary: Uint8Array, withAssembly = true) {
    const used = dictionary.subarray(0, MOST_DICTIONARY);
    this.text = TEXT_MEMORY.dictionary + used.length;
    if (withAssembly) this.assembly = Assembly.make(this.text);
    this.reserve(FIRST_CAPACITY);
    this.bytes.set(used, TEXT_MEMORY.dictionary);
    for (let at: number = TEXT_MEMORY.dictionary; at + LEAST_MATCH <= this.text; at++) {
      const hash = Math.imul(this.view.getUint32(at, true), TEXT_HASH) >>> (32 - TEXT_MEMORY.dictionaryBits);
      this.view.setUint32(TEXT_MEMORY.dictionaryTable + hash * 4, at, true);
    }
  }

  /** @returns the sequences: a view, valid until the next call */
  compress(text: Uint8Array): Uint8Array {
    const { length } = text;
    this.reserve(length);
    if (this.epoch + length > LARGEST_EPOCH) {
      this.bytes.fill(0, TEXT_MEMORY.table, TEXT_MEMORY.dictionaryTable);
      this.epoch = 1;
    }
    const out = this.sequences;
    this.bytes.set(text, this.text);
    const end = this.assembly
      ? this.assembly.functions.compressText(this.text, this.text + length, out, this.epoch)
      : compressPlainly(this.view, this.bytes, this.text, this.text + length, out, this.epoch);
    this.epoch += length;
    return this.bytes.subarray(out, end);
  }

  /**
   * @param length of the text
   * @param least bytes from its beginning that are needed; default: all
   * @returns as many as that, or some more: a view, valid until the next call
   * @throws Error where the sequences are not those of a text of this length
   */
  restore(sequences: Uint8Array, length: number, least = length): Uint8Array {
    this.reserve(Math.max(length, sequences.length));
    const { text, sequences: from } = this;
    const behind = from + sequences.length;
    const enough = text + Math.min(length, least);
    this.bytes.set(sequences, from);
    const end = this.assembly
      ? this.assembly.functions.restoreText(from, behind, text, text + length, enough)
      : restorePlainly(this.bytes, from, behind, text, [text + length, enough]);
    if (end === 0) throw new Error(`compressed text: the ${sequences.length} bytes are unsound`);
    return this.bytes.subarray(text, end);
  }

  /** Address of sequences. */
  private get sequences(): number {
    return this.text + this.capacity + ASSEMBLY_SLACK;
  }

  /** Makes room for a text of so many bytes, and for its sequences. */
  private reserve(length: number): void {
    // Sequences without any match are longer than the text by a 255th.
    const needed = length + (length >>> 7) + ASSEMBLY_SLACK;
    if (needed <= this.capacity) return;
    this.capacity = Math.max(FIRST_CAPACITY, needed, this.capacity * 2);
    const size = this.sequences + this.capacity + ASSEMBLY_SLACK;
    this.assembly?.reserve(size);
    const bytes = new Uint8Array(this.assembly?.buffer ?? new ArrayBuffer(size));
    if (!this.assembly) bytes.set(this.bytes);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}
