/**
 * Sponsored lists and banners of a page. There are no campaigns yet, so lists are empty and have no winners, and there
 * are no banners.
 */
import { cardChanges } from '../shared/context/card-changes.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import { type Page, type PageResult, Steps } from '../shared/page.js';
import { PHASE } from '../shared/phases.js';
import type { RetailMediaRequest } from '../shared/requests.js';

interface RetailMediaResult extends PageResult {
  query: RetailMediaRequest['query'];
  /** Ids of the sponsored lists of the page. */
  lists: string[];
}

export const retailMedia: Page<RetailMediaRequest, RetailMediaResult> = {
  steps: Steps.first(PHASE.REST, compute),
  write,
};

function compute(request: RetailMediaRequest, context: PageContext): RetailMediaResult {
  // An unknown template is an error even where nothing is listed.
  cardChanges(request, context);
  const { query, pageReference, locale, viewId } = request;
  const page = context.viewContext.pages.directory(viewId).byReference(pageReference, locale);
  const lists = (page?.sponsoredLists ?? []).map(({ id }) => id);
  return { query, lists, totalHits: 0, autoCorrected: false };
}

function write({ query, lists }: RetailMediaResult, _context: PageContext, { out }: PageWriters): void {
  if (query === 'banners') out.ascii('{"banners":[]}');
  else out.json({ sponsoredLists: lists.map(sponsoredList) });
}

function sponsoredList(id: string) {
  return {
    id,
    algorithm: 'TOP_PRODUCTS',
    productGroups: [],
    visible: true,
    visualization: 'CAROUSEL',
    winners: [],
  };
}
