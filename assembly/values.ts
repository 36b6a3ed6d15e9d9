/** Lists the values of a facet with their counts, in order: the twin of `ordered` in `facet-tally.ts`. */
import { word } from './memory';

const WORD: usize = 4;
const STEP: usize = 16;
/** A listed value: its rank, then its count, u32 each. */
const PAIR: usize = 8;
const COUNT: usize = 4;
const DIGIT_BITS: u32 = 8;
const DIGITS: usize = 256;
/** Up to this many, insertion is quicker than a pass over all digits. */
const FEW: usize = 24;

/**
 * Distributes the counts of sets to their values.
 * @param counts address of the counts of a column's sets, u32; readable up to fifteen bytes behind the last
 * @param sets how many sets
 * @param start address of the first value of each set, u32, with the number of values behind the last
 * @param ranks address of the values of all sets, by their ranks, u32
 * @param out address of the counts by rank, u32, to which is added
 */
export function countValues(counts: usize, sets: usize, start: usize, ranks: usize, out: usize): void {
  for (let first: usize = 0; first < sets; first += STEP / WORD) {
    // Most sets do not occur.
    if (!v128.any_true(v128.load(counts + first * WORD))) continue;
    const end = min(first + STEP / WORD, sets);
    let value = ranks + word(start + first * WORD) * WORD;
    // Of those beside one that does, nothing is added: whether there is anything is not worth a branch.
    for (let set = first; set < end; set++) {
      const products = load<u32>(counts + set * WORD);
      const behind = ranks + word(start + (set + 1) * WORD) * WORD;
      for (; value < behind; value += WORD) {
        const at = out + word(value) * WORD;
        store<u32>(at, load<u32>(at) + products);
      }
    }
  }
}

/**
 * Lists the values that occur, by rank or by descending count and then rank, and makes their counts 0 again.
 * @param counts address of the counts by rank, u32; readable up to fifteen bytes behind the last
 * @param size number of ranks
 * @param byCount 0 for the order of ranks
 * @param byRank address of the value of each rank, u32
 * @param scratch address with room for two pairs of words a rank, and 257 words more
 * @param out address of where values go, u32, and behind room for `size` of them their counts, u32
 * @returns how many there are
 */
export function listValues(counts: usize, size: usize, byCount: u32, byRank: usize, scratch: usize, out: usize): usize {
  let from = scratch;
  let end = from;
  let most: u32 = 0;
  for (let first: usize = 0; first < size; first += STEP / WORD) {
    if (!v128.any_true(v128.load(counts + first * WORD))) continue;
    const behind = min(first + STEP / WORD, size);
    for (let rank = first; rank < behind; rank++) {
      const at = counts + rank * WORD;
      const count = load<u32>(at);
      store<u32>(at, 0);
      // What does not occur is written over: which ones do is not worth a branch.
      store<u32>(end, <u32>rank);
      store<u32>(end + COUNT, count);
      end += count === 0 ? 0 : PAIR;
      most = max(most, count);
    }
  }
  const length = end - from;
  const found = length / PAIR;
  if (byCount !== 0) {
    if (found <= FEW) insert(from, end);
    else {
      let to = scratch + size * PAIR;
      const starts = to + size * PAIR;
      for (let shift: u32 = 0; shift < 32 && most >>> shift > 0; shift += DIGIT_BITS) {
        pass(from, from + length, to, shift, most, starts);
        const sorted = to;
        to = from;
        from = sorted;
      }
    }
  }
  const countsOut = out + size * WORD;
  for (let i: usize = 0; i < found; i++) {
    const pair = from + i * PAIR;
    store<u32>(out + i * WORD, load<u32>(byRank + word(pair) * WORD));
    store<u32>(countsOut + i * WORD, load<u32>(pair + COUNT));
  }
  return found;
}

/** Sorts pairs by descending count; equal ones keep their order. */
function insert(from: usize, end: usize): void {
  for (let next = from + PAIR; next < end; next += PAIR) {
    const pair = load<u64>(next);
    const count = load<u32>(next + COUNT);
    let at = next;
    for (; at > from && load<u32>(at - PAIR + COUNT) < count; at -= PAIR) store<u64>(at, load<u64>(at - PAIR));
    store<u64>(at, pair);
  }
}

/** One pass of a radix sort by descending count. */
function pass(from: usize, end: usize, to: usize, shift: u32, most: u32, starts: usize): void {
  memory.fill(starts, 0, DIGITS * WORD);
  for (let pair = from; pair < end; pair += PAIR) {
    const at = digit(pair, shift, most, starts);
    store<u32>(at, load<u32>(at) + 1);
  }
  let sum: u32 = 0;
  for (let at = starts; at < starts + DIGITS * WORD; at += WORD) {
    const count = load<u32>(at);
    store<u32>(at, sum);
    sum += count;
  }
  for (let pair = from; pair < end; pair += PAIR) {
    const at = digit(pair, shift, most, starts);
    const place = word(at);
    store<u32>(at, <u32>place + 1);
    store<u64>(to + place * PAIR, load<u64>(pair));
  }
}

/** The address of a pair's digit: of how much less than the most its count is. */
function digit(pair: usize, shift: u32, most: u32, starts: usize): usize {
  return starts + <usize>(((most - load<u32>(pair + COUNT)) >>> shift) & <u32>(DIGITS - 1)) * WORD;
}
