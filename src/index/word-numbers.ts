/**
 * Numbers words in the order in which they are met, and sorts them: an open-addressing hash table over their units, in
 * typed arrays. A view has a word for each key; in a Map, a million of them are as many objects, which garbage
 * collections copy, and whose letters are elsewhere in memory than the table.
 */

import { orderedUnit, orderOfUnits, writtenUnit } from '../kernel/byte-order.js';
import { growableU16, growableU32 } from '../kernel/growable.js';

const FIRST_SLOTS = 1 << 12;
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
  /** The units of all words, concatenated, in the form whose order is that of bytes (see `orderedUnit`). */
  private units = growableU16();
  /** Where each word begins in `units`; behind the last one, where the next will. */
  private starts = growableU32();
  private hashes = growableU32();
  /** Of each slot the number of its word plus one, 0 in an empty one. */
  private slots = new Uint32Array(FIRST_SLOTS);

  constructor() {
    this.starts.push(0);
  }

  get size(): number {
    return this.hashes.length;
  }

  /** The number of a word, which gets the next one where it has none. */
  numberOf(word: string): number {
    let hash = 0;
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), PRIME);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = slots[slot] - 1;
      if (hashes.get(number) === hash && this.is(number, word)) return number;
    }
    return this.add(word, hash, slot);
  }

  at(number: number): string {
    return wordOf(this.units.view(), this.starts.get(number), this.starts.get(number + 1));
  }

  /** The numbers of all words in the order of the words' bytes. */
  order(): Uint32Array {
    return orderOfUnits(this.units.view(), this.starts.view());
  }

  /** The words in an order of their numbers. To be called last: it frees what was added. */
  sorted(order: Uint32Array): SortedWords {
    this.slots = new Uint32Array(0);
    this.hashes = growableU32();
    const from = this.units.view();
    const starts = this.starts.view();
    const units = new Uint16Array(from.length);
    const offsets = new Uint32Array(order.length + 1);
    let at = 0;
    for (let i = 0; i < order.length; i++) {
      const end = starts[order[i] + 1];
      for (let k = starts[order[i]]; k < end; k++) units[at++] = from[k];
      offsets[i + 1] = at;
    }
    this.units = growableU16();
    this.starts = growableU32();
    return new SortedWords(units, offsets);
  }

  private is(number: number, word: string): boolean {
    const { units, starts } = this;
    const start = starts.get(number);
    if (starts.get(number + 1) - start !== word.length) return false;
    for (let i = 0; i < word.length; i++) if (units.get(start + i) !== orderedUnit(word.charCodeAt(i))) return false;
    return true;
  }

  private add(word: string, hash: number, slot: number): number {
    for (let i = 0; i < word.length; i++) this.units.push(orderedUnit(word.charCodeAt(i)));
    this.starts.push(this.units.length);
    this.hashes.push(hash);
    this.slots[slot] = this.size;
    if (this.size * 2 > this.slots.length) this.grow();
    return this.size - 1;
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
