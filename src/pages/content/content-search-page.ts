/**
 * Content that a text finds: with the words, corrections and relaxations of the product search, over titles,
 * descriptions and custom labels. An empty text lists all that the filter lets through.
 */

import { type Interpretation, interpret } from '../../query/correction/interpretation.js';
import { firstContent, passingContent } from '../../query/search/content-search.js';
import { complete } from '../../query/search/search.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { ViewContext } from '../shared/context/view-context.js';
import { writeContentItems } from '../shared/lists/content-writer.js';
import type { PageResult } from '../shared/page-result.js';
import { CONTENT_SORT_ORDERS, type ContentSearchPageRequest } from '../shared/requests.js';
import { optionsJson } from '../shared/sort-options.js';

export function contentSearchPage(
  request: ContentSearchPageRequest,
  desk: ViewContext,
  tools: PageContext,
  nowMs: number,
): PageResult {
  const { out } = tools;
  const found = search(request, desk, tools);
  const { content } = desk.view;
  const totalHits = found?.matches.count ?? 0;
  out.ascii('{');
  if (found?.corrected) out.text(`"autoCorrect":${JSON.stringify({ q: request.q, originalTotalHits: 0 })},`);
  out.ascii('"didYouMean":');
  out.json(found?.didYouMean.map(q => ({ q })) ?? []);
  out.ascii(',"primaryList":{"items":');
  if (content && found) {
    const { skip, limit, sort } = request;
    const docs = firstContent(found.matches, sort === 'NEWEST_FIRST' ? 'newest' : 'relevance', skip + limit);
    const { understanding } = found;
    tools.witness?.foundContent({
      id: 'primaryList',
      text: { ...found, typed: request.q },
      scoring: { understanding, completed: true },
      count: totalHits,
      sort,
      skip,
      limit,
      shown: docs.subarray(skip),
      scores: found.matches.scores,
    });
    const ticket = tools.ticket(request, 'CONTENT_SEARCH', 'primary', found.q, nowMs);
    writeContentItems(out, content, docs, skip, ticket);
  } else out.ascii('[]');
  out.text(`,"sort":{"options":${optionsJson(CONTENT_SORT_ORDERS, desk.view)},"selected":"${request.sort}"}`);
  out.ascii(`,"totalHits":${totalHits}},"q":`);
  out.json(found?.q ?? request.q);
  out.ascii('}');
  return { totalHits, autoCorrected: found?.corrected !== undefined };
}

/** Undefined where there is no content. */
function search(
  { q, origin, contentFilter }: ContentSearchPageRequest,
  { view: { content } }: ViewContext,
  { contentMatcher: matcher }: PageContext,
): Interpretation | undefined {
  if (!content) return undefined;
  const within = passingContent(contentFilter, content);
  const scope = { view: content, within };
  return complete(interpret(q, scope, matcher, origin !== 'UNDO_AUTO_CORRECT'), scope, matcher);
}
