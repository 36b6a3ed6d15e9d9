/** The products of a list that may be sponsored: its best by relevance that have the whole text and are in stock. */
import { hasBit } from '../../../kernel/bitmap.js';
import { MOST_COMPETING } from '../../../query/auction/auction-request.js';
import type { FacetedHits } from '../../../query/facets/faceted-hits.js';
import type { QueryContext } from '../../../query/query-context.js';
import { rank } from '../../../query/ranking/top-hits.js';

/** Of the thread, valid until the next call. */
const found = new Uint32Array(MOST_COMPETING);

/**
 * Best first, in scratch that the next call overwrites.
 * @param best the beginning of the list by relevance, alike for all visitors, where it is at hand
 */
export function qualifiedProducts(
  listing: Pick<FacetedHits, 'hits' | 'found'>,
  context: QueryContext,
  best?: Uint32Array,
): { products: Uint32Array; count: number } {
  const { hits, found: scored } = listing;
  const isKnown = best !== undefined && best.length >= Math.min(MOST_COMPETING, hits.count);
  const ranking = { hits, scored, order: { by: 'relevance' } as const };
  const ranked = isKnown ? best : found;
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
