/** Compares vectors with that of a text: the twin of `nearVectors` in `src/query/nearness/vector-scan.ts`. */

const STEP: usize = 16;
const HALF: usize = 8;
/** A found vector: its number, then its dot product, i32 each. */
const PAIR: usize = 8;
const WORD: usize = 4;
/** Vectors that are compared side by side. */
const ROWS: usize = 4;

/**
 * Lists the vectors whose dot product with another one, times a number of each, is large.
 * @param vectors address of the vectors, i8, with room for three more behind them
 * @param count how many
 * @param dimensions of each, a multiple of 16
 * @param text address of the other one, i16
 * @param scales address of the number of each, f32, with room for three more; 0: it is 1
 * @param least the least product that counts
 * @param first the number of the first vector
 * @param out address of the found ones, with room for all
 * @returns how many are found
 */
export function nearVectors(
  vectors: usize,
  count: usize,
  dimensions: usize,
  text: usize,
  scales: usize,
  least: f32,
  first: u32,
  out: usize,
): usize {
  let to = out;
  const leasts = f32x4.splat(least);
  for (let row: usize = 0; row < count; row += ROWS) {
    const from = vectors + row * dimensions;
    const dots = fourDots(from, dimensions, text);
    let products = f32x4.convert_i32x4_s(dots);
    if (scales !== 0) products = f32x4.mul(products, v128.load(scales + row * WORD));
    let large = i32x4.bitmask(f32x4.ge(products, leasts));
    if (count - row < ROWS) large &= (1 << (<i32>(count - row))) - 1;
    if (large === 0) continue;
    to = listed(large, 0, first + <u32>row, i32x4.extract_lane(dots, 0), to);
    to = listed(large, 1, first + <u32>row, i32x4.extract_lane(dots, 1), to);
    to = listed(large, 2, first + <u32>row, i32x4.extract_lane(dots, 2), to);
    to = listed(large, 3, first + <u32>row, i32x4.extract_lane(dots, 3), to);
  }
  return (to - out) / PAIR;
}

/** Lists a vector where its bit is set: its number and dot product. @returns where the next one goes */
function listed(large: i32, lane: i32, first: u32, dot: i32, to: usize): usize {
  store<u32>(to, first + <u32>lane);
  store<i32>(to + WORD, dot);
  return to + <usize>((large >>> lane) & 1) * PAIR;
}

/** The dot products of four vectors, one after the other, with another one. */
function fourDots(vectors: usize, dimensions: usize, text: usize): v128 {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let e = i32x4.splat(0);
  let row = vectors;
  let other = text;
  for (const end = row + dimensions; row < end; row += STEP, other += 2 * STEP) {
    const low = v128.load(other);
    const high = v128.load(other, STEP);
    const second = row + dimensions;
    const third = second + dimensions;
    a = i32x4.add(a, dotOf(row, low, high));
    b = i32x4.add(b, dotOf(second, low, high));
    c = i32x4.add(c, dotOf(third, low, high));
    e = i32x4.add(e, dotOf(third + dimensions, low, high));
  }
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
  const ce = i32x4.add(v128.shuffle<i32>(c, e, 0, 4, 1, 5), v128.shuffle<i32>(c, e, 2, 6, 3, 7));
  return i32x4.add(v128.shuffle<i32>(ab, ce, 0, 1, 4, 5), v128.shuffle<i32>(ab, ce, 2, 3, 6, 7));
}

/** The dot products of sixteen numbers of a vector, in four sums. */
function dotOf(vector: usize, low: v128, high: v128): v128 {
  const first = i32x4.dot_i16x8_s(v128.load8x8_s(vector), low);
  return i32x4.add(first, i32x4.dot_i16x8_s(v128.load8x8_s(vector, HALF), high));
}
