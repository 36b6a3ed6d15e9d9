/**
 * The signed context of a list, and the tags by which each of its tickets proves what stood at its position: a ticket
 * begins with `CONTEXT.POSITION.TAG`. A tag is 48 bits of SipHash-2-4 over position, kind and key of a hit, under a key
 * that only this context has, so that a tag is valid in no other list.
 *
 *   position u32 LE, kind u32 LE (1 product group, 2 content item, 3 banner,
 *   4 winners of a sponsored list), key in UTF-8, as JSON has it between the quotes
 *
 * A hit is a whole product group: tickets of its products and variants have one tag. With a tag for each of them, which
 * does not compress, an answer takes half as many bytes again on its way (Brotli, 1,077 tickets: 25.0 kB after 16.8).
 */
import { SIP_KEY_BYTES, SipHash } from '../../../kernel/siphash.js';

/** Bytes of the key of a context's tags. */
export const TAG_KEY_BYTES = SIP_KEY_BYTES;
/** Characters of a tag: 6 bits each. */
export const TAG_LENGTH = 8;

export const HIT = { GROUP: 1, CONTENT: 2, BANNER: 3, WINNERS: 4 } as const;
export type HitKind = (typeof HIT)[keyof typeof HIT];

const ALPHABET = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const WORD_BYTES = 4;
const KEY_AT = 2 * WORD_BYTES;
/** Half of a tag. */
const DIGITS = TAG_LENGTH / 2;
const DIGITS_BITS = 24;
const DIGITS_MASK = (1 << DIGITS_BITS) - 1;

/** Of this thread. */
const sip = new SipHash();
const written = Buffer.alloc(TAG_LENGTH);

export class SignedContext {
  private readonly tagKey: Int32Array;

  /**
   * @param text base64url
   * @param tagKey TAG_KEY_BYTES bytes, which are copied
   */
  constructor(
    readonly text: string,
    tagKey: Uint8Array,
  ) {
    const word = (at: number) => tagKey[at] | (tagKey[at + 1] << 8) | (tagKey[at + 2] << 16) | (tagKey[at + 3] << 24);
    this.tagKey = Int32Array.of(word(0), word(4), word(8), word(12));
  }

  /** What the tickets of a hit begin with. @param position in the list, from 0 */
  startOf(position: number, kind: HitKind, key: string): string {
    return `${this.text}.${position.toString(36)}.${this.tagOf(position, kind, key)}`;
  }

  tagOf(position: number, kind: HitKind, key: string): string {
    const text = Buffer.from(JSON.stringify(key));
    this.writeTag(position, kind, text.subarray(1, -1), written, 0);
    return written.toString('latin1');
  }

  /** Copies the key of the tags to where the function of the assembly reads it. */
  stageKey(into: Buffer, at: number): void {
    for (let word = 0; word < this.tagKey.length; word++) into.writeInt32LE(this.tagKey[word], at + word * WORD_BYTES);
  }

  /** Writes the tag of a hit, TAG_LENGTH bytes. @param key of the hit, as JSON has it between the quotes */
  writeTag(position: number, kind: HitKind, key: Uint8Array, into: Buffer, at: number): void {
    const length = KEY_AT + key.length;
    sip.reserve(length);
    const { message } = sip;
    for (let i = 0; i < WORD_BYTES; i++) {
      message[i] = position >>> (8 * i);
      message[WORD_BYTES + i] = kind >>> (8 * i);
    }
    message.set(key, KEY_AT);
    sip.hash(this.tagKey, length);
    writeDigits(sip.low & DIGITS_MASK, into, at);
    writeDigits((sip.low >>> DIGITS_BITS) | ((sip.high << (32 - DIGITS_BITS)) & DIGITS_MASK), into, at + DIGITS);
  }
}

/** Writes 24 bits as letters, the lowest first. */
function writeDigits(bits: number, into: Buffer, at: number): void {
  for (let i = 0; i < DIGITS; i++) into[at + i] = ALPHABET[(bits >>> (6 * i)) & 63];
}
