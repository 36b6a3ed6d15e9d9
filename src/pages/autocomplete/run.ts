/**
 * Computes autocomplete: products and phrases for a text that is still being typed, content, and the visitor's recent
 * searches and viewed products. The last word is also matched as a prefix; a text without hits is replaced by its best
 * correction. The shop's rules for a phrase apply once it is typed in full.
 */
import type { Visitor } from '../../behaviour/visitors/visitor.js';
import { hasBit } from '../../kernel/bitmap.js';
import { interpretTyping } from '../../query/correction/interpretation.js';
import { FacetedHits } from '../../query/facets/faceted-hits.js';
import type { Matches } from '../../query/matching/matches.js';
import { applyEffects, type PhraseEffects, raiseChosen, raiseWithout } from '../../query/matching/phrase-effects.js';
import { rank } from '../../query/ranking/top-hits.js';
import { type Completed, complete, FEW_HITS } from '../../query/search/search.js';
import type { CardChanges } from '../shared/cards/card-list.js';
import type { ContentLists } from '../shared/content/content-writer.js';
import { allowedBy, scopeOf } from '../shared/context/allowed-products.js';
import { cardChanges } from '../shared/context/card-changes.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { Selection } from '../shared/filters/selection.js';
import { contentLists, contentText } from '../shared/lists/content-lists.js';
import { evidenceOf, type ScoredHits } from '../shared/lists/list-part.js';
import { type PageResult, Steps } from '../shared/page.js';
import { PHASE } from '../shared/phases.js';
import type { AutocompleteRequest } from '../shared/requests.js';
import type { PhraseRules } from '../shared/search-settings/phrase-rules.js';
import { type ContentSuggestions, contentSuggestions } from './content-suggestions.js';
import { keyLink } from './exact-key.js';
import { type Suggestions, suggestPhrases } from './phrase-suggestions.js';

/** Ranked products considered for each suggested group, since several may be of one group. */
const LOOKED_THROUGH = 6;
/** As many are ranked first, and all of them only where these are of too few groups. */
const LOOKED_THROUGH_FIRST = 2;
export const AUTOCOMPLETE_PAGE = { type: 'AUTOCOMPLETE', reference: '' };

export interface AutocompleteResult extends PageResult {
  request: AutocompleteRequest;
  /** Undefined for an empty text. */
  text: CompletedText | undefined;
  selection: Selection;
  /** The effects of rules for the text; undefined: none. */
  effects: PhraseEffects | undefined;
  /** The best product of each of the best groups. */
  products: Uint32Array;
  /** Number of ranked products that were considered. */
  lookedThrough: number;
  evidence: ScoredHits | undefined;
  suggestions: Suggestions;
  /** The link that the text leads to: of the product with that key, or of a redirect. */
  redirectLink: string | undefined;
  contentLists: ContentLists;
  contentSuggestions: ContentSuggestions;
  recentSearches: string[];
  /** Products that the visitor has viewed. */
  viewed: Uint32Array;
  changes: CardChanges;
}

/** Without its matches, which the next match overwrites. */
type CompletedText = Omit<Completed, 'matches' | 'relaxations'>;

interface AutocompletePlan {
  request: AutocompleteRequest;
  phraseRules: PhraseRules;
  allowed: Selection;
}

interface TakenText {
  plan: AutocompletePlan;
  text: Completed | undefined;
  selection: Selection;
  lookedThrough: number;
}

/** The members of the result that each step adds. */
type Products = Pick<AutocompleteResult, 'effects' | 'products' | 'evidence' | 'totalHits'>;
type Phrases = Pick<AutocompleteResult, 'suggestions' | 'redirectLink'>;
type Contents = Pick<AutocompleteResult, 'contentLists' | 'contentSuggestions'>;

interface ListedProducts {
  taken: TakenText;
  products: Products;
}

interface SuggestedPhrases extends ListedProducts {
  phrases: Phrases;
}

interface FoundContent extends SuggestedPhrases {
  contents: Contents;
}

export const autocompleteSteps = Steps.first(PHASE.FILTERS, plan)
  .next(PHASE.ANALYSIS, takeText)
  .next(PHASE.RANKING, listProducts)
  .next(PHASE.PHRASES, findPhrases)
  .next(PHASE.CONTENT, findContent)
  .next(PHASE.REST, recall);

function plan(request: AutocompleteRequest, context: PageContext): AutocompletePlan {
  const phraseRules = context.viewContext.searchSettings.of(request);
  return { request, phraseRules, allowed: allowedBy(request.rules, context) };
}

function takeText(plan: AutocompletePlan, context: PageContext): TakenText {
  const { request, phraseRules, allowed } = plan;
  const { matcher, settings } = context;
  const lookedThrough = settings.productSuggestions * LOOKED_THROUGH;
  if (request.q === '') return { plan, text: undefined, selection: allowed, lookedThrough };
  const scope = scopeOf(allowed, phraseRules.lexicon, context);
  const interpreted = interpretTyping(request.q, scope, matcher);
  const text = complete(interpreted, scope, matcher, settings.partialMatches, FEW_HITS);
  return { plan, text, selection: { filter: text.filter, within: text.within }, lookedThrough };
}

function listProducts(taken: TakenText, context: PageContext): ListedProducts {
  const { selection, lookedThrough } = taken;
  const { effects, matches } = scored(taken, context);
  const listing = new FacetedHits(context, matches, selection.filter, []);
  const products: Products = {
    effects,
    products: bestOfGroups(listing, lookedThrough, context),
    totalHits: listing.hits.count,
    evidence: evidenceOf(listing, context),
  };
  return { taken, products };
}

/** Adds the effects of rules and of learned choices to the scores of a match. */
function scored(
  { plan, text, selection: { within } }: TakenText,
  context: PageContext,
): { effects: PhraseEffects | undefined; matches: Matches } {
  const { view, matcher } = context;
  if (!text) return { effects: undefined, matches: matcher.nothing(view) };
  const { request, phraseRules } = plan;
  const effects = phraseRules.effects(request.q, context) ?? phraseRules.effects(text.q, context);
  const chosenFor = view.analyzer.normalize(text.q);
  const { matches } = text;
  raiseChosen(chosenFor, view, matches);
  raiseWithout(text.understanding.excluded, view, matches);
  if (effects) applyEffects(effects, within, matches);
  return { effects, matches };
}

/** The best product of each of the best groups: mostly the first few products are of enough groups. */
function bestOfGroups(listing: FacetedHits, lookedThrough: number, context: PageContext): Uint32Array {
  const wanted = context.settings.productSuggestions;
  const first = distinctGroups(listing, Math.min(lookedThrough, wanted * LOOKED_THROUGH_FIRST), context);
  const enough = first.length === wanted || listing.hits.count <= wanted * LOOKED_THROUGH_FIRST;
  return enough ? first : distinctGroups(listing, lookedThrough, context);
}

/** Of the best `limit` products, the first of each group, as many as are suggested. */
function distinctGroups({ hits, found }: FacetedHits, limit: number, context: PageContext): Uint32Array {
  const { view, settings } = context;
  const ranked = context.ranked(limit);
  const n = rank({ hits, scored: found, order: { by: 'relevance' } }, limit, context, ranked);
  const groups = new Set<number>();
  let kept = 0;
  for (let i = 0; i < n && kept < settings.productSuggestions; i++) {
    const group = view.structure.groupOf[ranked[i]];
    if (groups.has(group)) continue;
    groups.add(group);
    ranked[kept++] = ranked[i];
  }
  return ranked.slice(0, kept);
}

function findPhrases({ taken, products }: ListedProducts, context: PageContext): SuggestedPhrases {
  const { plan, text, selection } = taken;
  const { q } = plan.request;
  const redirectLink = keyLink(q, context) ?? plan.phraseRules.redirect(q);
  const suggestions = suggestPhrases(text?.q ?? '', selection, context);
  return { taken, products, phrases: { suggestions, redirectLink } };
}

function findContent({ taken, products, phrases }: SuggestedPhrases, context: PageContext): FoundContent {
  const { request } = taken.plan;
  const q = contentText(request.q, taken.text?.q ?? '', true, context);
  const contents: Contents = {
    contentLists: contentLists(request.contentLists, { q, typing: true, page: AUTOCOMPLETE_PAGE }, context),
    contentSuggestions: contentSuggestions(q, context),
  };
  return { taken, products, phrases, contents };
}

function recall({ taken, products, phrases, contents }: FoundContent, context: PageContext): AutocompleteResult {
  const { plan, text, selection, lookedThrough } = taken;
  const { request } = plan;
  const visitor = context.visitor(request);
  // Earlier searches are only shown for an empty text.
  const searches = request.q === '' ? (visitor?.searches ?? []) : [];
  return {
    request,
    text,
    selection,
    effects: products.effects,
    products: products.products,
    lookedThrough,
    evidence: products.evidence,
    suggestions: phrases.suggestions,
    redirectLink: phrases.redirectLink,
    contentLists: contents.contentLists,
    contentSuggestions: contents.contentSuggestions,
    recentSearches: searches.slice(0, context.settings.recentSearches).map(({ key }) => key),
    viewed: viewedProducts(visitor, selection, context),
    changes: cardChanges(request, context),
    totalHits: products.totalHits,
    autoCorrected: text !== undefined && text.q !== request.q,
  };
}

/** The products that the visitor has viewed, newest first: one of each group, among those allowed. */
function viewedProducts(
  visitor: Visitor | undefined,
  { within }: Selection,
  { settings, view: { structure } }: PageContext,
): Uint32Array {
  const byGroup = new Map<number, number>();
  for (const { key } of visitor?.views ?? []) {
    const product = structure.products.find(key);
    if (product < 0 || (within && !hasBit(within, product)) || byGroup.size >= settings.recentlyViewed) continue;
    const group = structure.groupOf[product];
    if (!byGroup.has(group)) byGroup.set(group, product);
  }
  return Uint32Array.from(byGroup.values());
}
