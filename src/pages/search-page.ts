/**
 * The search page: what a text finds, or, when it finds nothing, what it was meant to be; in order, cut to a page, with
 * facets over all of it; and where it found little, what else there is.
 */
import { type Interpretation, interpret } from '../query/interpretation.js';
import { learntRelated } from '../query/learnt.js';
import { type HitSet, Listing, type Selected } from '../query/listing.js';
import { dropOne, relax } from '../query/relaxation.js';
import { complete } from '../query/search.js';
import { cardChanges, type Selection, select, type ViewDesk } from './answering.js';
import type { CardList } from './card-list.js';
import { contentText, writeContentLists } from './content-lists.js';
import { ROOT } from './navigation.js';
import { writeNavigation } from './navigation-writer.js';
import type { PageResult } from './page-result.js';
import { selectedCards, selectedHits, usualChoices, writeHits, writePrimaryList } from './primary-list.js';
import type { SearchPageRequest } from './requests.js';
import type { Tools } from './tools.js';

/** With more hits than this nothing else is offered. */
const PLENTY = 100;
const MAX_RELATED = 8;
const SECONDARY_SHOWN = 12;
/** Stands among the selected facets for the selected node of the navigation: no facet has this id. */
const CATEGORY = '/';

export function searchPage(request: SearchPageRequest, desk: ViewDesk, tools: Tools, nowMs: number): PageResult {
  const { out, matcher } = tools;
  const { view, navigation } = desk;
  const selection = select(desk, request, nowMs);
  const automatic = request.facets.length === 0 && request.origin !== 'UNDO_AUTO_CORRECT';
  const found = interpret(request.q, { view, ...selection }, matcher, automatic);
  complete(found.understanding, view, selection.within, selection.offers, matcher);
  matcher.raise(view.analyzer.normalize(found.q), view);
  const choices = usualChoices(desk, tools);
  const category = selectedCategory(request, desk, selection, nowMs);
  const listing = selectedHits(request.facets, choices, desk, selection, tools, nowMs, category.selected);
  const { hits } = listing;
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
  out.ascii('"contentLists":');
  const contentQ = contentText(request.q, found.q, desk, tools);
  const page = { type: 'SEARCH', reference: '' };
  writeContentLists(request.contentLists, contentQ, page, request, desk, tools, nowMs);
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
  out.text(`,"q":${JSON.stringify(found.q)},"relatedSearches":`);
  const totalHits = hits.count;
  writeLittleElse(request, desk, selection, found, hits, cards, tools);
  out.ascii('}');
  return { totalHits, autoCorrected: found.corrected !== undefined };
}

/** Related searches and the secondary list, where the primary one is short. */
function writeLittleElse(
  request: SearchPageRequest,
  desk: ViewDesk,
  selection: Selection,
  found: Interpretation,
  hits: HitSet,
  cards: CardList,
  tools: Tools,
): void {
  const { out, settings } = tools;
  const few = hits.count < PLENTY;
  const wanted = few && found.understanding.slots.length > 1;
  // The matcher's scratch, which the hits may lie in, is used anew from here on.
  const shown = wanted ? shownProducts(hits, desk) : new Set<number>();
  out.json(few && settings.relatedSearches ? related(desk, selection, found, tools).map(q => ({ q })) : []);
  out.ascii(',"secondaryList":{"productGroups":');
  if (!wanted || !settings.secondaryList) {
    out.ascii('[],"totalHits":0}');
    return;
  }
  const secondary = secondaryHits(desk, selection, found, shown, tools);
  const skip = request.viewAllSecondary ? request.skip : 0;
  const limit = request.viewAllSecondary ? request.limit : Math.min(SECONDARY_SHOWN, request.limit);
  const ticket = tools.ticket(request, 'SEARCH', 'secondary', found.q, cards.nowMs);
  writeHits(secondary, 'RELEVANCE', skip, limit, { ...cards, ticket }, tools);
  out.ascii(`,"totalHits":${secondary.count}}`);
}

/** The hits, with all products of the groups that appear once. */
function shownProducts({ docs, count }: HitSet, { view }: ViewDesk): Set<number> {
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
function secondaryHits(
  desk: ViewDesk,
  selection: Selection,
  found: Interpretation,
  shown: ReadonlySet<number>,
  tools: Tools,
): HitSet {
  const { matcher } = tools;
  let rest = new Uint32Array(0);
  // Where even the widest query finds little, that is shown.
  for (const { understanding } of relax(found.understanding, desk.view)) {
    matcher.match(understanding, desk.view, selection.within, selection.offers);
    rest = matcher.docs.slice(0, matcher.count).filter(doc => !shown.has(doc));
    if (rest.length >= SECONDARY_SHOWN) break;
  }
  return new Listing(desk.view, rest, rest.length, matcher.scores, {}, []).hits;
}

function related(desk: ViewDesk, selection: Selection, found: Interpretation, tools: Tools): string[] {
  const phrases = new Set(learntRelated(found.q, desk.view, selection.within, tools.matcher).slice(0, MAX_RELATED));
  for (const { q, understanding } of dropOne(found.understanding, desk.view)) {
    if (phrases.size === MAX_RELATED) break;
    if (q !== '' && tools.matcher.countMatches(understanding.slots, desk.view, selection.within) > 0) phrases.add(q);
  }
  return [...phrases];
}

/** The node of the navigation that the search is below, and what that leaves of it. */
function selectedCategory(
  request: SearchPageRequest,
  { navigation }: ViewDesk,
  { offers }: Selection,
  nowMs: number,
): { node: number; selected: Selected[] } {
  const { selectedCategory: path } = request;
  const node = path === undefined ? ROOT : (navigation.tree(request).ofPath(path) ?? ROOT);
  const filter = navigation.selection(node, request, offers, nowMs);
  return { node, selected: filter ? [{ facet: CATEGORY, filter }] : [] };
}
