/** Counts sets of values over products: the twin of `countMany` in `set-tally.ts`. */
import { word } from './memory';

const WORD: usize = 4;
/** A bitmap is walked two words at a time. */
const PAIR: usize = 8;
const PAIR_BITS: usize = 64;
/** Pairs that are looked at together for whether they have a product. */
const STEP: usize = 16;
/** Bits of a pair that are listed whether it has as many or not: each end of a loop is a branch mispredicted. */
const LISTED_AT_ONCE: usize = 4;
/** Bytes of a set in a column. */
const CELL: usize = 2;

// A tally, in bytes: see src/query/facets/assembly-tally.ts.
const COUNTS: usize = 0;
const COLUMN_COUNT: usize = 4;
const COLUMNS: usize = 8;

/**
 * Lists the products of the pairs of words `[first, end)` of a bitmap; `first` is even.
 * @param bits its address, up to a multiple of 16 behind the last pair
 * @param out address with room for the products, u32, and four more
 * @returns how many there are
 */
export function listBits(bits: usize, first: usize, end: usize, out: usize): usize {
  let at = out;
  for (let step = first; step < end; step += STEP / PAIR) {
    if (!v128.any_true(v128.load(bits + step * PAIR))) continue;
    const behind = min(step + STEP / PAIR, end);
    for (let place = step; place < behind; place++)
      at = listPair(load<u64>(bits + place * PAIR), place * PAIR_BITS, at);
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

/**
 * Counts the sets of some columns over listed products.
 * @param tally its address
 * @param docs address of `count` products, u32
 */
export function countSets(tally: usize, docs: usize, count: usize): void {
  const counts = word(tally + COUNTS);
  const end = docs + count * WORD;
  let column = tally + COLUMNS;
  const columnsEnd = column + word(tally + COLUMN_COUNT) * WORD;
  // Several columns at a time, which do not wait for each other.
  for (; column + 3 * WORD <= columnsEnd; column += 3 * WORD) {
    const a = word(column);
    const b = word(column + WORD);
    const c = word(column + 2 * WORD);
    for (let at = docs; at < end; at += WORD) {
      const cell = word(at) * CELL;
      add(counts, a + cell);
      add(counts, b + cell);
      add(counts, c + cell);
    }
  }
  for (; column < columnsEnd; column += WORD) {
    const a = word(column);
    for (let at = docs; at < end; at += WORD) add(counts, a + word(at) * CELL);
  }
}

/** Adds one to the count of the set in a cell. */
function add(counts: usize, cell: usize): void {
  const at = counts + <usize>load<u16>(cell) * WORD;
  store<u32>(at, load<u32>(at) + 1);
}
