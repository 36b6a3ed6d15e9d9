/** The plan of a landing page, from its stored configuration, if any, and the request. */
import type { Page } from '../../catalog/site/page-document.js';
import { badRequest } from '../../errors/problem.js';
import type { Arrangement } from '../../query/ranking/arrangement.js';
import type { PageConfiguration } from '../shared/configurations/page-configuration.js';
import { allowedBy } from '../shared/context/allowed-products.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { Selection } from '../shared/filters/selection.js';
import { type ListChoices, usualChoices } from '../shared/lists/list-choices.js';
import { PlaceSale } from '../shared/lists/place-sale.js';
import type { LandingPageRequest, RecListRequest } from '../shared/requests.js';

export interface LandingPlan {
  request: LandingPageRequest;
  /** Undefined: no page is stored under the reference of the request. */
  stored: Page | undefined;
  /** Undefined: no primary list is requested. */
  list: ListPlan | undefined;
  /** The lists of the stored page, or, where it has none, those of the request. */
  recommendationLists: RecListRequest[];
}

export interface ListPlan {
  allowed: Selection;
  choices: ListChoices;
  /** Undefined: nothing is arranged, or the list is not in its default order. */
  arrangement: Arrangement | undefined;
  /** Undefined: no places are sold. */
  sale: PlaceSale | undefined;
}

export function planLanding(request: LandingPageRequest, context: PageContext): LandingPlan {
  const { pages } = context.viewContext;
  const { body } = request;
  const stored = pages.directory(request.viewId).byReference(request.pageReference, request.locale);
  const configuration = stored && pages.configuration(stored, request);
  const wanted = body ? body.includePrimaryList : stored !== undefined;
  return {
    request,
    stored,
    list: wanted ? planList(request, configuration, context) : undefined,
    recommendationLists: listsOf(configuration, body?.recommendationLists ?? []),
  };
}

function planList(
  request: LandingPageRequest,
  configuration: PageConfiguration | undefined,
  context: PageContext,
): ListPlan {
  const { pages } = context.viewContext;
  const rules = request.body?.rules ?? [];
  const allowed = configuration ? pages.products(configuration, context, rules) : allowedBy(rules, context);
  requireOffered(request, configuration);
  const choices = choicesOf(configuration, usualChoices(context));
  const inDefaultOrder = request.sort === undefined || request.sort === choices.defaultSort;
  const sale = inDefaultOrder ? PlaceSale.of(request, context) : undefined;
  const arrangement = inDefaultOrder ? arrangementOf(configuration, sale, context) : undefined;
  return { allowed, choices, arrangement, sale };
}

/** @throws Problem BAD_REQUEST for an order that the page does not offer */
function requireOffered({ sort }: LandingPageRequest, configuration: PageConfiguration | undefined): void {
  const offered = configuration?.sort?.orders;
  if (sort === undefined || !offered || offered.includes(sort)) return;
  throw badRequest(
    'sort',
    `found ${sort}, expected an order that the page offers: ${offered.join(', ')}`,
    'sort_not_offered',
  );
}

function choicesOf(configuration: PageConfiguration | undefined, usual: ListChoices): ListChoices {
  const { facets, sort } = configuration ?? {};
  return {
    ...usual,
    ...(facets && { facets, maxFacets: facets.length }),
    ...(sort && { sortOptions: sort.options, defaultSort: sort.orders[0] }),
  };
}

function arrangementOf(
  configuration: PageConfiguration | undefined,
  sale: PlaceSale | undefined,
  context: PageContext,
): Arrangement | undefined {
  if (!configuration || configuration.pinned.length + configuration.slices.length === 0) return undefined;
  const slices = context.viewContext.pages.slices(configuration, context, sale !== undefined);
  return configuration.pinned.length + slices.length === 0 ? undefined : { pins: configuration.pinned, slices };
}

function listsOf(configuration: PageConfiguration | undefined, requested: readonly RecListRequest[]): RecListRequest[] {
  const own = configuration?.recLists ?? [];
  return own.length > 0 ? own : [...requested];
}
