/**
 * Parses storefront queries, from query string, content type and body to one typed request with defaults, or a Problem
 * that names the fault. Parameters are parsed by hand, for speed; bodies by schema, since most queries have none.
 */
import type { Static } from 'typebox';
import { parseRules } from '../catalog/rules/parse-rules.js';
import { badRequest, missing } from '../errors/problem.js';
import { checked } from '../kernel/schema-faults.js';
import { decodeTopic } from '../pages/discovery/topic-ticket.js';
import {
  CONTENT_SEARCH_ORIGINS,
  CONTENT_SORT_ORDERS,
  type LandingPageBody,
  type LandingPageRequest,
  MAX_SEARCHED_CHARACTERS,
  type ProductContext,
  type RequestedVector,
  SEARCH_ORIGINS,
  type SearchText,
  SORT_ORDERS,
  type StorefrontRequest,
  type Visit,
} from '../pages/shared/requests.js';
import type { TicketSecret } from '../pages/shared/tickets/ticket-secret.js';
import { parseFacets } from './facet-parameters.js';
import { readJson } from './json-body.js';
import { contentLists, listsOf, MAX_CART, recommendationLists } from './list-requests.js';
import { Parameters } from './parameters.js';
import { DEFAULT_LIMIT, MAX_CONTENT_KEYS, MAX_LIMIT, MAX_SKIP, type QueryName } from './query-parameters.js';
import { pathOfReferer } from './referer.js';
import * as bodies from './request-bodies.js';
import { RequestCost } from './request-cost.js';
import { parseContext, parseTopicContext } from './shared-parameters.js';

export type { QueryName } from './query-parameters.js';

/** Queries that consist of their body, so that they have no GET. */
export const QUERIES_WITH_BODY: ReadonlySet<QueryName> = new Set(['add-to-cart-popup', 'discovery-agent-topic']);

/** What a query is parsed with beside its query string and body. */
export interface QueryOrigin {
  /** The Referer header, if any: the page that the visitor is on. */
  referer?: string;
  /** Signs tickets. */
  ticketSecret: TicketSecret;
}

interface Wire extends QueryOrigin {
  method: QueryMessage['method'];
  parameters: Parameters;
  /** The body; undefined without one. */
  json: unknown;
  cost: RequestCost;
}

type Parsers = { [Name in QueryName]: (wire: Wire) => StorefrontRequest & { query: Name } };

/** The parts of an HTTP request that a query is parsed from. */
export interface QueryMessage {
  method: 'GET' | 'POST';
  /** The query string as received, without `?`. */
  rawQuery: string;
  /** The header, if any; only used when there is a body. */
  contentType?: string | undefined;
  /** Of a POST; that of a GET is ignored; no bytes mean no body. */
  body?: Uint8Array | undefined;
}

/** @throws Problem BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE */
export function parseStorefrontQuery(
  name: QueryName,
  { method, rawQuery, contentType, body }: QueryMessage,
  origin: QueryOrigin,
): StorefrontRequest {
  const parameters = new Parameters(rawQuery);
  const json = method === 'POST' ? readJson(contentType, body) : undefined;
  if (json === undefined && QUERIES_WITH_BODY.has(name))
    throw missing('body', 'expected a JSON object', 'body_missing');
  return PARSERS[name]({ method, parameters, json, cost: new RequestCost(), ...origin });
}

/**
 * As `parseStorefrontQuery`, of a query whose body is read later: what the query string says, without any lists. Not for
 * a topic, which is all in its body.
 * @throws Problem BAD_REQUEST
 */
export function parseWithoutBody(
  name: Exclude<QueryName, 'discovery-agent-topic'>,
  rawQuery: string,
  origin: QueryOrigin,
): StorefrontRequest {
  return PARSERS[name]({
    method: 'POST',
    parameters: new Parameters(rawQuery),
    json: {},
    cost: new RequestCost(),
    ...origin,
  });
}

/** What a vector counts beside a text where the request does not say. */
const USUAL_WEIGHT = 0.5;

function requestedVector({
  space,
  values,
  weight = USUAL_WEIGHT,
}: Static<typeof bodies.SearchVector>): RequestedVector {
  if (values.every(value => value === 0)) throw badRequest('/vector/values', 'expected a number other than 0');
  return { space, values, weight };
}

const PARSERS: Parsers = {
  autocomplete({ parameters, json, cost }) {
    const context = parseContext(parameters);
    const body = json === undefined ? undefined : checked(bodies.autocompleteBody, json);
    return {
      query: 'autocomplete',
      ...context,
      ...searchText(parameters.text('q')),
      contentLists: contentLists(body?.contentLists),
      rules: cost.rules(body, ''),
    };
  },

  'search-page'({ parameters, json, cost }) {
    const context = parseContext(parameters);
    requireText(parameters);
    const selectedCategory = parameters.text('selectedCategory');
    const body = json === undefined ? undefined : checked(bodies.searchPageBody, json);
    return {
      query: 'search-page',
      ...context,
      ...searchText(parameters.text('q')),
      ...listing(parameters),
      ...(selectedCategory === undefined ? undefined : { selectedCategory }),
      origin: parameters.word('origin', SEARCH_ORIGINS) ?? 'ORGANIC',
      viewAllSecondary: parameters.flag('viewAllSecondary', false),
      includeNavigation: body?.navigation?.include ?? false,
      contentLists: contentLists(body?.contentLists),
      rules: cost.rules(body?.primaryList, '/primaryList'),
      ...(body?.vector && { vector: requestedVector(body.vector) }),
    };
  },

  'landing-page': landingPage,

  'product-page'({ parameters, json, cost }) {
    const context = parseContext(parameters);
    const productKey = parameters.required('productKey');
    const body = json === undefined ? undefined : checked(bodies.productPageBody, json);
    return {
      query: 'product-page',
      ...context,
      productKey,
      includeGroup: body?.productGroup?.include ?? false,
      recommendationLists: recommendationLists(body?.recommendationLists, cost),
    };
  },

  'cart-page'({ parameters, json, cost }) {
    const context = parseContext(parameters);
    const cart = boundedList(parameters, 'cart', MAX_CART) ?? [];
    const body = json === undefined ? undefined : checked(bodies.cartPageBody, json);
    return {
      query: 'cart-page',
      ...context,
      cart,
      includeCart: body === undefined || (body.cart?.include ?? false),
      recommendationLists: recommendationLists(body?.recommendationLists, cost),
    };
  },

  'add-to-cart-popup'({ parameters, json, cost }) {
    const context = parseContext(parameters);
    const variantKey = parameters.required('variantKey');
    const cart = boundedList(parameters, 'cart', MAX_CART);
    const body = checked(bodies.addToCartPopupBody, json);
    return {
      query: 'add-to-cart-popup',
      ...context,
      variantKey,
      ...(cart !== undefined && cart.length > 0 && { cart }),
      recommendationLists: recommendationLists(body.recommendationLists, cost),
    };
  },

  'navigation-tree'({ parameters, json }) {
    const context = parseContext(parameters);
    checkNoSettings(json);
    return { query: 'navigation-tree', ...context };
  },

  'content-search-page'({ parameters, json }) {
    const context = parseContext(parameters);
    requireText(parameters);
    const body = json === undefined ? undefined : checked(bodies.contentSearchPageBody, json);
    return {
      query: 'content-search-page',
      ...context,
      ...searchText(parameters.text('q')),
      ...part(parameters),
      sort: parameters.word('sort', CONTENT_SORT_ORDERS) ?? 'RELEVANCE',
      origin: parameters.word('origin', CONTENT_SEARCH_ORIGINS) ?? 'ORGANIC',
      contentFilter: listsOf(body?.primaryList?.contentFilter),
    };
  },

  'content-information'({ parameters, json }) {
    const context = parseContext(parameters);
    const contentKeys = boundedList(parameters, 'contentKeys', MAX_CONTENT_KEYS) ?? [];
    if (contentKeys.length === 0) throw missing('contentKeys', 'expected keys of content');
    checkNoSettings(json);
    return { query: 'content-information', ...context, contentKeys };
  },

  'discovery-agent-topic'({ parameters, json, ticketSecret }) {
    const { resultTicket } = checked(bodies.discoveryTopicBody, json);
    const topic = decodeTopic(resultTicket, ticketSecret);
    return {
      query: 'discovery-agent-topic',
      ...parseTopicContext(parameters, topic),
      ...searchText(topic.q),
      rules: parseRules(topic.rules, '/resultTicket'),
      ...part(parameters),
    };
  },

  'sponsored-page': wire => ({ query: 'sponsored-page', ...retailMedia(wire) }),
  banners: wire => ({ query: 'banners', ...retailMedia(wire) }),
};

function landingPage({ method, parameters, json, referer, cost }: Wire): LandingPageRequest {
  const context = parseContext(parameters);
  const pageReference = parameters.text('pageReference') ?? pathOfReferer(referer);
  if (pageReference === undefined) {
    throw missing('pageReference', 'expected the id or path of a page, here or as the Referer');
  }
  const body = json === undefined ? undefined : checked(bodies.landingPageBody, json);
  const wanted: LandingPageBody | undefined = body && {
    includePrimaryList: body.primaryList?.include ?? false,
    rules: cost.rules(body.primaryList, '/primaryList'),
    recommendationLists: recommendationLists(body.recommendationLists, cost),
    contentLists: contentLists(body.contentLists),
  };
  return {
    query: 'landing-page',
    ...context,
    pageReference,
    ...searchText(parameters.text('q')),
    ...listing(parameters),
    includeNavigation: body?.navigation?.include ?? (method === 'GET' && parameters.flag('includeNavigation', false)),
    ...(wanted && { body: wanted }),
  };
}

function retailMedia({ parameters, json }: Wire): ProductContext & Visit & { pageReference: string } {
  const context = parseContext(parameters);
  const pageReference = parameters.required('pageReference');
  checkNoSettings(json);
  return { ...context, pageReference };
}

/** Cuts a text that is too long, which is no error: its first characters are searched, and explanations say so. */
function searchText(typed = ''): SearchText {
  const q = typed.trim();
  if (q.length <= MAX_SEARCHED_CHARACTERS) return { q };
  const characters = [...q];
  if (characters.length <= MAX_SEARCHED_CHARACTERS) return { q };
  return {
    q: characters.slice(0, MAX_SEARCHED_CHARACTERS).join('').trimEnd(),
    typedCharacters: characters.length,
  };
}

function requireText(parameters: Parameters): void {
  if (!parameters.has('q')) throw missing('q', 'expected a search text, which may be empty');
}

function listing(parameters: Parameters) {
  const sort = parameters.word('sort', SORT_ORDERS);
  return { facets: parseFacets(parameters), ...part(parameters), ...(sort === undefined ? undefined : { sort }) };
}

function part(parameters: Parameters) {
  return {
    limit: parameters.integer('limit', DEFAULT_LIMIT, 1, MAX_LIMIT),
    skip: parameters.integer('skip', 0, 0, MAX_SKIP),
  };
}

function boundedList(parameters: Parameters, name: string, max: number): string[] | undefined {
  const values = parameters.list(name);
  if (values !== undefined && values.length > max) {
    throw badRequest(name, `found ${values.length} keys, expected at most ${max}`, 'limit_exceeded');
  }
  return values;
}

/** For queries that consist of their parameters. */
function checkNoSettings(json: unknown): void {
  if (json !== undefined) checked(bodies.noSettings, json);
}
