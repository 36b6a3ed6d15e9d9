/** Counts sets of values over the products of a bitmap: the twin of `countBits` in `set-tally.ts`. */
import { word } from './memory';

const WORD: usize = 4;
/**
 * The bitmap is walked two words at a time: most have few products, and each end of a walk is a branch mispredicted.
 */
const PAIR: usize = 8;
const PAIR_BITS: usize = 64;
/** Bytes of a set in a row. */
const CELL: usize = 2;

/**
 * Counts the sets of some columns over the products of a bitmap.
 * @param rows address of the rows of all products, u16 each
 * @param width columns of a row
 * @param bits address of the bitmap, u64 a pair of words, of which the pairs `[first, end)` count
 * @param columns address of the columns to be counted, u32
 * @param count how many columns
 * @param counts address of the counts by set, u32
 */
export function countRows(
  rows: usize,
  width: usize,
  bits: usize,
  first: usize,
  end: usize,
  columns: usize,
  count: usize,
  counts: usize,
): void {
  const rowBytes = width * CELL;
  let column: usize = 0;
  // Several columns at a time: a row lies in one or two lines of the cache.
  for (; column + 3 <= count; column += 3) {
    const at = columns + column * WORD;
    const a = rows + word(at) * CELL;
    const b = rows + word(at + WORD) * CELL;
    const c = rows + word(at + 2 * WORD) * CELL;
    for (let place = first; place < end; place++) {
      const row = place * PAIR_BITS * rowBytes;
      for (let left = load<u64>(bits + place * PAIR); left !== 0; left &= left - 1) {
        const cell = row + <usize>ctz(left) * rowBytes;
        add(counts, a + cell);
        add(counts, b + cell);
        add(counts, c + cell);
      }
    }
  }
  for (; column < count; column++) {
    const a = rows + word(columns + column * WORD) * CELL;
    for (let place = first; place < end; place++) {
      const row = place * PAIR_BITS * rowBytes;
      for (let left = load<u64>(bits + place * PAIR); left !== 0; left &= left - 1) {
        add(counts, a + row + <usize>ctz(left) * rowBytes);
      }
    }
  }
}

/** Adds one to the count of the set in a cell. */
function add(counts: usize, cell: usize): void {
  const at = counts + <usize>load<u16>(cell) * WORD;
  store<u32>(at, load<u32>(at) + 1);
}
