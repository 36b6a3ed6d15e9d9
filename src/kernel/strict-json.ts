/**
 * Reads a JSON text into a tape and holds it to the grammar (RFC 8259), which `JsonTape.read` does not. Two things are
 * left to those that read texts: whether bytes are UTF-8, and whether escapes are sound.
 */

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
import { CONTAINER, END, ESCAPED_TEXT, type JsonTape, KIND, LINK, LITERAL, NODE, START, TEXT } from './json-tape.js';

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const PLUS = 0x2b;
const LOWER = 0x20;
const EXPONENT = 0x65;
const WORDS = ['true', 'false', 'null'].map(word => Buffer.from(word));

/** Texts that are nested more deeply are refused. */
const DEEPEST = 128;

/** What comes next. */
const VALUE = 0;
const VALUE_OR_CLOSE = 1;
const NAME = 2;
const NAME_OR_CLOSE = 3;
const COMMA_OR_CLOSE = 4;
const NOTHING = 5;

/**
 * @returns whether the bytes are one value, which the tape then has as node 0, and white space around it
 */
export function readStrict(tape: JsonTape, bytes: Buffer): boolean {
  const { length } = bytes;
  let { nodes } = tape;
  let node = 0;
  // While an object or list is open, its link is the one that it is in.
  let parent = -1;
  let depth = 0;
  let next = VALUE;
  tape.spaced = false;
  for (let at = 0; at < length; ) {
    const unit = bytes[at];
    if (unit <= SPACE) {
      if (!isSpace(unit)) return false;
      tape.spaced = true;
      at++;
      continue;
    }
    if (next === COMMA_OR_CLOSE && unit === COMMA) {
      next = bytes[nodes[parent + START]] === OPEN_OBJECT ? NAME : VALUE;
      at++;
      continue;
    }
    if (unit === CLOSE_OBJECT || unit === CLOSE_LIST) {
      if (parent < 0 || (next !== COMMA_OR_CLOSE && next !== VALUE_OR_CLOSE && next !== NAME_OR_CLOSE)) return false;
      const open = parent;
      // An object is closed two units above that which opens it, and so is a list.
      if (bytes[nodes[open + START]] !== unit - 2) return false;
      parent = nodes[open + LINK];
      depth--;
      nodes[open + END] = ++at;
      nodes[open + LINK] = node;
      next = parent < 0 ? NOTHING : COMMA_OR_CLOSE;
      continue;
    }
    if (next >= COMMA_OR_CLOSE) return false;
    if (node + NODE > nodes.length) tape.nodes = nodes = doubled(nodes);
    const named = next === NAME || next === NAME_OR_CLOSE;
    nodes[node + START] = at;
    if (unit === QUOTE) {
      let kind = TEXT;
      nodes[node + START] = ++at;
      for (; at < length; at++) {
        const letter = bytes[at];
        // Most letters are above all that is looked for.
        if (letter <= BACKSLASH) {
          if (letter === QUOTE) break;
          if (letter < SPACE) return false;
          if (letter === BACKSLASH) {
            kind = ESCAPED_TEXT;
            at++;
          }
        }
      }
      if (at >= length) return false;
      nodes[node + KIND] = kind;
      nodes[node + LINK] = 0;
      nodes[node + END] = at++;
      if (named) {
        for (; isSpace(bytes[at]); at++) tape.spaced = true;
        if (bytes[at++] !== COLON) return false;
        next = VALUE;
      } else next = parent < 0 ? NOTHING : COMMA_OR_CLOSE;
    } else if (named) return false;
    else if (unit === OPEN_OBJECT || unit === OPEN_LIST) {
      if (++depth > DEEPEST) return false;
      nodes[node + KIND] = CONTAINER;
      nodes[node + LINK] = parent;
      parent = node;
      next = unit === OPEN_OBJECT ? NAME_OR_CLOSE : VALUE_OR_CLOSE;
      at++;
    } else {
      const end = unit === MINUS || isDigit(unit) ? numberEnd(bytes, at) : wordEnd(bytes, at);
      if (end < 0) return false;
      nodes[node + KIND] = LITERAL;
      nodes[node + LINK] = 0;
      nodes[node + END] = at = end;
      next = parent < 0 ? NOTHING : COMMA_OR_CLOSE;
    }
    node += NODE;
  }
  if (next !== NOTHING) return false;
  tape.bytes = bytes;
  tape.end = node;
  return true;
}

function isSpace(unit: number): boolean {
  return unit === SPACE || unit === NEWLINE || unit === RETURN || unit === TAB;
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= NINE;
}

/** The end of the number at `at`, or -1. */
function numberEnd(bytes: Buffer, at: number): number {
  let end = bytes[at] === MINUS ? at + 1 : at;
  if (!isDigit(bytes[end])) return -1;
  end = bytes[end] === ZERO ? end + 1 : digitsEnd(bytes, end);
  if (bytes[end] === DOT) {
    if (!isDigit(bytes[end + 1])) return -1;
    end = digitsEnd(bytes, end + 1);
  }
  if ((bytes[end] | LOWER) !== EXPONENT) return end;
  end++;
  if (bytes[end] === PLUS || bytes[end] === MINUS) end++;
  return isDigit(bytes[end]) ? digitsEnd(bytes, end) : -1;
}

function digitsEnd(bytes: Buffer, at: number): number {
  let end = at;
  while (isDigit(bytes[end])) end++;
  return end;
}

/** The end of the word at `at`, or -1. */
function wordEnd(bytes: Buffer, at: number): number {
  for (const word of WORDS) {
    if (bytes.compare(word, 0, word.length, at, Math.min(at + word.length, bytes.length)) === 0)
      return at + word.length;
  }
  return -1;
}
