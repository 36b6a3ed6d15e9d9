/**
 * The queries that each thread runs on a new snapshot before it becomes live: they open each view and load its data, so
 * that the first queries of visitors are not slower, and a snapshot that fails on them never becomes live. At the start
 * of the daemon, when the first snapshot is waited for, most of them run after that.
 */
import type {
  AutocompleteRequest,
  ProductContext,
  SearchPageRequest,
  StorefrontRequest,
  Visit,
} from '../../pages/shared/requests.js';

/** The queries for one view; their answers are dropped. */
export function warmUpRequests(market: string, locale: string): StorefrontRequest[] {
  return [searchPageOf(market, locale), beginningOf(market, locale)];
}

/** Autocomplete of a letter. */
export function beginningOf(market: string, locale: string): AutocompleteRequest {
  return { ...contextOf(market, locale), query: 'autocomplete', q: 'a', contentLists: [], rules: [] };
}

/** The first page of all products. */
export function searchPageOf(market: string, locale: string): SearchPageRequest {
  return {
    ...contextOf(market, locale),
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
  };
}

/** Queries that count for no visitor. */
export function contextOf(market: string, locale: string): ProductContext & Visit {
  return {
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
}
