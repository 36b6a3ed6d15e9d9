/** `@vitrine/instantsearch`: InstantSearch on Vitrine. */

export type { Hit } from './hits.js';
export { type InsightsClient, vitrineInsights } from './insights.js';
export type { SearchParams, SearchRequest, Sort } from './request.js';
export { type SearchClient, type SearchClientOptions, type SearchResponse, vitrineSearch } from './search-client.js';
