/** Storefront queries as tests write them: what each needs, and how it is parsed. */
import { parseStorefrontQuery, type QueryName, type QueryOrigin } from '../../src/api/parse-query.js';
import { encodeTopic } from '../../src/pages/discovery/topic-ticket.js';

export const SECRET = 'a secret of this cluster';
export const VISITOR = 'customerKey=c1&sessionKey=s1';
export const BASE = `market=se&locale=sv-SE&touchpoint=desktop&${VISITOR}`;
export const TOPIC = { market: 'no', locale: 'nb-NO', q: 'sko', rules: 'rule incl brand {"a"}' };

/** The parameters that each query requires, with a value; of the topic those that any visitor needs. */
export const REQUIRED: Readonly<Record<QueryName, string>> = {
  autocomplete: BASE,
  'search-page': `${BASE}&q=x`,
  'landing-page': `${BASE}&pageReference=/shoes`,
  'product-page': `${BASE}&productKey=p1`,
  'cart-page': BASE,
  'add-to-cart-popup': `${BASE}&variantKey=v1`,
  'navigation-tree': BASE,
  'content-search-page': `${BASE}&q=x`,
  'content-information': `${BASE}&contentKeys=a`,
  'discovery-agent-topic': VISITOR,
  'sponsored-page': `${BASE}&pageReference=/shoes`,
  banners: `${BASE}&pageReference=/shoes`,
};
export const QUERIES = Object.keys(REQUIRED) as QueryName[];

/** The least that a body has to hold. */
export const BODIES: Readonly<Record<QueryName, object>> = {
  ...(Object.fromEntries(QUERIES.map(name => [name, {}])) as Record<QueryName, object>),
  'discovery-agent-topic': { resultTicket: encodeTopic(TOPIC, SECRET) },
};

const encoder = new TextEncoder();

export function get(name: QueryName, query: string, origin: Partial<QueryOrigin> = {}) {
  return parseStorefrontQuery(name, { method: 'GET', rawQuery: query }, { ticketSecret: SECRET, ...origin });
}

/** @param body text as it is, or what becomes JSON */
export function post(name: QueryName, query: string, body: unknown, origin: Partial<QueryOrigin> = {}) {
  const bytes = encoder.encode(typeof body === 'string' ? body : JSON.stringify(body));
  const message = { method: 'POST', rawQuery: query, contentType: 'text/plain', body: bytes } as const;
  return parseStorefrontQuery(name, message, { ticketSecret: SECRET, ...origin });
}

/** With a body for the queries that have to have one. */
export function ask(name: QueryName, query = REQUIRED[name]) {
  return name === 'add-to-cart-popup' || name === 'discovery-agent-topic'
    ? post(name, query, BODIES[name])
    : get(name, query);
}

/** What the parameters common to all queries become. */
export const CONTEXT = {
  market: 'se',
  locale: 'sv-SE',
  channels: { online: true, store: true },
  stores: [],
  presentCustom: [],
  presentPrices: [],
  viewId: 'PRODUCTION',
  touchpoint: 'DESKTOP',
  customerKey: 'c1',
  sessionKey: 's1',
  userContext: 'PERSONALIZED',
  notify: true,
};
