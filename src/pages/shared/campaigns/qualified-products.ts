/** The products of a list that may be sponsored: its best by relevance that have the whole text and are in stock. */
import { hasBit } from '../../../kernel/bitmap.js';
import { MOST_COMPETING } from '../../../query/auction/auction-request.js';
import type { FacetedHits } from '../../../query/facets/faceted-hits.js';
import type { QueryContext } from '../../../query/query-context.js';
import { rank } from '../../../query/ranking/top-hits.js';

/** Of the thread, valid until the next call. */
const found = new Uint32Array(MOST_COMPETING);

type Listing = Pick<FacetedHits, 'hits' | 'found'>;

/** At how many products the beginning of a list most often has all that may be sponsored. */
export function mostQualified(listing: Listing): number {
  return Math.min(MOST_COMPETING, aheadOf(listing));
}

/** How many hits have the whole text, or all of them where that is not known. */
function aheadOf({ hits, found: { ahead, count } }: Listing): number {
  return ahead === undefined || hits.count < count ? hits.count : ahead;
}

/**
 * Best first, in scratch that the next call overwrites.
 * @param best the beginning of the list by relevance, alike for all visitors, where it is at hand
 */
export function qualifiedProducts(
  listing: Listing,
  context: QueryContext,
  best?: Uint32Array,
): { products: Uint32Array; count: number } {
  const { hits, found: scored } = listing;
  const isKnown = best !== undefined && hasAll(best, listing);
  const ranked = isKnown ? best : found;
  const ranking = { hits, scored, order: { by: 'relevance' } as const };
  const count = isKnown ? Math.min(best.length, MOST_COMPETING) : rank(ranking, MOST_COMPETING, context, found);
  const stocked = context.offers.inStock.products;
  const { behind } = scored;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const product = ranked[i]!;
    if (hasBit(stocked, product) && !(behind && hasBit(behind, product))) found[kept++] = product;
  }
  return { products: found, count: kept };
}

/** Whether the beginning of a list has all of its products that may compete. */
function hasAll(best: Uint32Array, listing: Listing): boolean {
  const { hits, found: scored } = listing;
  if (best.length >= Math.min(MOST_COMPETING, hits.count)) return true;
  const { behind } = scored;
  let ahead = 0;
  for (let i = 0; i < best.length; i++) if (!behind || !hasBit(behind, best[i]!)) ahead++;
  return ahead === aheadOf(listing);
}
