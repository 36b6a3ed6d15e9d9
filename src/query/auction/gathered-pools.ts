/**
 * The pools with products of a list, each with the places of those. Found when a list competes for the first time, and
 * remembered: a text that is searched again has the same list as long as the view lives. They come in the order of what
 * they may have earned by then, so that most are passed by at their first comparison.
 *
 * Most pools have one product of a list. So an entry is 32 bits: the pool, and above it the place of its one product, or
 * SEVERAL and more: then it is a pair of words in `several`, with a bit for each of its places. A list of 64 products and
 * 100 pools takes a kilobyte.
 */
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import { MOST_COMPETING } from './auction-request.js';
import { BroadPools } from './broad-pools.js';
import type { Pools } from './campaigns.js';
import type { Outcome } from './outcome.js';

/** Bytes of a generation of the cache. */
const MOST_KEPT = 8 << 20;
/** What a list takes beside its arrays, with its outcome. */
const LIST_BYTES = 512;
const FNV_PRIME = 0x01000193;
const FNV_BASIS = 0x811c9dc5;
const WORD = 32;
/** Bits of an entry that number its pool. */
const POOL_BITS = 16;
const POOL_MASK = (1 << POOL_BITS) - 1;
const SEVERAL = MOST_COMPETING;

/** Places in a list, from 0, at most MOST_COMPETING, each a bit. */
export interface Places {
  low: number;
  high: number;
}

export interface Gathered {
  /** Best first. */
  products: Uint32Array;
  entries: Uint32Array;
  /** Bits 0 to 31 and 32 to 63 of the places of each entry that has several. */
  several: Uint32Array;
  /** Of the list's last auction that was common to all visitors. */
  outcome?: Outcome;
}

export function poolOf(entry: number): number {
  return entry & POOL_MASK;
}

/** The first free place of an entry; MOST_COMPETING: it has none. */
export function freePlace({ several }: Gathered, entry: number, free: Places): number {
  const place = entry >>> POOL_BITS;
  if (place >= SEVERAL) {
    const pair = 2 * (place - SEVERAL);
    return firstPlace(several[pair]! & free.low, several[pair + 1]! & free.high);
  }
  const bits = place < WORD ? free.low >>> place : free.high >>> (place - WORD);
  return (bits & 1) === 1 ? place : MOST_COMPETING;
}

function firstPlace(low: number, high: number): number {
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
  private readonly known = new TwoGenerationCache<Gathered, number>(MOST_KEPT, (_, list) => bytesOf(list));
  /** By pool, the last list that it was met in, and the places of its products there. */
  private readonly met: Uint32Array;
  private readonly low: Uint32Array;
  private readonly high: Uint32Array;
  private list = 0;

  /** @param worth the most that a pool may earn, where its first product is at a place */
  constructor(
    private readonly pools: Pools,
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
    const several: number[] = [];
    const entries = Uint32Array.from(found, pool => {
      const place = this.onlyPlace(pool) ?? SEVERAL + several.push(low[pool]!, high[pool]!) / 2 - 1;
      return pool | (place << POOL_BITS);
    });
    return { products, entries, several: Uint32Array.from(several) };
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

  /** Undefined: the pool has several in the list at hand. */
  private onlyPlace(pool: number): number | undefined {
    const [low, high] = [this.low[pool]!, this.high[pool]!];
    const isOne = low === 0 ? (high & (high - 1)) === 0 : high === 0 && (low & (low - 1)) === 0;
    return isOne ? firstPlace(low, high) : undefined;
  }
}

function bytesOf({ products, entries, several }: Gathered): number {
  return LIST_BYTES + products.byteLength + entries.byteLength + several.byteLength;
}

function isSame(known: Uint32Array, products: Uint32Array, count: number): boolean {
  if (known.length !== count) return false;
  for (let i = 0; i < count; i++) if (known[i] !== products[i]) return false;
  return true;
}
