/** The facets and sort orders of a list, and the selections of the request. */
import type { Selected } from '../../../query/facets/faceted-hits.js';
import { both, type Filter } from '../../../query/filters/filter.js';
import type { PageContext } from '../context/page-context.js';
import { type Facet, facetOf, restrictionOf } from '../facets/facet-plan.js';
import type { FacetSelection, SortOrder } from '../requests.js';

const NONE: readonly Selected[] = [];

export interface ListChoices {
  facets: readonly Facet[];
  /** Most facets shown, beside selected ones. */
  maxFacets: number;
  /** JSON of `sort.options`. */
  sortOptions: string;
  defaultSort: SortOrder;
}

/** The facets and sort orders of the shop's settings. */
export function usualChoices({ viewContext, settings }: PageContext): ListChoices {
  const { facets, sortOptions } = viewContext;
  return { facets, maxFacets: settings.maxFacets, sortOptions, defaultSort: 'RELEVANCE' };
}

/** The filters of the selected facets; a selection that restricts nothing has none. */
export function selectedFacets(
  selections: readonly FacetSelection[],
  choices: ListChoices,
  context: PageContext,
): readonly Selected[] {
  if (selections.length === 0) return NONE;
  return selections.flatMap(selection => {
    const filter = selectedFilter(selection, choices, context);
    return filter ? [{ facet: selection.id, filter }] : [];
  });
}

/** A size that hidden variants alone have finds nothing. */
export function selectedFilter(
  selection: FacetSelection,
  { facets }: ListChoices,
  { view, viewContext, offers, nowMs, settings }: PageContext,
): Filter | undefined {
  const facet = facets.find(({ id }) => id === selection.id) ?? facetOf(view, selection.id);
  const restriction = facet && restrictionOf(facet, selection);
  const filter = restriction && viewContext.rules.restriction(restriction, offers, nowMs);
  // A size that the view does not have selects no variant.
  const hides = filter?.variants && facet?.type === 'SIZE' && !settings.outOfStockVariants;
  return hides ? both(filter, { variants: offers.inStock.variants }) : filter;
}
