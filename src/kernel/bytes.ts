import { SHORT_TEXT, writeAscii } from './ascii.js';
import type { Assembly, AssemblyFunctions } from './assembly.js';
import { FreeRanges } from './free-ranges.js';

/**
 * A growing byte buffer that responses are assembled in. Bytes that are copied often are kept in the same buffer (see
 * `keep`), because moving bytes within one array costs 20 ns where a copy between arrays costs 130.
 *
 *   0 … staged    what is being taken apart, such as a record just read: always the same memory, which caches have
 *   … kept        kept pieces: copied in once, spliced many times
 *   kept … at     the response that is being written
 */
export class Bytes {
  buffer: Buffer;
  /** The same bytes as `buffer`. */
  words: Uint32Array;
  /** Offset of the next byte. */
  at: number;
  private kept: number;
  /** Among the kept pieces. */
  private readonly free = new FreeRanges();
  /** Most bytes of a response. */
  most = Number.POSITIVE_INFINITY;
  /** Functions over these bytes; undefined: there are none. */
  readonly functions: AssemblyFunctions | undefined;

  /**
   * @param staged bytes at the beginning that are left to others
   * @param assembly the memory that the bytes lie in; undefined: one of their own
   */
  constructor(
    capacity = 1 << 20,
    readonly staged = 0,
    private readonly assembly?: Assembly,
  ) {
    const size = wholeWords(Math.max(capacity, staged));
    assembly?.reserve(size);
    const bytes = assembly?.buffer ?? new ArrayBuffer(size);
    this.functions = assembly?.functions;
    this.buffer = Buffer.from(bytes);
    this.words = new Uint32Array(bytes);
    this.at = staged;
    this.kept = staged;
  }

  /** Copies a piece into the kept region and returns its offset, a multiple of 4. Only between responses. */
  keep(piece: Uint8Array): number {
    const room = wholeWords(piece.length);
    const offset = this.free.take(room) ?? this.append(room);
    this.buffer.set(piece, offset);
    return offset;
  }

  /** Gives up a kept piece of so many bytes. */
  release(offset: number, bytes: number): void {
    if (bytes > 0) this.free.release(offset, offset + wholeWords(bytes));
  }

  private append(room: number): number {
    const offset = wholeWords(this.kept);
    this.at = offset;
    this.reserve(room);
    this.kept = offset + room;
    this.at = this.kept;
    return offset;
  }

  /** Begins a response behind the kept pieces. */
  start(): void {
    this.at = this.kept;
  }

  /** The bytes written since `start`: a view, valid until the next write. */
  written(): Uint8Array {
    return this.buffer.subarray(this.kept, this.at);
  }

  /** Makes room for `length` more bytes. @throws TooLong where the buffer would have to grow for more than `most` */
  reserve(length: number): void {
    const needed = this.at + length;
    if (needed <= this.buffer.length) return;
    if (needed - this.kept > this.most) throw new TooLong();
    const size = wholeWords(Math.max(needed, this.buffer.length * 2));
    const bytes = this.assembly ? enlarged(this.assembly, size) : new ArrayBuffer(size);
    const next = Buffer.from(bytes);
    if (!this.assembly) next.set(this.buffer.subarray(0, Math.max(this.at, this.kept)));
    this.buffer = next;
    this.words = new Uint32Array(bytes);
  }

  /** Moves bytes of this buffer to the end of what is written. */
  copy(from: number, to: number): void {
    this.reserve(to - from);
    this.buffer.copyWithin(this.at, from, to);
    this.at += to - from;
  }

  bytes(piece: Uint8Array): void {
    this.reserve(piece.length);
    this.buffer.set(piece, this.at);
    this.at += piece.length;
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.at++] = value;
  }

  /** Text of ASCII characters only. */
  ascii(text: string): void {
    const { length } = text;
    this.reserve(length);
    const { buffer, at } = this;
    if (length > SHORT_TEXT) buffer.latin1Write(text, at);
    else writeAscii(text, buffer, at);
    this.at += length;
  }

  text(text: string): void {
    const { length } = text;
    this.reserve(length * 3);
    const { buffer, at } = this;
    const isAscii = length <= SHORT_TEXT && writeAscii(text, buffer, at) === length;
    this.at = at + (isAscii ? length : buffer.utf8Write(text, at));
  }

  json(value: unknown): void {
    if (Array.isArray(value) && value.length === 0) this.ascii('[]');
    else this.text(JSON.stringify(value));
  }

  /** A non-negative integer in decimal digits. */
  integer(value: number): void {
    this.reserve(10);
    if (value < 10) {
      this.buffer[this.at++] = 48 + value;
      return;
    }
    let digits = 1;
    for (let bound = 10; value >= bound && digits < 10; bound *= 10) digits++;
    let rest = value;
    for (let i = this.at + digits - 1; i >= this.at; i--) {
      const next = Math.floor(rest / 10);
      this.buffer[i] = 48 + rest - next * 10;
      rest = next;
    }
    this.at += digits;
  }

  number(value: number): void {
    if (Number.isInteger(value) && value >= 0 && value < 1e9) this.integer(value);
    else this.ascii(String(value));
  }
}

/** A response would be longer than it may be. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** The memory, which keeps what it holds. */
function enlarged(assembly: Assembly, size: number): ArrayBuffer {
  assembly.reserve(size);
  return assembly.buffer;
}

function wholeWords(bytes: number): number {
  return (bytes + 3) & ~3;
}

declare global {
  interface Buffer {
    /** Node's own writers; they skip the encoding dispatch of `write`. */
    latin1Write(text: string, offset: number): number;
    utf8Write(text: string, offset: number): number;
  }
}
