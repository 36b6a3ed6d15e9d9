/**
 * Computes a search page: what the text is taken for and finds, the primary list with its facets, and, where that list
 * is short, what else there is. Each step takes what it needs of the matcher before the next one matches again.
 */
import { interpret } from '../../query/correction/interpretation.js';
import { learnedRelated } from '../../query/correction/learned-phrases.js';
import { type HitSet, Listing, type Selected } from '../../query/facets/listing.js';
import type { Matches } from '../../query/matching/matches.js';
import { applyEffects, type PhraseEffects, raiseChosen, weigh } from '../../query/matching/phrase-effects.js';
import type { RelaxedQuery } from '../../query/relaxation/relaxation.js';
import type { RelaxedMatches } from '../../query/relaxation/relaxed-matches.js';
import { type Completed, complete } from '../../query/search/search.js';
import type { ContentLists } from '../shared/content/content-writer.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { TalliedFacets } from '../shared/facets/facet-tally.js';
import type { Selection } from '../shared/filters/selection.js';
import { contentLists, contentText } from '../shared/lists/content-lists.js';
import { selectedFacets, usualChoices } from '../shared/lists/list-choices.js';
import { evidenceOf, type ListPart, rankedPart, type ScoredHits } from '../shared/lists/list-part.js';
import {
  type NarrowedList,
  narrowed,
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

/** With more hits than this nothing else is offered. */
const PLENTY = 100;
const MAX_RELATED = 8;
const SECONDARY_SHOWN = 12;
/** Stands among the selected facets for the selected node of the navigation: no facet has this id. */
export const CATEGORY = '/';
export const SEARCH_PAGE = { type: 'SEARCH', reference: '' };

/** What goes on from the primary list where that is short. */
export interface SecondaryList {
  part: ListPart;
  /** Groups shown at most. */
  limit: number;
  totalHits: number;
  /** The relaxed text that found it, and how its hits were ranked; for explanations. */
  found?: { query: RelaxedQuery; evidence: ScoredHits | undefined };
}

/** A text as it was taken, with the words that were given up to list more. */
export type CompletedText = Omit<Completed, 'matches' | 'relaxations'>;

export interface SearchResult extends PageResult {
  request: SearchPageRequest;
  text: CompletedText;
  /** What may be listed: what the request allows, within the limits of the text. */
  selection: Selection;
  /** What rules do for the text that was searched for; undefined: nothing. */
  effects: PhraseEffects | undefined;
  primary: PrimaryList;
  navigation: ShownNavigation | undefined;
  redirectLink: string | undefined;
  relatedSearches: string[];
  secondary: SecondaryList;
  contentLists: ContentLists;
}

interface TakenText extends SearchPlan {
  text: CompletedText;
  matches: Matches;
  relaxations: RelaxedMatches;
  selection: Selection;
}

interface ScoredSearch extends TakenText {
  effects: PhraseEffects | undefined;
}

interface NarrowedSearch extends ScoredSearch {
  list: NarrowedList;
  /** The selected node of the navigation. */
  category: number;
}

interface TalliedSearch extends NarrowedSearch {
  facets: TalliedFacets;
}

/** What is looked for beside the primary list, and the products not to be listed twice. */
interface ListedSearch extends TalliedSearch {
  primary: PrimaryList;
  beside: { related: boolean; secondary: boolean };
  listed: ReadonlySet<number>;
}

interface NavigatedSearch extends ListedSearch {
  navigation: ShownNavigation | undefined;
}

interface ExtendedSearch extends NavigatedSearch {
  relatedSearches: string[];
  secondary: SecondaryList;
}

export const searchSteps = Steps.first(PHASE.FILTERS, planSearch)
  .next(PHASE.ANALYSIS, takeText)
  .next(PHASE.SCORING, scoreHits)
  .next(PHASE.FILTERS, narrowHits)
  .next(PHASE.FACETS, tallyFacets)
  .next(PHASE.SCORING, listHits)
  .next(PHASE.REST, navigate)
  .next(PHASE.ANALYSIS, lookBeside)
  .next(PHASE.CONTENT, findContent);

function takeText(plan: SearchPlan, { matcher }: PageContext): TakenText {
  const { request, scope, autoCorrect } = plan;
  const taken = interpret(request.q, scope, matcher, autoCorrect);
  const { matches, relaxations, ...text } = complete(taken, scope, matcher, true);
  return { ...plan, text, matches, relaxations, selection: { filter: text.filter, within: text.within } };
}

function scoreHits(taken: TakenText, context: PageContext): ScoredSearch {
  const { text, matches, selection, typedEffects, phraseRules } = taken;
  const { view } = context;
  raiseChosen(view.analyzer.normalize(text.q), view, matches);
  const effects = text.corrected ? phraseRules.effects(text.q, context) : typedEffects;
  if (effects) applyEffects(effects, selection.within, matches);
  return { ...taken, effects };
}

function narrowHits(scored: ScoredSearch, context: PageContext): NarrowedSearch {
  const { request, matches, selection } = scored;
  const choices = usualChoices(context);
  const category = selectedCategory(request, context);
  const selected = [...selectedFacets(request.facets, choices, context), ...category.selected];
  return {
    ...scored,
    category: category.node,
    list: narrowed({ request, matches, selection, choices, selected }, context),
  };
}

/** The node of the navigation that the search is below, and what that leaves of it. */
function selectedCategory(request: SearchPageRequest, context: PageContext): { node: number; selected: Selected[] } {
  const { navigation } = context.viewContext;
  const { selectedCategory: path } = request;
  const node = path === undefined ? ROOT : (navigation.tree(request).ofPath(path) ?? ROOT);
  const filter = navigation.selection(node, request, context);
  return { node, selected: filter ? [{ facet: CATEGORY, filter }] : [] };
}

function tallyFacets(search: NarrowedSearch, context: PageContext): TalliedSearch {
  return { ...search, facets: talliedFacets(search.list, search.request, context) };
}

/** Beside the counts of the navigation this is what reads the hits of the primary list last. */
function listHits(search: TalliedSearch, context: PageContext): ListedSearch {
  const { request, list, facets, text } = search;
  const { settings, view } = context;
  const { hits } = list.listing;
  const part = { skip: request.skip, limit: request.viewAllSecondary ? 0 : request.limit };
  const primary = primaryList(list, facets, part, undefined, context);
  const few = hits.count < PLENTY;
  const several = few && text.understanding.queryTerms.length > 1;
  return {
    ...search,
    primary,
    beside: { related: few && settings.relatedSearches, secondary: several && settings.secondaryList },
    listed: several ? listedProducts(hits, view.structure) : new Set(),
  };
}

/** The hits, with all products of the groups that appear once. */
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
  const { request, list, category } = search;
  if (!request.includeNavigation) return { ...search, navigation: undefined };
  const { navigation } = context.viewContext;
  // The selected category does not narrow what is counted for those beside it, as facets do not.
  const counts = navigation.hitCounts(list.listing.without(CATEGORY), request, context);
  return { ...search, navigation: navigationAround(navigation.tree(request), category, counts) };
}

/** Matches again: from here on the hits of the primary list are gone. */
function lookBeside(search: NavigatedSearch, context: PageContext): ExtendedSearch {
  const { beside } = search;
  return {
    ...search,
    relatedSearches: beside.related ? relatedSearches(search, context) : [],
    secondary: secondaryList(search, context),
  };
}

function relatedSearches({ text, selection, relaxations }: TakenText, { view, matcher }: PageContext): string[] {
  const phrases = new Set(learnedRelated(text.q, view, selection.within, matcher).slice(0, MAX_RELATED));
  for (const query of relaxations.queries.withoutOne) {
    if (phrases.size === MAX_RELATED) break;
    if (query.q !== '' && relaxations.count(query) > 0) phrases.add(query.q);
  }
  return [...phrases];
}

/** What the mildest relaxation with enough products of its own finds beyond the primary list. */
function secondaryList(search: ListedSearch, context: PageContext): SecondaryList {
  const { request, relaxations, effects, listed, beside } = search;
  const { view, matcher } = context;
  const skip = request.viewAllSecondary ? request.skip : 0;
  const limit = request.viewAllSecondary ? request.limit : Math.min(SECONDARY_SHOWN, request.limit);
  if (!beside.secondary) return { part: { products: new Uint32Array(0), first: skip }, limit, totalHits: 0 };
  let matches: Matches | undefined;
  let docs = new Uint32Array(0);
  let query: RelaxedQuery | undefined;
  // Where even the widest query finds little, that is shown.
  for (query of relaxations.queries.shorter) {
    matches = relaxations.match(query);
    docs = matches.docs.slice(0, matches.count).filter(doc => !listed.has(doc));
    if (docs.length >= SECONDARY_SHOWN) break;
  }
  matches ??= matcher.nothing(view);
  if (effects) weigh(effects, matches);
  const listing = new Listing(view, { docs, count: docs.length, scores: matches.scores }, {}, []);
  const part = rankedPart(listing, { sort: 'RELEVANCE', skip, limit }, context);
  const evidence = evidenceOf(listing, context);
  return { part, limit, totalHits: listing.hits.count, ...(query && { found: { query, evidence } }) };
}

function findContent(search: ExtendedSearch, context: PageContext): SearchResult {
  const { request, text, phraseRules, primary } = search;
  const q = contentText(request.q, text.q, false, context);
  return {
    request,
    text,
    selection: search.selection,
    effects: search.effects,
    primary,
    navigation: search.navigation,
    redirectLink: phraseRules.redirect(request.q),
    relatedSearches: search.relatedSearches,
    secondary: search.secondary,
    contentLists: contentLists(request.contentLists, { q, typing: false, page: SEARCH_PAGE }, context),
    totalHits: primary.totalHits,
    autoCorrected: text.corrected !== undefined,
  };
}
