/**
 * Category and landing pages: what a stored page arranges, or what the request asks for where the shop has said nothing
 * of its own. Where both speak of the same thing, the stored page does.
 *
 * What is pinned is on the page even where its rules would leave it out, though not where those of pages above do, but
 * it is found and filtered like everything else: a text or facet that it does not fit takes it away. Pinned products
 * and slices hold in the default order alone.
 */

import type { Page } from '../../catalog/site/pages.js';
import type { OfferContext } from '../../query/filters/offer-context.js';
import { find } from '../../query/matching/text-match.js';
import type { Arrangement } from '../../query/ranking/arrangement.js';
import { understand } from '../../query/understanding/understand.js';
import { STAGE } from '../profile/phase-timer.js';
import type { CardList } from '../shared/cards/card-list.js';
import type { PageConfiguration } from '../shared/configurations/page-configuration.js';
import { localised } from '../shared/configurations/page-directory.js';
import type { PageContext } from '../shared/context/page-context.js';
import { cardChanges, type Selection, scopeOf, select, type ViewContext } from '../shared/context/view-context.js';
import { writeContentLists } from '../shared/lists/content-lists.js';
import {
  type ListChoices,
  selectedCards,
  selectedHits,
  usualChoices,
  writePrimaryList,
} from '../shared/lists/primary-list.js';
import { writeRecommendationLists } from '../shared/lists/recommendation-lists.js';
import { ROOT } from '../shared/navigation/navigation.js';
import { writeNavigation } from '../shared/navigation/navigation-writer.js';
import type { PageResult } from '../shared/page-result.js';
import type { LandingPageRequest, RecListRequest } from '../shared/requests.js';

/** More than any score: products pinned in one place stand for their group. */
const PINNED = 1e6;

export function landingPage(
  request: LandingPageRequest,
  desk: ViewContext,
  tools: PageContext,
  nowMs: number,
): PageResult {
  const { out } = tools;
  const { body, locale, pageReference } = request;
  const page = desk.pages.directory(request.viewId).byReference(pageReference, locale);
  const configuration = page && desk.pages.configuration(page, request);
  const place = { type: 'LANDING', reference: pageReference };
  out.ascii('{"contentLists":');
  writeContentLists(body?.contentLists ?? [], '', place, request, desk, tools, nowMs);
  out.ascii(',"customData":');
  out.json(localised(page?.customData, locale) ?? {});
  let totalHits = 0;
  if (body ? body.includePrimaryList : page) {
    out.ascii(',"primaryList":');
    totalHits = primaryList(request, configuration, desk, tools, nowMs);
  }
  if (request.includeNavigation) {
    out.ascii(',"navigation":');
    writeNavigationOf(request, page, desk, tools, nowMs);
  }
  out.ascii(`,"published":${page !== undefined},"recommendationLists":`);
  const listed = { ...place, ...(body && { asked: body.recommendationLists }) };
  writeRecommendationLists(recommendationLists(request, configuration), listed, request, desk, tools, nowMs);
  const pageHeading = localised(page?.headings, locale);
  out.text(`,"seo":${JSON.stringify({ pageHeading })}}`);
  return { totalHits, autoCorrected: false };
}

/** Writes the list and returns its hits. */
function primaryList(
  request: LandingPageRequest,
  configuration: PageConfiguration | undefined,
  desk: ViewContext,
  tools: PageContext,
  nowMs: number,
): number {
  const { view } = desk;
  const { matcher, stopwatch } = tools;
  stopwatch?.begin(STAGE.FILTERS);
  const allowed = selectionOf(request, configuration, desk, nowMs);
  const { offers } = allowed;
  stopwatch?.begin(STAGE.ANALYSIS);
  const { lexicon } = desk.search.of(request);
  const understanding = understand(request.q, view, lexicon);
  const found = find(request.q, understanding, scopeOf(desk, allowed, lexicon, nowMs), matcher);
  const selection: Selection = { ...allowed, filter: found.filter, within: found.within };

  stopwatch?.begin(STAGE.FILTERS);
  const choices = choicesOf(configuration, usualChoices(desk, tools));
  const inDefaultOrder = request.sort === undefined || request.sort === choices.defaultSort;
  const arrangement = inDefaultOrder ? arrangementOf(configuration, desk, offers, nowMs) : undefined;
  const { matches } = found;
  const hits = () => selectedHits(matches, request.facets, choices, desk, selection, nowMs);
  const listing = arrangement ? withPinnedRaised(arrangement, matches.scores, hits) : hits();
  stopwatch?.begin(STAGE.REST);
  tools.witness?.foundProducts({
    id: 'primaryList',
    text: { ...found, q: request.q, typed: request.q, understanding, didYouMean: [] },
    scoring: { understanding, completed: false },
    selection,
    selected: listing.selected,
    hits: listing.hits,
    sort: request.sort ?? choices.defaultSort,
    ...(arrangement && { arrangement }),
    skip: request.skip,
    limit: request.limit,
    scores: listing.scores,
  });
  const changes = cardChanges(desk, request, tools);
  const cards: CardList = {
    view,
    offers,
    changes: selectedCards(changes, request.facets, choices, desk, selection, listing.hits, nowMs),
    ticket: tools.ticket(request, 'LANDING', 'primary', request.q, nowMs, request.pageReference),
    nowMs,
  };
  writePrimaryList({ request, selection, listing, choices, cards, arrangement }, desk, tools);
  return listing.hits.count;
}

/** The products of the page, or those that the request asks for. */
function selectionOf(
  { body, ...request }: LandingPageRequest,
  configuration: PageConfiguration | undefined,
  desk: ViewContext,
  nowMs: number,
): Selection {
  const rules = body?.rules ?? [];
  if (!configuration) return select(desk, { ...request, rules }, nowMs);
  const offers = desk.offers.of(request);
  return { offers, ...desk.pages.products(configuration, offers, nowMs, rules) };
}

function choicesOf(configuration: PageConfiguration | undefined, usual: ListChoices): ListChoices {
  const { facets, sort } = configuration ?? {};
  return {
    ...usual,
    ...(facets && { facets, maxFacets: facets.length }),
    ...(sort && { sortOptions: sort.options, defaultSort: sort.first }),
  };
}

/** What comes first on the page; undefined: nothing that is arranged. */
function arrangementOf(
  configuration: PageConfiguration | undefined,
  desk: ViewContext,
  offers: OfferContext,
  nowMs: number,
): Arrangement | undefined {
  if (!configuration || configuration.pinned.length + configuration.slices.length === 0) return undefined;
  return { pins: configuration.pinned, slices: desk.pages.slices(configuration, offers, nowMs) };
}

/** Lets the product pinned first stand for its group where that appears once; in the list's order it is what it was. */
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

/** Those of the page, then those of the request whose ids are not taken. */
function recommendationLists(
  { body }: LandingPageRequest,
  configuration: PageConfiguration | undefined,
): RecListRequest[] {
  const own = configuration?.recLists ?? [];
  const taken = new Set(own.map(({ id }) => id));
  return [...own, ...(body?.recommendationLists ?? []).filter(({ id }) => !taken.has(id))];
}

function writeNavigationOf(
  request: LandingPageRequest,
  page: Page | undefined,
  desk: ViewContext,
  { out }: PageContext,
  nowMs: number,
): void {
  const tree = desk.navigation.tree(request);
  const node = page ? tree.ofPage(page.id) : tree.ofPath(request.pageReference);
  const counts = desk.navigation.pageCounts(request, desk.offers.of(request), nowMs);
  writeNavigation(out, tree, node ?? ROOT, counts);
}
