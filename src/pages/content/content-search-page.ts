/**
 * Searches content: with the synonyms, corrections and relaxations of the product search, over titles, descriptions and
 * custom labels. An empty text lists all items that pass the filter.
 */
import { interpret } from '../../query/correction/interpretation.js';
import { firstContent, passingContent } from '../../query/search/content-search.js';
import { type Completed, complete, FEW_HITS } from '../../query/search/search.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import { type Page, type PageResult, Steps } from '../shared/page.js';
import { PHASE } from '../shared/phases.js';
import { CONTENT_SORT_ORDERS, type ContentSearchPageRequest } from '../shared/requests.js';
import { optionsJson } from '../shared/sort-options.js';

const PAGE = { type: 'CONTENT_SEARCH', reference: '' };

export interface ContentSearchResult extends PageResult {
  request: ContentSearchPageRequest;
  /** Undefined where the view has no content. Without its matches, which the next match overwrites. */
  text: Omit<Completed, 'matches' | 'relaxations'> | undefined;
  /** Ordinals of the items on the page, in order. */
  items: Uint32Array;
  /** Scores by item; only for explanations. */
  scores: Float32Array | undefined;
}

export const contentSearchPage: Page<ContentSearchPageRequest, ContentSearchResult> = {
  steps: Steps.first(PHASE.CONTENT, compute),
  write,
};

function compute(request: ContentSearchPageRequest, context: PageContext): ContentSearchResult {
  const { q, origin, contentFilter, skip, limit, sort } = request;
  const { view, contentMatcher: matcher, explained, settings } = context;
  const { content } = view;
  const nothing = { items: new Uint32Array(0), scores: undefined, totalHits: 0, autoCorrected: false };
  if (!content) return { request, text: undefined, ...nothing };
  const scope = { view: content, within: passingContent(contentFilter, content) };
  const interpreted = interpret(q, scope, matcher, origin !== 'UNDO_AUTO_CORRECT');
  const text = complete(interpreted, scope, matcher, settings.partialMatches, FEW_HITS);
  const { matches } = text;
  const first = firstContent(matches, sort === 'NEWEST_FIRST' ? 'newest' : 'relevance', skip + limit);
  return {
    request,
    text,
    items: first.subarray(skip),
    scores: explained ? matches.scores.slice() : undefined,
    totalHits: matches.count,
    autoCorrected: text.corrected !== undefined,
  };
}

function write(result: ContentSearchResult, { view, nowMs }: PageContext, writers: PageWriters): void {
  const { request, text, items } = result;
  const { out, content, tickets } = writers;
  const q = text?.q ?? request.q;
  out.ascii('{');
  if (text?.corrected) out.text(`"autoCorrect":${JSON.stringify({ q: request.q, originalTotalHits: 0 })},`);
  out.ascii('"didYouMean":');
  out.json(text?.didYouMean.map(other => ({ q: other })) ?? []);
  out.ascii(',"primaryList":{"items":');
  const ticket = tickets.sign(request, { page: PAGE, list: 'primary', q }, nowMs);
  content.items({ items, first: request.skip, ticket }, view.content);
  out.text(`,"sort":{"options":${optionsJson(CONTENT_SORT_ORDERS, view)},"selected":"${request.sort}"}`);
  out.ascii(`,"totalHits":${result.totalHits}},"q":`);
  out.json(q);
  out.ascii('}');
}
