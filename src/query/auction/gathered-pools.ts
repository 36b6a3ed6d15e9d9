/**
 * The pools with products of a list, each with the places of those. Found when a list competes for the first time, and
 * remembered: a text that is searched again has the same list as long as the view lives. They come in the order of what
 * they may have earned by then, so that most are passed by at their first comparison.
 */
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import { MOST_COMPETING } from './auction-request.js';
import { BroadPools } from './broad-pools.js';
import type { Pools } from './campaigns.js';
import type { Outcome } from './outcome.js';

/** Pools of a generation of the cache, of all its lists. */
const MOST_KEPT = 1 << 18;
/** What a list takes by itself is what so many pools do. */
const LIST_WEIGHT = 64;
const FNV_PRIME = 0x01000193;
const FNV_BASIS = 0x811c9dc5;
const WORD = 32;

/** At most MOST_COMPETING places in an order, from 0, each a bit. */
export interface Places {
  low: number;
  high: number;
}

export interface Gathered {
  pools: Uint16Array;
  /** By index among `pools`, the places of their products: bits 0 to 31, and 32 to 63. */
  low: Uint32Array;
  high: Uint32Array;
  products: Uint32Array;
  /** By place, the group of its product. */
  groups: Uint32Array;
  /** Of the list's last auction that was common to all visitors. */
  outcome?: Outcome;
}

/** @returns MOST_COMPETING where there is none */
export function firstPlace(low: number, high: number): number {
  if (low !== 0) return WORD - 1 - Math.clz32(low & -low);
  return high === 0 ? MOST_COMPETING : 2 * WORD - 1 - Math.clz32(high & -high);
}

/** Removes a place. */
export function removePlace(places: Places, place: number): void {
  if (place < WORD) places.low &= ~(1 << place);
  else places.high &= ~(1 << (place - WORD));
}

export class GatheredPools {
  private readonly broad: BroadPools;
  private readonly known = new TwoGenerationCache<Gathered, number>(
    MOST_KEPT,
    (_, { pools }) => LIST_WEIGHT + pools.length,
  );
  /** By pool, the last list that it was met in, and the places of its products there. */
  private readonly met: Uint32Array;
  private readonly low: Uint32Array;
  private readonly high: Uint32Array;
  private list = 0;

  /** @param worth the most that a pool may earn, where its first product is at a place */
  constructor(
    private readonly pools: Pools,
    private readonly groupOf: { readonly [product: number]: number },
    private readonly worth: (pool: number, place: number) => number,
  ) {
    const { length } = pools.campaigns;
    this.broad = new BroadPools(pools.broad);
    this.met = new Uint32Array(length);
    this.low = new Uint32Array(length);
    this.high = new Uint32Array(length);
  }

  /** @param count of the products, best first; those behind MOST_COMPETING are ignored */
  of({ products, count }: { products: Uint32Array; count: number }): Gathered {
    const competing = Math.min(count, MOST_COMPETING);
    let hash = FNV_BASIS ^ competing;
    for (let i = 0; i < competing; i++) hash = Math.imul(hash ^ products[i]!, FNV_PRIME);
    const known = this.known.get(hash);
    if (known && isSame(known.products, products, competing)) return known;
    const found = this.gather(products.slice(0, competing));
    this.known.set(hash, found);
    return found;
  }

  private gather(products: Uint32Array): Gathered {
    const { broad, low, high, worth } = this;
    const { start, of } = this.pools;
    this.list++;
    const found: number[] = [];
    products.forEach((product, place) => {
      const to = start[product + 1]!;
      for (let at = start[product]!; at < to; at++) this.meet(of[at]!, place, found);
      const many = broad.of(product);
      for (let at = 0; at < many.length; at++) this.meet(many[at]!, place, found);
    });
    const most = (pool: number) => worth(pool, firstPlace(low[pool]!, high[pool]!));
    found.sort((a, b) => most(b) - most(a) || a - b);
    return {
      pools: Uint16Array.from(found),
      low: Uint32Array.from(found, pool => low[pool]!),
      high: Uint32Array.from(found, pool => high[pool]!),
      products,
      groups: products.map(product => this.groupOf[product]!),
    };
  }

  private meet(pool: number, place: number, found: number[]): void {
    if (this.met[pool] !== this.list) {
      this.met[pool] = this.list;
      this.low[pool] = 0;
      this.high[pool] = 0;
      found.push(pool);
    }
    if (place < WORD) this.low[pool]! |= 1 << place;
    else this.high[pool]! |= 1 << (place - WORD);
  }
}

function isSame(known: Uint32Array, products: Uint32Array, count: number): boolean {
  if (known.length !== count) return false;
  for (let i = 0; i < count; i++) if (known[i] !== products[i]) return false;
  return true;
}
