/**
 * The content lists of a page. With a text, a list by popularity is sorted by relevance instead; a list of new items
 * stays sorted by date. A text restricts either to the items that have all its words.
 */
import { firstContent, matchContent, passingContent } from '../../../query/search/content-search.js';
import type { ContentLists } from '../content/content-writer.js';
import type { PageContext } from '../context/page-context.js';
import type { ContentListRequest } from '../requests.js';
import type { PagePlace } from '../tickets/ticket-signer.js';

/** The text that content is searched for, and its page. */
export interface ContentText {
  /** May be empty. */
  q: string;
  /** Whether the last word may be unfinished. */
  typing: boolean;
  page: PagePlace;
}

export function contentLists(
  lists: readonly ContentListRequest[],
  { q, typing, page }: ContentText,
  { view: { content }, contentMatcher: matcher }: PageContext,
): ContentLists {
  const found = lists.map(({ id, limit, algorithm, contentFilter }) => {
    if (!content) return { id, items: new Uint32Array(0), totalHits: 0 };
    const matches = matchContent(q, typing, content, passingContent(contentFilter, content), matcher);
    const items = firstContent(matches, algorithm === 'NEWEST_CONTENT' ? 'newest' : 'relevance', limit);
    return { id, items, totalHits: matches.count };
  });
  return { page, q, lists: found };
}

/**
 * The text that content is searched for: the typed one where it has hits in content, otherwise its correction. Words
 * that no product has, and that were corrected for that reason, may be those of an answer to a question.
 */
export function contentText(
  typed: string,
  taken: string,
  typing: boolean,
  { view: { content }, contentMatcher: matcher }: PageContext,
): string {
  if (typed === taken || !content) return taken;
  return matchContent(typed, typing, content, undefined, matcher).count > 0 ? typed : taken;
}
