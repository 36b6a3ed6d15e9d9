/** Requests for tests of the server floor: complete, and as plain as can be. */
import type { SearchPageRequest } from '../../src/pages/shared/requests.js';

export function searchRequest(changes: Partial<SearchPageRequest> = {}): SearchPageRequest {
  return {
    query: 'search-page',
    market: 'se',
    locale: 'sv-SE',
    channels: { online: true, store: true },
    stores: [],
    presentCustom: [],
    presentPrices: [],
    viewId: 'PRODUCTION',
    touchpoint: 'DESKTOP',
    customerKey: 'customer',
    sessionKey: 'session',
    userContext: 'PERSONALIZED',
    notify: true,
    q: 'shoes',
    facets: [],
    limit: 60,
    skip: 0,
    origin: 'ORGANIC',
    viewAllSecondary: false,
    includeNavigation: false,
    contentLists: [],
    rules: [],
    ...changes,
  };
}
