/** Writes a search page as JSON. */
import { MOST_NEAREST } from '../../query/nearness/nearest-products.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import { sponsoredCards } from '../shared/lists/place-sale.js';
import { writePrimaryList } from '../shared/lists/primary-list-writer.js';
import { writeNavigation } from '../shared/navigation/navigation-writer.js';
import { SEARCH_PAGE, type SearchResult } from './run.js';

export function writeSearchPage(result: SearchResult, context: PageContext, writers: PageWriters): void {
  const { request, text, primary, secondary, navigation, redirectLink } = result;
  const { view, offers, nowMs } = context;
  const { out, cards, tickets } = writers;
  const { changes } = primary;
  const ticketOf = (list: string) => tickets.sign(request, { page: SEARCH_PAGE, list, q: text.q }, nowMs);
  const place = { page: SEARCH_PAGE, list: 'primary', q: text.q };
  const sponsored = sponsoredCards(primary.part.sponsored, request, place, context, tickets);
  out.ascii('{');
  if (text.corrected) {
    out.text(`"autoCorrect":${JSON.stringify({ q: request.q, originalTotalHits: 0 })},`);
  }
  out.ascii('"contentLists":');
  writers.content.lists(result.contentLists, request, context);
  out.ascii(',"didYouMean":');
  out.json(text.didYouMean.map(q => ({ q })));
  if (navigation) {
    out.ascii(',"navigation":');
    writeNavigation(out, navigation);
  }
  out.ascii(',"primaryList":');
  writePrimaryList(primary, { view, offers, changes, ticket: ticketOf('primary'), nowMs, sponsored }, writers);
  out.text(`,"q":${JSON.stringify(text.q)}`);
  if (redirectLink !== undefined) out.text(`,"redirectLink":${JSON.stringify(redirectLink)}`);
  if (text.vector) out.text(`,"vector":${JSON.stringify({ ...text.vector, most: MOST_NEAREST })}`);
  const isAlone = text.vector !== undefined && text.relaxed === undefined;
  const dropped = [...text.dropped, ...(text.relaxed?.dropped ?? [])];
  // How many products are all that the text says, and what the others may lack: all of them, limits that were given up.
  const totalHits = text.dropped.length > 0 ? 0 : (text.relaxed?.full ?? 0);
  if (dropped.length > 0 || (text.near && !isAlone)) out.text(`,"relaxed":${JSON.stringify({ dropped, totalHits })}`);
  out.ascii(',"relatedSearches":');
  out.json(result.relatedSearches.map(q => ({ q })));
  out.ascii(',"secondaryList":{"productGroups":');
  // Signing takes longer than writing an empty list.
  if (secondary.part.products.length === 0) out.ascii('[]');
  else {
    const cardList = { view, offers, changes, ticket: ticketOf('secondary'), nowMs };
    cards.list(cardList, secondary.part.products, secondary.part.first);
  }
  out.ascii(`,"totalHits":${secondary.totalHits}}}`);
}
