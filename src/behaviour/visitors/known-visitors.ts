/**
 * Bloom filters of the stored visitors, in memory shared by threads: a front end must decide within a microsecond
 * whether a visitor can get the shared, unpersonalized response. No false negatives, few false positives.
 *
 * Visitors expire, but nothing can be removed from a Bloom filter. So there are two generations: while one is read, the
 * other is cleared and filled by a sweep through the store, and then replaces it. Writes add to both.
 *
 *   0  1  the generation that is read: 0 none, 1 or 2             words of 32 bits
 *   1  …  first generation: anything, products; second generation likewise
 */
import { BloomFilter } from '../../kernel/bloom-filter.js';

export type Remembrance = 'anything' | 'products';

/** 16 bits for each of a million visitors. */
const FILTER_WORDS = 1 << 19;
const HASHES = 7;

type Filters = Record<Remembrance, BloomFilter>;

export class KnownVisitors {
  private readonly asked: Int32Array;
  private readonly generations: [Filters, Filters];

  /** @param memory the memory of another thread's filters, to share them */
  constructor(readonly memory = new SharedArrayBuffer(4 * (1 + 4 * FILTER_WORDS))) {
    const filter = (at: number) =>
      new BloomFilter(new Int32Array(memory, 4 * (1 + at * FILTER_WORDS), FILTER_WORDS), HASHES);
    this.asked = new Int32Array(memory, 0, 1);
    this.generations = [
      { anything: filter(0), products: filter(1) },
      { anything: filter(2), products: filter(3) },
    ];
  }

  /** @param key see `visitorKey` @returns false if the store has no data of the visitor */
  mayKnow(key: Uint8Array, what: Remembrance): boolean {
    const generation = Atomics.load(this.asked, 0);
    return generation === 0 || this.generations[generation - 1][what].mayHave(key);
  }

  add(key: Uint8Array, hasProducts: boolean): void {
    for (const { anything, products } of this.generations) {
      anything.add(key);
      if (hasProducts) products.add(key);
    }
  }

  /**
   * Clears the other generation; the caller then adds every stored visitor. Until `renewed`, the present generation is
   * read. Not to be called right after `renewed`: another thread may still read the generation that is cleared.
   */
  renew(): void {
    const { anything, products } = this.generations[this.other() - 1];
    anything.clear();
    products.clear();
  }

  /** Switches generations: every stored visitor was added since `renew`. */
  renewed(): void {
    Atomics.store(this.asked, 0, this.other());
  }

  /** Keys may be missing: until a sweep has ended, every visitor may be one of whom anything is stored. */
  forget(): void {
    Atomics.store(this.asked, 0, 0);
  }

  private other(): 1 | 2 {
    return Atomics.load(this.asked, 0) === 1 ? 2 : 1;
  }
}
