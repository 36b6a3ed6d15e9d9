/**
 * The search page: what a text finds, or, when it finds nothing, what it was meant to be; in order, cut to a page, with
 * facets over all of it; and where it found little, what else there is.
 */
import { type Correction, correct } from '../query/corrections.js';
import { type HitSet, Listing } from '../query/listing.js';
import { rank } from '../query/ranking.js';
import { dropOne, relax } from '../query/relaxation.js';
import { complete } from '../query/search.js';
import { type Understanding, understand } from '../query/understanding.js';
import { cardChanges, type Selection, select, type ViewDesk } from './answering.js';
import type { CardList } from './card-list.js';
import { facetOf, restrictionOf } from './facet-plan.js';
import type { SearchPageRequest } from './requests.js';
import { orderOf } from './sort-orders.js';
import type { Tools } from './tools.js';

/** Fewer hits than this and corrections are offered; more than `PLENTY` and nothing else is. */
const FEW = 5;
const PLENTY = 100;
const MAX_CORRECTIONS = 3;
const MAX_RELATED = 8;
const SECONDARY_SHOWN = 12;

export interface PageResult {
  totalHits: number;
  autoCorrected: boolean;
}

interface Found {
  q: string;
  understanding: Understanding;
  corrected?: Correction;
  didYouMean: string[];
}

export function searchPage(request: SearchPageRequest, desk: ViewDesk, tools: Tools, nowMs: number): PageResult {
  const { out, matcher } = tools;
  const { view } = desk;
  const selection = select(desk, request, nowMs);
  const found = interpret(request, desk, selection, tools);
  complete(found.understanding, view, selection.within, selection.offers, matcher);
  const listing = list(request, desk, selection, tools, nowMs);
  const { hits } = listing;
  const changes = cardChanges(desk, request, tools);
  const sizes = request.facets.find(({ id }) => id === 'size');
  const sizeFilter = sizes && selectedFilter(desk, sizes, selection, nowMs);
  const cards: CardList = {
    view,
    offers: selection.offers,
    // The variant to link to is one that meets all that was asked for, not its size alone.
    changes: sizeFilter?.variants ? { ...changes, linked: hits.variants } : changes,
    ticket: tools.ticket(request, 'SEARCH', 'primary', found.q, nowMs),
    nowMs,
  };

  out.ascii('{');
  if (found.corrected) {
    out.text(`"autoCorrect":${JSON.stringify({ q: request.q, originalTotalHits: 0 })},`);
  }
  out.ascii('"contentLists":');
  out.json(request.contentLists.map(({ id }) => ({ id, items: [], totalHits: 0 })));
  out.ascii(',"didYouMean":');
  out.json(found.didYouMean.map(q => ({ q })));
  if (request.includeNavigation) {
    out.ascii(',"navigation":');
    out.json(emptyNavigation(hits.count));
  }
  out.ascii(',"primaryList":{"facets":');
  tools.facets.write({
    view,
    offers: selection.offers,
    listing,
    facets: desk.facets,
    maxFacets: tools.settings.maxFacets,
    selections: request.facets,
    rules: desk.rules,
    nowMs,
  });
  out.ascii(',"productGroups":');
  if (request.viewAllSecondary) out.ascii('[]');
  else writePage(request, hits, request.skip, request.limit, cards, tools);
  out.ascii(',"sliceRanges":[],"sort":{"options":');
  out.text(desk.sortOptions);
  out.ascii(`,"selected":"${request.sort ?? 'RELEVANCE'}"},"totalHits":`);
  out.integer(hits.count);
  out.text(`},"q":${JSON.stringify(found.q)},"relatedSearches":`);
  const totalHits = hits.count;
  writeLittleElse(request, desk, selection, found, hits, cards, tools);
  out.ascii('}');
  return { totalHits, autoCorrected: found.corrected !== undefined };
}

/** Understands the text and matches it; a text without hits gives way to its best correction. */
function interpret(request: SearchPageRequest, desk: ViewDesk, { within, offers }: Selection, tools: Tools): Found {
  const { view } = desk;
  const { matcher } = tools;
  const understanding = understand(request.q, view);
  const asTyped: Found = { q: request.q, understanding, didYouMean: [] };
  if (request.q !== '' && understanding.slots.length === 0) {
    matcher.matchNothing();
    return asTyped;
  }
  matcher.match(understanding, view, within, offers);
  const hits = matcher.count;
  if (hits >= FEW || understanding.slots.every(slot => slot.optional)) return asTyped;
  const corrections = correct(request.q, understanding, view, matcher, within, MAX_CORRECTIONS, hits > 0);
  const better = corrections.filter(correction => correction.hits > hits && correction.q !== request.q);
  const automatic = hits === 0 && request.facets.length === 0 && request.origin !== 'UNDO_AUTO_CORRECT';
  const [best, ...others] = better;
  const found: Found =
    automatic && best
      ? { q: best.q, understanding: best.understanding, corrected: best, didYouMean: others.map(({ q }) => q) }
      : { ...asTyped, didYouMean: better.map(({ q }) => q) };
  matcher.match(found.understanding, view, within, offers);
  return found;
}

function list(request: SearchPageRequest, desk: ViewDesk, selection: Selection, tools: Tools, nowMs: number): Listing {
  const { matcher } = tools;
  const selected = request.facets.flatMap(facet => {
    const filter = selectedFilter(desk, facet, selection, nowMs);
    return filter ? [{ facet: facet.id, filter }] : [];
  });
  return new Listing(desk.view, matcher.docs, matcher.count, matcher.scores, selection.filter, selected);
}

function selectedFilter(
  desk: ViewDesk,
  selected: SearchPageRequest['facets'][number],
  selection: Selection,
  nowMs: number,
) {
  const facet = facetOf(desk.view, selected.id);
  const restriction = facet && restrictionOf(facet, selected);
  return restriction && desk.rules.restriction(restriction, selection.offers, nowMs);
}

function writePage(
  request: SearchPageRequest,
  hits: HitSet,
  skip: number,
  limit: number,
  cards: CardList,
  tools: Tools,
): void {
  const order = orderOf(request.sort ?? 'RELEVANCE');
  const { view, offers } = cards;
  const docs = tools.ranked(skip + limit);
  const n = rank(hits, order, skip + limit, view, offers, tools.matcher.scores, docs);
  tools.cards.list(cards, docs, Math.min(skip, n), n, skip);
}

/** Related searches and the secondary list, where the primary one is short. */
function writeLittleElse(
  request: SearchPageRequest,
  desk: ViewDesk,
  selection: Selection,
  found: Found,
  hits: HitSet,
  cards: CardList,
  tools: Tools,
): void {
  const { out, settings } = tools;
  const wanted = hits.count < PLENTY && found.understanding.slots.length > 1;
  // The matcher's scratch, which the hits may lie in, is used anew from here on.
  const shown = wanted ? shownProducts(hits, desk) : new Set<number>();
  out.json(wanted && settings.relatedSearches ? related(desk, selection, found, tools).map(q => ({ q })) : []);
  out.ascii(',"secondaryList":{"productGroups":');
  if (!wanted || !settings.secondaryList) {
    out.ascii('[],"totalHits":0}');
    return;
  }
  const secondary = secondaryHits(desk, selection, found, shown, tools);
  const skip = request.viewAllSecondary ? request.skip : 0;
  const limit = request.viewAllSecondary ? request.limit : Math.min(SECONDARY_SHOWN, request.limit);
  const ticket = tools.ticket(request, 'SEARCH', 'secondary', found.q, cards.nowMs);
  writePage({ ...request, sort: undefined }, secondary, skip, limit, { ...cards, ticket }, tools);
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
  found: Found,
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

function related(desk: ViewDesk, selection: Selection, found: Found, tools: Tools): string[] {
  const phrases = new Set<string>();
  for (const { q, understanding } of dropOne(found.understanding, desk.view)) {
    if (phrases.size === MAX_RELATED) break;
    if (q !== '' && tools.matcher.countMatches(understanding.slots, desk.view, selection.within) > 0) phrases.add(q);
  }
  return [...phrases];
}

/** A tree of the root alone: the shop has no navigation yet. */
function emptyNavigation(count: number): unknown {
  const root = { type: 'PRODUCT', label: 'All', path: '/', count, children: [], selected: true, expandable: false };
  return { breadcrumbs: [], tree: root };
}
