/**
 * A number for each pair of small numbers, such as how often it was met, for millions of different pairs: an
 * open-addressing hash table in typed arrays, which takes a tenth of the memory of a Map by joined texts. The numbers
 * of a pair are below 2^26.
 */
const RADIX = 2 ** 26;
const FIRST_SLOTS = 1 << 12;

export class PairNumbers {
  /** The pair as one number, plus one: 0 is an empty slot. */
  private keys = new Float64Array(FIRST_SLOTS);
  private values = new Uint32Array(FIRST_SLOTS);
  private filled = 0;

  /** The number of a pair; 0 where it has none. */
  get(a: number, b: number): number {
    return this.values[this.slotOf(a * RADIX + b + 1)];
  }

  set(a: number, b: number, value: number): void {
    // In two steps, because a table that grows has other arrays.
    const slot = this.slotFor(a, b);
    this.values[slot] = value;
  }

  /** Adds one to the number of a pair. */
  increment(a: number, b: number): void {
    const slot = this.slotFor(a, b);
    this.values[slot]++;
  }

  /** Pairs whose number is at least `least`, in no particular order. @param least above 0 */
  *atLeast(least: number): Iterable<{ a: number; b: number; value: number }> {
    for (let slot = 0; slot < this.keys.length; slot++) {
      const value = this.values[slot];
      if (value < least) continue;
      const key = this.keys[slot] - 1;
      yield { a: Math.floor(key / RADIX), b: key % RADIX, value };
    }
  }

  /** The slot of a pair, which takes one where it has none. */
  private slotFor(a: number, b: number): number {
    const key = a * RADIX + b + 1;
    const slot = this.slotOf(key);
    if (this.keys[slot] !== 0) return slot;
    if (++this.filled * 2 > this.keys.length) {
      this.grow();
      const moved = this.slotOf(key);
      this.keys[moved] = key;
      return moved;
    }
    this.keys[slot] = key;
    return slot;
  }

  private slotOf(key: number): number {
    const mask = this.keys.length - 1;
    const low = key % RADIX;
    const high = (key - low) / RADIX;
    let mixed = Math.imul(high, 0x9e3779b1) ^ Math.imul(low, 0x85ebca6b);
    mixed ^= mixed >>> 15;
    let slot = mixed & mask;
    while (this.keys[slot] !== 0 && this.keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 2);
    this.values = new Uint32Array(keys.length * 2);
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === 0) continue;
      const slot = this.slotOf(keys[i]);
      this.keys[slot] = keys[i];
      this.values[slot] = values[i];
    }
  }
}
