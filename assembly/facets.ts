/** Writes the values of a facet with their counts: the twin of `values` in `facets-writer.ts`. */
import { copy, word } from './memory';

const COMMA: u8 = 0x2c;
const BRACE: u8 = 0x7d;
const ZERO: u8 = 0x30;
/** Of the largest u32. */
const MOST_DIGITS: usize = 10;
const WORD: usize = 4;

/**
 * Writes the encoded beginning of each value, its count and a brace, commas between.
 * @param values address of the ordinals of `count` values, u32
 * @param counts address of their counts, u32
 * @param json address of the encoded beginnings of all values, one after the other
 * @param offsets address of where each of them begins, u32, with their end behind the last
 * @param out address with room for the beginnings, twelve bytes more of each value, and sixteen more
 * @returns the address behind what was written
 */
export function writeValues(
  values: usize,
  counts: usize,
  count: usize,
  json: usize,
  offsets: usize,
  out: usize,
): usize {
  let at = out;
  for (let i: usize = 0; i < count; i++) {
    if (i > 0) store<u8>(at++, COMMA);
    const offset = offsets + word(values + i * WORD) * WORD;
    const from = word(offset);
    const length = word(offset + WORD) - from;
    copy(at, json + from, length);
    at = writeInteger(at + length, load<u32>(counts + i * WORD));
    store<u8>(at++, BRACE);
  }
  return at;
}

/** In decimal digits. */
function writeInteger(out: usize, value: u32): usize {
  if (value < 10) {
    store<u8>(out, ZERO + <u8>value);
    return out + 1;
  }
  let digits: usize = 2;
  for (let bound: u32 = 100; digits < MOST_DIGITS && value >= bound; bound *= 10) digits++;
  const end = out + digits;
  let rest = value;
  for (let at = end; at > out; ) {
    const next = rest / 10;
    store<u8>(--at, ZERO + <u8>(rest - next * 10));
    rest = next;
  }
  return end;
}
