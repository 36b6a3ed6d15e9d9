/**
 * Sorting by keys in steps: a radix sort of 11 bits a pass, over the bits of doubles. Bits that all keys have in common
 * take no pass, which are most of those of dates and of rounded numbers.
 */
import { inSteps, type Steps } from './steps.js';

const SIGN = 0x80000000;
const BITS = 11;
const BUCKETS = 1 << BITS;

/** @param keys without NaN. @returns their indices, ascending by key; those of equal keys ascending */
export function* indicesByKey(keys: Float64Array): Steps<Uint32Array> {
  const { length } = keys;
  const low = new Uint32Array(length);
  const high = new Uint32Array(length);
  let from = new Uint32Array(length);
  const key = new Float64Array(1);
  const words = new Uint32Array(key.buffer);
  // Of the words, the bits in which any key differs from the first.
  const differing = new Uint32Array(2);
  yield* inSteps(length, (first, end) => {
    let [lowDiffers, highDiffers] = differing;
    for (let i = first; i < end; i++) {
      from[i] = i;
      // Minus zero becomes zero.
      key[0] = keys[i] + 0;
      // The bits of negative numbers are in the opposite order, and theirs is before that of the others.
      const negative = words[1] >= SIGN;
      low[i] = negative ? ~words[0] : words[0];
      high[i] = negative ? ~words[1] : words[1] | SIGN;
      lowDiffers |= low[i] ^ low[0];
      highDiffers |= high[i] ^ high[0];
    }
    differing[0] = lowDiffers;
    differing[1] = highDiffers;
  });
  let to = new Uint32Array(length);
  const ends = new Uint32Array(BUCKETS);
  for (const [i, word] of [low, high].entries()) {
    for (let shift = 0; shift < 32; shift += BITS) {
      if (((differing[i] >>> shift) & (BUCKETS - 1)) === 0) continue;
      ends.fill(0);
      yield* inSteps(length, (first, end) => {
        for (let i = first; i < end; i++) ends[(word[i] >>> shift) & (BUCKETS - 1)]++;
      });
      for (let bucket = 1; bucket < BUCKETS; bucket++) ends[bucket] += ends[bucket - 1];
      // From the last to the first, so that equal ones keep their order.
      yield* inSteps(length, (first, end) => {
        for (let at = length - 1 - first; at >= length - end; at--) {
          const index = from[at];
          to[--ends[(word[index] >>> shift) & (BUCKETS - 1)]] = index;
        }
      });
      [from, to] = [to, from];
    }
  }
  return from;
}
