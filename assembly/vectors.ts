/** Compares vectors with that of a text: the twin of `nearVectors` in `src/query/nearness/vector-scan.ts`. */

const STEP: usize = 16;
/** A found vector: its number, then its dot product, i32 each. */
const PAIR: usize = 8;
const WORD: usize = 4;

/**
 * Lists the vectors whose dot product with another one is large.
 * @param vectors address of the vectors, i8
 * @param count how many
 * @param dimensions of each, a multiple of 16
 * @param text address of the other one, i8
 * @param least the least dot product that counts
 * @param first the number of the first vector
 * @param out address of the found ones, with room for all
 * @returns how many are found
 */
export function nearVectors(
  vectors: usize,
  count: usize,
  dimensions: usize,
  text: usize,
  least: i32,
  first: u32,
  out: usize,
): usize {
  let to = out;
  const end = vectors + count * dimensions;
  let number = first;
  for (let from = vectors; from < end; from += dimensions, number++) {
    let sums = i32x4.splat(0);
    for (let d: usize = 0; d < dimensions; d += STEP) {
      const a = v128.load(from + d);
      const b = v128.load(text + d);
      const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(a), i16x8.extend_low_i8x16_s(b));
      const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(a), i16x8.extend_high_i8x16_s(b));
      sums = i32x4.add(sums, i32x4.add(low, high));
    }
    const dot =
      i32x4.extract_lane(sums, 0) +
      i32x4.extract_lane(sums, 1) +
      i32x4.extract_lane(sums, 2) +
      i32x4.extract_lane(sums, 3);
    if (dot < least) continue;
    store<u32>(to, number);
    store<i32>(to + WORD, dot);
    to += PAIR;
  }
  return (to - out) / PAIR;
}
