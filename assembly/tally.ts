/** Counts sets of values over products: the twin of `countMany` in `set-tally.ts`. */
import { word } from './memory';

const WORD: usize = 4;
/** A bitmap is walked two words at a time: a block. */
const PAIR: usize = 8;
const PAIR_BITS: usize = 64;
/** Pairs that are looked at together for whether they have a product. */
const STEP: usize = 16;
/** Bits of a pair that are listed whether it has as many or not: each end of a loop is a branch mispredicted. */
const LISTED_AT_ONCE: usize = 4;
/** Bytes of a set in a column, and of its count in a region. */
const CELL: usize = 2;
/** In eight lanes. */
const CELLS_AT_ONCE: usize = 8;
/** Of blocks whose products have several sets. */
const SEVERAL: u32 = 0xffff;
/** Pairs of a region, and its products. */
const REGION_PAIRS: usize = 64;
const REGION: i32 = 4096;
/** Sets of a region whose counts are added in the time in which one product is counted. */
const SETS_PER_PRODUCT: i32 = 8;

// A tally, in bytes: see src/query/facets/assembly-tally.ts.
const COUNTS: usize = 0;
/** Columns that are counted product by product; those that are counted by blocks come behind them. */
const LISTED_COLUMNS: usize = 4;
const COLUMN_COUNT: usize = 8;
/** Sets of all columns together. */
const SETS: usize = 12;
const COLUMNS: usize = 16;

// A column.
const COLUMN_BYTES: usize = 20;
const CELLS: usize = 0;
const BLOCKS: usize = 4;
const REGIONS: usize = 8;
const SET_COUNTS: usize = 12;
const SET_COUNT: usize = 16;

/**
 * Counts the sets of the columns over the products of some regions of a bitmap. Of a region with most of its products
 * the counts are known; what it has not is taken off again.
 * @param bits address of the bitmap, up to a multiple of 16 behind the last pair
 * @param first the first region, `end` the one behind the last
 * @param pairs of words of the bitmap
 * @param whole number of regions that have all their products
 * @param listed address with room for the products of a region, u32, and four more
 */
export function countRegions(
  tally: usize,
  bits: usize,
  first: usize,
  end: usize,
  pairs: usize,
  whole: usize,
  listed: usize,
): void {
  for (let region = first; region < end; region++) {
    const from = region * REGION_PAIRS;
    const behind = min(from + REGION_PAIRS, pairs);
    const hits = countBits(bits, from, behind);
    if (hits === 0) continue;
    let without: u64 = 0;
    let step: u32 = 1;
    if (region < whole && (2 * hits - REGION) * SETS_PER_PRODUCT > load<i32>(tally + SETS)) {
      addRegion(tally, region);
      if (hits === REGION) continue;
      without = ~without;
      step = -1;
    }
    const count = listBits(bits, from, behind, without, listed);
    countSets(tally, listed, count, step);
    countBlocks(tally, bits, from, behind, without, step);
  }
}

function countBits(bits: usize, first: usize, end: usize): i32 {
  let count: u64 = 0;
  for (let at = bits + first * PAIR; at < bits + end * PAIR; at += PAIR) count += popcnt(load<u64>(at));
  return <i32>count;
}

/** Adds the counts that all products of a region have. */
function addRegion(tally: usize, region: usize): void {
  const end = tally + COLUMNS + word(tally + COLUMN_COUNT) * COLUMN_BYTES;
  for (let column = tally + COLUMNS; column < end; column += COLUMN_BYTES) {
    const sets = word(column + SET_COUNT);
    const bytes = ((sets + CELLS_AT_ONCE - 1) & ~(CELLS_AT_ONCE - 1)) * CELL;
    const row = word(column + REGIONS) + region * bytes;
    let at = word(column + SET_COUNTS);
    for (let cell = row; cell < row + bytes; cell += STEP, at += 2 * STEP) {
      const own = v128.load(cell);
      // Most sets are of products elsewhere.
      if (!v128.any_true(own)) continue;
      v128.store(at, i32x4.add(v128.load(at), i32x4.extend_low_i16x8_u(own)));
      v128.store(at + STEP, i32x4.add(v128.load(at + STEP), i32x4.extend_high_i16x8_u(own)));
    }
  }
}

/**
 * Lists the products of the pairs of words `[first, end)` of a bitmap; `first` is even.
 * @param without 0, or all ones to list those that it has not
 * @returns how many there are
 */
function listBits(bits: usize, first: usize, end: usize, without: u64, out: usize): usize {
  let at = out;
  const flipped = i64x2.splat(without);
  for (let step = first; step < end; step += STEP / PAIR) {
    if (!v128.any_true(v128.xor(v128.load(bits + step * PAIR), flipped))) continue;
    const behind = min(step + STEP / PAIR, end);
    for (let place = step; place < behind; place++)
      at = listPair(load<u64>(bits + place * PAIR) ^ without, place * PAIR_BITS, at);
  }
  return (at - out) / WORD;
}

/** Lists the bits of a pair. @returns the address behind the last; what was written behind it does not count */
function listPair(pair: u64, base: usize, out: usize): usize {
  let left = pair;
  const count = <usize>popcnt(pair);
  for (let done: usize = 0; ; ) {
    const at = out + done * WORD;
    store<u32>(at, <u32>(base + <usize>ctz(left)));
    left &= left - 1;
    store<u32>(at + WORD, <u32>(base + <usize>ctz(left)));
    left &= left - 1;
    store<u32>(at + 2 * WORD, <u32>(base + <usize>ctz(left)));
    left &= left - 1;
    store<u32>(at + 3 * WORD, <u32>(base + <usize>ctz(left)));
    left &= left - 1;
    done += LISTED_AT_ONCE;
    if (done >= count) break;
  }
  return out + count * WORD;
}

/** Counts the columns whose blocks mostly have one set: that one as often as a block has products. */
function countBlocks(tally: usize, bits: usize, first: usize, end: usize, without: u64, step: u32): void {
  const counts = word(tally + COUNTS);
  let column = tally + COLUMNS + word(tally + LISTED_COLUMNS) * COLUMN_BYTES;
  const columnsEnd = tally + COLUMNS + word(tally + COLUMN_COUNT) * COLUMN_BYTES;
  for (; column < columnsEnd; column += COLUMN_BYTES) {
    const cells = word(column + CELLS);
    const blocks = word(column + BLOCKS);
    for (let pair = first; pair < end; pair++) {
      const products = load<u64>(bits + pair * PAIR) ^ without;
      if (products === 0) continue;
      const set = <u32>load<u16>(blocks + pair * CELL);
      if (set !== SEVERAL) {
        const at = counts + <usize>set * WORD;
        store<u32>(at, load<u32>(at) + step * <u32>popcnt(products));
      } else {
        const base = cells + pair * PAIR_BITS * CELL;
        for (let left = products; left !== 0; left &= left - 1) add(counts, base + <usize>ctz(left) * CELL, step);
      }
    }
  }
}

/**
 * Counts the sets of the columns that are counted product by product.
 * @param docs address of `count` products, u32
 * @param step added to the count of each set
 */
export function countSets(tally: usize, docs: usize, count: usize, step: u32): void {
  const counts = word(tally + COUNTS);
  const end = docs + count * WORD;
  let column = tally + COLUMNS;
  const columnsEnd = column + word(tally + LISTED_COLUMNS) * COLUMN_BYTES;
  // Several columns at a time, which do not wait for each other.
  for (; column + 3 * COLUMN_BYTES <= columnsEnd; column += 3 * COLUMN_BYTES) {
    const a = word(column + CELLS);
    const b = word(column + COLUMN_BYTES + CELLS);
    const c = word(column + 2 * COLUMN_BYTES + CELLS);
    for (let at = docs; at < end; at += WORD) {
      const cell = word(at) * CELL;
      add(counts, a + cell, step);
      add(counts, b + cell, step);
      add(counts, c + cell, step);
    }
  }
  if (column + 2 * COLUMN_BYTES <= columnsEnd) {
    const a = word(column + CELLS);
    const b = word(column + COLUMN_BYTES + CELLS);
    for (let at = docs; at < end; at += WORD) {
      const cell = word(at) * CELL;
      add(counts, a + cell, step);
      add(counts, b + cell, step);
    }
    column += 2 * COLUMN_BYTES;
  }
  for (; column < columnsEnd; column += COLUMN_BYTES) {
    const a = word(column + CELLS);
    for (let at = docs; at < end; at += WORD) add(counts, a + word(at) * CELL, step);
  }
}

/** Adds to the count of the set in a cell. */
function add(counts: usize, cell: usize, step: u32): void {
  const at = counts + <usize>load<u16>(cell) * WORD;
  store<u32>(at, load<u32>(at) + step);
}
