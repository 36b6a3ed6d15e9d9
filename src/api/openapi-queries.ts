/** The operations of storefront queries in the interface description. */
import type { TSchema } from 'typebox';
import { json, jsonOrText, type Operation } from './openapi-table.js';
import { QUERIES_WITH_BODY } from './parse-query.js';
import { QUERY_PARAMETERS, type QueryName } from './query-parameters.js';
import * as bodies from './request-bodies.js';
import { QUERY_RESPONSES } from './responses.js';

const QUERIES: Record<QueryName, { id: string; summary: string; body: TSchema }> = {
  autocomplete: {
    id: 'autocomplete',
    summary: 'Phrases, products and content for what has been typed so far.',
    body: bodies.AutocompleteBody,
  },
  'search-page': {
    id: 'searchPage',
    summary: 'The products that a search finds, with facets, sort orders and navigation.',
    body: bodies.SearchPageBody,
  },
  'landing-page': {
    id: 'landingPage',
    summary: 'A page of a category, brand or campaign, with its lists; without a body as the shop arranged it.',
    body: bodies.LandingPageBody,
  },
  'product-page': {
    id: 'productPage',
    summary: 'A product with its group in every detail, or tickets for its variants, and lists that go with it.',
    body: bodies.ProductPageBody,
  },
  'cart-page': {
    id: 'cartPage',
    summary: 'The products in a cart, and lists that go with them.',
    body: bodies.CartPageBody,
  },
  'add-to-cart-popup': {
    id: 'addToCartPopup',
    summary: 'Lists that go with what was just added to the cart.',
    body: bodies.AddToCartPopupBody,
  },
  'navigation-tree': { id: 'navigationTree', summary: 'The whole navigation.', body: bodies.NoSettings },
  'content-search-page': {
    id: 'contentSearchPage',
    summary: 'The content that a search finds.',
    body: bodies.ContentSearchPageBody,
  },
  'content-information': {
    id: 'contentInformation',
    summary: 'Content by its keys, in their order.',
    body: bodies.NoSettings,
  },
  'discovery-agent-topic': {
    id: 'discoveryAgentTopic',
    summary: 'The products of a topic that a ticket was made for.',
    body: bodies.DiscoveryTopicBody,
  },
  'sponsored-page': {
    id: 'sponsoredPage',
    summary: 'The sponsored lists of a page, with what campaigns have won.',
    body: bodies.NoSettings,
  },
  banners: {
    id: 'banners',
    summary: 'The banners of a page; none as long as none are booked.',
    body: bodies.NoSettings,
  },
};

export const QUERY_OPERATIONS: readonly Operation[] = (Object.keys(QUERIES) as QueryName[]).flatMap(operationsOf);

function operationsOf(name: QueryName): Operation[] {
  const { id, summary, body } = QUERIES[name];
  const shared = {
    path: `/api/storefront/v3/queries/${name}`,
    tag: 'Queries' as const,
    summary,
    parameters: QUERY_PARAMETERS[name],
    answers: { 200: json('The answer.', QUERY_RESPONSES[name]) },
  };
  const required = QUERIES_WITH_BODY.has(name);
  const withBody: Operation = {
    id: required ? id : `${id}WithBody`,
    method: 'POST',
    ...shared,
    body: { required, content: jsonOrText(body) },
  };
  return required ? [withBody] : [{ id, method: 'GET', ...shared }, withBody];
}
