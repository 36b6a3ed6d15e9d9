/**
 * Which of the pools with many products have a product: found when it first competes, and remembered, because the products
 * at the head of lists are much the same. A page then looks at the pools of its products alone, not at all there are.
 */
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';

/** Products of a generation of the cache, and pools that they may have together at most (two bytes each). */
const MOST_PRODUCTS = 8192;
const MOST_POOLS = 4 << 20;

export class BroadPools {
  private readonly numbers: Uint16Array;
  private readonly bits: readonly Bitmap[];
  private readonly scratch: Uint16Array;
  private readonly known: TwoGenerationCache<Uint16Array, number>;

  /** @param broad products of the pools, by pool */
  constructor(broad: ReadonlyMap<number, Bitmap>) {
    this.numbers = Uint16Array.from(broad.keys());
    this.bits = [...broad.values()];
    this.scratch = new Uint16Array(broad.size);
    this.known = new TwoGenerationCache(Math.min(MOST_PRODUCTS, Math.floor(MOST_POOLS / Math.max(1, broad.size))));
  }

  /** The numbers of the pools that have a product. */
  of(product: number): Uint16Array {
    const { numbers, bits, scratch } = this;
    if (numbers.length === 0) return numbers;
    const known = this.known.get(product);
    if (known) return known;
    let count = 0;
    for (let i = 0; i < bits.length; i++) if (hasBit(bits[i]!, product)) scratch[count++] = numbers[i]!;
    const found = scratch.slice(0, count);
    this.known.set(product, found);
    return found;
  }
}
