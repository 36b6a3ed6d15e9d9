/**
 * The primary list of a page: a match, filtered by the selected facets, sorted, cut to the requested part, with facets
 * over all hits. Shared by searches and landing pages; a page may configure facets and sort orders, and arrange the
 * beginning.
 */
import { FacetedHits, type Selected } from '../../../query/facets/faceted-hits.js';
import type { Matches } from '../../../query/matching/matches.js';
import type { Arrangement, SliceRange } from '../../../query/ranking/arrangement.js';
import type { CardChanges } from '../cards/card-list.js';
import { cardChanges } from '../context/card-changes.js';
import type { PageContext } from '../context/page-context.js';
import type { TalliedFacets } from '../facets/facet-tally.js';
import type { Selection } from '../filters/selection.js';
import type { PrimaryListRequest, ProductContext, SortOrder } from '../requests.js';
import { type ListChoices, selectedFilter } from './list-choices.js';
import { arrangedPart, evidenceOf, type ListPart, type PartRequest, rankedPart, type ScoredHits } from './list-part.js';

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

/**
 * Sorts the list. The result stays valid when the matcher is used again.
 * @param limit 0: facets and counts alone
 * @param arrangement of the beginning; only for a list in its default order
 */
export function primaryList(
  { listing, choices, changes, sort }: NarrowedList,
  facets: TalliedFacets,
  { skip, limit, personal }: Omit<PartRequest, 'sort'>,
  arrangement: Arrangement | undefined,
  context: PageContext,
): PrimaryList {
  const asked = { sort, skip, limit, personal };
  const evidence = evidenceOf(listing, context);
  const arranged = arrangement && arrangedPart(listing, arrangement, asked, context);
  return {
    facets,
    part: arranged ?? rankedPart(listing, asked, context),
    sliceRanges: arranged?.ranges ?? [],
    totalHits: listing.hits.count,
    sort,
    sortOptions: choices.sortOptions,
    changes,
    selected: listing.selected,
    evidence: evidence && personal ? { ...evidence, personal } : evidence,
  };
}
