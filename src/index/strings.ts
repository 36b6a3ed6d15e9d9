/**
 * A list of strings as UTF-8 bytes and offsets: sections `NAME.bytes` and `NAME.offsets` of a part. Lists sorted by
 * bytes (which is the order of code points) can be searched.
 */
import { compareBytes } from '../kernel/byte-order.js';
import type { Part, PartWriter } from './part.js';
import type { PagedSection } from './part-reader.js';

/** Strings that are encoded at once: a call of the encoder costs as much as joining several. */
const ENCODED_AT_ONCE = 1024;

export function writeStrings(part: PartWriter, name: string, strings: readonly string[]): void {
  writeStringsOf(part, name, strings.length, i => strings[i]);
}

/** As `writeStrings`, of strings that need not be in memory together. @param at each of them, asked for once */
export function writeStringsOf(part: PartWriter, name: string, size: number, at: (index: number) => string): void {
  const offsets = new Uint32Array(size + 1);
  const pieces: Buffer[] = [];
  let length = 0;
  for (let from = 0; from < size; from += ENCODED_AT_ONCE) {
    const strings = Array.from({ length: Math.min(ENCODED_AT_ONCE, size - from) }, (_, i) => at(from + i));
    const text = strings.join('');
    const piece = Buffer.from(text);
    pieces.push(piece);
    const ascii = piece.length === text.length;
    for (let i = 0; i < strings.length; i++) {
      length += ascii ? strings[i].length : Buffer.byteLength(strings[i]);
      offsets[from + i + 1] = length;
    }
  }
  part.add(`${name}.offsets`, offsets).add(`${name}.bytes`, Buffer.concat(pieces));
}

export class Strings {
  readonly size: number;
  /** All of `paged`, which may not have been read. */
  private readonly buffer: Buffer;
  private readonly paged: PagedSection<Uint8Array>;
  private readonly offsets: PagedSection<Uint32Array>;

  constructor(part: Part, name: string) {
    this.paged = part.pagedU8(`${name}.bytes`);
    const { buffer, byteOffset, byteLength } = this.paged.array;
    this.buffer = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
    this.offsets = part.pagedU32(`${name}.offsets`);
    this.size = this.offsets.length - 1;
  }

  /** Where a string begins and ends. */
  private placesOf(index: number): Uint32Array {
    return this.offsets.range(index, index + 2);
  }

  /** The bytes of all strings, of which those from `from` to before `to` are read. */
  private bytes(from: number, to: number): Buffer {
    this.paged.range(from, to);
    return this.buffer;
  }

  /** Adds the list to another part. */
  copyTo(part: PartWriter, name: string): void {
    part.add(`${name}.offsets`, this.offsets.whole).add(`${name}.bytes`, this.paged.whole);
  }

  at(index: number): string {
    const offsets = this.placesOf(index);
    const from = offsets[index];
    const to = offsets[index + 1];
    return this.bytes(from, to).toString('utf8', from, to);
  }

  /** The bytes of one string, as a view into shared memory. */
  bytesAt(index: number): Uint8Array {
    const offsets = this.placesOf(index);
    const from = offsets[index];
    const to = offsets[index + 1];
    return this.bytes(from, to).subarray(from, to);
  }

  /** The bytes of all strings, concatenated; see `startOf`. */
  all(): Uint8Array {
    return this.paged.whole;
  }

  /** Where each string begins among all bytes, with their end behind the last. */
  starts(): Uint32Array {
    return this.offsets.whole;
  }

  startOf(index: number): number {
    return this.offsets.range(index, index + 1)[index];
  }

  /** Index of `wanted` in a list sorted by bytes, or -1. */
  find(wanted: string): number {
    const key = encoded(wanted);
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const mid = (low + high) >>> 1;
      const order = this.compare(key, mid);
      if (order === 0) return mid;
      if (order < 0) low = mid + 1;
      else high = mid - 1;
    }
    return -1;
  }

  /** In a list sorted by bytes, the first index whose string is not below `bound`. */
  lowerBound(bound: string): number {
    return this.boundIn(encoded(bound), 0, this.size);
  }

  /** Where the strings that begin with a text lie in a list sorted by bytes. */
  rangeOf(prefix: string): { from: number; to: number } {
    const from = this.boundIn(encoded(prefix), 0, this.size);
    const behind = encoded(prefix, BEHIND_ALL);
    // Most ranges are short: their ends are near.
    let [low, high] = [from, this.size];
    for (let step = 1; low + step < high; step *= 4) {
      if (this.compare(behind, low + step) < 0) low += step;
      else high = low + step;
    }
    return { from, to: this.boundIn(behind, low, high) };
  }

  /** The first index from `low` on whose string is not below a key, or `high`. */
  private boundIn(key: Uint8Array, low: number, high: number): number {
    while (low < high) {
      const mid = (low + high) >>> 1;
      if (this.compare(key, mid) < 0) low = mid + 1;
      else high = mid;
    }
    return low;
  }

  /**
   * Below 0 where the string at `index` comes before `key`, 0 where they are equal. Most strings differ in their first
   * bytes, where a loop is several times as fast as a call of Buffer.compare.
   */
  private compare(key: Uint8Array, index: number): number {
    const offsets = this.placesOf(index);
    const from = offsets[index];
    const length = offsets[index + 1] - from;
    const bytes = this.bytes(from, from + length);
    const common = Math.min(length, key.length);
    for (let i = 0; i < common; i++) {
      const difference = bytes[from + i] - key[i];
      if (difference !== 0) return difference;
    }
    return length - key.length;
  }

  /**
   * As `compare`, with a text that is not encoded.
   * @param folded whether the string at `index` is compared in lower case; `key` must be in lower case then
   */
  compareText(key: string, index: number, folded: boolean): number {
    const offsets = this.placesOf(index);
    const from = offsets[index];
    const length = offsets[index + 1] - from;
    const bytes = this.bytes(from, from + length);
    const common = Math.min(length, key.length);
    for (let i = 0; i < common; i++) {
      let unit = bytes[from + i];
      if (unit > 0x7f) return this.compareDecoded(key, index, folded);
      if (folded && unit >= 0x41 && unit <= 0x5a) unit += 0x20;
      const difference = unit - key.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return length - key.length;
  }

  /** Whether a string has ASCII letters alone, and no white space at its ends. */
  isPlain(index: number): boolean {
    const offsets = this.placesOf(index);
    const from = offsets[index];
    const to = offsets[index + 1];
    const bytes = this.bytes(from, to);
    if (from === to || bytes[from] <= 0x20 || bytes[to - 1] <= 0x20) return false;
    for (let i = from; i < to; i++) if (bytes[i] > 0x7f) return false;
    return true;
  }

  private compareDecoded(key: string, index: number, folded: boolean): number {
    return compareBytes(folded ? this.at(index).toLowerCase() : this.at(index), key);
  }
}

/** No UTF-8 text has this byte: a key that ends with it lies behind all that begins as it does. */
const BEHIND_ALL = 0xff;

/** Room for the keys of look-ups, most of which are short and of ASCII letters. */
const ROOM = new Uint8Array(64);
const KEYS = Array.from({ length: ROOM.length + 1 }, (_, length) => ROOM.subarray(0, length));

/**
 * The bytes of a text, valid until the next call. A call of the engine takes several times as long as writing a short
 * text.
 * @param last byte behind them
 */
function encoded(text: string, last?: number): Uint8Array {
  const { length } = text;
  if (length >= ROOM.length) return encodedApart(text, last);
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return encodedApart(text, last);
    ROOM[i] = unit;
  }
  if (last === undefined) return KEYS[length];
  ROOM[length] = last;
  return KEYS[length + 1];
}

function encodedApart(text: string, last: number | undefined): Uint8Array {
  const bytes = Buffer.from(text);
  return last === undefined ? bytes : Buffer.concat([bytes, Buffer.of(last)]);
}
