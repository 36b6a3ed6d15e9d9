/**
 * The card of one product: its JSON as listings show it but for prices and stock, divided into spans, and extras:
 * values that only some requests ask for. Markets that see the same product share its card; a page writes their offers
 * into it.
 *
 *   span   u16: code in the low 6 bits, length in bytes above. A length of LONG or more is in the two words behind it.
 *          A span begins where the one before ends; the variant it belongs to is that which began last.
 *   extra  integer variant + 1 (0: the product), u8 kind, integer bytes of the name, integer bytes of the value, then
 *          both; integers of 7 bits a byte, the low ones first, the high bit set in all bytes but the last (LEB128)
 *
 * Without what is inserted, the JSON has no offers, no links of variants that have none of their own, and in tickets
 * nothing but their ends. See card-block-builder.ts for the writer, card-record.ts for where the parts lie; version and
 * checksum are those of the card file, see cards.ts.
 */
import { Problem } from '../errors/problem.js';

export const SPAN_BYTES = 2;
export const CODE_BITS = 6;
export const CODE_MASK = (1 << CODE_BITS) - 1;
/** Stands for a length that has words of its own. */
export const LONG = 0xffff >>> CODE_BITS;

/** The kinds of spans. LITERAL is the same for every request. */
export const SPAN = {
  LITERAL: 0,
  /** Empty: what a ticket begins with is inserted here. */
  TICKET: 1,
  NEW_BADGE: 2,
  /** Empty: the elements of `badges.primary`, which depend on prices, are inserted here. */
  PRICE_BADGES: 3,
  PRODUCT_LINK: 4,
  /** Empty: the members `inStock`, `listPrice` and `sellingPrice` of the product are inserted here. */
  PRODUCT_OFFERS: 5,
  /** Empty: `custom` and `typedCustom` of the product are inserted here. */
  PRODUCT_CUSTOM: 6,
  VARIANT_LINK: 7,
  /** Empty: the members of the variant from `listPrice` to `prices` are inserted here. */
  VARIANT_OFFERS: 8,
  /** Empty: the member `link` of the product, as that of a variant that has none of its own, and then its offers. */
  VARIANT_LINK_OFFERS: 9,
  /** Empty: `custom` and `typedCustom` of the variant are inserted here. */
  VARIANT_CUSTOM: 10,
  /** Encloses a variant with the comma before it, so that it can be left out. */
  VARIANT_BEGIN: 11,
  VARIANT_END: 12,
  /** Behind the last variant: the number of variants that were left out is inserted here. */
  VARIANTS_END: 13,
} as const;

/**
 * Members of products and variants that a request may leave out. The span of a member has its code and begins with its
 * comma; the spans up to the next member, or up to offers, are its value. `always` is never left out; `description` is
 * empty, and a request may insert the text there. Members that offers consist of have no span.
 */
export const MEMBERS = [
  'always',
  'title',
  'name',
  'brand',
  'series',
  'description',
  'link',
  'badges',
  'imageInfo',
  'swatch',
  'rating',
  'inStock',
  'listPrice',
  'sellingPrice',
  'depth',
  'height',
  'length',
  'volume',
  'weight',
  'width',
  'sponsored',
  'label',
  'size',
  'stockNumber',
  'availability',
  'prices',
] as const;
export type Member = (typeof MEMBERS)[number];
export const MEMBER = 32;

/** The code of a member's span. */
export function memberCode(member: Member): number {
  return MEMBER + MEMBERS.indexOf(member);
}

/** The kinds of extras. A product has IMAGE_INFO only if it differs from the member: images with captions. */
export const EXTRA = { LABELS: 0, NUMBER: 1, LENGTH: 2, JSON: 3, DESCRIPTION: 4, IMAGE_INFO: 5 } as const;

/** Stands for the product itself where a variant's index is expected. */
export const NO_VARIANT = 0xffff;

/** Reads one card in the buffer that its record was read into: span after span, and its extras. */
export class CardBlock {
  /** Offsets of the JSON. */
  jsonStart = 0;
  jsonEnd = 0;
  /** The span at hand: its code, its range in the buffer, and the index of the variant that began last, or -1. */
  code = 0;
  from = 0;
  to = 0;
  variant = -1;
  private buffer: Buffer = NOTHING;
  private spans = 0;
  private spansEnd = 0;
  private at = 0;
  private extras = 0;
  private extrasEnd = 0;

  /** Opens a card whose parts lie at these offsets, before its first span. */
  open(buffer: Buffer, { spans, spansEnd, json, jsonEnd, extras, extrasEnd }: CardPlaces): void {
    if (extrasEnd > buffer.length) throw new Problem('snapshot_damaged', 'a card is longer than its record');
    this.buffer = buffer;
    this.spans = spans;
    this.spansEnd = spansEnd;
    this.jsonStart = json;
    this.jsonEnd = jsonEnd;
    this.extras = extras;
    this.extrasEnd = extrasEnd;
    this.rewind();
  }

  /** Goes back before the first span. */
  rewind(): void {
    this.at = this.spans;
    this.from = this.jsonStart;
    this.to = this.jsonStart;
    this.variant = -1;
  }

  /** Goes on to the next span. @returns false behind the last */
  next(): boolean {
    const { buffer, at } = this;
    if (at >= this.spansEnd) return false;
    const word = buffer[at] | (buffer[at + 1] << 8);
    const length = word >>> CODE_BITS;
    this.code = word & CODE_MASK;
    this.from = this.to;
    if (length === LONG) {
      this.to += buffer.readUInt32LE(at + SPAN_BYTES);
      this.at = at + 3 * SPAN_BYTES;
    } else {
      this.to += length;
      this.at = at + SPAN_BYTES;
    }
    if (this.code === SPAN.VARIANT_BEGIN) this.variant++;
    return true;
  }

  /**
   * Visits each extra of one variant, or with NO_VARIANT of the product: `start` and `end` are the bytes of its value.
   */
  eachExtra(variant: number, visit: (kind: number, name: string, start: number, end: number) => void): void {
    const { buffer } = this;
    const wanted = variant === NO_VARIANT ? 0 : variant + 1;
    let at = this.extras;
    const integer = (): number => {
      let value = 0;
      for (let unit = 1; ; unit *= 0x80) {
        const byte = buffer[at++];
        value += (byte & 0x7f) * unit;
        if (byte < 0x80) return value;
      }
    };
    while (at < this.extrasEnd) {
      const owner = integer();
      const kind = buffer[at++];
      const nameBytes = integer();
      const valueBytes = integer();
      const start = at + nameBytes;
      if (owner === wanted) visit(kind, buffer.toString('utf8', at, start), start, start + valueBytes);
      at = start + valueBytes;
    }
  }
}

/** Where the parts of a card lie in a buffer. */
export interface CardPlaces {
  spans: number;
  spansEnd: number;
  json: number;
  jsonEnd: number;
  extras: number;
  extrasEnd: number;
}

const NOTHING = Buffer.alloc(0);
