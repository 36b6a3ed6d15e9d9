/**
 * The search page: the hits of a text, or of its correction where it has none, sorted and paged, with facets over all
 * of them; where there are few, related searches and a secondary list. Products that the shop has pinned for a text are
 * hits of it, as far as rules and facets allow, so that such a text is not corrected.
 */
import type { Page } from '../shared/page.js';
import type { SearchPageRequest } from '../shared/requests.js';
import { type SearchResult, searchSteps } from './run.js';
import { writeSearchPage } from './write.js';

export const searchPage: Page<SearchPageRequest, SearchResult> = { steps: searchSteps, write: writeSearchPage };
