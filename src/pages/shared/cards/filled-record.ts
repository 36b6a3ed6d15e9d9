/**
 * A record with ordinary offers written into it, as its cards are spliced from: by `cards-writer.ts`, or by
 * `assembly/cards.ts`.
 *
 *   0  u32 number of products n
 *   4  u32 length of the head
 *   8  n × {u32 length of the JSON, u32 number of splices}
 *   …  splices of all products: u32 position in the JSON of the product, u16 kind, u16 length
 *   …  head: JSON before the products
 *   …  JSON of all products
 *
 * A splice is where a ticket is inserted (length 0), or a range that is shown only while the product is new.
 */
import { discountPercent, priceBadge } from '../../../index/badges.js';
import { CODE_BITS, CODE_MASK, LONG, SPAN, SPAN_BYTES } from '../../../index/card-block.js';
import { ENTRY, ENTRY_WORDS, RECORD } from '../../../index/card-record.js';
import type { View } from '../../../snapshot/index.js';

/** Offsets in words of 4 bytes; those of an entry in its table, and of a splice, in themselves. */
export const FILLED = { PRODUCTS: 0, HEAD_LENGTH: 1, TABLE: 2 } as const;
export const FILLED_ENTRY = { JSON_LENGTH: 0, SPLICES: 1 } as const;
export const FILLED_ENTRY_WORDS = 2;
export const SPLICE_WORDS = 2;
export const SPLICE_TICKET = 0;
export const SPLICE_NEW = 1;
/** Of a splice's second word: kind, then length. */
export const KIND_MASK = 0xffff;
export const LENGTH_SHIFT = 16;

/** More than the offers of a product or a variant take, in bytes. */
const MOST_OFFER_BYTES = 512;
/** Stock numbers below this have their texts made once. */
const KNOWN_STOCKS = 1024;

/** A buffer by its bytes and words. */
export interface Stage {
  buffer: Buffer;
  words: Uint32Array;
}

/** Offsets in a stage. */
export interface FillPlaces {
  /** The hot part of a record, a multiple of 4. */
  from: number;
  /** Where the filled record is written; its bytes end before `from`. */
  to: number;
}

/** What a record is filled with. */
export interface Filling {
  view: View;
  /** Ordinal of the group's first product. */
  first: number;
  /** Least discount for a badge, in percent. */
  threshold: number;
}

export class RecordFiller {
  /** Offsets in the stage: the record, and the next byte and splice of the filled one. */
  private spans = 0;
  private json = 0;
  private at = 0;
  private splice = 0;
  private limit = 0;
  private readonly stockTexts: string[] = [];

  /** @returns the bytes of the filled record; 0: there is no room for them */
  fill(stage: Stage, { from, to }: FillPlaces, filling: Filling): number {
    const { buffer, words } = stage;
    const record = from / 4;
    const filled = to / 4;
    const count = words[record + RECORD.PRODUCTS];
    const headLength = words[record + RECORD.HEAD_LENGTH];
    const tableEnd = record + RECORD.TABLE + count * ENTRY_WORDS;
    let head = tableEnd * 4;
    let splices = 0;
    for (let entry = record + RECORD.TABLE; entry < tableEnd; entry += ENTRY_WORDS) {
      head += words[entry + ENTRY.SPAN_BYTES];
      splices += words[entry + ENTRY.SPLICES];
    }
    this.limit = from;
    this.splice = filled + FILLED.TABLE + count * FILLED_ENTRY_WORDS;
    this.at = (this.splice + splices * SPLICE_WORDS) * 4;
    if (this.at + headLength > from) return 0;
    words[filled + FILLED.PRODUCTS] = count;
    words[filled + FILLED.HEAD_LENGTH] = headLength;
    buffer.copyWithin(this.at, head, head + headLength);
    this.at += headLength;
    this.spans = tableEnd * 4;
    this.json = head + headLength;
    for (let i = 0; i < count; i++) {
      const entry = record + RECORD.TABLE + i * ENTRY_WORDS;
      const start = this.at;
      const spansEnd = this.spans + words[entry + ENTRY.SPAN_BYTES];
      const jsonEnd = this.json + words[entry + ENTRY.JSON_LENGTH];
      if (!this.product(stage, filling, filling.first + i, spansEnd, jsonEnd)) return 0;
      const filledEntry = filled + FILLED.TABLE + i * FILLED_ENTRY_WORDS;
      words[filledEntry + FILLED_ENTRY.JSON_LENGTH] = this.at - start;
      words[filledEntry + FILLED_ENTRY.SPLICES] = words[entry + ENTRY.SPLICES];
    }
    return this.at - to;
  }

  /** Writes the JSON of a product. @returns whether there was room */
  private product(
    { buffer, words }: Stage,
    { view, threshold }: Filling,
    product: number,
    spansEnd: number,
    jsonEnd: number,
  ): boolean {
    const { structure, offers, analyzer } = view;
    const { list, sell, stock } = offers;
    const first = structure.variantStart[product];
    const end = structure.variantStart[product + 1];
    const start = this.at;
    let { at, splice } = this;
    /** What was read so far, and of that what was written. */
    let read = this.json;
    let done = read;
    // Variants of a product nearly always have the same prices, whose text is written once and copied from there.
    let link = 0;
    let linkEnd = 0;
    const [listPrice, sellingPrice] = [list[first], sell[first]];
    const prices = pricesText(listPrice, sellingPrice);
    let copied = 0;
    let copiedEnd = 0;
    let variant = first - 1;
    let memberStart = read;
    for (let span = this.spans; span < spansEnd; span += SPAN_BYTES) {
      const word = buffer[span] | (buffer[span + 1] << 8);
      const code = word & CODE_MASK;
      let length = word >>> CODE_BITS;
      if (length === LONG) {
        length = buffer.readUInt32LE(span + SPAN_BYTES);
        span += 2 * SPAN_BYTES;
      }
      switch (code) {
        case SPAN.TICKET:
          words[splice] = at + read - done - start;
          words[splice + 1] = SPLICE_TICKET;
          splice += SPLICE_WORDS;
          break;
        case SPAN.NEW_BADGE:
          words[splice] = at + read - done - start;
          words[splice + 1] = SPLICE_NEW | (length << LENGTH_SHIFT);
          splice += SPLICE_WORDS;
          break;
        case SPAN.PRODUCT_LINK:
          // With the name of the member, which is the span before it.
          link = memberStart;
          linkEnd = read + length;
          break;
        case SPAN.VARIANT_BEGIN:
          variant++;
          break;
        case SPAN.PRICE_BADGES:
        case SPAN.PRODUCT_OFFERS:
        case SPAN.VARIANT_OFFERS:
        case SPAN.VARIANT_LINK_OFFERS: {
          if (at + (read - done) + (linkEnd - link) + MOST_OFFER_BYTES > this.limit) return false;
          buffer.copyWithin(at, done, read);
          at += read - done;
          done = read;
          if (code === SPAN.PRICE_BADGES) {
            const badge = badgeOf(list, sell, first, end, threshold, analyzer.language);
            if (badge !== '') at += buffer.utf8Write(badge, at);
            break;
          }
          if (code === SPAN.PRODUCT_OFFERS) {
            at += buffer.latin1Write(productOffers(list, sell, stock, first, end), at);
            break;
          }
          const alike = list[variant] === listPrice && sell[variant] === sellingPrice;
          const linked = code === SPAN.VARIANT_LINK_OFFERS;
          if (alike && linked && copiedEnd > 0) {
            buffer.copyWithin(at, copied, copiedEnd);
            at += copiedEnd - copied;
          } else {
            const begin = at;
            if (linked) {
              buffer.copyWithin(at, link, linkEnd);
              at += linkEnd - link;
            }
            at += buffer.latin1Write(alike ? prices : pricesText(list[variant], sell[variant]), at);
            if (alike && linked) {
              copied = begin;
              copiedEnd = at;
            }
          }
          at += buffer.latin1Write(this.stockText(stock[variant]), at);
          break;
        }
        default:
      }
      memberStart = read;
      read += length;
    }
    if (at + jsonEnd - done > this.limit) return false;
    buffer.copyWithin(at, done, jsonEnd);
    this.at = at + jsonEnd - done;
    this.splice = splice;
    this.spans = spansEnd;
    this.json = jsonEnd;
    return true;
  }

  /** What follows the name of a variant's `inStock`. */
  private stockText(stock: number): string {
    if (stock < 0 || stock >= KNOWN_STOCKS) return stockText(stock);
    return (this.stockTexts[stock] ??= stockText(stock));
  }
}

/** The members of a variant up to the name of `inStock`. */
function pricesText(list: number, sell: number): string {
  return `,"listPrice":${list},"sellingPrice":${sell},"inStock":`;
}

function stockText(stock: number): string {
  const availability = `{"channel":"ONLINE","stockNumber":${stock}}`;
  return `${stock > 0},"stockNumber":${stock},"availability":[${availability}],"prices":[]`;
}

/** The members of a product from `inStock` to `sellingPrice`, over its variants from `first` to `end`. */
function productOffers(list: Float64Array, sell: Float64Array, stock: Int32Array, first: number, end: number): string {
  let listMin = list[first];
  let listMax = listMin;
  let sellMin = sell[first];
  let sellMax = sellMin;
  let inStock = stock[first] > 0;
  for (let variant = first + 1; variant < end; variant++) {
    listMin = Math.min(listMin, list[variant]);
    listMax = Math.max(listMax, list[variant]);
    sellMin = Math.min(sellMin, sell[variant]);
    sellMax = Math.max(sellMax, sell[variant]);
    inStock ||= stock[variant] > 0;
  }
  return `,"inStock":${inStock},"listPrice":${range(listMin, listMax)},"sellingPrice":${range(sellMin, sellMax)}`;
}

function range(min: number, max: number): string {
  return `{"min":${min},"max":${max}}`;
}

function badgeOf(
  list: Float64Array,
  sell: Float64Array,
  first: number,
  end: number,
  threshold: number,
  language: string,
): string {
  let discount = 0;
  let reduced = false;
  for (let variant = first; variant < end; variant++) {
    discount = Math.max(discount, discountPercent(list[variant], sell[variant]));
    reduced ||= sell[variant] < list[variant];
  }
  return priceBadge(discount, reduced, threshold, language);
}
