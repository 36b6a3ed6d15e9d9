/**
 * The content lists of a page. A list of what is popular has, where a text is searched for, what fits it best first; a
 * list of what is new stays in the order of dates. A text narrows either to the items that have all its words.
 */
import { firstContent, matchContent, passingContent } from '../../../query/search/content-search.js';
import type { ContentLists } from '../content/content-writer.js';
import type { PageContext } from '../context/page-context.js';
import type { ContentListRequest } from '../requests.js';
import type { PagePlace } from '../tickets/ticket-signer.js';

/** What content is searched for, and on which page. */
export interface ContentText {
  /** Empty: nothing in particular. */
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
 * Which of two texts content is searched for: the one typed where it finds any, otherwise what it was taken for. Words
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
