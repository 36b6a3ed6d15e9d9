/**
 * Parses notifications of storefronts: from parameters and body to the record for the journal, or a Problem that names
 * the fault. Tickets must be signed by this cluster, for any snapshot; keys must be in the catalog.
 */
import Type, { type Static } from 'typebox';
import type {
  ActivityContext,
  KnownKeys,
  Notification,
  NotificationRecord,
  Reaction,
  Shown,
} from '../behaviour/index.js';
import { MAX_SEARCH_LENGTH } from '../behaviour/visitors/visitor.js';
import { badRequest, missing } from '../errors/problem.js';
import { LazyValidator } from '../kernel/lazy-validator.js';
import { quote } from '../kernel/quote.js';
import { checked } from '../kernel/schema-faults.js';
import { creativeOf, winnersIn } from '../pages/shared/tickets/sponsored-keys.js';
import { type DecodedTicket, decodeTicket, type TicketKind } from '../pages/shared/tickets/ticket.js';
import type { TicketSecret } from '../pages/shared/tickets/ticket-secret.js';
import { readJson } from './json-body.js';
import { Parameters } from './parameters.js';
import { parseTouchpoint, parseVisitor } from './shared-parameters.js';

/** The types that storefronts send; payments come from the shop's server. */
export const STOREFRONT_NOTIFICATIONS = [
  'click',
  'add-to-cart',
  'ad-impression',
  'add-favorite',
  'remove-favorite',
  'remove-recent-searches',
  'remove-recently-viewed',
  'end',
] as const;
export type StorefrontNotification = (typeof STOREFRONT_NOTIFICATIONS)[number];

/** The input of the checks of a notification. */
export interface NotificationContext {
  /** The keys of the live snapshot. */
  keys: Pick<KnownKeys, 'markets' | 'hasProduct' | 'hasContent' | 'productOfVariant' | 'groupOfProduct'>;
  ticketSecret: TicketSecret;
  /** Milliseconds since 1970. */
  now: number;
}

/** Those of a sponsored list name up to a hundred winners. */
const MAX_TICKET = 32_768;
const MAX_KEY = 50;
const MAX_PHRASES = 100;
const MAX_PRODUCTS = 100;

const closed = { additionalProperties: false } as const;
export const CatalogKey = Type.String({
  minLength: 1,
  maxLength: MAX_KEY,
  description: `a key of 1 to ${MAX_KEY} characters`,
});
const Phrase = Type.String({
  minLength: 1,
  maxLength: MAX_SEARCH_LENGTH,
  description: `a text of 1 to ${MAX_SEARCH_LENGTH} characters`,
});

export const TicketBody = Type.Object(
  { ticket: Type.String({ minLength: 1, maxLength: MAX_TICKET, description: 'a ticket as a query returned it' }) },
  closed,
);
export const FavoriteBody = Type.Object(
  { productKey: Type.Optional(CatalogKey), variantKey: Type.Optional(CatalogKey) },
  closed,
);
export const RecentSearchesBody = Type.Object(
  {
    phrases: Type.Optional(
      Type.Array(Phrase, { maxItems: MAX_PHRASES, description: `a list of at most ${MAX_PHRASES} phrases` }),
    ),
    removeAll: Type.Optional(Type.Boolean()),
  },
  closed,
);
export const RecentlyViewedBody = Type.Object(
  {
    productKeys: Type.Optional(
      Type.Array(CatalogKey, { maxItems: MAX_PRODUCTS, description: `a list of at most ${MAX_PRODUCTS} keys` }),
    ),
    removeAll: Type.Optional(Type.Boolean()),
  },
  closed,
);
export const EmptyBody = Type.Object({}, closed);

const ticketBody = new LazyValidator(TicketBody);
const favoriteBody = new LazyValidator(FavoriteBody);
const recentSearchesBody = new LazyValidator(RecentSearchesBody);
const recentlyViewedBody = new LazyValidator(RecentlyViewedBody);
const emptyBody = new LazyValidator(EmptyBody);

/**
 * @param rawQuery the query string as received, without `?`
 * @param contentType the header, if any; only used when there is a body
 * @returns one record, of an impression of a whole sponsored list one for each of its winners; none when the request
 *   states that it must not be recorded
 * @throws Problem BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE
 */
export function parseNotification(
  type: StorefrontNotification,
  rawQuery: string,
  contentType: string | undefined,
  body: Uint8Array | undefined,
  context: NotificationContext,
): NotificationRecord[] {
  const { activity, notify } = parseActivityContext(rawQuery, context);
  const json = readJson(contentType, body);
  if (json === undefined && type !== 'end') throw missing('body', `expected ${EXPECTED[type]}`, 'body_missing');
  const parsed = parseBody(type, json, activity.market, context);
  if (!notify) return [];
  // A ticket states the device that the list was shown on.
  return (Array.isArray(parsed) ? parsed : [parsed]).map(notification => ({ ...activity, ...notification }));
}

/**
 * Checks the end of a session in a cluster without products: it has nothing to end, and nothing to record.
 * @throws Problem BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE
 */
export function checkEnd(
  rawQuery: string,
  contentType: string | undefined,
  body: Uint8Array | undefined,
  now: number,
): void {
  parseActivityContext(rawQuery, { now });
  const json = readJson(contentType, body);
  if (json !== undefined) checked(emptyBody, json);
}

const EXPECTED: Record<Exclude<StorefrontNotification, 'end'>, string> = {
  click: '{"ticket": "…"}',
  'add-to-cart': '{"ticket": "…"}',
  'ad-impression': '{"ticket": "…"}',
  'add-favorite': '{"productKey": "…"} or {"variantKey": "…"}',
  'remove-favorite': '{"productKey": "…"} or {"variantKey": "…"}',
  'remove-recent-searches': '{"phrases": […]} or {"removeAll": true}',
  'remove-recently-viewed': '{"productKeys": […]} or {"removeAll": true}',
};

/**
 * Parses the parameters that all notifications share.
 * @param context without keys, any market is taken
 * @throws Problem BAD_REQUEST naming the parameter.
 */
export function parseActivityContext(
  rawQuery: string,
  { keys, now }: Partial<Pick<NotificationContext, 'keys'>> & Pick<NotificationContext, 'now'>,
): { activity: ActivityContext; notify: boolean } {
  const parameters = new Parameters(rawQuery);
  const market = parameters.required('market');
  if (keys && !keys.markets.has(market)) {
    throw badRequest(
      'market',
      `${quote(market)} is not in the catalog; known: ${[...keys.markets].join(', ')}`,
      'market_unknown',
    );
  }
  const { notify, ...visitor } = parseVisitor(parameters);
  const touchpoint = parseTouchpoint(parameters);
  return { activity: { at: now, market, ...visitor, ...(touchpoint && { touchpoint }) }, notify };
}

type Parsed<Kind extends Notification> = Kind & Pick<ActivityContext, 'touchpoint'>;

function parseBody(
  type: StorefrontNotification,
  json: unknown,
  market: string,
  context: NotificationContext,
): Parsed<Notification> | Parsed<Notification>[] {
  switch (type) {
    case 'click':
    case 'add-to-cart':
    case 'ad-impression':
      return reaction(type, decodeTicket(checked(ticketBody, json).ticket, context.ticketSecret), market, context);
    case 'add-favorite':
    case 'remove-favorite':
      return { type, ...favorite(checked(favoriteBody, json), context) };
    case 'remove-recent-searches': {
      const { phrases, removeAll = false } = checked(recentSearchesBody, json);
      requireOne('phrases', phrases, removeAll);
      return { type, phrases: [...new Set(phrases)], removeAll };
    }
    case 'remove-recently-viewed': {
      const { productKeys, removeAll = false } = checked(recentlyViewedBody, json);
      requireOne('productKeys', productKeys, removeAll);
      // Not looked up: a product that has left the catalog can still be removed from the favourites.
      return { type, productKeys: [...new Set(productKeys)], removeAll };
    }
    case 'end':
      if (json !== undefined) checked(emptyBody, json);
      return { type };
  }
}

function requireOne(name: string, list: string[] | undefined, removeAll: boolean): void {
  if (list === undefined && !removeAll) {
    throw badRequest(`/${name}`, `found nothing, expected a list, or "removeAll": true`);
  }
}

function favorite(
  { productKey, variantKey }: Static<typeof FavoriteBody>,
  { keys }: NotificationContext,
): { productKey: string; variantKey?: string } {
  if (variantKey === undefined) {
    if (productKey === undefined)
      throw badRequest('/productKey', 'found nothing, expected a productKey or a variantKey');
    if (!keys.hasProduct(productKey)) throw unknownKey('/productKey', productKey, 'product');
    return { productKey };
  }
  if (productKey !== undefined) {
    throw badRequest('/variantKey', 'found together with productKey, expected one of the two', 'parameters_conflict');
  }
  const owner = keys.productOfVariant(variantKey);
  if (owner === undefined) throw unknownKey('/variantKey', variantKey, 'variant');
  return { productKey: owner, variantKey };
}

function reaction(
  type: Reaction['type'],
  decoded: DecodedTicket,
  market: string,
  { keys }: NotificationContext,
): Parsed<Reaction> | Parsed<Reaction>[] {
  const { ticket } = decoded;
  if (ticket.market !== market) {
    throw badRequest('/ticket', `found one of the market ${quote(ticket.market)}, expected one of ${quote(market)}`);
  }
  const { key, touchpoint, locale, pageType, pageReference, list, q, position, minute, generation, sponsored } = ticket;
  if (ticket.kind === 'w') return impressions(type, decoded);
  const kind = KINDS[ticket.kind];
  const paid = sponsored && { sponsored };
  const shown: Shown = { kind, locale, pageType, pageReference, list, q, position, minute, generation, ...paid };
  if (kind === 'banner') {
    if (type === 'add-to-cart')
      throw badRequest('/ticket', 'found one of a banner, expected one of a product or variant');
    requireShown(decoded, key);
    return { type, touchpoint, shown, creative: creativeOf(key) };
  }
  if (kind === 'content') {
    if (type === 'add-to-cart')
      throw badRequest('/ticket', 'found one of content, expected one of a product or variant');
    if (!keys.hasContent(key)) throw unknownKey('/ticket', key, 'content');
    requireShown(decoded, key);
    return { type, touchpoint, shown, contentKey: key };
  }
  const productKey = kind === 'variant' ? keys.productOfVariant(key) : key;
  const group = productKey && keys.groupOfProduct(productKey);
  if (productKey === undefined || group === undefined) throw unknownKey('/ticket', key, kind);
  requireShown(decoded, group);
  return { type, touchpoint, shown, productKey, ...(kind === 'variant' && { variantKey: key }) };
}

/** An impression of each product that has won a place of the list; one may have left the catalog since. */
function impressions(type: Reaction['type'], decoded: DecodedTicket): Parsed<Reaction>[] {
  const { key, touchpoint, locale, pageType, pageReference, list, q, minute, generation } = decoded.ticket;
  if (type !== 'ad-impression') {
    throw badRequest('/ticket', `found one of a whole list, expected one of a product or variant for ${quote(type)}`);
  }
  requireShown(decoded, key);
  const place = { kind: 'product', locale, pageType, pageReference, list, q, minute, generation } as const;
  return winnersIn(key).map(({ productKey, position, sponsored }) => {
    return { type, touchpoint, shown: { ...place, position, sponsored }, productKey };
  });
}

/** @param hitKey the product's group, or the content item, banner or winners */
function requireShown({ ticket, proves }: DecodedTicket, hitKey: string): void {
  if (proves(hitKey)) return;
  const { kind, key, list, position } = ticket;
  const what = kind === 'w' ? 'these winners' : `${KINDS[kind]} ${quote(key)}`;
  throw badRequest(
    '/ticket',
    `${what} did not stand at position ${position} of the list ${quote(list)}; expected a ticket as a query returned it`,
    'ticket_invalid',
  );
}

const KINDS: Record<Exclude<TicketKind, 'w'>, Shown['kind']> = {
  p: 'product',
  v: 'variant',
  c: 'content',
  b: 'banner',
};

function unknownKey(path: string, key: string, kind: string) {
  return badRequest(path, `no ${kind} ${quote(key)} is in the catalog`, 'key_unknown');
}
