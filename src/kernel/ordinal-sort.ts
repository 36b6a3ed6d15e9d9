/**
 * Stable sort of ordinals by a column of keys, without allocation: few by insertion, many by a radix sort of a byte a
 * pass.
 */
const DIGIT_BITS = 8;
const DIGITS = 1 << DIGIT_BITS;
/** Up to this many, insertion is quicker. */
const FEW = 24;

const starts = new Uint32Array(DIGITS);
let scratch: Uint32Array = new Uint32Array(1024);

/**
 * Sorts `ordinals[0 … n)` by `keys[ordinal]`; equal ones keep their order.
 * @param most the largest of these keys; below 2^31
 * @param descending largest keys first
 */
export function sortOrdinals(
  ordinals: Uint32Array,
  n: number,
  keys: Uint32Array,
  most: number,
  descending = false,
): void {
  if (n <= FEW) {
    insert(ordinals, n, keys, descending);
    return;
  }
  if (scratch.length < n) scratch = new Uint32Array(n * 2);
  let from = ordinals;
  let to: Uint32Array = scratch;
  for (let shift = 0; shift < 32 && most >>> shift > 0; shift += DIGIT_BITS) {
    starts.fill(0);
    for (let i = 0; i < n; i++) {
      const key = keys[from[i]];
      starts[((descending ? most - key : key) >>> shift) & (DIGITS - 1)]++;
    }
    let sum = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const count = starts[digit];
      starts[digit] = sum;
      sum += count;
    }
    for (let i = 0; i < n; i++) {
      const ordinal = from[i];
      const key = keys[ordinal];
      to[starts[((descending ? most - key : key) >>> shift) & (DIGITS - 1)]++] = ordinal;
    }
    [from, to] = [to, from];
  }
  if (from !== ordinals) for (let i = 0; i < n; i++) ordinals[i] = from[i];
}

function insert(ordinals: Uint32Array, n: number, keys: Uint32Array, descending: boolean): void {
  for (let i = 1; i < n; i++) {
    const ordinal = ordinals[i];
    const key = keys[ordinal];
    let at = i;
    for (; at > 0; at--) {
      const before = keys[ordinals[at - 1]];
      if (descending ? before >= key : before <= key) break;
      ordinals[at] = ordinals[at - 1];
    }
    ordinals[at] = ordinal;
  }
}
