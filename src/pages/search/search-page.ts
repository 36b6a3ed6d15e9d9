/**
 * The search page: what a text finds, or, when it finds nothing, what it was meant to be; in order, cut to a page, with
 * facets over all of it; and where it found little, what else there is. What the shop has pinned for a text is found by
 * it, as far as rules and facets allow, so such a text is not corrected.
 */
import type { Page } from '../shared/page.js';
import type { SearchPageRequest } from '../shared/requests.js';
import { type SearchResult, searchSteps } from './run.js';
import { writeSearchPage } from './write.js';

export const searchPage: Page<SearchPageRequest, SearchResult> = { steps: searchSteps, write: writeSearchPage };
