/**
 * The card block: one product as listings show it, encoded at build time. It holds the JSON that most requests want,
 * the positions at which a request inserts text, and values that only some requests ask for. All integers are little
 * endian and unaligned.
 *
 *   0  u32 length of the JSON        12  u16 number of extras
 *   4  u16 number of splices         14  u16 number of variants
 *   6  u16 number of spans           16  splices: u32 position, u16 kind, u16 length
 *   8  u32 length of the extras      …   spans: u32 start, u16 code, u16 variant
 *                                    …   extras: u32 value start, u32 value length, u16 variant, u16 kind,
 *                                        u16 bytes the name begins before the value, u16 name length
 *                                    …   JSON, then each extra's name and value
 *
 * Splices suffice for most requests: a ticket is inserted (length 0), or a range is shown only while the product is new.
 * Spans divide the whole JSON, for requests with other prices or stock; a span ends where the next one begins. Version
 * and checksum are those of the card file, see cards.ts; card-block-builder.ts writes blocks.
 */
export const HEADER_BYTES = 16;
export const SPLICE_BYTES = 8;
export const SPAN_BYTES = 8;
export const EXTRA_BYTES = 16;

export const SPLICE_TICKET = 0;
export const SPLICE_NEW = 1;

/** The kinds of spans. LITERAL is the same for every request. */
export const SPAN = {
  LITERAL: 0,
  TICKET: 1,
  NEW_BADGE: 2,
  /** The elements of `badges.primary`, which depend on prices. */
  PRICE_BADGES: 3,
  PRODUCT_LINK: 4,
  PRODUCT_IN_STOCK: 5,
  PRODUCT_LIST_PRICE: 6,
  PRODUCT_SELLING_PRICE: 7,
  /** Empty: `custom` and `typedCustom` of the product are inserted here. */
  PRODUCT_CUSTOM: 8,
  VARIANT_LINK: 9,
  VARIANT_LIST_PRICE: 10,
  VARIANT_SELLING_PRICE: 11,
  VARIANT_IN_STOCK: 12,
  VARIANT_STOCK: 13,
  /** The elements of `availability`. */
  VARIANT_AVAILABILITY: 14,
  /** The elements of `prices`. */
  VARIANT_PRICES: 15,
  /** Empty: `custom` and `typedCustom` of the variant are inserted here. */
  VARIANT_CUSTOM: 16,
  /** Encloses a variant with the comma before it, so that it can be left out. */
  VARIANT_BEGIN: 17,
  VARIANT_END: 18,
  /** Behind the last variant: the number of variants that were left out is inserted here. */
  VARIANTS_END: 19,
} as const;

/**
 * Members of products and variants that a request may leave out. The span of a member has the code MEMBER plus its
 * index in this list and begins with its comma; the spans up to the next member are its value. `always` is never left
 * out; `description` is empty, and a request may insert the text there.
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
export const MEMBER = 64;

/** The kinds of extras. A product has IMAGE_INFO only if it differs from the member: images with captions. */
export const EXTRA = { LABELS: 0, NUMBER: 1, LENGTH: 2, JSON: 3, DESCRIPTION: 4, IMAGE_INFO: 5 } as const;

/** Stands for the product itself where a variant's index is expected. */
export const NO_VARIANT = 0xffff;

/** Bytes of the spans and extras of a block, without names and values. */
function tableBytes(buffer: Buffer, header: number): number {
  return buffer.readUInt16LE(header + 6) * SPAN_BYTES + buffer.readUInt16LE(header + 12) * EXTRA_BYTES;
}

/** Offsets of the sections of one block in the buffer that it was read into. */
export class CardBlock {
  jsonStart = 0;
  jsonEnd = 0;
  splices = 0;
  spliceCount = 0;
  spans = 0;
  spanCount = 0;
  extras = 0;
  extraCount = 0;
  /** Where names and values of extras begin. */
  extraBytesStart = 0;

  /** Reads the header of the block that begins at `at`. */
  open(buffer: Buffer, at: number): void {
    const splices = at + HEADER_BYTES;
    const spans = splices + buffer.readUInt16LE(at + 4) * SPLICE_BYTES;
    const json = spans + tableBytes(buffer, at);
    this.openParts(buffer, at, { splices, json, spans });
    this.extraBytesStart = this.jsonEnd;
  }

  /** Reads the header at `header` of a block that is in parts; `spans` have extras and their bytes behind them. */
  openParts(buffer: Buffer, header: number, parts: { splices: number; json: number; spans: number }): void {
    this.spliceCount = buffer.readUInt16LE(header + 4);
    this.spanCount = buffer.readUInt16LE(header + 6);
    this.extraCount = buffer.readUInt16LE(header + 12);
    this.splices = parts.splices;
    this.jsonStart = parts.json;
    this.jsonEnd = parts.json + buffer.readUInt32LE(header);
    this.spans = parts.spans;
    this.extras = parts.spans + this.spanCount * SPAN_BYTES;
    this.extraBytesStart = parts.spans + tableBytes(buffer, header);
  }

  /** Visits each extra of one variant, or with NO_VARIANT of the product: `start` and `end` are the bytes of its value. */
  eachExtra(
    buffer: Buffer,
    variant: number,
    visit: (kind: number, name: string, start: number, end: number) => void,
  ): void {
    for (let i = 0; i < this.extraCount; i++) {
      const at = this.extras + i * EXTRA_BYTES;
      if (buffer.readUInt16LE(at + 8) !== variant) continue;
      const start = this.extraBytesStart + buffer.readUInt32LE(at);
      const nameStart = start - buffer.readUInt16LE(at + 12);
      const name = buffer.toString('utf8', nameStart, nameStart + buffer.readUInt16LE(at + 14));
      visit(buffer.readUInt16LE(at + 10), name, start, start + buffer.readUInt32LE(at + 4));
    }
  }
}
