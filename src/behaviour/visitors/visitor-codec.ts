/**
 * The stored form of a visitor: encoder and decoder. Times are minutes, delta-coded, so that most take one byte.
 *
 *   0  1  format version
 *   1  4  CRC-32 of what follows
 *   5  1  1 where there are products of any kind, otherwise 0
 *   6  4  last seen, minutes since 1970
 *  10  …  msgpack: [searches, views, favorites, cart, bought, boughtVariants]
 *
 * Numbers are little endian. A list is flat: key, minutes before the entry in front of it (of the first: before last
 * seen), and so on. In the cart the product's key follows the key; it is empty where both are the same. Earlier
 * versions have written no last list, and pass over it.
 */
import { Packr } from 'msgpackr';
import { crc32 } from '../../kernel/crc32.js';
import type { Remembered, Visitor } from './visitor.js';

/** Version of the folder and of each value in it: raised with every change that older code could not read. */
export const VISITORS_FORMAT = 1;

const HEADER_BYTES = 10;

/** A variant in the cart, or a product where no variant was named. */
export interface CartLine extends Remembered {
  /** The key of the variant's product; of a product, its own. */
  product: string;
}

export interface StoredVisitor extends Visitor {
  cart: CartLine[];
  /** Minutes since 1970. */
  lastSeen: number;
}

/** The fields of a value that can be read without decoding its lists. */
export interface VisitorHeader {
  lastSeen: number;
  /** Whether products are stored: viewed, favourite, in the cart or bought. */
  hasProducts: boolean;
}

type Flat = (string | number)[];
type Packed = [searches: Flat, views: Flat, favorites: Flat, cart: Flat, bought: Flat, boughtVariants?: Flat];

const packr = new Packr({ useRecords: false });

export function emptyVisitor(): StoredVisitor {
  return { searches: [], views: [], favorites: [], cart: [], bought: [], boughtVariants: [], lastSeen: 0 };
}

export function isEmpty(visitor: Visitor): boolean {
  return visitor.searches.length === 0 && !hasProducts(visitor);
}

export function hasProducts({ views, favorites, cart, bought }: Visitor): boolean {
  return views.length + favorites.length + cart.length + bought.length > 0;
}

export function encodeVisitor(visitor: StoredVisitor): Buffer {
  const { lastSeen } = visitor;
  const packed: Packed = [
    flat(visitor.searches, lastSeen),
    flat(visitor.views, lastSeen),
    flat(visitor.favorites, lastSeen),
    flatCart(visitor.cart, lastSeen),
    flat(visitor.bought, lastSeen),
    flat(visitor.boughtVariants, lastSeen),
  ];
  const body = packr.pack(packed);
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  bytes[0] = VISITORS_FORMAT;
  bytes[5] = hasProducts(visitor) ? 1 : 0;
  bytes.writeUInt32LE(lastSeen, 6);
  bytes.set(body, HEADER_BYTES);
  bytes.writeUInt32LE(crc32(bytes, 5), 1);
  return bytes;
}

/** @returns undefined when the bytes are damaged. */
export function decodeVisitor(bytes: Buffer): StoredVisitor | undefined {
  const glimpse = readVisitorHeader(bytes);
  if (glimpse === undefined) return undefined;
  const { lastSeen } = glimpse;
  const lists = packr.unpack(bytes.subarray(HEADER_BYTES)) as Packed;
  const [searches, views, favorites, cart, bought, boughtVariants = []] = lists;
  return {
    searches: listed(searches, lastSeen),
    views: listed(views, lastSeen),
    favorites: listed(favorites, lastSeen),
    cart: listedCart(cart, lastSeen),
    bought: listed(bought, lastSeen),
    boughtVariants: listed(boughtVariants, lastSeen),
    lastSeen,
  };
}

/** @returns undefined when the bytes are damaged. */
export function readVisitorHeader(bytes: Buffer): VisitorHeader | undefined {
  if (bytes.length <= HEADER_BYTES || bytes[0] !== VISITORS_FORMAT) return undefined;
  if (bytes.readUInt32LE(1) !== crc32(bytes, 5)) return undefined;
  return { lastSeen: bytes.readUInt32LE(6), hasProducts: bytes[5] === 1 };
}

function flat(list: readonly Remembered[], from: number): Flat {
  const out: Flat = [];
  for (const { key, at } of list) {
    out.push(key, from - at);
    from = at;
  }
  return out;
}

function flatCart(list: readonly CartLine[], from: number): Flat {
  const out: Flat = [];
  for (const { key, product, at } of list) {
    out.push(key, product === key ? '' : product, from - at);
    from = at;
  }
  return out;
}

function listed(flat: Flat, from: number): Remembered[] {
  const out: Remembered[] = [];
  for (let i = 0; i < flat.length; i += 2) out.push({ key: flat[i] as string, at: (from -= flat[i + 1] as number) });
  return out;
}

function listedCart(flat: Flat, from: number): CartLine[] {
  const out: CartLine[] = [];
  for (let i = 0; i < flat.length; i += 3) {
    const key = flat[i] as string;
    out.push({ key, product: (flat[i + 1] as string) || key, at: (from -= flat[i + 2] as number) });
  }
  return out;
}
