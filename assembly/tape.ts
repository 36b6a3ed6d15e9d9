/**
 * Finds the values of a JSON text: twin of `readPlainly` in `src/kernel/json-tape.ts`, which has the layout of nodes.
 */

/** Bytes looked at together. */
const STEP: usize = 16;

/** Bytes of a node, and where in it its numbers are. */
const NODE: usize = 16;
const START: usize = 4;
const END: usize = 8;
const LINK: usize = 12;

const TEXT: i32 = 0;
const ESCAPED_TEXT: i32 = 1;
const LITERAL: i32 = 2;
const CONTAINER: i32 = 3;

const SPACE: u32 = 0x20;
const QUOTE: u32 = 0x22;
const COMMA: u32 = 0x2c;
const COLON: u32 = 0x3a;
const OPEN_LIST: u32 = 0x5b;
const BACKSLASH: u32 = 0x5c;
const CLOSE_LIST: u32 = 0x5d;
const OPEN_OBJECT: u32 = 0x7b;
const CLOSE_OBJECT: u32 = 0x7d;

/**
 * Names that readers look for, by their bytes with zeros behind them: an open-addressing table of as many slots as a
 * byte has values, first the bytes of all, then the number of each, 0 in an empty slot. Behind it the name that is
 * learned, and the text.
 */
const LONGEST_NAME: usize = 16;
const SLOTS: usize = 256;
const NUMBERS: usize = SLOTS * LONGEST_NAME;
const LEARNED: usize = NUMBERS + SLOTS * 4;
const BYTES: usize = LEARNED + LONGEST_NAME;
/** Odd factors of a multiplicative hash: digits of the golden ratio, and of a factor of SplitMix64. */
const FIRST_FACTOR: u64 = 0x9e3779b97f4a7;
const SECOND_FACTOR: u64 = 0xbf58476d1ce4b;

/** In place of the end of the nodes. */
const FULL: usize = 0;
const DAMAGED: usize = 1;

/**
 * Learns a name, which lies at LEARNED.
 * @param number what texts that are equal get as their link, above 0
 * @returns that, or the number that it has been learned with before
 */
export function learnName(length: usize, number: u32): u32 {
  const name = nameAt(LEARNED, length);
  const slot = slotOf(name);
  if (load<u32>(NUMBERS + slot * 4) === 0) {
    v128.store(slot * LONGEST_NAME, name);
    store<u32>(NUMBERS + slot * 4, number);
  }
  return load<u32>(NUMBERS + slot * 4);
}

/**
 * Reads the text from BYTES to `end`, behind which up to fifteen bytes are looked at.
 * @param nodes address of the first node
 * @param limit behind the last one that there is room for
 * @returns the address behind the last node; 0 where they are too many, 1 where brackets do not fit each other
 */
export function readTape(end: usize, nodes: usize, limit: usize): usize {
  let node = nodes;
  // While an object or list is open, its link is the address of the one that it is in, or 0.
  let parent: usize = 0;
  let at = BYTES;
  while (at < end) {
    const unit = <u32>load<u8>(at);
    if (unit === COMMA || unit === COLON || unit <= SPACE) {
      at++;
      continue;
    }
    if (unit === CLOSE_OBJECT || unit === CLOSE_LIST) {
      if (parent === 0) return DAMAGED;
      const open = parent;
      parent = <usize>load<u32>(open + LINK);
      at++;
      store<u32>(open + END, <u32>(at - BYTES));
      store<u32>(open + LINK, <u32>((node - nodes) >>> 2));
      continue;
    }
    if (node + NODE > limit) return FULL;
    let kind = LITERAL;
    let link: u32 = 0;
    let start = at;
    if (unit === QUOTE) {
      kind = TEXT;
      start = ++at;
      while (at < end) {
        at = nextSign(at, end);
        if (at >= end || <u32>load<u8>(at) === QUOTE) break;
        kind = ESCAPED_TEXT;
        at += 2;
      }
      if (kind === TEXT && at - start <= LONGEST_NAME) link = numberOf(start, at - start);
      store<u32>(node + END, <u32>(at - BYTES));
      at++;
    } else if (unit === OPEN_OBJECT || unit === OPEN_LIST) {
      kind = CONTAINER;
      link = <u32>parent;
      parent = node;
      at++;
    } else {
      for (at++; at < end; at++) {
        const next = <u32>load<u8>(at);
        if (next === COMMA || next === CLOSE_OBJECT || next === CLOSE_LIST || next <= SPACE) break;
      }
      store<u32>(node + END, <u32>(at - BYTES));
    }
    store<i32>(node, kind);
    store<u32>(node + START, <u32>(start - BYTES));
    store<u32>(node + LINK, link);
    node += NODE;
  }
  return parent !== 0 || at !== end ? DAMAGED : node;
}

/** Where the next quote or backslash is, or a place at or behind the end. */
function nextSign(from: usize, end: usize): usize {
  for (let at = from; at < end; at += STEP) {
    const block = v128.load(at);
    const signs = v128.or(i8x16.eq(block, i8x16.splat(<i8>QUOTE)), i8x16.eq(block, i8x16.splat(<i8>BACKSLASH)));
    const found = i8x16.bitmask(signs);
    if (found !== 0) return at + <usize>ctz(found);
  }
  return end;
}

/** The number of the name that a text has, or 0. */
function numberOf(at: usize, length: usize): u32 {
  return load<u32>(NUMBERS + slotOf(nameAt(at, length)) * 4);
}

/** The bytes of a text, with zeros behind them. */
function nameAt(at: usize, length: usize): v128 {
  const places = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return v128.and(v128.load(at), i8x16.lt_u(places, i8x16.splat(<i8>length)));
}

/** The slot that a name has, or that it would take. */
function slotOf(name: v128): usize {
  const low = <u64>i64x2.extract_lane(name, 0) * FIRST_FACTOR;
  const high = <u64>i64x2.extract_lane(name, 1) * SECOND_FACTOR;
  let slot = <usize>((low ^ high) >>> 56);
  while (load<u32>(NUMBERS + slot * 4) !== 0) {
    if (i8x16.all_true(i8x16.eq(v128.load(slot * LONGEST_NAME), name))) break;
    slot = (slot + 1) & (SLOTS - 1);
  }
  return slot;
}
