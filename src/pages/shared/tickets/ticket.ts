/**
 * Encodes, signs and decodes tickets, by which a notification names what was shown and where. A ticket is
 * `CONTEXT.POSITION.TAG.KIND.KEY`; the context is encoded and signed once for a list, and has nothing of the visitor, so
 * that answers can be shared. The tag proves that the hit stood at that position of the list (signed-context.ts).
 *
 *   context = base64url(head, tail, signature)
 *   head: version u8, minute u32, generation u32, touchpoint u8, market, locale, page type
 *   tail: list, page reference, query; each text of head and tail: u8 length and UTF-8
 *   signature: the first half of SipHash-2-4-128 over the tail, by a key that is HMAC-SHA-256 over the head, under the
 *   secret (its first 16 bytes)
 *   the key of the tags: the second half, which no ticket has, and the next 8 bytes of the HMAC
 *   position: base 36; kind: `p` product, `v` variant, `c` content; key: see index/ticket-key.ts
 *
 * A head has nothing that a client makes up, and is the same for all pages of a kind within a minute: it is signed once. With
 * an HMAC over all of it, each list took 4.4 µs of a page's 121.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '../../../errors/problem.js';
import { unescapeTicketKey } from '../../../index/ticket-key.js';
import { SIP_KEY_BYTES, SipHash } from '../../../kernel/siphash.js';
import { TwoGenerationCache } from '../../../kernel/two-generation-cache.js';
import type { Touchpoint } from '../requests.js';
import { HIT, SignedContext } from './signed-context.js';

const VERSION = 3;
const SIGNATURE_BYTES = 8;
const MAX_TEXT = 255;
/** Where the texts begin. */
const TEXTS_AT = 10;
/** Texts of a head. */
const HEAD_TEXTS = 3;
const TAIL_TEXTS = 3;
const KEY_WORDS = SIP_KEY_BYTES / 4;
/** Heads of at most 1 KB whose keys are kept for decoding. */
const KEPT_KEYS = 256;

/** What pages of a kind have in common for a minute. */
export interface HeadContext {
  market: string;
  locale: string;
  touchpoint: Touchpoint;
  pageType: string;
  /** Catalog generation of the snapshot. */
  generation: number;
  /** Minutes since 1970 at which the answer was made. */
  minute: number;
}

export interface TicketContext extends HeadContext {
  list: string;
  pageReference: string;
  /** The search text; cut at 255 bytes. */
  q: string;
}

export type TicketKind = 'p' | 'v' | 'c';

export interface Ticket extends TicketContext {
  position: number;
  kind: TicketKind;
  key: string;
}

/** A ticket whose context was signed here. */
export interface DecodedTicket {
  ticket: Ticket;
  /** Whether the hit of that key stood at the ticket's position: the key of a product's group, or of the content item. */
  proves(hitKey: string): boolean;
}

interface HeadKeys {
  /** The key of the signature. */
  signing: Int32Array;
  /** Half of the keys of tags. */
  tagging: Int32Array;
}

/** A head with the keys that it gives. */
export interface ContextHead extends HeadKeys {
  /** The head, and room for a tail and its signature. */
  bytes: Buffer;
  length: number;
}

/** Longest payload: its numbers and six texts; and room for the last one before it is cut. */
const LONGEST = TEXTS_AT + 6 * (1 + MAX_TEXT) + 4 * MAX_TEXT;
const sip = new SipHash();

export function encodeHead(context: HeadContext, secret: string): ContextHead {
  const { market, locale, touchpoint, pageType, generation, minute } = context;
  const bytes = Buffer.alloc(LONGEST);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt32LE(minute, 1);
  bytes.writeUInt32LE(generation >>> 0, 5);
  bytes.writeUInt8(touchpoint === 'MOBILE' ? 1 : 0, 9);
  let at = TEXTS_AT;
  for (const text of [market, locale, pageType]) at = writeText(bytes, text, at);
  return { bytes, length: at, ...keysOf(bytes.subarray(0, at), secret) };
}

/** The signed context of a list. @param reference of the page @param q the search text */
export function signContext(head: ContextHead, list: string, reference: string, q: string): SignedContext {
  const { bytes, length, signing, tagging } = head;
  const end = writeText(bytes, q, writeText(bytes, reference, writeText(bytes, list, length)));
  hashTail(signing, bytes, length, end);
  writeSignature(bytes, end);
  return new SignedContext(bytes.toString('base64url', 0, end + SIGNATURE_BYTES), tagKey(tagging));
}

/**
 * The caller must ask for a proof of what the ticket names.
 * @throws Problem BAD_REQUEST when the ticket is malformed or its context was not signed with `secret`.
 */
export function decodeTicket(ticket: string, secret: string): DecodedTicket {
  const match = /^([A-Za-z0-9_-]{28,4000})\.([0-9a-z]{1,6})\.([A-Za-z0-9_-]{8})\.([pvc])\.(.+)$/.exec(ticket);
  if (!match) throw malformed();
  const [, text, digits, tag, kind, key] = match;
  const bytes = Buffer.from(text, 'base64url');
  const end = bytes.length - SIGNATURE_BYTES;
  if (end < TEXTS_AT + HEAD_TEXTS + TAIL_TEXTS || bytes[0] !== VERSION) throw malformed();
  const starts = textsOf(bytes, end);
  const tail = starts[HEAD_TEXTS];
  const { signing, tagging } = knownKeysOf(bytes.subarray(0, tail), secret);
  hashTail(signing, bytes, tail, end);
  writeSignature(signature, 0);
  if (!timingSafeEqual(bytes.subarray(end), signature)) throw malformed();
  const context = new SignedContext(text, tagKey(tagging));
  const position = Number.parseInt(digits, 36);
  const hit = kind === 'c' ? HIT.CONTENT : HIT.GROUP;
  const texts = starts.map(at => bytes.toString('utf8', at + 1, at + 1 + bytes[at]));
  const [market, locale, pageType, list, pageReference, q] = texts;
  return {
    ticket: {
      market,
      locale,
      touchpoint: bytes[9] === 1 ? 'MOBILE' : 'DESKTOP',
      pageType,
      pageReference,
      list,
      q,
      generation: bytes.readUInt32LE(5),
      minute: bytes.readUInt32LE(1),
      position,
      kind: kind as TicketKind,
      key: unescapeTicketKey(key),
    },
    proves: hitKey => timingSafeEqual(Buffer.from(tag), Buffer.from(context.tagOf(position, hit, hitKey))),
  };
}

/** Returns where the next text goes. */
function writeText(bytes: Buffer, text: string, at: number): number {
  const start = at + 1;
  let end = start;
  // Most are short and of ASCII: calls into the runtime take longer.
  if (text.length <= MAX_TEXT) {
    for (let code = 0; end < start + text.length && (code = text.charCodeAt(end - start)) < 0x80; end++)
      bytes[end] = code;
  }
  if (end < start + text.length) {
    // Text may be far longer than what is kept of it; more bytes than units are not needed.
    end = start + bytes.write(text.slice(0, MAX_TEXT), start);
    if (end > start + MAX_TEXT) {
      // Cut between characters: step back over continuation bytes.
      end = start + MAX_TEXT;
      while ((bytes[end] & 0xc0) === 0x80) end--;
    }
  }
  bytes[at] = end - start;
  return end;
}

/** Where the texts of a payload begin. @throws as `decodeTicket` unless they fill it */
function textsOf(bytes: Uint8Array, end: number): number[] {
  const starts: number[] = [];
  let at = TEXTS_AT;
  for (; at < end; at += bytes[at] + 1) starts.push(at);
  if (at !== end || starts.length !== HEAD_TEXTS + TAIL_TEXTS) throw malformed();
  return starts;
}

/** Keys of heads that were decoded: notifications about the lists of a minute share a few. */
const decoded = new TwoGenerationCache<HeadKeys & { secret: string }>(KEPT_KEYS);

function knownKeysOf(head: Buffer, secret: string): HeadKeys {
  const text = head.toString('latin1');
  const known = decoded.get(text);
  if (known?.secret === secret) return known;
  const keys = { ...keysOf(head, secret), secret };
  decoded.set(text, keys);
  return keys;
}

function keysOf(head: Uint8Array, secret: string): HeadKeys {
  const digest = createHmac('sha256', secret).update(head).digest();
  const words = Int32Array.from({ length: digest.length / 4 }, (_, word) => digest.readInt32LE(4 * word));
  return { signing: words.slice(0, KEY_WORDS), tagging: words.slice(KEY_WORDS, 1.5 * KEY_WORDS) };
}

/** Hashes a tail, which `writeSignature` and `tagKey` read from. */
function hashTail(signing: Int32Array, bytes: Uint8Array, from: number, to: number): void {
  const length = to - from;
  sip.reserve(length);
  const { message } = sip;
  for (let i = 0; i < length; i++) message[i] = bytes[from + i];
  sip.hash(signing, length, true);
}

const signature = Buffer.alloc(SIGNATURE_BYTES);

function writeSignature(into: Uint8Array, at: number): void {
  for (let i = 0; i < 4; i++) {
    into[at + i] = sip.low >>> (8 * i);
    into[at + 4 + i] = sip.high >>> (8 * i);
  }
}

function tagKey(tagging: Int32Array): Int32Array {
  return Int32Array.of(sip.low2, sip.high2, tagging[0], tagging[1]);
}

function malformed(): Problem {
  const message = 'not a ticket of this cluster; expected one as a query returned it';
  return new Problem('ticket_invalid', `ticket: ${message}`, [{ path: '/ticket', message }]);
}
