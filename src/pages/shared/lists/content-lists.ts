/**
 * The content lists of a page, written into its response. A list of what is popular has, where a text is searched for,
 * what fits it best first; a list of what is new stays in the order of dates. A text narrows either to the items that
 * have all its words.
 */
import { firstContent, matchContent, passingContent } from '../../../query/search/content-search.js';
import type { PageContext } from '../context/page-context.js';
import type { ViewContext } from '../context/view-context.js';
import type { ContentListRequest, ProductContext, Visit } from '../requests.js';
import { writeContentItems } from './content-writer.js';

/** Type of the page on which the last word of a text may be unfinished. */
const TYPING = 'AUTOCOMPLETE';

/**
 * Writes `[…]`.
 * @param q what the content has to match; empty: nothing in particular.
 * @param page its type, as tickets have it, and its id or path, empty where it has none
 */
export function writeContentLists(
  lists: readonly ContentListRequest[],
  q: string,
  page: { type: string; reference: string },
  request: ProductContext & Visit,
  { view: { content } }: ViewContext,
  tools: PageContext,
  nowMs: number,
): void {
  const { out, contentMatcher: matcher } = tools;
  if (!content) {
    out.json(lists.map(({ id }) => ({ id, items: [], totalHits: 0 })));
    return;
  }
  out.ascii('[');
  lists.forEach(({ id, limit, algorithm, contentFilter }, i) => {
    const matches = matchContent(q, page.type === TYPING, content, passingContent(contentFilter, content), matcher);
    const docs = firstContent(matches, algorithm === 'NEWEST_CONTENT' ? 'newest' : 'relevance', limit);
    out.text(`${i > 0 ? ',' : ''}{"id":${JSON.stringify(id)},"items":`);
    writeContentItems(out, content, docs, 0, tools.ticket(request, page.type, id, q, nowMs, page.reference));
    out.ascii(`,"totalHits":${matches.count}}`);
  });
  out.ascii(']');
}

/**
 * Which of two texts content is searched for: the one typed where it finds any, otherwise what it was taken for. Words
 * that no product has, and that were put right for that, may be those of an answer to a question.
 */
export function contentText(
  typed: string,
  taken: string,
  { view }: ViewContext,
  tools: PageContext,
  typing = false,
): string {
  if (typed === taken || !view.content) return taken;
  return matchContent(typed, typing, view.content, undefined, tools.contentMatcher).count > 0 ? typed : taken;
}
