/**
 * The search page: what a text finds, or, when it finds nothing, what it was meant to be; in order, cut to a page, with
 * facets over all of it; and where it found little, what else there is. What the shop has pinned for a text is found by
 * it, as far as rules and facets allow, so such a text is not put right.
 */
import { type Interpretation, interpret } from '../../query/correction/interpretation.js';
import { learnedRelated } from '../../query/correction/learned-phrases.js';
import { type HitSet, Listing, type Selected } from '../../query/facets/listing.js';
import type { Matches } from '../../query/matching/matches.js';
import { applyEffects, type PhraseEffects, raiseChosen, weigh } from '../../query/matching/phrase-effects.js';
import { dropOne, type RelaxedQuery, relax } from '../../query/relaxation/relaxation.js';
import { complete } from '../../query/search/search.js';
import { textScoring } from '../explain/explain-recorder.js';
import { STAGE } from '../profile/phase-timer.js';
import type { CardList } from '../shared/cards/card-list.js';
import type { PageContext } from '../shared/context/page-context.js';
import { cardChanges, type Selection, scopeOf, select, type ViewContext } from '../shared/context/view-context.js';
import { contentText, writeContentLists } from '../shared/lists/content-lists.js';
import {
  selectedCards,
  selectedHits,
  usualChoices,
  writeHits,
  writePrimaryList,
} from '../shared/lists/primary-list.js';
import { ROOT } from '../shared/navigation/navigation.js';
import { writeNavigation } from '../shared/navigation/navigation-writer.js';
import type { PageResult } from '../shared/page-result.js';
import type { SearchPageRequest } from '../shared/requests.js';

/** With more hits than this nothing else is offered. */
const PLENTY = 100;
const MAX_RELATED = 8;
const SECONDARY_SHOWN = 12;
/** Stands among the selected facets for the selected node of the navigation: no facet has this id. */
const CATEGORY = '/';

export function searchPage(
  request: SearchPageRequest,
  desk: ViewContext,
  tools: PageContext,
  nowMs: number,
): PageResult {
  const { out, matcher, stopwatch } = tools;
  const { view, navigation } = desk;
  stopwatch?.begin(STAGE.FILTERS);
  const book = desk.search.of(request);
  const allowed = select(desk, request, nowMs);
  const ruled = book.effects(request.q, allowed.offers, nowMs);
  const automatic =
    request.facets.length === 0 && request.origin !== 'UNDO_AUTO_CORRECT' && (ruled?.pins.length ?? 0) === 0;
  stopwatch?.begin(STAGE.ANALYSIS);
  const scope = scopeOf(desk, allowed, book.lexicon, nowMs);
  const found = complete(interpret(request.q, scope, matcher, automatic), scope, matcher);
  const selection: Selection = { ...allowed, filter: found.filter, within: found.within };
  stopwatch?.begin(STAGE.SCORING);
  raiseChosen(view.analyzer.normalize(found.q), view, found.matches);
  const effects = found.corrected ? book.effects(found.q, selection.offers, nowMs) : ruled;
  if (effects) applyEffects(effects, selection.within, found.matches);
  stopwatch?.begin(STAGE.FILTERS);
  const choices = usualChoices(desk, tools);
  const category = selectedCategory(request, desk, selection, nowMs);
  const listing = selectedHits(found.matches, request.facets, choices, desk, selection, nowMs, category.selected);
  const { hits } = listing;
  stopwatch?.begin(STAGE.REST);
  tools.witness?.foundProducts({
    id: 'primaryList',
    text: { ...found, typed: request.q, rulesOf: found.corrected ? found.q : request.q },
    scoring: textScoring(found, effects, selection, view),
    selection,
    selected: listing.selected,
    hits,
    sort: request.sort ?? choices.defaultSort,
    skip: request.skip,
    limit: request.viewAllSecondary ? 0 : request.limit,
    scores: listing.scores,
  });
  const changes = cardChanges(desk, request, tools);
  const cards: CardList = {
    view,
    offers: selection.offers,
    changes: selectedCards(changes, request.facets, choices, desk, selection, hits, nowMs),
    ticket: tools.ticket(request, 'SEARCH', 'primary', found.q, nowMs),
    nowMs,
  };

  out.ascii('{');
  if (found.corrected) {
    out.text(`"autoCorrect":${JSON.stringify({ q: request.q, originalTotalHits: 0 })},`);
  }
  stopwatch?.begin(STAGE.CONTENT);
  out.ascii('"contentLists":');
  const contentQ = contentText(request.q, found.q, desk, tools);
  const page = { type: 'SEARCH', reference: '' };
  writeContentLists(request.contentLists, contentQ, page, request, desk, tools, nowMs);
  stopwatch?.begin(STAGE.REST);
  out.ascii(',"didYouMean":');
  out.json(found.didYouMean.map(q => ({ q })));
  if (request.includeNavigation) {
    out.ascii(',"navigation":');
    // The selected category does not narrow what is counted for those beside it, as facets do not.
    const counts = navigation.hitCounts(listing.without(CATEGORY), request, selection.offers, nowMs);
    writeNavigation(out, navigation.tree(request), category.node, counts);
  }
  out.ascii(',"primaryList":');
  const withoutGroups = request.viewAllSecondary;
  writePrimaryList({ request, selection, listing, choices, cards, withoutGroups }, desk, tools);
  const link = book.redirect(request.q);
  out.text(`,"q":${JSON.stringify(found.q)}${link === undefined ? '' : `,"redirectLink":${JSON.stringify(link)}`}`);
  const dropped = [...found.dropped, ...(found.relaxed?.dropped ?? [])];
  // Beyond a list, what it lacks: products with everything, and what some of the others are without.
  if (dropped.length > 0) out.text(`,"relaxed":${JSON.stringify({ dropped, totalHits: found.relaxed?.full ?? 0 })}`);
  out.ascii(',"relatedSearches":');
  const totalHits = hits.count;
  writeLittleElse(request, desk, selection, found, effects, hits, cards, tools);
  out.ascii('}');
  return { totalHits, autoCorrected: found.corrected !== undefined };
}

/** Related searches and the secondary list, where the primary one is short. */
function writeLittleElse(
  request: SearchPageRequest,
  desk: ViewContext,
  selection: Selection,
  found: Interpretation,
  effects: PhraseEffects | undefined,
  hits: HitSet,
  cards: CardList,
  tools: PageContext,
): void {
  const { out, settings } = tools;
  tools.stopwatch?.begin(STAGE.ANALYSIS);
  const few = hits.count < PLENTY;
  const wanted = few && found.understanding.queryTerms.length > 1;
  // The matcher is used again from here on, and the hits may lie in its scratch.
  const shown = wanted ? shownProducts(hits, desk) : new Set<number>();
  out.json(few && settings.relatedSearches ? related(desk, selection, found, tools).map(q => ({ q })) : []);
  out.ascii(',"secondaryList":{"productGroups":');
  if (!wanted || !settings.secondaryList) {
    tools.stopwatch?.begin(STAGE.REST);
    out.ascii('[],"totalHits":0}');
    return;
  }
  const { listing, query } = secondaryListing(desk, selection, found, effects, shown, tools);
  tools.stopwatch?.begin(STAGE.REST);
  const skip = request.viewAllSecondary ? request.skip : 0;
  const limit = request.viewAllSecondary ? request.limit : Math.min(SECONDARY_SHOWN, request.limit);
  const ticket = tools.ticket(request, 'SEARCH', 'secondary', found.q, cards.nowMs);
  if (query) {
    const { understanding, dropped } = query;
    tools.witness?.foundProducts({
      id: 'secondaryList',
      text: { ...found, understanding, typed: request.q },
      scoring: { understanding, completed: false, ...(effects && { effects: { ...effects, pins: [] } }) },
      selection,
      selected: [],
      hits: listing.hits,
      sort: 'RELEVANCE',
      skip,
      limit,
      scores: listing.scores,
      relaxed: dropped,
    });
  }
  writeHits(listing, 'RELEVANCE', skip, limit, { ...cards, ticket }, tools);
  out.ascii(`,"totalHits":${listing.hits.count}}`);
}

/** The hits, with all products of the groups that appear once. */
function shownProducts({ docs, count }: HitSet, { view }: ViewContext): Set<number> {
  const { structure } = view;
  const shown = new Set(docs.subarray(0, count));
  for (let i = 0; i < count && structure.hasCollapsed; i++) {
    const group = structure.groupOf[docs[i]];
    if (!structure.isCollapsed(group)) continue;
    for (let p = structure.groupStart[group]; p < structure.groupStart[group + 1]; p++) shown.add(p);
  }
  return shown;
}

/** What the mildest relaxation with products of its own finds beyond the primary hits. */
function secondaryListing(
  desk: ViewContext,
  selection: Selection,
  found: Interpretation,
  effects: PhraseEffects | undefined,
  shown: ReadonlySet<number>,
  tools: PageContext,
): { listing: Listing; query: RelaxedQuery | undefined } {
  const { matcher } = tools;
  let matches: Matches | undefined;
  let rest = new Uint32Array(0);
  let query: RelaxedQuery | undefined;
  // Where even the widest query finds little, that is shown.
  for (query of relax(found.understanding, desk.view)) {
    matches = matcher.match(query.understanding, desk.view, selection.within, selection.offers);
    rest = matches.docs.slice(0, matches.count).filter(doc => !shown.has(doc));
    if (rest.length >= SECONDARY_SHOWN) break;
  }
  matches ??= matcher.nothing(desk.view);
  if (effects) weigh(effects, matches);
  const listing = new Listing(desk.view, { docs: rest, count: rest.length, scores: matches.scores }, {}, []);
  return { listing, query };
}

function related(desk: ViewContext, selection: Selection, found: Interpretation, tools: PageContext): string[] {
  const phrases = new Set(learnedRelated(found.q, desk.view, selection.within, tools.matcher).slice(0, MAX_RELATED));
  for (const { q, understanding } of dropOne(found.understanding, desk.view)) {
    if (phrases.size === MAX_RELATED) break;
    if (q !== '' && tools.matcher.countMatches(understanding.queryTerms, desk.view, selection.within) > 0)
      phrases.add(q);
  }
  return [...phrases];
}

/** The node of the navigation that the search is below, and what that leaves of it. */
function selectedCategory(
  request: SearchPageRequest,
  { navigation }: ViewContext,
  { offers }: Selection,
  nowMs: number,
): { node: number; selected: Selected[] } {
  const { selectedCategory: path } = request;
  const node = path === undefined ? ROOT : (navigation.tree(request).ofPath(path) ?? ROOT);
  const filter = navigation.selection(node, request, offers, nowMs);
  return { node, selected: filter ? [{ facet: CATEGORY, filter }] : [] };
}
