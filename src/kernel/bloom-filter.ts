/**
 * A Bloom filter over memory that several threads may share: entries that were added are always found, others are found
 * with a small probability (Bloom, Space/Time Trade-offs in Hash Coding, 1970). Two hashes stand for all of them
 * (Kirsch and Mitzenmacher, Less Hashing, Same Performance, 2006).
 */
export class BloomFilter {
  private readonly mask: number;

  /**
   * @param words a power of two of them; all zero is an empty filter.
   * @param hashes bits that an entry sets. With 10 bits of memory an entry, 7 hashes give 1 % false positives.
   */
  constructor(
    private readonly words: Int32Array,
    private readonly hashes: number,
  ) {
    const bits = words.length * 32;
    if (words.length === 0 || (bits & (bits - 1)) !== 0) throw new RangeError('the words must be a power of two');
    this.mask = bits - 1;
  }

  add(entry: Uint8Array): void {
    const first = hash(entry, 0x9747b28c);
    const step = hash(entry, 0x5bd1e995) | 1;
    for (let i = 0, bit = first; i < this.hashes; i++, bit = (bit + step) | 0) {
      const at = bit & this.mask;
      const mask = 1 << (at & 31);
      // Writing takes the word from all other cores, and most entries are added again and again.
      if ((Atomics.load(this.words, at >>> 5) & mask) === 0) Atomics.or(this.words, at >>> 5, mask);
    }
  }

  /** False: the entry was never added. True: it probably was. */
  mayHave(entry: Uint8Array): boolean {
    const first = hash(entry, 0x9747b28c);
    const step = hash(entry, 0x5bd1e995) | 1;
    for (let i = 0, bit = first; i < this.hashes; i++, bit = (bit + step) | 0) {
      const at = bit & this.mask;
      if ((this.words[at >>> 5] & (1 << (at & 31))) === 0) return false;
    }
    return true;
  }

  clear(): void {
    this.words.fill(0);
  }
}

/** FNV-1a from a seed, with the finish of MurmurHash3: every bit of the bytes reaches every bit of the hash. */
function hash(bytes: Uint8Array, seed: number): number {
  let h = seed;
  for (let i = 0; i < bytes.length; i++) h = Math.imul(h ^ bytes[i], 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
