/**
 * Compresses and restores texts against a dictionary: twins of those in `text-compression.ts`, which has the layout.
 */
import { copy } from './memory';

const WORD: usize = 4;
/** Of a step of `copy`: what is nearer than it to its copy is copied byte by byte. */
const STEP: usize = 16;

/** Where the tables and the dictionary are. */
const TABLE: usize = 0;
const TABLE_SHIFT: u32 = 20;
const DICTIONARY_TABLE: usize = 1 << 14;
const DICTIONARY_SHIFT: u32 = 19;
const DICTIONARY: usize = 3 << 14;

const HASH: u32 = 0x9e3779b1;
const LEAST: usize = 4;
const FARTHEST: usize = 0xffff;
const NEAR: usize = 0x100;
const MOST_IN_TOKEN: usize = 7;
const SAME: u32 = 0;
const BYTE: u32 = 1;
const PAIR: u32 = 2;
const FORMER: u32 = 3;
const PATIENCE: u32 = 5;

/**
 * Compresses a text, which follows the dictionary.
 * @param text its address
 * @param end the address behind it
 * @param out where the sequences go
 * @param epoch what the table's entries of this text begin with; those of earlier texts are less
 * @returns the address behind the sequences
 */
export function compressText(text: usize, end: usize, out: usize, epoch: u32): usize {
  let anchor = text;
  let at = text;
  let distance: usize = 0;
  let former: usize = 0;
  let misses: u32 = 0;
  while (at + LEAST <= end) {
    const word = load<u32>(at);
    const hash = word * HASH;
    const entry = TABLE + <usize>(hash >>> TABLE_SHIFT) * WORD;
    const known = load<u32>(entry);
    store<u32>(entry, epoch + <u32>(at - text));
    let from: usize = 0;
    if (distance > 0 && load<u32>(at - distance) === word) from = at - distance;
    else if (former > 0 && load<u32>(at - former) === word) from = at - former;
    else {
      if (known >= epoch) {
        const before = text + <usize>(known - epoch);
        if (at - before <= FARTHEST && load<u32>(before) === word) from = before;
      }
      if (from === 0) {
        const before = <usize>load<u32>(DICTIONARY_TABLE + <usize>(hash >>> DICTIONARY_SHIFT) * WORD);
        if (before > 0 && at - before <= FARTHEST && load<u32>(before) === word) from = before;
      }
    }
    if (from === 0) {
      at += 1 + <usize>(misses++ >>> PATIENCE);
      continue;
    }
    misses = 0;
    const behind = at + LEAST + alike(from + LEAST, at + LEAST, end);
    while (at > anchor && from > DICTIONARY && load<u8>(at - 1) === load<u8>(from - 1)) {
      at--;
      from--;
    }
    const now = at - from;
    const kind: u32 = now === distance ? SAME : now === former ? FORMER : now < NEAR ? BYTE : PAIR;
    if (kind !== SAME) {
      former = distance;
      distance = now;
    }
    const length = behind - at - LEAST;
    const token = (kind << 3) | <u32>min(length, MOST_IN_TOKEN);
    out = literals(anchor, at, out, token);
    if (kind === BYTE) store<u8>(out++, <u8>now);
    if (kind === PAIR) {
      store<u16>(out, <u16>now);
      out += 2;
    }
    if (length >= MOST_IN_TOKEN) out = further(length - MOST_IN_TOKEN, out);
    const middle = behind - ((behind - at) >>> 1);
    if (middle + LEAST <= end) enter(middle, epoch + <u32>(middle - text));
    if (behind + LEAST - 2 <= end) enter(behind - 2, epoch + <u32>(behind - 2 - text));
    at = behind;
    anchor = behind;
  }
  return literals(anchor, end, out, 0);
}

/**
 * Restores a text behind the dictionary.
 * @param from address of its sequences
 * @param behind the address behind them
 * @param text where the text goes
 * @param end the address behind the text
 * @param enough the address up to which is restored at least, at most `end`
 * @returns the address behind what is restored; 0 where the sequences are unsound
 */
export function restoreText(from: usize, behind: usize, text: usize, end: usize, enough: usize): usize {
  let at = text;
  let distance: usize = 0;
  let former: usize = 0;
  while (from < behind) {
    const token = <u32>load<u8>(from++);
    let literal = <usize>(token >>> 5);
    if (literal === MOST_IN_TOKEN) {
      let more: usize = 0;
      do {
        if (from >= behind) return 0;
        more = <usize>load<u8>(from++);
        literal += more;
      } while (more === 0xff);
    }
    if (literal > behind - from || literal > end - at) return 0;
    copy(at, from, literal);
    at += literal;
    from += literal;
    if (at >= enough) return at;
    const kind = (token >>> 3) & 3;
    if (kind !== SAME) {
      let now = former;
      if (kind === BYTE) now = <usize>load<u8>(from++);
      else if (kind === PAIR) {
        now = <usize>load<u16>(from);
        from += 2;
      }
      if (from > behind) return 0;
      former = distance;
      distance = now;
    }
    let length = <usize>(token & 7);
    if (length === MOST_IN_TOKEN) {
      let more: usize = 0;
      do {
        if (from >= behind) return 0;
        more = <usize>load<u8>(from++);
        length += more;
      } while (more === 0xff);
    }
    length += LEAST;
    if (distance === 0 || distance > at - DICTIONARY || length > end - at) return 0;
    if (distance >= STEP) {
      copy(at, at - distance, length);
      at += length;
    } else for (const stop = at + length; at < stop; at++) store<u8>(at, load<u8>(at - distance));
    if (at >= enough) return at;
  }
  return 0;
}

/** How many bytes behind two addresses are the same, the second of which ends first. */
function alike(a: usize, b: usize, end: usize): usize {
  const from = b;
  for (; b + 8 <= end; a += 8, b += 8) {
    const different = load<u64>(a) ^ load<u64>(b);
    if (different !== 0) return b - from + <usize>(ctz(different) >>> 3);
  }
  for (; b < end && load<u8>(a) === load<u8>(b); a++) b++;
  return b - from;
}

/** Writes a token with the literals before a match. @returns the address behind them */
function literals(from: usize, to: usize, out: usize, token: u32): usize {
  const length = to - from;
  store<u8>(out++, <u8>(((<u32>min(length, MOST_IN_TOKEN)) << 5) | token));
  if (length >= MOST_IN_TOKEN) out = further(length - MOST_IN_TOKEN, out);
  copy(out, from, length);
  return out + length;
}

/** Writes what a token has no room for. @returns the address behind it */
function further(rest: usize, out: usize): usize {
  for (; rest >= 0xff; rest -= 0xff) store<u8>(out++, 0xff);
  store<u8>(out, <u8>rest);
  return out + 1;
}

function enter(at: usize, value: u32): void {
  store<u32>(TABLE + <usize>((load<u32>(at) * HASH) >>> TABLE_SHIFT) * WORD, value);
}
