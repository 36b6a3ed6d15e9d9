/**
 * Discovery topics: the shop's server describes a topic and receives a ticket, with which the storefront then queries
 * it. Faults of a topic are reported when the ticket is issued, not when it is used.
 */
import Type, { type Static } from 'typebox';
import { parseRules } from '../catalog/rules/parse-rules.js';
import { ANY, isLocale } from '../catalog/view.js';
import { badRequest, missing } from '../errors/problem.js';
import { LazyValidator } from '../kernel/lazy-validator.js';
import { quote } from '../kernel/quote.js';
import { checked } from '../kernel/schema-faults.js';
import { encodeTopic, MAX_TOPIC_RULES, MAX_TOPIC_TEXT } from '../pages/discovery/topic-ticket.js';
import type { TicketSecret } from '../pages/shared/tickets/ticket-secret.js';
import { readJson } from './json-body.js';

const upTo = (maxLength: number) => Type.String({ maxLength, description: `text of at most ${maxLength} characters` });

export const TopicBody = Type.Object(
  {
    market: Type.String({ description: 'a market of the catalog' }),
    locale: Type.String({ description: 'a locale of the market' }),
    productRules: Type.Optional(upTo(MAX_TOPIC_RULES)),
    q: Type.Optional(upTo(MAX_TOPIC_TEXT)),
  },
  { additionalProperties: false },
);

export const TopicReply = Type.Object({ resultTicket: Type.String({ minLength: 1 }) }, { additionalProperties: false });

const topicBody = new LazyValidator(TopicBody);

/**
 * The topic that a body describes.
 * @param contentType the header, if any
 * @throws Problem BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE.
 */
export function parseTopic(contentType: string | undefined, body: Uint8Array | undefined): Static<typeof TopicBody> {
  const json = readJson(contentType, body);
  if (json === undefined) throw missing('body', 'expected {"market": "…", "locale": "…", …}', 'body_missing');
  return checked(topicBody, json);
}

/**
 * The ticket of a topic.
 * @param views of the live snapshot
 * @throws Problem BAD_REQUEST.
 */
export function issueTopic(
  { market, locale, productRules = '', q = '' }: Static<typeof TopicBody>,
  views: readonly { market: string; locale: string }[],
  ticketSecret: TicketSecret,
): string {
  checkView(market, locale, views);
  parseRules(productRules, '/productRules');
  return encodeTopic({ market, locale, q: q.trim(), rules: productRules }, ticketSecret);
}

function checkView(market: string, locale: string, views: readonly { market: string; locale: string }[]): void {
  const locales = views.filter(view => view.market === market).map(view => view.locale);
  if (locales.length === 0) {
    const known = [...new Set(views.map(view => view.market))].join(', ');
    throw badRequest('/market', `${quote(market)} is not in the catalog; known: ${known}`, 'market_unknown');
  }
  if (locales.includes(locale) || (locales.includes(ANY) && isLocale(locale))) return;
  throw badRequest('/locale', `${quote(locale)} is not in the catalog; known: ${locales.join(', ')}`, 'locale_unknown');
}
