/** Links to suggest while somebody types: content of that type whose words the text has, the last one as a beginning. */

import { ticketKey } from '../../index/ticket-key.js';
import { firstContent, matchContent, passingContent } from '../../query/search/content-search.js';
import { Highlighter } from '../../text/index.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { ViewContext } from '../shared/context/view-context.js';
import type { AutocompleteRequest } from '../shared/requests.js';

const MAX_SUGGESTIONS = 10;
const LINKS = { type: ['link'] };

/** Writes `[…]`, best first; nothing is suggested for an empty text. */
export function writeContentSuggestions(
  q: string,
  request: AutocompleteRequest,
  { view: { content, analyzer } }: ViewContext,
  tools: PageContext,
  nowMs: number,
): void {
  const { out, contentMatcher: matcher } = tools;
  if (q === '' || !content) {
    out.ascii('[]');
    return;
  }
  const matches = matchContent(q, true, content, passingContent(LINKS, content), matcher);
  const { items, structure } = content;
  const found = firstContent(matches, 'relevance', MAX_SUGGESTIONS);
  // Signing takes longer than finding nothing.
  const context = found.length > 0 ? tools.ticket(request, 'AUTOCOMPLETE', 'contentSuggestions', q, nowMs) : '';
  const highlighter = new Highlighter(q, analyzer);
  const suggestions = Array.from(found, (item, position) => ({
    title: items.titles.at(item),
    highlightedTitle: highlighter.mark(items.titles.at(item)),
    link: items.links.at(item),
    ticket: `${context}.${position.toString(36)}.c.${ticketKey(structure.products.at(item))}`,
  }));
  out.json(suggestions);
}
