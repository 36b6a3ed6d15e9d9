/** The parameters of storefront queries: names, words and limits, for the parsers and for the interface description. */
import {
  CONTENT_SEARCH_ORIGINS,
  CONTENT_SORT_ORDERS,
  MAX_SEARCHED_CHARACTERS,
  SEARCH_ORIGINS,
  SORT_ORDERS,
  type StorefrontRequest,
} from '../pages/shared/requests.js';
import { FACET_PARAMETERS } from './facet-parameters.js';
import { MAX_CART } from './list-requests.js';
import { flag, integer, list, type ParameterDescription, required, text, word } from './parameter-table.js';
import { CONTEXT_PARAMETERS, TOPIC_CONTEXT_PARAMETERS } from './shared-parameters.js';

export type QueryName = StorefrontRequest['query'];

export const DEFAULT_LIMIT = 60;
export const MAX_LIMIT = 600;
export const MAX_SKIP = 10_000;
export const MAX_CONTENT_KEYS = 250;

const part = (things: string) => [
  integer('limit', `${things} on the page.`, { minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT }),
  integer('skip', `${things} before the page.`, { minimum: 0, maximum: MAX_SKIP, default: 0 }),
];

const LISTING = [
  ...part('Product groups'),
  word('sort', 'The order of products; that of the page or shop unless stated.', SORT_ORDERS),
  FACET_PARAMETERS,
];

/** A longer text is no error; its beginning is searched. */
const SEARCHED = `Its first ${MAX_SEARCHED_CHARACTERS} characters are searched.`;

const Q = required(text('q', `The search text, which may be empty. ${SEARCHED}`));

const cart = (otherwise: string) =>
  list('cart', `Product or variant keys of what is in the cart; ${otherwise}.`, { maxItems: MAX_CART });

const PAGE_REFERENCE = text('pageReference', 'The id or the localised path of the page.');

/** By query, in the order of the interface description. */
export const QUERY_PARAMETERS: Readonly<Record<QueryName, readonly ParameterDescription[]>> = {
  autocomplete: [
    ...CONTEXT_PARAMETERS,
    text('q', `What has been typed so far; empty for what is popular. ${SEARCHED}`),
  ],
  'search-page': [
    ...CONTEXT_PARAMETERS,
    Q,
    ...LISTING,
    text('selectedCategory', 'The path of a navigation node to search below.'),
    word('origin', 'What led to the search.', SEARCH_ORIGINS, 'ORGANIC'),
    flag('viewAllSecondary', 'Whether the page is one of the secondary list.', false),
  ],
  'landing-page': [
    ...CONTEXT_PARAMETERS,
    { ...PAGE_REFERENCE, description: `${PAGE_REFERENCE.description} The path of the Referer unless stated.` },
    text('q', `A text that narrows the primary list. ${SEARCHED}`),
    ...LISTING,
    flag(
      'includeNavigation',
      'Whether to answer with navigation; of GET alone: a POST has `navigation` in its body.',
      false,
    ),
  ],
  'product-page': [...CONTEXT_PARAMETERS, required(text('productKey', 'The product that the page is about.'))],
  'cart-page': [...CONTEXT_PARAMETERS, cart('nothing unless stated')],
  'add-to-cart-popup': [
    ...CONTEXT_PARAMETERS,
    required(text('variantKey', 'The variant that was added.')),
    cart('what the visitor was seen to put there unless stated'),
  ],
  'navigation-tree': CONTEXT_PARAMETERS,
  'content-search-page': [
    ...CONTEXT_PARAMETERS,
    Q,
    ...part('Items'),
    word('sort', 'The order of items.', CONTENT_SORT_ORDERS, 'RELEVANCE'),
    word('origin', 'What led to the search.', CONTENT_SEARCH_ORIGINS, 'ORGANIC'),
  ],
  'content-information': [
    ...CONTEXT_PARAMETERS,
    required(list('contentKeys', 'Keys of content; unknown ones are skipped.', { maxItems: MAX_CONTENT_KEYS })),
  ],
  'discovery-agent-topic': [...TOPIC_CONTEXT_PARAMETERS, ...part('Product groups')],
  'sponsored-page': [...CONTEXT_PARAMETERS, required(PAGE_REFERENCE)],
  banners: [...CONTEXT_PARAMETERS, required(PAGE_REFERENCE)],
};
