/**
 * Numbers words in the order in which they are met, and sorts them: an open-addressing hash table over their units, in
 * typed arrays. A view has a word for each key; in a Map, a million of them are as many objects, which garbage
 * collections copy, and whose letters are elsewhere in memory than the table.
 */

import { orderedUnit, orderOfUnits, writtenUnit } from '../kernel/byte-order.js';
import { growableU8, growableU32 } from '../kernel/growable.js';

const FIRST_SLOTS = 1 << 12;
// Of UTF-8: the least units of two and of three bytes, the bits of first bytes and of the others.
const TWO_BYTES = 0x80;
const THREE_BYTES = 0x800;
const LEAD_OF_TWO = 0xc0;
const LEAD_OF_THREE = 0xe0;
const CONTINUED = 0x80;
const LOW_BITS = 0x3f;
const MOST_BYTES = 3;
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
  /**
   * All words, concatenated: their units in the form whose order is that of bytes (see `orderedUnit`), each in one to
   * three bytes as UTF-8 has it, which keeps the order. Nearly all take one.
   */
  private bytes = growableU8();
  /** Where each word begins in `bytes`; behind the last one, where the next will. */
  private starts = growableU32();
  private hashes = growableU32();
  /** Of each slot the number of its word plus one, 0 in an empty one. */
  private slots = new Uint32Array(FIRST_SLOTS);
  /** Scratch: the bytes of the word that is looked for. */
  private word = new Uint8Array(1 << 8);

  constructor() {
    this.starts.push(0);
  }

  get size(): number {
    return this.hashes.length;
  }

  /** The number of a word, which gets the next one where it has none. */
  numberOf(word: string): number {
    const end = this.encode(word);
    return this.numberOfBytes(this.word, 0, end);
  }

  /** As `numberOf`, of the word that lies in `word` from `from` to `to`: ASCII, or bytes as those of `bytes`. */
  numberOfBytes(word: Uint8Array, from: number, to: number): number {
    let hash = 0;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ word[i], PRIME);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = slots[slot] - 1;
      if (hashes.get(number) === hash && this.is(number, word, from, to)) return number;
    }
    for (let i = from; i < to; i++) this.bytes.push(word[i]);
    this.starts.push(this.bytes.length);
    hashes.push(hash);
    slots[slot] = this.size;
    if (this.size * 2 > slots.length) this.grow();
    return this.size - 1;
  }

  at(number: number): string {
    const units = unitsOf(this.bytes.view(), this.starts.get(number), this.starts.get(number + 1));
    return wordOf(units, 0, units.length);
  }

  /** The numbers of all words in the order of the words' bytes. */
  order(): Uint32Array {
    return orderOfUnits(new Uint16Array(this.bytes.view()), this.starts.view());
  }

  /** The words in an order of their numbers. To be called last: it frees what was added. */
  sorted(order: Uint32Array): SortedWords {
    this.slots = new Uint32Array(0);
    this.hashes = growableU32();
    const bytes = this.bytes.view();
    const starts = this.starts.view();
    const units = new Uint16Array(countUnits(bytes));
    const offsets = new Uint32Array(order.length + 1);
    let at = 0;
    for (let i = 0; i < order.length; i++) {
      at = decodeUnits(bytes, starts[order[i]], starts[order[i] + 1], units, at);
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

  /** Writes the bytes of a word into `word`. @returns how many they are */
  private encode(text: string): number {
    if (text.length * MOST_BYTES > this.word.length) this.word = new Uint8Array(text.length * MOST_BYTES * 2);
    const { word } = this;
    let at = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = orderedUnit(text.charCodeAt(i));
      if (unit < TWO_BYTES) word[at++] = unit;
      else {
        if (unit < THREE_BYTES) word[at++] = LEAD_OF_TWO | (unit >>> 6);
        else {
          word[at++] = LEAD_OF_THREE | (unit >>> 12);
          word[at++] = CONTINUED | ((unit >>> 6) & LOW_BITS);
        }
        word[at++] = CONTINUED | (unit & LOW_BITS);
      }
    }
    return at;
  }

  private grow(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    const hashes = this.hashes.view();
    for (let number = 0; number < hashes.length; number++) {
      let slot = hashes[number] & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }
}

function wordOf(units: Uint16Array, from: number, to: number): string {
  let word = '';
  for (let i = from; i < to; i++) word += String.fromCharCode(writtenUnit(units[i]));
  return word;
}

function countUnits(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] & ~LOW_BITS) !== CONTINUED) count++;
  return count;
}

function unitsOf(bytes: Uint8Array, from: number, to: number): Uint16Array {
  const units = new Uint16Array(to - from);
  return units.subarray(0, decodeUnits(bytes, from, to, units, 0));
}

/** @returns the place behind the last unit */
function decodeUnits(bytes: Uint8Array, from: number, to: number, units: Uint16Array, start: number): number {
  let at = start;
  for (let i = from; i < to; ) {
    const byte = bytes[i++];
    if (byte < TWO_BYTES) units[at++] = byte;
    else if (byte < LEAD_OF_THREE) units[at++] = ((byte & ~LEAD_OF_TWO) << 6) | (bytes[i++] & LOW_BITS);
    else units[at++] = ((byte & ~LEAD_OF_THREE) << 12) | ((bytes[i++] & LOW_BITS) << 6) | (bytes[i++] & LOW_BITS);
  }
  return at;
}
