/**
 * Computes a search page: understands and matches the text, makes the primary list with its facets, and where that list
 * is short, related searches and a secondary list. Each step copies what it needs of the matcher's scratch before the
 * next one matches again.
 */
import { interpret } from '../../query/correction/interpretation.js';
import { leadsToHits, learnedRelated } from '../../query/correction/phrases-with-hits.js';
import { FacetedHits, type HitSet, type Selected } from '../../query/facets/faceted-hits.js';
import {
  applyEffects,
  type PhraseEffects,
  raiseChosen,
  raiseWithout,
  weigh,
} from '../../query/matching/phrase-effects.js';
import { relatedTypes } from '../../query/nearness/related-types.js';
import type { RelaxedQuery } from '../../query/relaxation/relaxation.js';
import { type Completed, complete } from '../../query/search/search.js';
import { completeWithVector } from '../../query/search/vector-search.js';
import { affinitiesOf } from '../../recommend/affinities.js';
import type { Affinity } from '../../recommend/affinity.js';
import type { ContentLists } from '../shared/content/content-writer.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { TalliedFacets } from '../shared/facets/facet-tally.js';
import type { Selection } from '../shared/filters/selection.js';
import { contentLists, contentText } from '../shared/lists/content-lists.js';
import { selectedFacets, usualChoices } from '../shared/lists/list-choices.js';
import { evidenceOf, type ListPart, rankedPart, type ScoredHits } from '../shared/lists/list-part.js';
import { PlaceSale } from '../shared/lists/place-sale.js';
import {
  type NarrowedList,
  narrowed,
  type OfferedPlaces,
  type PrimaryList,
  primaryList,
  talliedFacets,
} from '../shared/lists/primary-list.js';
import { ROOT } from '../shared/navigation/navigation.js';
import { navigationAround, type ShownNavigation } from '../shared/navigation/shown-navigation.js';
import { type PageResult, Steps } from '../shared/page.js';
import { PHASE } from '../shared/phases.js';
import type { SearchPageRequest } from '../shared/requests.js';
import { planSearch, type SearchPlan } from './plan.js';
import { vectorOf } from './requested-vector.js';

/** With more hits than this, no related searches or secondary list are made. */
const PLENTY = 100;
const MAX_RELATED = 8;
const SECONDARY_SHOWN = 12;
/** Id of the selected node of the navigation among facet selections; no facet has this id. */
export const CATEGORY = '/';
export const SEARCH_PAGE = { type: 'SEARCH', reference: '' };

/** The list that continues a short primary list. */
export interface SecondaryList {
  part: ListPart;
  /** Most groups shown. */
  limit: number;
  totalHits: number;
  /** The relaxed query that found it, and the evidence of its ranking; for explanations. */
  found?: { query: RelaxedQuery; evidence: ScoredHits | undefined };
}

/**
 * The text that was searched, with the words that relaxation dropped; without its matches, which the next match
 * overwrites.
 */
export type CompletedText = Omit<Completed, 'matches' | 'relaxations'>;

export interface SearchResult extends PageResult {
  request: SearchPageRequest;
  text: CompletedText;
  /** The products that may be listed: those that the request allows, within the limits of the text. */
  selection: Selection;
  /** The effects of rules for the text that was searched; undefined: none. */
  effects: PhraseEffects | undefined;
  primary: PrimaryList;
  navigation: ShownNavigation | undefined;
  redirectLink: string | undefined;
  relatedSearches: string[];
  secondary: SecondaryList;
  contentLists: ContentLists;
}

interface TakenText {
  plan: SearchPlan;
  text: Completed;
  selection: Selection;
}

interface ScoredText extends TakenText {
  effects: PhraseEffects | undefined;
}

interface NarrowedSearch {
  scored: ScoredText;
  list: NarrowedList;
  /** The selected node of the navigation. */
  category: number;
}

interface TalliedSearch extends NarrowedSearch {
  facets: TalliedFacets;
}

interface ListedSearch extends NarrowedSearch {
  primary: PrimaryList;
  /** What is made beside the primary list. */
  beside: { related: boolean; secondary: boolean };
  /** Products of the primary list, which the secondary one does not repeat. */
  listed: ReadonlySet<number>;
}

interface NavigatedSearch extends ListedSearch {
  navigation: ShownNavigation | undefined;
}

interface ExtendedSearch {
  scored: ScoredText;
  primary: PrimaryList;
  navigation: ShownNavigation | undefined;
  relatedSearches: string[];
  secondary: SecondaryList;
}

export const searchSteps = Steps.first(PHASE.FILTERS, planSearch)
  .next(PHASE.ANALYSIS, takeText)
  .next(PHASE.RANKING, scoreHits)
  .next(PHASE.FILTERS, narrowHits)
  .next(PHASE.FACETS, tallyFacets)
  .next(PHASE.RANKING, listHits)
  .next(PHASE.REST, navigate)
  .next(PHASE.ANALYSIS, lookBeside)
  .next(PHASE.CONTENT, findContent);

function takeText(plan: SearchPlan, { matcher, settings }: PageContext): TakenText {
  const { request, scope, autoCorrect } = plan;
  const interpreted = interpret(request.q, scope, matcher, autoCorrect);
  const vector = vectorOf(request, scope.view);
  const text = vector
    ? completeWithVector(interpreted, scope, matcher, settings.partialMatches, vector)
    : complete(interpreted, scope, matcher, settings.partialMatches);
  return { plan, text, selection: { filter: text.filter, within: text.within } };
}

function scoreHits({ plan, text, selection }: TakenText, context: PageContext): ScoredText {
  const { view } = context;
  raiseChosen(view.analyzer.normalize(text.q), view, text.matches);
  raiseWithout(text.understanding.excluded, view, text.matches);
  const effects = text.corrected ? plan.phraseRules.effects(text.q, context) : plan.typedEffects;
  if (effects) applyEffects(effects, selection.within, text.matches);
  return { plan, text, selection, effects };
}

function narrowHits(scored: ScoredText, context: PageContext): NarrowedSearch {
  const { request } = scored.plan;
  const { selection, text } = scored;
  const choices = usualChoices(context);
  const category = selectedCategory(request, context);
  const selected = [...selectedFacets(request.facets, choices, context), ...category.selected];
  const list = narrowed({ request, matches: text.matches, selection, choices, selected }, context);
  return { scored, list, category: category.node };
}

/** The selected node of the navigation, and the selection that it makes. */
function selectedCategory(request: SearchPageRequest, context: PageContext): { node: number; selected: Selected[] } {
  const { navigation } = context.viewContext;
  const { selectedCategory: path } = request;
  const node = path === undefined ? ROOT : (navigation.tree(request).ofPath(path) ?? ROOT);
  const filter = navigation.selection(node, request, context);
  return { node, selected: filter ? [{ facet: CATEGORY, filter }] : [] };
}

function tallyFacets({ scored, list, category }: NarrowedSearch, context: PageContext): TalliedSearch {
  return { scored, list, category, facets: talliedFacets(list, scored.plan.request, context) };
}

/** Tallies and ranks the hits of the primary list. Only the counts of the navigation read them after this. */
function listHits({ scored, list, category, facets }: TalliedSearch, context: PageContext): ListedSearch {
  const { request } = scored.plan;
  const { settings, view } = context;
  const { hits } = list.listing;
  const limit = request.viewAllSecondary ? 0 : request.limit;
  const personal = personalOf(request, list, context);
  const part = { skip: request.skip, limit, personal, byVector: (scored.text.vector?.nearest ?? 0) > 0 };
  const few = hits.count < PLENTY;
  const several = few && scored.text.understanding.queryTerms.length > 1;
  return {
    scored,
    list,
    category,
    primary: primaryList(list, facets, part, undefined, context, offeredPlaces(scored, list, context)),
    beside: { related: few && settings.relatedSearches, secondary: several && settings.secondaryList },
    listed: several ? listedProducts(hits, view.structure) : new Set(),
  };
}

/** The places that a setting sells, in the order of relevance; undefined: none. */
function offeredPlaces(
  { plan, text }: ScoredText,
  { sort }: NarrowedList,
  context: PageContext,
): OfferedPlaces | undefined {
  const positions = context.retailMedia?.settings.searchPositions ?? [];
  if (positions.length === 0 || sort !== 'RELEVANCE') return undefined;
  const sale = PlaceSale.of(plan.request, context);
  if (!sale) return undefined;
  return { sale, where: { phrase: text.q }, positions };
}

/** What the visitor is likely to want; undefined where the order is the same for all. */
function personalOf(request: SearchPageRequest, { sort }: NarrowedList, context: PageContext): Affinity | undefined {
  if (!context.settings.personalOrder || sort !== 'RELEVANCE') return undefined;
  const { view, offers, nowMs } = context;
  const visitor = context.visitor(request);
  return visitor && affinitiesOf(view).of(request.customerKey!, visitor, offers, nowMs);
}

/** The hits, with all products of groups that appear once. */
function listedProducts({ docs, count }: HitSet, structure: PageContext['view']['structure']): Set<number> {
  const listed = new Set(docs.subarray(0, count));
  for (let i = 0; i < count && structure.hasCollapsed; i++) {
    const group = structure.groupOf[docs[i]];
    if (!structure.isCollapsed(group)) continue;
    for (let p = structure.groupStart[group]; p < structure.groupStart[group + 1]; p++) listed.add(p);
  }
  return listed;
}

function navigate(search: ListedSearch, context: PageContext): NavigatedSearch {
  const { scored, list, category, primary, beside, listed } = search;
  const { request } = scored.plan;
  const navigation = request.includeNavigation ? navigationOf(request, list, category, context) : undefined;
  return { scored, list, category, primary, beside, listed, navigation };
}

function navigationOf(
  request: SearchPageRequest,
  { listing }: NarrowedList,
  category: number,
  context: PageContext,
): ShownNavigation {
  const { navigation } = context.viewContext;
  // Like a facet, the navigation is counted without its own selection.
  const counts = navigation.hitCounts(listing.hitsWithout(CATEGORY), request, context);
  return navigationAround(navigation.tree(request), category, counts);
}

function lookBeside(search: NavigatedSearch, context: PageContext): ExtendedSearch {
  const { scored, primary, navigation, beside } = search;
  return {
    scored,
    primary,
    navigation,
    relatedSearches: beside.related ? relatedSearches(scored, primary.totalHits, context) : [],
    secondary: secondaryList(search, context),
  };
}

/**
 * What visitors went on to search for, what the text lacks a word of, and what is of a type that it is near to. Without a
 * hit it may mean nothing at all.
 */
function relatedSearches({ text, selection }: ScoredText, hits: number, { view, matcher }: PageContext): string[] {
  const { relaxations, understanding } = text;
  const { within } = selection;
  const phrases = new Set(learnedRelated(text.q, view, within, matcher).slice(0, MAX_RELATED));
  for (const query of relaxations.queries.withoutOne) {
    if (phrases.size === MAX_RELATED || matcher.deadline.passed) break;
    if (query.q !== '' && relaxations.count(query) > 0) phrases.add(query.q);
  }
  if (hits === 0 || phrases.size === MAX_RELATED || matcher.deadline.passed) return [...phrases];
  const said = new Set(Array.from(phrases, phrase => view.analyzer.normalize(phrase)));
  for (const type of relatedTypes(understanding, view, matcher.assembly)) {
    if (phrases.size === MAX_RELATED) break;
    if (!said.has(view.analyzer.normalize(type)) && leadsToHits(type, view, within, matcher)) phrases.add(type);
  }
  return [...phrases];
}

/** The hits of the mildest relaxation with enough products beyond the primary list. */
function secondaryList({ scored, listed, beside }: ListedSearch, context: PageContext): SecondaryList {
  const { plan, text, effects } = scored;
  const { request } = plan;
  const { relaxations } = text;
  const { view, matcher } = context;
  const skip = request.viewAllSecondary ? request.skip : 0;
  const limit = request.viewAllSecondary ? request.limit : Math.min(SECONDARY_SHOWN, request.limit);
  if (!beside.secondary) return { part: { products: new Uint32Array(0), first: skip }, limit, totalHits: 0 };
  let matches = matcher.nothing(view);
  let query: RelaxedQuery | undefined;
  // Where even the shortest query has few, those are shown.
  for (query of relaxations.queries.shorter) {
    matches = relaxations.match(query).without(listed);
    if (matches.count >= SECONDARY_SHOWN || matcher.deadline.passed) break;
  }
  if (effects) weigh(effects, matches);
  const listing = new FacetedHits(context, matches, {}, []);
  const part = rankedPart(listing, { sort: 'RELEVANCE', skip, limit }, context);
  const evidence = evidenceOf(listing, context);
  return { part, limit, totalHits: listing.hits.count, ...(query && { found: { query, evidence } }) };
}

function findContent(search: ExtendedSearch, context: PageContext): SearchResult {
  const { scored, primary, navigation, relatedSearches, secondary } = search;
  const { plan, text, selection, effects } = scored;
  const { request, phraseRules } = plan;
  const q = contentText(request.q, text.q, false, context);
  return {
    request,
    text,
    selection,
    effects,
    primary,
    navigation,
    redirectLink: phraseRules.redirect(request.q),
    relatedSearches,
    secondary,
    contentLists: contentLists(request.contentLists, { q, typing: false, page: SEARCH_PAGE }, context),
    totalHits: primary.totalHits,
    autoCorrected: text.corrected !== undefined,
  };
}
