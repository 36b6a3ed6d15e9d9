/**
 * The key of a visitor in the store: customer first, so that one range holds all markets of a customer.
 *
 *   1 customer 255 market            customer and market in UTF-8, which has no byte 255
 *   2 SHA-256 of the customer market    for customer keys too long for an index
 */
import { createHash } from 'node:crypto';

const PLAIN = 1;
const HASHED = 2;
const END = 255;
/** Longest customer key that is stored unhashed, in bytes; a UUID has 36. */
const MAX_PLAIN_BYTES = 96;
const HASH_BYTES = 32;

export function visitorKey(market: string, customerKey: string): Buffer {
  return keyOf(customerKey, market);
}

/** The prefix of a customer's keys in all markets. */
export function customerPrefix(customerKey: string): Buffer {
  return keyOf(customerKey, '');
}

function keyOf(customerKey: string, market: string): Buffer {
  const length = Buffer.byteLength(customerKey);
  if (length > MAX_PLAIN_BYTES) {
    const digest = createHash('sha256').update(customerKey).digest();
    return Buffer.concat([Buffer.of(HASHED), digest, Buffer.from(market)]);
  }
  const key = Buffer.allocUnsafe(length + 2 + Buffer.byteLength(market));
  key[0] = PLAIN;
  key.utf8Write(customerKey, 1);
  key[length + 1] = END;
  key.utf8Write(market, length + 2);
  return key;
}

export function marketOf(key: Buffer): string {
  return key.toString('utf8', key[0] === HASHED ? 1 + HASH_BYTES : key.lastIndexOf(END) + 1);
}

/** Bounds of the keys of visitors; the record of state has a key below them. */
export const FIRST_VISITOR = Buffer.of(PLAIN);
export const LAST_VISITOR = Buffer.of(HASHED + 1);
