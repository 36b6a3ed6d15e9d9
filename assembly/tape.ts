/** Finds the values of a JSON text: twin of `readPlainly` in `src/kernel/json-tape.ts`, which has the layout of nodes. */

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

/** In place of the end of the nodes. */
const FULL: usize = 0;
const DAMAGED: usize = 1;

/**
 * Reads the text from address 0 to `end`, behind which up to fifteen bytes are looked at.
 * @param nodes address of the first node
 * @param limit behind the last one that there is room for
 * @returns the address behind the last node; 0 where they are too many, 1 where brackets do not fit each other
 */
export function readTape(end: usize, nodes: usize, limit: usize): usize {
  let node = nodes;
  // While an object or list is open, its link is the address of the one that it is in, or 0.
  let parent: usize = 0;
  let at: usize = 0;
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
      store<u32>(open + END, <u32>at);
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
      store<u32>(node + END, <u32>at);
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
      store<u32>(node + END, <u32>at);
    }
    store<i32>(node, kind);
    store<u32>(node + START, <u32>start);
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
