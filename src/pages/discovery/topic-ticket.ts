/**
 * Signed tickets of topics, for the discovery query: a shop's server, or a program that talks to visitors, obtains a
 * ticket for a topic and passes it to the storefront, which sends it with the query. A ticket contains the whole topic,
 * so that nothing is stored, and is valid as long as the secret.
 *
 *   base64url(version u8, market, locale, q, rules: u16 length and UTF-8 each, first 16 bytes of HMAC-SHA-256)
 *
 * The signature covers a prefix of its own and all before it, so that a ticket of a list (ticket.ts) is never accepted
 * as one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { badRequest, type Problem } from '../../errors/problem.js';
import { acceptedSecrets, signingSecret, type TicketSecret } from '../shared/tickets/ticket-secret.js';

/** Limits in characters. */
export const MAX_TOPIC_RULES = 10_000;
export const MAX_TOPIC_TEXT = 500;
/** Limit of a ticket in characters; enough for the longest parts. */
export const MAX_TOPIC_TICKET = 50_000;

const VERSION = 1;
const SIGNATURE_BYTES = 16;

export interface Topic {
  market: string;
  locale: string;
  /** May be empty. */
  q: string;
  /** The text of a rule expression, empty for all products. */
  rules: string;
}

export function encodeTopic({ market, locale, q, rules }: Topic, secret: TicketSecret): string {
  const payload = Buffer.concat([Buffer.from([VERSION]), ...[market, locale, q, rules].map(encodeText)]);
  return Buffer.concat([payload, sign(payload, signingSecret(secret))]).toString('base64url');
}

/** @throws Problem BAD_REQUEST when the ticket is malformed or was not signed with `secret`. */
export function decodeTopic(ticket: string, secret: TicketSecret): Topic {
  if (ticket.length > MAX_TOPIC_TICKET || !/^[A-Za-z0-9_-]+$/.test(ticket)) throw malformed();
  const bytes = Buffer.from(ticket, 'base64url');
  const payload = bytes.subarray(0, -SIGNATURE_BYTES);
  const signature = bytes.subarray(-SIGNATURE_BYTES);
  if (payload.length === 0) throw malformed();
  const isSigned = acceptedSecrets(secret).some(accepted => timingSafeEqual(signature, sign(payload, accepted)));
  if (!isSigned || payload[0] !== VERSION) {
    throw malformed();
  }
  const texts: string[] = [];
  for (let at = 1; at < payload.length; ) {
    const end = at + 2 + payload.readUInt16LE(at);
    texts.push(payload.toString('utf8', at + 2, end));
    at = end;
  }
  const [market, locale, q, rules] = texts;
  return { market, locale, q, rules };
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function sign(payload: Uint8Array, secret: string): Buffer {
  return createHmac('sha256', secret).update('topic\0').update(payload).digest().subarray(0, SIGNATURE_BYTES);
}

function malformed(): Problem {
  return badRequest(
    '/resultTicket',
    'not a ticket of a topic of this cluster; expected one as it was issued',
    'ticket_invalid',
  );
}
