/**
 * Computes a search page: what the text is taken for and finds, the primary list with its facets, and, where that list
 * is short, what else there is. Each step takes what it needs of the matcher before the next one matches again.
 */
import { interpret } from '../../query/correction/interpretation.js';
import { learnedRelated } from '../../query/correction/phrases-with-hits.js';
import { FacetedHits, type HitSet, type Selected } from '../../query/facets/faceted-hits.js';
import type { Matches } from '../../query/matching/matches.js';
import { applyEffects, type PhraseEffects, raiseChosen, weigh } from '../../query/matching/phrase-effects.js';
import type { RelaxedQuery } from '../../query/relaxation/relaxation.js';
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

/** A text as it was taken, with the words that were given up to list more; its matches are gone. */
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
  /** What is looked for beside the primary list. */
  beside: { related: boolean; secondary: boolean };
  /** Products that are not to be listed twice. */
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
  .next(PHASE.SCORING, scoreHits)
  .next(PHASE.FILTERS, narrowHits)
  .next(PHASE.FACETS, tallyFacets)
  .next(PHASE.SCORING, listHits)
  .next(PHASE.REST, navigate)
  .next(PHASE.ANALYSIS, lookBeside)
  .next(PHASE.CONTENT, findContent);

function takeText(plan: SearchPlan, { matcher }: PageContext): TakenText {
  const { request, scope, autoCorrect } = plan;
  const text = complete(interpret(request.q, scope, matcher, autoCorrect), scope, matcher, true);
  return { plan, text, selection: { filter: text.filter, within: text.within } };
}

function scoreHits({ plan, text, selection }: TakenText, context: PageContext): ScoredText {
  const { view } = context;
  raiseChosen(view.analyzer.normalize(text.q), view, text.matches);
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

/** The node of the navigation that the search is below, and what that leaves of it. */
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

/** Beside the counts of the navigation this is what reads the hits of the primary list last. */
function listHits({ scored, list, category, facets }: TalliedSearch, context: PageContext): ListedSearch {
  const { request } = scored.plan;
  const { settings, view } = context;
  const { hits } = list.listing;
  const part = { skip: request.skip, limit: request.viewAllSecondary ? 0 : request.limit };
  const few = hits.count < PLENTY;
  const several = few && scored.text.understanding.queryTerms.length > 1;
  return {
    scored,
    list,
    category,
    primary: primaryList(list, facets, part, undefined, context),
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
  // The selected category does not narrow what is counted for those beside it, as facets do not.
  const counts = navigation.hitCounts(listing.hitsWithout(CATEGORY), request, context);
  return navigationAround(navigation.tree(request), category, counts);
}

/** Matches again: from here on the hits of the primary list are gone. */
function lookBeside(search: NavigatedSearch, context: PageContext): ExtendedSearch {
  const { scored, primary, navigation, beside } = search;
  return {
    scored,
    primary,
    navigation,
    relatedSearches: beside.related ? relatedSearches(scored, context) : [],
    secondary: secondaryList(search, context),
  };
}

function relatedSearches({ text, selection }: ScoredText, { view, matcher }: PageContext): string[] {
  const { relaxations } = text;
  const phrases = new Set(learnedRelated(text.q, view, selection.within, matcher).slice(0, MAX_RELATED));
  for (const query of relaxations.queries.withoutOne) {
    if (phrases.size === MAX_RELATED || matcher.deadline.passed) break;
    if (query.q !== '' && relaxations.count(query) > 0) phrases.add(query.q);
  }
  return [...phrases];
}

/** What the mildest relaxation with enough products of its own finds beyond the primary list. */
function secondaryList({ scored, listed, beside }: ListedSearch, context: PageContext): SecondaryList {
  const { plan, text, effects } = scored;
  const { request } = plan;
  const { relaxations } = text;
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
    if (docs.length >= SECONDARY_SHOWN || matcher.deadline.passed) break;
  }
  matches ??= matcher.nothing(view);
  if (effects) weigh(effects, matches);
  const listing = new FacetedHits(context, { docs, count: docs.length, scores: matches.scores }, {}, []);
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
