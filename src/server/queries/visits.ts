/** Derives visits from answered queries, for the behaviour thread and the counters. */
import type { Visit } from '../../behaviour/activities/activity.js';
import type { Remembrance } from '../../behaviour/visitors/known-visitors.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { Counts } from '../observability/counts.js';
import type { Answer } from './answer-cache.js';

/** The visitor of a request; for an answer from the cache not that of the request it was computed for. */
export interface Visitor {
  customerKey?: string | undefined;
  sessionKey?: string | undefined;
}

/** The visitor of a request, and the range of addresses that it came from where that may be learned from. */
export interface Visiting {
  visitor: Visitor;
  range?: number | undefined;
}

/** Reads what queries need to know of visitors, and takes their visits. */
export interface QueryVisitors {
  /** Whether data of a visitor may be stored, of any kind or of products. Never false where some is. */
  mayKnow(market: string, customerKey: string, what: Remembrance): boolean;
  /** Resolves when queries see the effects of the visitor's earlier visits; undefined: they do. */
  settled(market: string, customerKey: string): Promise<void> | undefined;
  /** Notes that a visitor has asked a query. @param visitor the customer's key, or without one that of the session */
  asked(market: string, visitor: string): void;
  /** Takes a visit. */
  visited(visit: Visit): void;
}

/** Called for every answered query. @returns undefined where it is no visit */
export type VisitListener = (request: StorefrontRequest, visiting: Visiting, answer: Answer) => Visit | undefined;

export function onVisit(counts: Counts, visitors: Pick<QueryVisitors, 'asked' | 'visited'>): VisitListener {
  return (request, visiting, answer) => {
    const visit = visitOf(request, visiting, answer, Date.now());
    if (visit) visitors.visited(visit);
    const { query, market, notify, userContext } = request;
    const { customerKey, sessionKey } = visiting.visitor;
    const visitor = customerKey ?? sessionKey;
    if (visitor !== undefined && userContext !== 'SYNTHETIC') visitors.asked(market, visitor);
    const { totalHits, autoCorrected } = answer;
    if (query !== 'search-page' || !notify || userContext === 'SYNTHETIC') return visit;
    counts.searches++;
    if (totalHits === 0) counts.zeroHitSearches++;
    if (autoCorrected) counts.autoCorrectedSearches++;
    return visit;
  };
}

/**
 * @param request the query; for an answer from the cache that of the first visitor
 * @param visiting who asks, and from where
 * @returns undefined where the query is no visit
 */
export function visitOf(
  request: StorefrontRequest,
  { visitor: { customerKey, sessionKey }, range }: Visiting,
  { totalHits, autoCorrected }: Answer,
  at: number,
): Visit | undefined {
  const { market, touchpoint, userContext, notify } = request;
  if (!notify || userContext === 'SYNTHETIC') return undefined;
  // Asked first: most queries are none, and what follows allocates.
  if (request.query !== 'product-page' && !(request.query === 'search-page' && isNewSearch(request))) return undefined;
  const visit: Visit =
    request.query === 'product-page'
      ? { type: 'view', at, market, userContext, touchpoint, productKey: request.productKey }
      : {
          type: 'search',
          at,
          market,
          userContext,
          touchpoint,
          locale: request.locale,
          q: request.q,
          totalHits,
          corrected: autoCorrected,
        };
  if (customerKey !== undefined) visit.customerKey = customerKey;
  if (sessionKey !== undefined) visit.sessionKey = sessionKey;
  if (range !== undefined) visit.range = range;
  return visit;
}

/** Whether the request is a new search: paging, sorting and facets continue one that was counted. */
function isNewSearch(request: StorefrontRequest & { query: 'search-page' }): boolean {
  const { q, skip, facets, sort, viewAllSecondary } = request;
  return q !== '' && skip === 0 && facets.length === 0 && sort === undefined && !viewAllSecondary;
}
