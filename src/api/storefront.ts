/**
 * Storefront queries from the wire: query string, content type and body in, one typed and defaulted request out, or a
 * Problem that names what is wrong. Parameters are read by hand, bodies by schema: most queries have no body.
 */

import { badRequest } from '../kernel/problem.js';
import { checked } from '../kernel/schema-faults.js';
import {
  type AutocompleteRequest,
  SEARCH_ORIGINS,
  type SearchPageRequest,
  SORT_ORDERS,
  type StorefrontRequest,
} from '../pages/requests.js';
import { readJson } from './bodies.js';
import { CONTEXT_PARAMETERS, parseContext } from './context.js';
import { FACET_PARAMETERS, parseFacets } from './facets.js';
import { flag, integer, required, text, word } from './parameter-table.js';
import { Parameters } from './parameters.js';
import { autocompleteBody, contentLists, searchPageBody, selectedProducts } from './request-bodies.js';

export type QueryName = StorefrontRequest['query'];

export const DEFAULT_LIMIT = 60;
export const MAX_LIMIT = 600;
export const MAX_SKIP = 10_000;

/** By query, in the order in which they are explained. */
export const QUERY_PARAMETERS = {
  autocomplete: [...CONTEXT_PARAMETERS, text('q', 'What has been typed so far; empty for what is popular.')],
  'search-page': [
    ...CONTEXT_PARAMETERS,
    required(text('q', 'The search text, which may be empty.')),
    integer('limit', 'Product groups on the page.', { minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT }),
    integer('skip', 'Product groups before the page.', { minimum: 0, maximum: MAX_SKIP, default: 0 }),
    word('sort', 'The order of products; that of the page or shop unless stated.', SORT_ORDERS),
    FACET_PARAMETERS,
    text('selectedCategory', 'The path of a navigation node to search below.'),
    word('origin', 'What led to the search.', SEARCH_ORIGINS, 'ORGANIC'),
    flag('viewAllSecondary', 'Whether the page is one of the secondary list.', false),
  ],
};

/**
 * @param rawQuery as on the wire, without `?`.
 * @param contentType the header, if any; looked at only when there is a body.
 * @param body of a POST; a GET's is not looked at, and no bytes are no body.
 * @throws Problem BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE.
 */
export function parseStorefrontQuery(
  name: QueryName,
  method: 'GET' | 'POST',
  rawQuery: string,
  contentType: string | undefined,
  body: Uint8Array | undefined,
): StorefrontRequest {
  const parameters = new Parameters(rawQuery);
  const json = method === 'POST' ? readJson(contentType, body) : undefined;
  return name === 'autocomplete' ? autocomplete(parameters, json) : searchPage(parameters, json);
}

function autocomplete(parameters: Parameters, json: unknown): AutocompleteRequest {
  const context = parseContext(parameters);
  const body = json === undefined ? undefined : checked(autocompleteBody, json);
  return {
    query: 'autocomplete',
    ...context,
    q: parameters.text('q')?.trim() ?? '',
    contentLists: contentLists(body?.contentLists),
    rules: selectedProducts(body, ''),
  };
}

function searchPage(parameters: Parameters, json: unknown): SearchPageRequest {
  const context = parseContext(parameters);
  if (!parameters.has('q')) throw badRequest('q', 'missing; expected a search text, which may be empty');
  const sort = parameters.word('sort', SORT_ORDERS);
  const selectedCategory = parameters.text('selectedCategory');
  const body = json === undefined ? undefined : checked(searchPageBody, json);
  return {
    query: 'search-page',
    ...context,
    q: parameters.text('q')?.trim() ?? '',
    facets: parseFacets(parameters),
    limit: parameters.integer('limit', DEFAULT_LIMIT, 1, MAX_LIMIT),
    skip: parameters.integer('skip', 0, 0, MAX_SKIP),
    ...(sort === undefined ? undefined : { sort }),
    ...(selectedCategory === undefined ? undefined : { selectedCategory }),
    origin: parameters.word('origin', SEARCH_ORIGINS) ?? 'ORGANIC',
    viewAllSecondary: parameters.flag('viewAllSecondary', false),
    includeNavigation: body?.navigation?.include ?? false,
    contentLists: contentLists(body?.contentLists),
    rules: selectedProducts(body?.primaryList, '/primaryList'),
  };
}
