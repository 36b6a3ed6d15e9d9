/**
 * Encodes, signs and decodes tickets, by which a notification names what was shown and where. A ticket is
 * `CONTEXT.POSITION.TAG.KIND.KEY`; the context is encoded and signed once for a list, and has nothing of the visitor, so
 * that answers can be shared. The tag proves that the hit stood at that position of the list (signed-context.ts).
 *
 *   context = base64url(version u8, minute u32, generation u32, touchpoint u8,
 *                       market, locale, page type, page reference, list, query: u8 length and UTF-8 each,
 *                       first 10 bytes of HMAC-SHA-256 over all before)
 *   the next 16 bytes of it, which no ticket has, are the key of the tags
 *   position: base 36; kind: `p` product, `v` variant, `c` content, `b` banner, `w` winners of a sponsored list;
 *   key: see index/ticket-key.ts; of a banner and of winners see sponsored-keys.ts
 *
 * A context of version 3 is that of one sponsored place, and has behind the touchpoint
 *   place u8 (its index in SPONSORED_PLACES), billing u8 (1: CPM), price in micros u48, second u32
 * and behind the query the id of the campaign, with its length as the other texts.
 */

import { timingSafeEqual } from 'node:crypto';
import { SPONSORED_PLACES, type Sponsorship } from '../../../behaviour/activities/notification.js';
import { Problem } from '../../../errors/problem.js';
import { unescapeTicketKey } from '../../../index/ticket-key.js';
import { SHORT_TEXT, writeAscii } from '../../../kernel/ascii.js';
import { HmacSha256 } from '../../../kernel/hmac-sha256.js';
import type { Touchpoint } from '../requests.js';
import { HIT, SignedContext, TAG_KEY_BYTES } from './signed-context.js';
import { acceptedSecrets, signingSecret, type TicketSecret } from './ticket-secret.js';

/** Of a context, without and with a sponsored place. */
const VERSION = 2;
const SPONSORED_VERSION = 3;
/** Where the texts begin. */
const TEXTS_AT = 10;
const SPONSORED_TEXTS_AT = 22;
const SIGNATURE_BYTES = 10;
const MAX_TEXT = 255;

export interface TicketContext {
  market: string;
  locale: string;
  touchpoint: Touchpoint;
  pageType: string;
  pageReference: string;
  list: string;
  /** The search text; cut at 255 bytes. */
  q: string;
  /** Catalog generation of the snapshot. */
  generation: number;
  /** Minutes since 1970 at which the answer was made. */
  minute: number;
  /** Absent: the place was not paid for. */
  sponsored?: Sponsorship;
}

export type TicketKind = 'p' | 'v' | 'c' | 'b' | 'w';

const HIT_OF = { p: HIT.GROUP, v: HIT.GROUP, c: HIT.CONTENT, b: HIT.BANNER, w: HIT.WINNERS } as const;

export interface Ticket extends TicketContext {
  position: number;
  kind: TicketKind;
  key: string;
}

/** A ticket whose context was signed here. */
export interface DecodedTicket {
  ticket: Ticket;
  /**
   * Whether the hit of that key stood at the ticket's position: the key of a product's group, or of the content item,
   * banner or winners.
   */
  proves(hitKey: string): boolean;
}

/** Longest payload: its numbers and seven texts; and room for what is signed with it. */
const scratch = Buffer.alloc(SPONSORED_TEXTS_AT + 7 * (1 + MAX_TEXT) + 4 * MAX_TEXT);

export function encodeContext(context: TicketContext, secret: TicketSecret): SignedContext {
  const { market, locale, touchpoint, pageType, pageReference, list, q, generation, minute, sponsored } = context;
  scratch.writeUInt8(sponsored ? SPONSORED_VERSION : VERSION, 0);
  scratch.writeUInt32LE(minute, 1);
  scratch.writeUInt32LE(generation >>> 0, 5);
  scratch.writeUInt8(touchpoint === 'MOBILE' ? 1 : 0, 9);
  let at = TEXTS_AT;
  if (sponsored) {
    scratch.writeUInt8(SPONSORED_PLACES.indexOf(sponsored.place), 10);
    scratch.writeUInt8(sponsored.billing === 'CPM' ? 1 : 0, 11);
    scratch.writeUIntLE(sponsored.priceMicros, 12, 6);
    scratch.writeUInt32LE(sponsored.second, 18);
    at = SPONSORED_TEXTS_AT;
  }
  for (const text of [market, locale, pageType, pageReference, list, q]) at = writeText(text, at);
  if (sponsored) at = writeText(sponsored.campaign, at);
  const digest = sign(scratch.subarray(0, at), signingSecret(secret));
  scratch.set(digest.subarray(0, SIGNATURE_BYTES), at);
  return new SignedContext(scratch.toString('base64url', 0, at + SIGNATURE_BYTES), tagKeyOf(digest));
}

/**
 * The caller must ask for a proof of what the ticket names.
 * @throws Problem BAD_REQUEST when the ticket is malformed or its context was not signed with `secret`.
 */
export function decodeTicket(ticket: string, secret: TicketSecret): DecodedTicket {
  const match = /^([A-Za-z0-9_-]{28,4000})\.([0-9a-z]{1,6})\.([A-Za-z0-9_-]{8})\.([pvcbw])\.(.+)$/.exec(ticket);
  if (!match) throw malformed();
  const [, text, digits, tag, kind, key] = match;
  const bytes = Buffer.from(text, 'base64url');
  const payload = bytes.subarray(0, -SIGNATURE_BYTES);
  const signature = bytes.subarray(-SIGNATURE_BYTES);
  if (payload.length < 16 || (payload[0] !== VERSION && payload[0] !== SPONSORED_VERSION)) throw malformed();
  const digest = digestOf(payload, signature, secret);
  const context = new SignedContext(text, tagKeyOf(digest));
  const position = Number.parseInt(digits, 36);
  const hit = HIT_OF[kind as TicketKind];
  const isSponsored = payload[0] === SPONSORED_VERSION;
  const texts: string[] = [];
  for (let at = isSponsored ? SPONSORED_TEXTS_AT : TEXTS_AT; at < payload.length; at += payload[at] + 1) {
    texts.push(payload.toString('utf8', at + 1, at + 1 + payload[at]));
  }
  const [market, locale, pageType, pageReference, list, q, campaign] = texts;
  return {
    ticket: {
      market,
      locale,
      touchpoint: payload[9] === 1 ? 'MOBILE' : 'DESKTOP',
      pageType,
      pageReference,
      list,
      q,
      generation: payload.readUInt32LE(5),
      minute: payload.readUInt32LE(1),
      position,
      kind: kind as TicketKind,
      key: unescapeTicketKey(key),
      ...(isSponsored && { sponsored: { campaign, ...termsIn(payload) } }),
    },
    proves: hitKey => timingSafeEqual(Buffer.from(tag), Buffer.from(context.tagOf(position, hit, hitKey))),
  };
}

function termsIn(payload: Buffer): Omit<Sponsorship, 'campaign'> {
  return {
    place: SPONSORED_PLACES[payload[10]],
    billing: payload[11] === 1 ? 'CPM' : 'CPC',
    priceMicros: payload.readUIntLE(12, 6),
    second: payload.readUInt32LE(18),
  };
}

/** Returns where the next text goes. */
function writeText(text: string, at: number): number {
  const { length } = text;
  if (length <= SHORT_TEXT && writeAscii(text, scratch, at + 1) === length) {
    scratch[at] = length;
    return at + 1 + length;
  }
  // Text may be far longer than what is kept of it; more bytes than units are not needed.
  let end = at + 1 + scratch.write(text.slice(0, MAX_TEXT), at + 1);
  if (end > at + 1 + MAX_TEXT) {
    // Cut between characters: step back over continuation bytes.
    end = at + 1 + MAX_TEXT;
    while ((scratch[end] & 0xc0) === 0x80) end--;
  }
  scratch[at] = end - at - 1;
  return end;
}

/** The digest that a signature is the beginning of. @throws Problem where no secret has made it */
function digestOf(payload: Uint8Array, signature: Uint8Array, secret: TicketSecret): Uint8Array {
  for (const accepted of acceptedSecrets(secret)) {
    const digest = sign(payload, accepted);
    if (timingSafeEqual(signature, digest.subarray(0, SIGNATURE_BYTES))) return digest;
  }
  throw malformed();
}

/** Keyed with the secret used last: others are those of before. */
let signer: { secret: string; hmac: HmacSha256 } | undefined;

/** @returns the whole digest, valid until the next call */
function sign(payload: Uint8Array, secret: string): Uint8Array {
  if (signer?.secret !== secret) signer = { secret, hmac: new HmacSha256(Buffer.from(secret)) };
  return signer.hmac.sign(payload);
}

function tagKeyOf(digest: Uint8Array): Uint8Array {
  return digest.subarray(SIGNATURE_BYTES, SIGNATURE_BYTES + TAG_KEY_BYTES);
}

function malformed(): Problem {
  const message = 'not a ticket of this cluster; expected one as a query returned it';
  return new Problem('ticket_invalid', `ticket: ${message}`, [{ path: '/ticket', message }]);
}
