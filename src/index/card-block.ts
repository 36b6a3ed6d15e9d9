/**
 * The card block: one product as listings show it, encoded at build time. It holds the JSON that most requests want,
 * the positions at which a request inserts text, and values that only some requests ask for. All integers are little
 * endian and unaligned.
 *
 *   0  u32 length of the JSON        12  u16 number of extras
 *   4  u16 number of splices         14  u16 number of variants
 *   6  u16 number of spans           16  splices: u32 position, u32 length, u32 kind
 *   8  u32 length of the extras      …   spans: u32 start, u16 code, u16 variant
 *                                    …   extras: u32 value start, u32 value length, u16 variant, u16 kind,
 *                                        u16 bytes the name begins before the value, u16 name length
 *                                    …   JSON, then each extra's name and value
 *
 * Splices suffice for most requests: a ticket is inserted (length 0), or a range is shown only while the product is new.
 * Spans divide the whole JSON, for requests with other prices or stock; a span ends where the next one begins. Version
 * and checksum are those of the card file, see cards.ts.
 */
import { Bytes } from '../kernel/bytes.js';

export const HEADER_BYTES = 16;
export const SPLICE_BYTES = 12;
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
const MEMBER_CODES = Object.fromEntries(MEMBERS.map((member, i) => [member, MEMBER + i])) as Record<Member, number>;

/** The kinds of extras. A product has IMAGE_INFO only if it differs from the member: images with captions. */
export const EXTRA = { LABELS: 0, NUMBER: 1, LENGTH: 2, JSON: 3, DESCRIPTION: 4, IMAGE_INFO: 5 } as const;

/** In the place of a variant's index: the product itself. */
export const NO_VARIANT = 0xffff;

export class CardBlockBuilder {
  private readonly json = new Bytes(1 << 16);
  private readonly extraBytes = new Bytes(1 << 14);
  private splices: number[] = [];
  private spans: number[] = [];
  private extras: number[] = [];
  private variants = 0;
  /** Literal text that is not written yet, so that adjacent literals become one span. */
  private pending = '';

  /** Adds a span. @param code its kind @param variant index among the product's variants, or NO_VARIANT */
  span(code: number, variant: number, text: string): this {
    this.writeLiteral();
    this.spans.push(this.json.at, code, variant);
    if (code === SPAN.VARIANT_BEGIN) this.variants++;
    if (text !== '') this.json.text(text);
    return this;
  }

  /** Adds text that is the same for every request; adjacent literals become one span. */
  literal(text: string): this {
    this.pending += text;
    return this;
  }

  /** Begins a member. @param text its name and the part of its value that is the same for every request */
  member(member: Member, variant: number, text: string): this {
    return this.span(MEMBER_CODES[member], variant, text);
  }

  /** Marks the position at which the context of a ticket is inserted. */
  ticket(): this {
    this.span(SPAN.TICKET, NO_VARIANT, '');
    this.splices.push(this.json.at, 0, SPLICE_TICKET);
    return this;
  }

  /** Adds text that is shown only while the product is new. */
  whileNew(text: string): this {
    this.writeLiteral();
    this.splices.push(this.json.at, Buffer.byteLength(text), SPLICE_NEW);
    return this.span(SPAN.NEW_BADGE, NO_VARIANT, text);
  }

  private writeLiteral(): void {
    if (this.pending === '') return;
    this.spans.push(this.json.at, SPAN.LITERAL, NO_VARIANT);
    this.json.text(this.pending);
    this.pending = '';
  }

  extra(kind: number, variant: number, name: string, value: string): this {
    const nameStart = this.extraBytes.at;
    this.extraBytes.text(name);
    const valueStart = this.extraBytes.at;
    this.extraBytes.text(value);
    this.extras.push(valueStart, this.extraBytes.at - valueStart, variant, kind, nameStart, valueStart - nameStart);
    return this;
  }

  /** @returns the encoded block; the builder is empty afterwards */
  finish(): Buffer {
    this.writeLiteral();
    const json = this.json.written();
    const extraBytes = this.extraBytes.written();
    const splices = this.splices.length / 3;
    const spans = this.spans.length / 3;
    const extras = this.extras.length / 6;
    const head = HEADER_BYTES + splices * SPLICE_BYTES + spans * SPAN_BYTES + extras * EXTRA_BYTES;
    const out = Buffer.alloc(head + json.length + extraBytes.length);
    out.writeUInt32LE(json.length, 0);
    out.writeUInt16LE(splices, 4);
    out.writeUInt16LE(spans, 6);
    out.writeUInt32LE(extraBytes.length, 8);
    out.writeUInt16LE(extras, 12);
    out.writeUInt16LE(this.variants, 14);
    let at = HEADER_BYTES;
    for (const value of this.splices) at = out.writeUInt32LE(value, at);
    for (let i = 0; i < this.spans.length; i += 3) {
      at = out.writeUInt32LE(this.spans[i], at);
      at = out.writeUInt16LE(this.spans[i + 1], at);
      at = out.writeUInt16LE(this.spans[i + 2], at);
    }
    for (let i = 0; i < this.extras.length; i += 6) {
      at = out.writeUInt32LE(this.extras[i], at);
      at = out.writeUInt32LE(this.extras[i + 1], at);
      at = out.writeUInt16LE(this.extras[i + 2], at);
      at = out.writeUInt16LE(this.extras[i + 3], at);
      // Names may lie past 64 KiB of extras: their start is kept relative to the value, which follows the name.
      at = out.writeUInt16LE(this.extras[i] - this.extras[i + 4], at);
      at = out.writeUInt16LE(this.extras[i + 5], at);
    }
    out.set(json, head);
    out.set(extraBytes, head + json.length);
    this.json.start();
    this.extraBytes.start();
    this.splices = [];
    this.spans = [];
    this.extras = [];
    this.variants = 0;
    return out;
  }
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
  private extraBytes = 0;

  /** Reads the header of the block that begins at `at`. */
  open(buffer: Buffer, at: number): void {
    this.spliceCount = buffer.readUInt16LE(at + 4);
    this.spanCount = buffer.readUInt16LE(at + 6);
    this.extraCount = buffer.readUInt16LE(at + 12);
    this.splices = at + HEADER_BYTES;
    this.spans = this.splices + this.spliceCount * SPLICE_BYTES;
    this.extras = this.spans + this.spanCount * SPAN_BYTES;
    this.jsonStart = this.extras + this.extraCount * EXTRA_BYTES;
    this.jsonEnd = this.jsonStart + buffer.readUInt32LE(at);
    this.extraBytes = this.jsonEnd;
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
      const start = this.extraBytes + buffer.readUInt32LE(at);
      const nameStart = start - buffer.readUInt16LE(at + 12);
      const name = buffer.toString('utf8', nameStart, nameStart + buffer.readUInt16LE(at + 14));
      visit(buffer.readUInt16LE(at + 10), name, start, start + buffer.readUInt32LE(at + 4));
    }
  }
}
