/**
 * The queries that a thread answers of a new snapshot before it becomes live: they open each view and bring its data
 * near, so that no visitor pays for that, and a snapshot that cannot be answered from never becomes live.
 */
import type { ProductContext, StorefrontRequest, Visit } from '../../pages/shared/requests.js';

/** Of one view; their answers are thrown away. */
export function warmUpRequests(market: string, locale: string): StorefrontRequest[] {
  const context: ProductContext & Visit = {
    market,
    locale,
    channels: { online: true, store: true },
    stores: [],
    presentCustom: [],
    presentPrices: [],
    viewId: 'PRODUCTION',
    touchpoint: 'DESKTOP',
    userContext: 'SYNTHETIC',
    notify: false,
  };
  return [
    {
      ...context,
      query: 'search-page',
      q: '',
      facets: [],
      limit: 60,
      skip: 0,
      origin: 'ORGANIC',
      viewAllSecondary: false,
      includeNavigation: false,
      contentLists: [],
      rules: [],
    },
    { ...context, query: 'autocomplete', q: 'a', contentLists: [], rules: [] },
  ];
}
