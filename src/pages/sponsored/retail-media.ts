/**
 * What is sponsored on a page: the lists that the shop has put there, and its banners. Nobody runs campaigns yet, so
 * lists have no products and no winners, and there are no banners.
 */
import type { Page } from '../../catalog/site/pages.js';
import type { PageContext } from '../shared/context/page-context.js';
import { cardChanges, type ViewContext } from '../shared/context/view-context.js';
import type { PageResult } from '../shared/page-result.js';
import type { RetailMediaRequest } from '../shared/requests.js';

export function retailMedia(
  request: RetailMediaRequest,
  desk: ViewContext,
  tools: PageContext,
  _nowMs: number,
): PageResult {
  // A template that does not exist is an error even where nothing is listed.
  cardChanges(desk, request, tools);
  const { query, pageReference, locale, viewId } = request;
  if (query === 'banners') tools.out.ascii('{"banners":[]}');
  else {
    const page = desk.pages.directory(viewId).byReference(pageReference, locale);
    tools.out.json({ sponsoredLists: sponsoredLists(page) });
  }
  return { totalHits: 0, autoCorrected: false };
}

function sponsoredLists(page: Page | undefined) {
  return (page?.sponsoredLists ?? []).map(({ id }) => ({
    id,
    algorithm: 'TOP_PRODUCTS',
    productGroups: [],
    visible: true,
    visualization: 'CAROUSEL',
    winners: [],
  }));
}
