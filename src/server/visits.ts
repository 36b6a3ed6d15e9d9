/** What an answered query tells about its visitor, for the behaviour thread. */
import type { Visit } from '../behaviour/activity.js';
import type { StorefrontRequest } from '../pages/requests.js';
import type { Answer } from './answer-cache.js';
import type { Visitor } from './query-route.js';

/**
 * @param request the question; for an answer from the cache that of whoever asked first.
 * @param visitor who asks now.
 * @returns undefined where nothing is to be remembered.
 */
export function visitOf(
  request: StorefrontRequest,
  { customerKey, sessionKey }: Visitor,
  { totalHits, autoCorrected }: Answer,
  at: number,
): Visit | undefined {
  const { market, touchpoint, userContext, notify } = request;
  if (!notify || userContext === 'SYNTHETIC') return undefined;
  const happening = {
    at,
    market,
    ...(customerKey === undefined ? undefined : { customerKey }),
    ...(sessionKey === undefined ? undefined : { sessionKey }),
    userContext,
    touchpoint,
  };
  if (request.query === 'product-page') return { type: 'view', ...happening, productKey: request.productKey };
  if (request.query !== 'search-page' || !isNewSearch(request)) return undefined;
  const { locale, q } = request;
  return { type: 'search', ...happening, locale, q, totalHits, corrected: autoCorrected };
}

/** Paging, sorting and facets go on with a search that was counted. */
function isNewSearch(request: StorefrontRequest & { query: 'search-page' }): boolean {
  const { q, skip, facets, sort, viewAllSecondary } = request;
  return q !== '' && skip === 0 && facets.length === 0 && sort === undefined && !viewAllSecondary;
}
