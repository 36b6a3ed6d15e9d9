/**
 * Numbers words in the order in which they are met, and sorts them: an open-addressing hash table over their units, in
 * typed arrays. A view has a word for each key; in a Map, a million of them are as many objects, which garbage
 * collections copy, and whose letters are elsewhere in memory than the table.
 */

import {
  countOrdered,
  MOST_UNIT_BYTES,
  orderOfBytes,
  readOrdered,
  writeOrdered,
  writtenUnit,
} from '../kernel/byte-order.js';
import { growableU8, growableU32 } from '../kernel/growable.js';

const FIRST_SLOTS = 1 << 12;
const ASCII_END = 0x80;
/** The factor of the hash FNV-1a (Fowler, Noll and Vo). */
const PRIME = 0x01000193;

/** Words in their order. */
export class SortedWords {
  /**
   * @param units those of all words, concatenated (see `orderedUnit`)
   * @param offsets where each word begins, with the end behind the last
   */
  constructor(
    readonly units: Uint16Array,
    readonly offsets: Uint32Array,
  ) {}

  get size(): number {
    return this.offsets.length - 1;
  }

  at(place: number): string {
    return wordOf(this.units, this.offsets[place], this.offsets[place + 1]);
  }

  hasDigit(place: number): boolean {
    for (let i = this.offsets[place]; i < this.offsets[place + 1]; i++) {
      const unit = this.units[i];
      if (unit >= 0x30 && unit <= 0x39) return true;
    }
    return false;
  }
}

export class WordNumbers {
  /** All words, concatenated, as `writeOrdered` writes them. */
  private bytes = growableU8();
  /** Where each word begins in `bytes`; behind the last one, where the next will. */
  private starts = growableU32();
  private hashes = growableU32();
  /**
   * Of each slot the number of its word plus one, and above that, in the bits that say nothing of the slot, those of its
   * hash: most words that are passed over need no further look. 0 in an empty one.
   */
  private slots = new Uint32Array(FIRST_SLOTS);
  /** Scratch: the bytes of the word that is looked for. */
  private word = new Uint8Array(1 << 8);

  constructor() {
    this.starts.push(0);
  }

  get size(): number {
    return this.starts.length - 1;
  }

  /** The number of a word, which gets the next one where it has none. */
  numberOf(word: string): number {
    const most = word.length * MOST_UNIT_BYTES;
    if (most > this.word.length) this.word = new Uint8Array(most * 2);
    return this.numberOfBytes(this.word, 0, writeOrdered(word, this.word, 0));
  }

  /** As `numberOf`, of the word that lies in `word` from `from` to `to`: ASCII, or bytes as those of `bytes`. */
  numberOfBytes(word: Uint8Array, from: number, to: number): number {
    let hash = 0;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ word[i], PRIME);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    const mark = hash & ~mask;
    for (let entry = slots[slot]; entry !== 0; entry = slots[slot]) {
      if ((entry & ~mask) === mark && this.is((entry & mask) - 1, word, from, to)) return (entry & mask) - 1;
      slot = (slot + 1) & mask;
    }
    for (let i = from; i < to; i++) this.bytes.push(word[i]);
    this.starts.push(this.bytes.length);
    hashes.push(hash);
    slots[slot] = mark | this.size;
    if (this.size * 2 > slots.length) this.grow();
    return this.size - 1;
  }

  at(number: number): string {
    const bytes = this.bytes.view();
    const from = this.starts.get(number);
    const to = this.starts.get(number + 1);
    for (let i = from; i < to; i++) {
      if (bytes[i] < ASCII_END) continue;
      const units = unitsOf(bytes, from, to);
      return wordOf(units, 0, units.length);
    }
    return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
  }

  /** The numbers of all words in the order of the words' bytes. To be called when all are met: it frees the table. */
  order(): Uint32Array {
    this.slots = new Uint32Array(0);
    this.hashes = growableU32();
    return orderOfBytes(this.bytes.view(), this.starts.view());
  }

  /** The words in an order of their numbers. To be called last: it frees what was added. */
  sorted(order: Uint32Array): SortedWords {
    const bytes = this.bytes.view();
    const starts = this.starts.view();
    const units = new Uint16Array(countOrdered(bytes));
    const offsets = new Uint32Array(order.length + 1);
    let at = 0;
    for (let i = 0; i < order.length; i++) {
      at = readOrdered(bytes, starts[order[i]], starts[order[i] + 1], units, at);
      offsets[i + 1] = at;
    }
    this.bytes = growableU8();
    this.starts = growableU32();
    return new SortedWords(units, offsets);
  }

  private is(number: number, word: Uint8Array, from: number, to: number): boolean {
    const { bytes } = this;
    const start = this.starts.get(number);
    if (this.starts.get(number + 1) - start !== to - from) return false;
    for (let i = from; i < to; i++) if (bytes.get(start + i - from) !== word[i]) return false;
    return true;
  }

  private grow(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    const hashes = this.hashes.view();
    for (let number = 0; number < hashes.length; number++) {
      let slot = hashes[number] & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = (hashes[number] & ~mask) | (number + 1);
    }
    this.slots = slots;
  }
}

function wordOf(units: Uint16Array, from: number, to: number): string {
  let word = '';
  for (let i = from; i < to; i++) word += String.fromCharCode(writtenUnit(units[i]));
  return word;
}

function unitsOf(bytes: Uint8Array, from: number, to: number): Uint16Array {
  const units = new Uint16Array(to - from);
  return units.subarray(0, readOrdered(bytes, from, to, units, 0));
}
