/** Computes a landing page: its primary list with facets, its navigation, and its recommendation lists. */
import { categoriesNamed } from '../../query/auction/categories.js';
import { type Found, find } from '../../query/matching/text-match.js';
import type { Arrangement } from '../../query/ranking/arrangement.js';
import { understand } from '../../query/understanding/understand.js';
import type { Understanding } from '../../query/understanding/understanding.js';
import type { ContentLists } from '../shared/content/content-writer.js';
import { scopeOf } from '../shared/context/allowed-products.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { TalliedFacets } from '../shared/facets/facet-tally.js';
import type { Selection } from '../shared/filters/selection.js';
import { contentLists } from '../shared/lists/content-lists.js';
import { selectedFacets } from '../shared/lists/list-choices.js';
import {
  type NarrowedList,
  narrowed,
  type OfferedPlaces,
  type PrimaryList,
  primaryList,
  talliedFacets,
} from '../shared/lists/primary-list.js';
import { type RecommendationLists, recommendationLists } from '../shared/lists/recommendation-lists.js';
import { ROOT } from '../shared/navigation/navigation.js';
import { navigationAround, type ShownNavigation } from '../shared/navigation/shown-navigation.js';
import { type PageResult, Steps } from '../shared/page.js';
import { PHASE } from '../shared/phases.js';
import type { LandingPageRequest } from '../shared/requests.js';
import type { PagePlace } from '../shared/tickets/ticket-signer.js';
import { type LandingPlan, type ListPlan, planLanding } from './plan.js';

/** More than any score: the product pinned first represents its group where groups appear once. */
const PINNED = 1e6;

export function landingPlace({ pageReference }: LandingPageRequest): PagePlace {
  return { type: 'LANDING', reference: pageReference };
}

/** An understood and matched text, without its matches, which the next match overwrites. */
export type FoundText = Omit<Found, 'matches'> & { understanding: Understanding };

/** The primary list, and the text of the request as it was read; with the arrangement for explanations. */
export interface LandingList {
  text: FoundText;
  selection: Selection;
  arrangement: Arrangement | undefined;
  primary: PrimaryList;
}

export interface LandingResult extends PageResult {
  request: LandingPageRequest;
  stored: LandingPlan['stored'];
  list: LandingList | undefined;
  contentLists: ContentLists;
  navigation: ShownNavigation | undefined;
  recommendationLists: RecommendationLists;
}

/** `State` of a primary list in progress, where one is requested. */
interface Landing<State> {
  plan: LandingPlan;
  list: State | undefined;
}

interface FoundList {
  plan: ListPlan;
  text: Found & { understanding: Understanding };
  selection: Selection;
}

interface NarrowedLanding {
  found: FoundList;
  narrowed: NarrowedList;
}

interface TalliedLanding extends NarrowedLanding {
  facets: TalliedFacets;
}

export const landingSteps = Steps.first(PHASE.FILTERS, planLanding)
  .next(PHASE.ANALYSIS, findText)
  .next(PHASE.FILTERS, narrowHits)
  .next(PHASE.FACETS, tallyFacets)
  .next(PHASE.RANKING, listHits)
  .next(PHASE.REST, addLists);

function findText(plan: LandingPlan, context: PageContext): Landing<FoundList> {
  const { request, list } = plan;
  if (!list) return { plan, list };
  const { lexicon } = context.viewContext.searchSettings.of(request);
  const understanding = understand(request.q, context.view, lexicon);
  const found = find(request.q, understanding, scopeOf(list.allowed, lexicon, context), context.matcher);
  const selection = { filter: found.filter, within: found.within };
  return { plan, list: { plan: list, text: { ...found, understanding }, selection } };
}

function narrowHits({ plan, list }: Landing<FoundList>, context: PageContext): Landing<NarrowedLanding> {
  if (!list) return { plan, list };
  const { request } = plan;
  const { text, selection } = list;
  const { choices, arrangement } = list.plan;
  const { matches } = text;
  const selected = selectedFacets(request.facets, choices, context);
  const narrow = () => narrowed({ request, matches, selection, choices, selected }, context);
  // By scores one product of a group is chosen.
  const raised = arrangement && context.view.structure.hasCollapsed;
  const hits = raised ? withPinnedRaised(arrangement, matches.scores, narrow) : narrow();
  return { plan, list: { found: list, narrowed: hits } };
}

/** Runs `make` while pinned products have the highest scores, so that they represent their groups. */
function withPinnedRaised<T>({ pins, slices }: Arrangement, scores: Float32Array, make: () => T): T {
  const pinned = [...new Set([...pins, ...slices.flatMap(slice => slice.pins)])];
  const before = pinned.map(product => scores[product]);
  pinned.forEach((product, i) => {
    scores[product] = PINNED - i;
  });
  const made = make();
  pinned.forEach((product, i) => {
    scores[product] = before[i];
  });
  return made;
}

function tallyFacets({ plan, list }: Landing<NarrowedLanding>, context: PageContext): Landing<TalliedLanding> {
  if (!list) return { plan, list };
  const { found, narrowed } = list;
  return { plan, list: { found, narrowed, facets: talliedFacets(narrowed, plan.request, context) } };
}

function listHits({ plan, list }: Landing<TalliedLanding>, context: PageContext): Landing<LandingList> {
  if (!list) return { plan, list };
  const { text, selection } = list.found;
  const { arrangement } = list.found.plan;
  const offered = offeredPlaces(plan, list.found, context);
  const primary = primaryList(list.narrowed, list.facets, plan.request, arrangement, context, offered);
  return { plan, list: { text, selection, arrangement, primary } };
}

/** Those of sponsored slices; undefined: there are none. */
function offeredPlaces(
  { request, stored }: LandingPlan,
  { plan }: FoundList,
  { view }: PageContext,
): OfferedPlaces | undefined {
  const { sale, arrangement } = plan;
  if (!sale || !arrangement?.slices.some(({ sponsored }) => sponsored)) return undefined;
  const override = stored?.sponsoredCategoryOverride ?? [];
  const categories = override.length > 0 ? override.flatMap(name => categoriesNamed(name, view)) : undefined;
  return { sale, where: { phrase: request.q, pageId: stored?.id, categories }, positions: [] };
}

function addLists({ plan, list }: Landing<LandingList>, context: PageContext): LandingResult {
  const { request, stored } = plan;
  const { body } = request;
  const page = landingPlace(request);
  const lists = {
    ...page,
    ...(body && { asked: body.recommendationLists }),
    pageId: stored?.id,
    // A product is sponsored once on the page.
    sale: plan.list?.sale,
  };
  return {
    request,
    stored,
    list,
    contentLists: contentLists(body?.contentLists ?? [], { q: '', typing: false, page }, context),
    navigation: request.includeNavigation ? navigationOf(plan, context) : undefined,
    recommendationLists: recommendationLists(plan.recommendationLists, lists, request, context),
    totalHits: list?.primary.totalHits ?? 0,
    autoCorrected: false,
  };
}

function navigationOf({ request, stored }: LandingPlan, context: PageContext): ShownNavigation {
  const { navigation } = context.viewContext;
  const tree = navigation.tree(request);
  const node = stored ? tree.ofPage(stored.id) : tree.ofPath(request.pageReference);
  return navigationAround(tree, node ?? ROOT, navigation.pageCounts(request, context));
}
