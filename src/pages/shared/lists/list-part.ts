/** The part of a list that is on the page. */
import type { Bitmap } from '../../../kernel/bitmap.js';
import type { HitSet, Scored } from '../../../query/facets/faceted-hits.js';
import { type Arrangement, arrange, type SaleRange, type SliceRange } from '../../../query/ranking/arrangement.js';
import { rank } from '../../../query/ranking/top-hits.js';
import type { Affinity } from '../../../recommend/affinity.js';
import type { PageContext } from '../context/page-context.js';
import type { SortOrder } from '../requests.js';
import { orderOf } from '../sort-options.js';
import type { SoldPlace } from './sold-places.js';

export interface ListPart {
  /** Product ordinals in order. */
  products: Uint32Array;
  /** Position of the first of them in the whole list, from 0. */
  first: number;
  /** Of the sold places, by index in `products`; absent: none is. */
  sponsored?: readonly (SoldPlace | undefined)[];
}

/** Hits, and what ranks them. */
interface RankedHits {
  readonly hits: HitSet;
  readonly found: Scored;
}

/** Hits with the scores that ranked them. */
export interface ScoredHits {
  readonly hits: HitSet;
  /** By product. */
  readonly scores: Float32Array;
  /** Products that stand behind all others in every order; absent: none. */
  readonly behind?: Bitmap;
  /** Of the visitor, where the beginning of the list is in a personal order. */
  readonly personal?: Affinity;
  /** As of `PartRequest`. */
  readonly byVector?: boolean;
}

export interface PartRequest {
  sort: SortOrder;
  skip: number;
  limit: number;
  /** Undefined: the order is the same for all visitors. */
  personal?: Affinity | undefined;
  /** Whether a vector of the request has a say: what is nearest comes first then, the same product too. */
  byVector?: boolean;
}

/** The hits `[skip, skip + limit)` in order. */
export function rankedPart({ hits, found }: RankedHits, asked: PartRequest, context: PageContext): ListPart {
  const { sort, skip, limit, personal, byVector = false } = asked;
  if (limit === 0) return { products: new Uint32Array(0), first: skip };
  const ranked = context.ranked(skip + limit);
  const spread = context.settings.spreadSameProducts && !byVector;
  const n = rank({ hits, scored: found, order: orderOf(sort), personal, spread }, skip + limit, context, ranked);
  return { products: ranked.slice(Math.min(skip, n), n), first: skip };
}

/** As `rankedPart`, with the arrangement before the rest; and the ranges of its slices in the whole list. */
export function arrangedPart(
  { hits, found }: RankedHits,
  arrangement: Arrangement,
  { sort, skip, limit }: PartRequest,
  context: PageContext,
): ListPart & { ranges: SliceRange[]; sales: SaleRange[] } {
  const ranked = context.ranked(skip + limit);
  const ranking = { hits, scored: found, order: orderOf(sort) };
  const { count, ranges, sales } = arrange(ranking, arrangement, { skip, limit }, context, ranked);
  return { products: ranked.slice(0, count), first: skip, ranges, sales };
}

/**
 * A copy of a list's hits and scores for its explanation; undefined where the query is not explained. The matcher
 * overwrites its own.
 */
export function evidenceOf({ hits, found }: RankedHits, { explained }: PageContext): ScoredHits | undefined {
  if (!explained) return undefined;
  const { docs, count, variants } = hits;
  const once = hits.found && { found: hits.found };
  const copy = { docs: docs.slice(0, count), count, ...(variants && { variants }), ...once };
  return { hits: copy, scores: found.scores.slice(), ...(found.behind && { behind: found.behind.slice() }) };
}
