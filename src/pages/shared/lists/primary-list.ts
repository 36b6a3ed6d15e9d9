/**
 * The primary list of a page: a match, filtered by the selected facets, sorted, cut to the requested part, with facets
 * over all hits. Shared by searches and landing pages; a page may configure facets and sort orders, and arrange the
 * beginning.
 */
import { FacetedHits, type Selected } from '../../../query/facets/faceted-hits.js';
import type { Matches } from '../../../query/matching/matches.js';
import type { Arrangement, SaleRange, SliceRange } from '../../../query/ranking/arrangement.js';
import { mostQualified, qualifiedProducts } from '../campaigns/qualified-products.js';
import type { CardChanges } from '../cards/card-list.js';
import { cardChanges } from '../context/card-changes.js';
import type { PageContext } from '../context/page-context.js';
import type { TalliedFacets } from '../facets/facet-tally.js';
import type { Selection } from '../filters/selection.js';
import type { PrimaryListRequest, ProductContext, SortOrder } from '../requests.js';
import { type ListChoices, selectedFilter } from './list-choices.js';
import { arrangedPart, evidenceOf, type ListPart, type PartRequest, rankedPart, type ScoredHits } from './list-part.js';
import type { PlaceSale, SalePlace } from './place-sale.js';
import { mixed, pageWithCopies, shiftedRanges, withinShare } from './sold-places.js';

/** The hits that pass all selections; valid as long as their match. */
export interface NarrowedList {
  listing: FacetedHits;
  choices: ListChoices;
  changes: CardChanges;
  sort: SortOrder;
}

export interface PrimaryList {
  facets: TalliedFacets;
  /** Empty where only facets and counts are requested. */
  part: ListPart;
  /** The ranges of slices in the whole list. */
  sliceRanges: SliceRange[];
  totalHits: number;
  sort: SortOrder;
  /** JSON of `sort.options`. */
  sortOptions: string;
  changes: CardChanges;
  /** Facet selections beyond the rules of the request. */
  selected: readonly Selected[];
  evidence: ScoredHits | undefined;
}

/** A match with its filters. */
export interface MatchedList {
  request: PrimaryListRequest & ProductContext;
  matches: Matches;
  /** The filter that the matches have passed. */
  selection: Selection;
  choices: ListChoices;
  selected: readonly Selected[];
}

export function narrowed(list: MatchedList, context: PageContext): NarrowedList {
  const { request, matches, selection, choices, selected } = list;
  const listing = new FacetedHits(context, matches, selection.filter, selected);
  const changes = linkedCards(request, choices, listing, context);
  return { listing, choices, changes, sort: request.sort ?? choices.defaultSort };
}

/** With a size selected, cards link to a variant that passes all selections. */
function linkedCards(
  request: PrimaryListRequest & ProductContext,
  choices: ListChoices,
  { hits }: FacetedHits,
  context: PageContext,
): CardChanges {
  const changes = cardChanges(request, context);
  const sizes = request.facets.find(({ id }) => id === 'size');
  const filter = sizes && selectedFilter(sizes, choices, context);
  return filter?.variants ? { ...changes, linked: hits.variants } : changes;
}

export function talliedFacets(
  { listing, choices }: NarrowedList,
  { facets: selections }: PrimaryListRequest,
  context: PageContext,
): TalliedFacets {
  const { facets, maxFacets } = choices;
  const { rules } = context.viewContext;
  const hidesSizes = !context.settings.outOfStockVariants;
  return context.facetTally.tally({ listing, facets, maxFacets, selections, hidesSizes, rules }, context);
}

/** The places of a list that are for sale: those of sponsored slices of its arrangement, and these. */
export interface OfferedPlaces {
  sale: PlaceSale;
  where: SalePlace;
  /** Of search pages. */
  positions: readonly number[];
}

/** No place behind so many is sold. */
const MOST_POSITIONS = 200;

type PartOfList = Pick<PrimaryList, 'part' | 'sliceRanges'>;

function organicPart(
  listing: FacetedHits,
  asked: PartRequest,
  arrangement: Arrangement | undefined,
  context: PageContext,
): PartOfList {
  if (!arrangement) return { part: rankedPart(listing, asked, context), sliceRanges: [] };
  const { products, first, ranges } = arrangedPart(listing, arrangement, asked, context);
  return { part: { products, first }, sliceRanges: ranges };
}

/** As `organicPart`, with the products of campaigns in the places that they win. */
function soldPart(
  listing: FacetedHits,
  { sort, skip, limit, personal, byVector = false }: PartRequest,
  arrangement: Arrangement | undefined,
  { sale, where, positions }: OfferedPlaces,
  context: PageContext,
): PartOfList {
  const offered = positions.length + (arrangement?.slices ?? []).reduce(saleable, 0);
  // A sold place leaves out a product at most, where the list goes on with the next one.
  const needed = skip + limit + Math.min(offered, listing.hits.count);
  // Alike for all visitors and by relevance, its beginning is what competes too: it is ranked once for both.
  const isCommon = !arrangement && sort === 'RELEVANCE' && !personal;
  const most = isCommon ? Math.max(needed, mostQualified(listing)) : needed;
  const asked = { sort, skip: 0, limit: most, personal, byVector };
  const arranged = arrangement && arrangedPart(listing, arrangement, asked, context);
  const { products } = arranged ?? rankedPart(listing, asked, context);
  const { settings } = sale;
  const hits = listing.hits.count;
  const offers = arranged ? saleablePositions(arranged.sales, hits) : positions;
  const allowed = withinShare(offers, hits, settings.maxShare);
  const places = { list: 'primaryList', positions: allowed, organic: products };
  const best = isCommon ? products : undefined;
  const winners = allowed.length > 0 ? sale.sell(places, where, qualifiedProducts(listing, context, best)) : [];
  const place = arrangement ? 'slice' : 'search';
  const sold = winners.map(winner => ({ winner, place }) as const);
  const { suppressDuplicates } = settings;
  const page = suppressDuplicates ? { skip, limit } : pageWithCopies({ skip, limit }, hits, sold.length);
  const list = mixed(products, sold, page, suppressDuplicates, context.view.structure);
  const ranges = arranged?.ranges ?? [];
  return {
    part: sold.length > 0 ? list : { products: list.products, first: skip },
    sliceRanges: sold.length > 0 ? shiftedRanges(ranges, list) : ranges,
  };
}

/** The positions of sponsored slices, in the list with what is sold. */
function saleablePositions(sales: readonly SaleRange[], hits: number): number[] {
  const found: number[] = [];
  for (const { behind, limit } of sales) {
    const from = behind + found.length;
    for (let i = 0; i < limit && from + i < Math.min(hits, MOST_POSITIONS); i++) found.push(from + i);
  }
  return found;
}

function saleable(sum: number, { sponsored, limit }: Arrangement['slices'][number]): number {
  return sponsored ? sum + limit : sum;
}

/**
 * Sorts the list. The result stays valid when the matcher is used again.
 * @param limit 0: facets and counts alone
 * @param arrangement of the beginning; only for a list in its default order
 * @param offered absent: no place is for sale
 */
export function primaryList(
  { listing, choices, changes, sort }: NarrowedList,
  facets: TalliedFacets,
  { skip, limit, personal, byVector = false }: Omit<PartRequest, 'sort'>,
  arrangement: Arrangement | undefined,
  context: PageContext,
  offered?: OfferedPlaces,
): PrimaryList {
  const asked = { sort, skip, limit, personal, byVector };
  const evidence = evidenceOf(listing, context);
  const { part, sliceRanges } =
    offered && limit > 0
      ? soldPart(listing, asked, arrangement, offered, context)
      : organicPart(listing, asked, arrangement, context);
  return {
    facets,
    part,
    sliceRanges,
    totalHits: listing.hits.count,
    sort,
    sortOptions: choices.sortOptions,
    changes,
    selected: listing.selected,
    evidence: evidence && { ...evidence, byVector, ...(personal && { personal }) },
  };
}
