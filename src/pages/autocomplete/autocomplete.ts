/** Autocomplete: suggestions for a text that is still being typed, and for an empty search box. */
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import type { Page } from '../shared/page.js';
import type { AutocompleteRequest } from '../shared/requests.js';
import { writeContentSuggestions } from './content-suggestions.js';
import { AUTOCOMPLETE_PAGE, type AutocompleteResult, autocompleteSteps } from './run.js';

export const autocomplete: Page<AutocompleteRequest, AutocompleteResult> = { steps: autocompleteSteps, write };

function write(result: AutocompleteResult, context: PageContext, writers: PageWriters): void {
  const { request, products, viewed, redirectLink, changes } = result;
  const { view, offers, nowMs } = context;
  const { out, cards, tickets } = writers;
  const q = result.text?.q ?? '';
  const sign = (list: string, q: string) => tickets.sign(request, { page: AUTOCOMPLETE_PAGE, list, q }, nowMs);
  out.ascii('{"contentLists":');
  writers.content.lists(result.contentLists, request, context);
  out.ascii(',"contentSuggestions":');
  writeContentSuggestions(result.contentSuggestions, request, context, writers);
  out.ascii(',"phraseSuggestions":');
  out.bytes(result.suggestions.json);
  out.ascii(',"productSuggestions":');
  const list = { view, offers, changes, ticket: sign('productSuggestions', q), nowMs };
  cards.list(list, products, 0);
  out.ascii(',"recentSearches":');
  out.json(result.recentSearches.map(q => ({ q })));
  out.ascii(',"recentlyViewed":');
  // Signing takes longer than writing an empty list.
  if (viewed.length === 0) out.ascii('[]');
  else cards.list({ ...list, ticket: sign('recentlyViewed', '') }, viewed, 0);
  if (redirectLink !== undefined) out.text(`,"redirectLink":${JSON.stringify(redirectLink)}`);
  out.ascii(`,"totalHits":${result.totalHits}}`);
}
