/**
 * Puts a page's arrangement before the rest of its list: pinned products, then slices, each with its own pinned
 * products and products of a set in the list's order. A product is listed in the first place that claims it, so that
 * the list has every hit once, whatever page of it is requested.
 */
import { type Bitmap, emptyBitmap, hasBit, listBits, setBit } from '../../kernel/bitmap.js';
import type { HitSet } from '../facets/faceted-hits.js';
import type { QueryContext } from '../query-context.js';
import { type Ranking, rank } from './top-hits.js';

export interface Slice {
  id: string;
  /** Product ordinals, first in the slice in this order. */
  pins: readonly number[];
  /** The products that follow; undefined: none. */
  products: Bitmap | undefined;
  /** Number of products, the pinned ones included; Infinity: all of them. */
  limit: number;
  /** Whether its places are for sale: it has no products then, and the list goes on in places that are not sold. */
  sponsored?: boolean;
}

export interface Arrangement {
  /** Product ordinals, first in the list in this order. */
  pins: readonly number[];
  slices: readonly Slice[];
}

/** The positions of a slice in the whole list, from 0; `to` is exclusive. */
export interface SliceRange {
  from: number;
  id: string;
  to: number;
}

/** Places for sale, behind so many products of the list without campaigns. */
export interface SaleRange {
  behind: number;
  id: string;
  limit: number;
}

/** Scratch of this thread: hits that have no place yet, and those that a slice may take. */
let unclaimed: Bitmap = emptyBitmap(1024);
let candidates = new Uint32Array(1024);
let ranked = new Uint32Array(1024);

/**
 * Writes the products at the positions `[skip, skip + limit)` of the arranged list to `out`. Returns their number, and
 * the range of each slice that is not empty, and the places for sale, wherever in the list.
 */
export function arrange(
  { hits, scored, order }: Ranking,
  { pins, slices }: Arrangement,
  { skip, limit }: { skip: number; limit: number },
  query: QueryContext,
  out: Uint32Array,
): { count: number; ranges: SliceRange[]; sales: SaleRange[] } {
  const end = Math.min(skip + limit, hits.count);
  const ranges: SliceRange[] = [];
  const sales: SaleRange[] = [];
  let at = 0;
  startWith(hits, query.view.structure.productCount);

  const place = (doc: number) => {
    unclaimed[doc >>> 5] &= ~(1 << (doc & 31));
    if (at >= skip && at < end) out[at - skip] = doc;
    at++;
  };
  /** Places the best `most` of the first `count` candidates; the others stay unclaimed. */
  const placeBest = (count: number, most: number) => {
    const taken = Math.min(count, most);
    // Where all of them are placed here, only those in the requested range have to be sorted.
    const needed = taken < count ? taken : at + count <= skip ? 0 : Math.min(count, Math.max(0, end - at));
    if (ranked.length < needed) ranked = new Uint32Array(needed * 2);
    const n = rank({ hits: { docs: candidates, count }, scored, order }, needed, query, ranked);
    for (let i = 0; i < n; i++) place(ranked[i]);
    if (taken < count) return;
    for (let i = 0; i < count; i++) unclaimed[candidates[i] >>> 5] &= ~(1 << (candidates[i] & 31));
    at += count - n;
  };

  for (const doc of pins) if (hasBit(unclaimed, doc)) place(doc);
  for (const slice of slices) {
    const from = at;
    if (slice.sponsored) sales.push({ behind: from, id: slice.id, limit: slice.limit });
    for (const doc of slice.pins) if (at - from < slice.limit && hasBit(unclaimed, doc)) place(doc);
    if (slice.products) placeBest(gather(slice.products), slice.limit - (at - from));
    if (at > from) ranges.push({ from, id: slice.id, to: at });
  }
  if (at < end) placeBest(gather(), Number.POSITIVE_INFINITY);
  return { count: Math.max(0, end - skip), ranges, sales };
}

function startWith({ docs, count }: HitSet, products: number): void {
  if (unclaimed.length * 32 < products) unclaimed = emptyBitmap(products);
  else unclaimed.fill(0);
  if (candidates.length < count) candidates = new Uint32Array(count * 2);
  for (let i = 0; i < count; i++) setBit(unclaimed, docs[i]);
}

/** Writes the unclaimed hits, or those of them in `among`, to `candidates`. */
function gather(among?: Bitmap): number {
  if (!among) return listBits(unclaimed, candidates);
  let n = 0;
  for (let word = 0; word < among.length; word++) {
    let bits = unclaimed[word] & among[word];
    while (bits !== 0) {
      const low = bits & -bits;
      candidates[n++] = (word << 5) + 31 - Math.clz32(low);
      bits ^= low;
    }
  }
  return n;
}
