/** Suggested links: content of type link that has all words of the text, the last one matched as a prefix. */
import { escapeTicketKey } from '../../index/ticket-key.js';
import { firstContent, matchContent, passingContent } from '../../query/search/content-search.js';
import { Highlighter } from '../../text/index.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import type { AutocompleteRequest } from '../shared/requests.js';
import { HIT } from '../shared/tickets/signed-context.js';

const PAGE = { type: 'AUTOCOMPLETE', reference: '' };
const LIST = 'contentSuggestions';
const MAX_SUGGESTIONS = 10;
const LINKS = { type: ['link'] };

export interface ContentSuggestions {
  /** The text that was searched. */
  q: string;
  /** Item ordinals, best first; none for an empty text. */
  items: Uint32Array;
}

export function contentSuggestions(q: string, { view, contentMatcher }: PageContext): ContentSuggestions {
  const { content } = view;
  if (q === '' || !content) return { q, items: new Uint32Array(0) };
  const matches = matchContent(q, true, content, passingContent(LINKS, content), contentMatcher);
  return { q, items: firstContent(matches, 'relevance', MAX_SUGGESTIONS) };
}

/** Writes `[…]`. */
export function writeContentSuggestions(
  { q, items }: ContentSuggestions,
  request: AutocompleteRequest,
  { view: { content, analyzer }, nowMs }: PageContext,
  { out, tickets }: PageWriters,
): void {
  // Signing takes longer than writing an empty list.
  if (items.length === 0 || !content) {
    out.ascii('[]');
    return;
  }
  const { titles, links } = content.items;
  const context = tickets.sign(request, { page: PAGE, list: LIST, q }, nowMs);
  const ticketOf = (position: number, key: string) =>
    `${context.startOf(position, HIT.CONTENT, key)}.c.${escapeTicketKey(key)}`;
  const highlighter = new Highlighter(q, analyzer);
  const suggestions = Array.from(items, (item, position) => ({
    title: titles.at(item),
    highlightedTitle: highlighter.mark(titles.at(item)),
    link: links.at(item),
    ticket: ticketOf(position, content.structure.products.at(item)),
  }));
  out.json(suggestions);
}
