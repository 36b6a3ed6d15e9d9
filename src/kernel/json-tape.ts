/**
 * Where the values of a JSON text lie, found in one pass over its bytes: for readers that need few of the values, or
 * need them as bytes. Making objects of the text takes many times as long, because each object by key has a shape of
 * its own.
 *
 * A node takes four numbers: its kind, where the value begins and ends in the bytes (a text without its quotes), and of
 * an object or list the node behind it, of a text the number of a name that the tape has learned. Nodes are in the
 * order of the text; the members of an object are the node of the name and that of the value in turn.
 */

import { ASSEMBLY_SLACK, type Assembly } from './assembly.js';
import { doubled } from './growable.js';
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  DOT,
  MINUS,
  NINE,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
  ZERO,
} from './json-bytes.js';

/** Numbers of a node. */
export const NODE = 4;
export const KIND = 0;
export const START = 1;
export const END = 2;
/** The node behind an object or list, or the number of the name that a text has; 0 where there is none. */
export const LINK = 3;

/** Of a text that may have a name that the tape has not learned. */
export const NOT_KNOWN = -1;

/** Kinds of nodes. A literal is a number, `true`, `false` or `null`. */
export const TEXT = 0;
export const ESCAPED_TEXT = 1;
export const LITERAL = 2;
export const CONTAINER = 3;

/** The factor of the hash FNV-1a (Fowler, Noll and Vo), here over words of four bytes and the bytes behind them. */
const PRIME = 0x01000193;
const WORD_BYTES = 4;

const FIRST_NODES = 1 << 12;

/** Longer names are not learned. */
export const LONGEST_NAME = 16;
const MOST_NAMES = 160;
/** In the memory: where a name is learned, and where texts begin. */
const LEARNED = 0x1400;
const BYTES = LEARNED + LONGEST_NAME;

/** In place of the end of the nodes: there is no room for all, or brackets do not fit each other. */
const FULL = 0;
const DAMAGED = 1;

/**
 * Numbers of up to this many digits are whole in a double, and so is their quotient by a power of ten correctly
 * rounded.
 */
const EXACT_DIGITS = 15;
const POWERS = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => 10 ** i);

export class JsonTape {
  bytes: Buffer = Buffer.alloc(0);
  nodes = new Int32Array(FIRST_NODES);
  /** Behind the last node. */
  end = 0;
  /** Whether there is white space between the values; known where `readStrict` has read them. */
  spaced = false;
  /** How many names it has learned, and how many it had when it read. */
  private names = 0;
  private namesRead = 0;
  /** The memory: room for a text, then the nodes. */
  private room: { text: Buffer; nodes: Int32Array<ArrayBuffer> } | undefined;

  /** @param assembly a memory of its own, to which texts are copied to be read there; undefined: they are read here */
  constructor(private readonly assembly?: Assembly) {}

  /** Whether it can learn names: one that reads without an assembly cannot. */
  get learnsNames(): boolean {
    return this.assembly !== undefined;
  }

  /**
   * Learns a name, by whose number texts that are read from then on are known (see `nameOf`).
   * @param name at most LONGEST_NAME bytes, as JSON has them between quotes, without escapes
   * @returns its number, above 0; 0 where the tape learns none
   */
  learn(name: Uint8Array): number {
    const { assembly } = this;
    if (!assembly || this.names === MOST_NAMES) return 0;
    assembly.reserve(BYTES);
    new Uint8Array(assembly.buffer).set(name, LEARNED);
    const number = assembly.functions.learnName(name.length, this.names + 1);
    this.names = Math.max(this.names, number);
    return number;
  }

  /**
   * The number of the name that a text has.
   * @param needed the greatest number of the names that the caller looks for
   * @returns 0 where it has none that the tape has learned, NOT_KNOWN where it may be one that the tape has not
   */
  nameOf(node: number, needed: number): number {
    const { nodes } = this;
    const name = nodes[node + LINK];
    if (name > 0) return name;
    const isLearned = nodes[node + KIND] === TEXT && nodes[node + END] - nodes[node + START] <= LONGEST_NAME;
    return isLearned && needed <= this.namesRead ? 0 : NOT_KNOWN;
  }

  /**
   * Reads the values that begin at `from`; the first is node 0.
   * @param bytes sound JSON, which is not changed before the next call
   * @throws Error where brackets do not fit each other
   */
  read(bytes: Buffer, from = 0): void {
    if (!this.assembly || !this.readInside(this.assembly, bytes, from)) this.readPlainly(bytes, from);
  }

  /** @returns whether brackets fit each other */
  private readInside(assembly: Assembly, bytes: Buffer, from: number): boolean {
    const length = bytes.length - from;
    let room = this.room ?? this.reserve(assembly, length, FIRST_NODES);
    if (room.text.length < length) room = this.reserve(assembly, length * 2, room.nodes.length);
    bytes.copy(room.text, 0, from);
    const read = (): number => {
      const { byteOffset, byteLength } = room.nodes;
      return assembly.functions.readTape(BYTES + length, byteOffset, byteOffset + byteLength);
    };
    let end = read();
    for (; end === FULL; end = read()) room = this.reserve(assembly, room.text.length, room.nodes.length * 2);
    if (end === DAMAGED) return false;
    this.bytes = room.text;
    this.nodes = room.nodes;
    this.end = (end - room.nodes.byteOffset) / Int32Array.BYTES_PER_ELEMENT;
    this.namesRead = this.names;
    return true;
  }

  /** Makes room in the memory, which keeps its text. */
  private reserve(assembly: Assembly, text: number, nodes: number): NonNullable<typeof this.room> {
    const start = (BYTES + text + 2 * ASSEMBLY_SLACK) & -ASSEMBLY_SLACK;
    assembly.reserve(start + nodes * Int32Array.BYTES_PER_ELEMENT);
    const { buffer } = assembly;
    return (this.room = { text: Buffer.from(buffer, BYTES, text), nodes: new Int32Array(buffer, start, nodes) });
  }

  /** As `read`, without WebAssembly. */
  private readPlainly(bytes: Buffer, from: number): void {
    const { length } = bytes;
    let { nodes } = this;
    let node = 0;
    // While an object or list is open, its link is the one that it is in.
    let parent = -1;
    let at = from;
    while (at < length) {
      const unit = bytes[at];
      if (unit === COMMA || unit === COLON || unit <= SPACE) {
        at++;
        continue;
      }
      if (unit === CLOSE_OBJECT || unit === CLOSE_LIST) {
        if (parent < 0) break;
        const open = parent;
        parent = nodes[open + LINK];
        nodes[open + END] = ++at;
        nodes[open + LINK] = node;
        continue;
      }
      if (node + NODE > nodes.length) this.nodes = nodes = doubled(nodes);
      let kind = LITERAL;
      let link = 0;
      let start = at;
      if (unit === QUOTE) {
        kind = TEXT;
        start = ++at;
        for (; at < length; at++) {
          const next = bytes[at];
          if (next === QUOTE) break;
          if (next === BACKSLASH) {
            kind = ESCAPED_TEXT;
            at++;
          }
        }
        nodes[node + END] = at++;
      } else if (unit === OPEN_OBJECT || unit === OPEN_LIST) {
        kind = CONTAINER;
        link = parent;
        parent = node;
        at++;
      } else {
        for (at++; at < length; at++) {
          const next = bytes[at];
          if (next === COMMA || next === CLOSE_OBJECT || next === CLOSE_LIST || next <= SPACE) break;
        }
        nodes[node + END] = at;
      }
      nodes[node + KIND] = kind;
      nodes[node + START] = start;
      nodes[node + LINK] = link;
      node += NODE;
    }
    if (parent >= 0 || at !== length)
      throw new Error(`brackets do not match at byte ${at} of ${length} of a JSON text`);
    this.bytes = bytes;
    this.end = node;
    this.namesRead = 0;
  }

  /** The node behind a value, those inside it included. */
  behind(node: number): number {
    return this.nodes[node + KIND] === CONTAINER ? this.nodes[node + LINK] : node + NODE;
  }

  /** Where a value begins in the bytes; a text behind its quote. */
  startOf(node: number): number {
    return this.nodes[node + START];
  }

  /** Where a value ends in the bytes; a text before its quote. */
  endOf(node: number): number {
    return this.nodes[node + END];
  }

  /** A hash of a text's bytes. */
  hashOf(node: number): number {
    const { bytes, nodes } = this;
    const end = nodes[node + END];
    let at = nodes[node + START];
    let hash = 0;
    for (; at + WORD_BYTES <= end; at += WORD_BYTES) {
      const word = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
      hash = Math.imul(((hash << 13) | (hash >>> 19)) ^ word, PRIME);
    }
    for (; at < end; at++) hash = Math.imul(hash ^ bytes[at], PRIME);
    return hash;
  }

  /** Whether a value is a text without escapes. */
  isPlainText(node: number): boolean {
    return this.nodes[node + KIND] === TEXT;
  }

  isText(node: number): boolean {
    return this.nodes[node + KIND] <= ESCAPED_TEXT;
  }

  isContainer(node: number): boolean {
    return this.nodes[node + KIND] === CONTAINER;
  }

  isNull(node: number): boolean {
    return this.nodes[node + KIND] === LITERAL && this.bytes[this.nodes[node + START]] === 0x6e;
  }

  isObject(node: number): boolean {
    return this.nodes[node + KIND] === CONTAINER && this.bytes[this.nodes[node + START]] === OPEN_OBJECT;
  }

  isList(node: number): boolean {
    return this.nodes[node + KIND] === CONTAINER && this.bytes[this.nodes[node + START]] === OPEN_LIST;
  }

  /** Whether a value is a number, in the form in which `JSON.stringify` writes it. */
  isPlainNumber(node: number): boolean {
    const { bytes, nodes } = this;
    if (nodes[node + KIND] !== LITERAL) return false;
    const end = nodes[node + END];
    let at = nodes[node + START];
    if (bytes[at] === MINUS) at++;
    // Of more digits, a double may have another form; of less than a millionth, it has an exponent.
    if (end - at > EXACT_DIGITS || bytes[at] === ZERO) return this.isPlainFraction(node, at, end);
    let dot = false;
    for (let i = at; i < end; i++) {
      const unit = bytes[i];
      if (unit === DOT) dot = true;
      else if (unit < ZERO || unit > NINE) return false;
    }
    return !dot || bytes[end - 1] !== ZERO;
  }

  /** `isPlainNumber` for 0, numbers below 1 and long ones. */
  private isPlainFraction(node: number, at: number, end: number): boolean {
    if (at + 1 === end) return at === this.nodes[node + START];
    return JSON.stringify(Number(this.json(node))) === this.json(node);
  }

  isEmptyText(node: number): boolean {
    return this.nodes[node + KIND] <= ESCAPED_TEXT && this.nodes[node + START] === this.nodes[node + END];
  }

  text(node: number): string {
    const { bytes, nodes } = this;
    if (nodes[node + KIND] === ESCAPED_TEXT) return JSON.parse(this.json(node));
    return bytes.utf8Slice(nodes[node + START], nodes[node + END]);
  }

  /** The JSON of a value, as it is written. */
  json(node: number): string {
    const { bytes, nodes } = this;
    const quotes = nodes[node + KIND] <= ESCAPED_TEXT ? 1 : 0;
    return bytes.utf8Slice(nodes[node + START] - quotes, nodes[node + END] + quotes);
  }

  parse<T>(node: number): T {
    return JSON.parse(this.json(node));
  }

  /** Whether a literal is `true`. */
  isTrue(node: number): boolean {
    return this.bytes[this.nodes[node + START]] === 0x74;
  }

  number(node: number): number {
    const { bytes, nodes } = this;
    const end = nodes[node + END];
    let at = nodes[node + START];
    const negative = bytes[at] === MINUS;
    if (negative) at++;
    if (end - at > EXACT_DIGITS) return Number(this.json(node));
    let digits = 0;
    let fraction = 0;
    let dot = 0;
    for (; at < end; at++) {
      const unit = bytes[at];
      if (unit >= ZERO && unit <= NINE) {
        digits = digits * 10 + unit - ZERO;
        fraction += dot;
      } else if (unit === DOT) dot = 1;
      else return Number(this.json(node));
    }
    const value = dot === 0 ? digits : digits / POWERS[fraction];
    return negative ? -value : value;
  }
}

declare global {
  interface Buffer {
    /** Node's own reader; it skips the checks of `toString`. */
    utf8Slice(start: number, end: number): string;
  }
}
