/**
 * A primary list on its way into a response: what was matched, narrowed by the selected facets; in order, cut to the
 * part asked for, with facets over all of it. The same for searches and pages; a page may say which facets and orders
 * there are and arrange what comes first.
 */

import { type HitSet, Listing, type Selected } from '../../../query/facets/listing.js';
import type { Filter } from '../../../query/filters/filter.js';
import type { Matches } from '../../../query/matching/matches.js';
import { type Arrangement, arrange, type SliceRange } from '../../../query/ranking/arrangement.js';
import { rank } from '../../../query/ranking/top-hits.js';
import { STAGE } from '../../profile/phase-timer.js';
import type { CardChanges, CardList } from '../cards/card-list.js';
import type { PageContext } from '../context/page-context.js';
import type { Selection, ViewContext } from '../context/view-context.js';
import { type Facet, facetOf, restrictionOf } from '../facets/facet-plan.js';
import type { FacetSelection, PrimaryListRequest, SortOrder } from '../requests.js';
import { orderOf } from '../sort-options.js';

/** What a list offers to choose from. */
export interface ListChoices {
  facets: readonly Facet[];
  /** Facets shown, beside those selected. */
  maxFacets: number;
  /** JSON of `sort.options`. */
  sortOptions: string;
  defaultSort: SortOrder;
}

export interface PrimaryList {
  request: PrimaryListRequest;
  selection: Selection;
  listing: Listing;
  choices: ListChoices;
  cards: CardList;
  /** What comes first; only for a list in its default order. */
  arrangement?: Arrangement | undefined;
  /** Facets and counts alone. */
  withoutGroups?: boolean;
}

/** The choices of the shop's settings. */
export function usualChoices({ facets, sortOptions }: ViewContext, { settings }: PageContext): ListChoices {
  return { facets, maxFacets: settings.maxFacets, sortOptions, defaultSort: 'RELEVANCE' };
}

/**
 * What was found, through the facet selections.
 * @param further what else was selected; it narrows as facets do
 */
export function selectedHits(
  matches: Matches,
  facets: readonly FacetSelection[],
  choices: ListChoices,
  desk: ViewContext,
  selection: Selection,
  nowMs: number,
  further: readonly Selected[] = [],
): Listing {
  const selected = facets.flatMap(facet => {
    const filter = selectedFilter(facet, choices, desk, selection, nowMs);
    return filter ? [{ facet: facet.id, filter }] : [];
  });
  const all = [...selected, ...further];
  return new Listing(desk.view, matches, selection.filter, all);
}

function selectedFilter(
  selected: FacetSelection,
  { facets }: ListChoices,
  { view, rules }: ViewContext,
  { offers }: Selection,
  nowMs: number,
): Filter | undefined {
  const facet = facets.find(({ id }) => id === selected.id) ?? facetOf(view, selected.id);
  const restriction = facet && restrictionOf(facet, selected);
  return restriction && rules.restriction(restriction, offers, nowMs);
}

/** How cards change under the selection: with a size selected, they link to a variant that meets all of it. */
export function selectedCards(
  changes: CardChanges,
  facets: readonly FacetSelection[],
  choices: ListChoices,
  desk: ViewContext,
  selection: Selection,
  hits: HitSet,
  nowMs: number,
): CardChanges {
  const sizes = facets.find(({ id }) => id === 'size');
  const filter = sizes && selectedFilter(sizes, choices, desk, selection, nowMs);
  return filter?.variants ? { ...changes, linked: hits.variants } : changes;
}

/** Writes `{…}`. */
export function writePrimaryList(list: PrimaryList, desk: ViewContext, tools: PageContext): void {
  const { request, selection, listing, choices, cards } = list;
  const { out } = tools;
  const { view } = desk;
  const { facets, maxFacets } = choices;
  const { offers } = selection;
  const { nowMs } = cards;
  out.ascii('{"facets":');
  const { rules } = desk;
  const input = { listing, facets, maxFacets, selections: request.facets, rules };
  tools.facets.write(tools.facetTally.tally(input, { view, offers, nowMs }));
  out.ascii(',"productGroups":');
  const sort = request.sort ?? choices.defaultSort;
  let sliceRanges: SliceRange[] = [];
  if (list.withoutGroups) out.ascii('[]');
  else if (list.arrangement) sliceRanges = writeArranged(list, list.arrangement, sort, tools);
  else writeHits(listing, sort, request.skip, request.limit, cards, tools);
  out.ascii(',"sliceRanges":');
  out.json(sliceRanges);
  out.text(`,"sort":{"options":${choices.sortOptions},"selected":"${sort}"},"totalHits":`);
  out.integer(listing.hits.count);
  out.ascii('}');
}

function writeArranged(
  { request: { skip, limit }, listing, cards }: PrimaryList,
  arrangement: Arrangement,
  sort: SortOrder,
  tools: PageContext,
): SliceRange[] {
  const { view, offers } = cards;
  const docs = tools.ranked(skip + limit);
  const order = orderOf(sort);
  const { hits, scores } = listing;
  tools.stopwatch?.begin(STAGE.SCORING);
  const { count, ranges } = arrange(hits, order, arrangement, skip, limit, view, offers, scores, docs);
  tools.stopwatch?.begin(STAGE.REST);
  tools.cards.list(cards, docs, 0, count, skip);
  return ranges;
}

/** Writes the groups `[skip, skip + limit)` of the hits in order, as `[…]`. */
export function writeHits(
  { hits, scores }: Listing,
  sort: SortOrder,
  skip: number,
  limit: number,
  cards: CardList,
  tools: PageContext,
): void {
  const { view, offers } = cards;
  const docs = tools.ranked(skip + limit);
  tools.stopwatch?.begin(STAGE.SCORING);
  const n = rank(hits, orderOf(sort), skip + limit, view, offers, scores, docs);
  tools.stopwatch?.begin(STAGE.REST);
  tools.cards.list(cards, docs, Math.min(skip, n), n, skip);
}
