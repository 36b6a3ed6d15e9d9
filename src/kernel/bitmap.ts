/**
 * Bit sets over dense ordinals, as plain Uint32Array words (bit o of word o >>> 5), so that they can live in shared
 * memory and be combined without allocation. Sizes are in bits; words are even in number, so that bitmaps are also
 * whole blocks of 64; bits past the size are always zero.
 */
export type Bitmap = Uint32Array;

export function bitmapWords(size: number): number {
  return ((size + 63) >>> 6) << 1;
}

export function emptyBitmap(size: number): Bitmap {
  return new Uint32Array(bitmapWords(size));
}

export function fullBitmap(size: number): Bitmap {
  const bits = new Uint32Array(bitmapWords(size));
  bits.fill(0xffffffff, 0, size >>> 5);
  if (size & 31) bits[size >>> 5] = 2 ** (size & 31) - 1;
  return bits;
}

export function setBit(bits: Bitmap, ordinal: number): void {
  bits[ordinal >>> 5] |= 1 << (ordinal & 31);
}

export function clearBit(bits: Bitmap, ordinal: number): void {
  bits[ordinal >>> 5] &= ~(1 << (ordinal & 31));
}

export function hasBit(bits: Bitmap, ordinal: number): boolean {
  return (bits[ordinal >>> 5] & (1 << (ordinal & 31))) !== 0;
}

export function andInto(target: Bitmap, other: Bitmap): void {
  for (let i = 0; i < target.length; i++) target[i] &= other[i];
}

export function orInto(target: Bitmap, other: Bitmap): void {
  for (let i = 0; i < target.length; i++) target[i] |= other[i];
}

/** The bits of `bits` that are not set, within `size`. */
export function complement(bits: Bitmap, size: number): Bitmap {
  const out = fullBitmap(size);
  for (let i = 0; i < out.length; i++) out[i] &= ~bits[i];
  return out;
}

/** Set bits of a word (Warren, Hacker's Delight, 5-1). */
export function bitsOf(word: number): number {
  let w = word - ((word >>> 1) & 0x55555555);
  w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
  return Math.imul((w + (w >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function popcount(bits: Bitmap): number {
  let total = 0;
  for (let i = 0; i < bits.length; i++) total += bitsOf(bits[i]);
  return total;
}

/** Writes the set ordinals in ascending order into `out` and returns how many there are. `out` must be large enough. */
export function listBits(bits: Bitmap, out: Uint32Array): number {
  let n = 0;
  for (let i = 0; i < bits.length; i++) {
    let w = bits[i];
    while (w !== 0) {
      const low = w & -w;
      out[n++] = (i << 5) + 31 - Math.clz32(low);
      w ^= low;
    }
  }
  return n;
}
