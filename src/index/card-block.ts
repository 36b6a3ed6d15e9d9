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
 * and checksum are those of the card file, see cards.ts.
 */
import type { Bytes } from '../kernel/bytes.js';

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
const MEMBER_CODES = Object.fromEntries(MEMBERS.map((member, i) => [member, MEMBER + i])) as Record<Member, number>;

/** The kinds of extras. A product has IMAGE_INFO only if it differs from the member: images with captions. */
export const EXTRA = { LABELS: 0, NUMBER: 1, LENGTH: 2, JSON: 3, DESCRIPTION: 4, IMAGE_INFO: 5 } as const;

/** Stands for the product itself where a variant's index is expected. */
export const NO_VARIANT = 0xffff;

const NO_OFFER = () => undefined;

/**
 * Collects the spans and extras of one product, and appends its block to a buffer, as often as there are markets whose
 * blocks differ in the texts of offers alone. Pieces are joined to one text and encoded at once: a product has a hundred
 * of them, and a call of the engine's encoder costs as much as joining twenty.
 */
export class CardBlockBuilder {
  /** Of each span its code, and behind it its variant. */
  private readonly kinds: number[] = [];
  /** Of each span its text; undefined where that depends on the offer. */
  private readonly texts: (string | undefined)[] = [];
  /** Of each extra its variant, its kind, and where its name and value begin and the value ends in `extraText`. */
  private readonly extras: number[] = [];
  private extraText = '';
  private variants = 0;
  /** Pending literal text, so that adjacent literals become one span. */
  private pending = '';
  /** Head of the block that is being written. */
  private head = new Uint32Array(1 << 10);
  private headBytes = new Uint8Array(this.head.buffer);

  /** Adds a span. @param code its kind @param variant index among the product's variants, or NO_VARIANT */
  span(code: number, variant: number, text: string): this {
    if (code === SPAN.VARIANT_BEGIN) this.variants++;
    return this.add(code, variant, text);
  }

  /** Adds a span whose text is that of an offer, asked for by `append`. */
  offer(code: number, variant: number): this {
    return this.add(code, variant, undefined);
  }

  /** Adds text that is the same for every request; adjacent literals become one span. */
  literal(text: string): this {
    this.pending += text;
    return this;
  }

  /** Begins a member. @param text its name and the part of its value that is the same for every request */
  member(member: Member, variant: number, text: string): this {
    return this.add(MEMBER_CODES[member], variant, text);
  }

  /** Marks the position at which the context of a ticket is inserted. */
  ticket(): this {
    return this.add(SPAN.TICKET, NO_VARIANT, '');
  }

  /** Adds text that is shown only while the product is new. */
  whileNew(text: string): this {
    return this.add(SPAN.NEW_BADGE, NO_VARIANT, text);
  }

  extra(kind: number, variant: number, name: string, value: string): this {
    const nameStart = this.extraText.length;
    const valueStart = nameStart + name.length;
    this.extraText += name;
    this.extraText += value;
    this.extras.push(variant, kind, nameStart, valueStart, valueStart + value.length);
    return this;
  }

  /**
   * Encodes the spans and extras added so far as a block, and appends it.
   * @param offer the text of a span that was added by `offer`
   * @returns its length
   */
  append(into: Bytes, offer: (code: number, variant: number) => string | undefined = NO_OFFER): number {
    this.writeLiteral();
    const { kinds, texts } = this;
    const spans = texts.length;
    this.reserveHead();
    let splices = 0;
    for (let i = 0; i < spans; i++) if (isSplice(kinds[2 * i])) splices++;
    const { head } = this;
    let splice = HEADER_BYTES / 4;
    let span = splice + (splices * SPLICE_BYTES) / 4;
    let json = '';
    for (let i = 0; i < spans; i++) {
      const code = kinds[2 * i];
      const variant = kinds[2 * i + 1];
      const text = texts[i] ?? offer(code, variant)!;
      if (isSplice(code)) {
        head[splice++] = json.length;
        head[splice++] = kindAndLength(code, text.length);
      }
      head[span++] = json.length;
      head[span++] = code | (variant << 16);
      json += text;
    }
    const extraBytes = Buffer.byteLength(this.extraText);
    const headBytes = this.writeExtras(span, extraBytes === this.extraText.length) * 4;
    const start = into.at;
    into.reserve(headBytes);
    into.at += headBytes;
    into.text(json);
    const jsonBytes = into.at - start - headBytes;
    into.text(this.extraText);
    if (jsonBytes !== json.length)
      this.toByteOffsets(into.buffer.subarray(start + headBytes, start + headBytes + jsonBytes), splices, spans);
    head[0] = jsonBytes;
    head[1] = splices | (spans << 16);
    head[2] = extraBytes;
    head[3] = (this.extras.length / EXTRA_FIELDS) | (this.variants << 16);
    into.buffer.set(this.headBytes.subarray(0, headBytes), start);
    return into.at - start;
  }

  /** Makes the builder ready for the next product. */
  clear(): void {
    this.kinds.length = 0;
    this.texts.length = 0;
    this.extras.length = 0;
    this.extraText = '';
    this.variants = 0;
    this.pending = '';
  }

  private add(code: number, variant: number, text: string | undefined): this {
    this.writeLiteral();
    this.kinds.push(code, variant);
    this.texts.push(text);
    return this;
  }

  private writeLiteral(): void {
    if (this.pending === '') return;
    this.kinds.push(SPAN.LITERAL, NO_VARIANT);
    this.texts.push(this.pending);
    this.pending = '';
  }

  /** Makes room for the head, were every span a splice. */
  private reserveHead(): void {
    const spans = this.texts.length * (SPLICE_BYTES + SPAN_BYTES);
    const extras = (this.extras.length / EXTRA_FIELDS) * EXTRA_BYTES;
    const words = (HEADER_BYTES + spans + extras) / 4;
    if (words <= this.head.length) return;
    this.head = new Uint32Array(words * 2);
    this.headBytes = new Uint8Array(this.head.buffer);
  }

  /** Converts positions in the text of the JSON to those in its bytes, where it has letters beyond ASCII. */
  private toByteOffsets(json: Uint8Array, splices: number, spans: number): void {
    const { head } = this;
    const from = HEADER_BYTES / 4 + (splices * SPLICE_BYTES) / 4;
    let splice = HEADER_BYTES / 4;
    let units = 0;
    let at = 0;
    const bytesTo = (end: number): number => {
      while (units < end) {
        const lead = json[at];
        at += lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        units += lead < 0xf0 ? 1 : 2;
      }
      return at;
    };
    let badge = -1;
    for (let i = 0; i < spans; i++) {
      const span = from + 2 * i;
      head[span] = bytesTo(head[span]);
      if (badge >= 0) head[badge + 1] = kindAndLength(SPAN.NEW_BADGE, head[span] - head[badge]);
      badge = -1;
      const code = head[span + 1] & 0xffff;
      if (!isSplice(code)) continue;
      head[splice] = head[span];
      if (code === SPAN.NEW_BADGE) badge = splice;
      splice += SPLICE_BYTES / 4;
    }
    if (badge >= 0) head[badge + 1] = kindAndLength(SPAN.NEW_BADGE, json.length - head[badge]);
  }

  /** Writes the table of extras. @param word where it begins @param ascii whether each letter is one byte @returns where it ends */
  private writeExtras(word: number, ascii: boolean): number {
    const { head, extras, extraText } = this;
    let at = 0;
    let bytes = 0;
    const bytesTo = (end: number): number => {
      if (ascii) return end;
      for (; at < end; at++) bytes += utf8Length(extraText.charCodeAt(at));
      return bytes;
    };
    for (let i = 0; i < extras.length; i += EXTRA_FIELDS) {
      const nameStart = bytesTo(extras[i + 2]);
      const valueStart = bytesTo(extras[i + 3]);
      head[word++] = valueStart;
      head[word++] = bytesTo(extras[i + 4]) - valueStart;
      head[word++] = extras[i] | (extras[i + 1] << 16);
      // Names may lie past 64 KiB of extras: their start is kept relative to the value, which follows the name.
      head[word++] = (valueStart - nameStart) * 0x10001;
    }
    return word;
  }
}

/** Numbers of an extra in the builder. */
const EXTRA_FIELDS = 5;

/** The second word of a splice (kind and length): 0 bytes are left out for a ticket, its text for a badge. */
function kindAndLength(code: number, length: number): number {
  if (length > 0xffff) throw new RangeError(`a badge of ${length} bytes, expected at most ${0xffff}`);
  return (code === SPAN.TICKET ? SPLICE_TICKET : SPLICE_NEW) | (length << 16);
}

/** Whether a splice begins where the span does. */
function isSplice(code: number): boolean {
  return code === SPAN.TICKET || code === SPAN.NEW_BADGE;
}

/** Bytes of a UTF-16 unit in UTF-8; those of a pair of surrogates are counted half each. */
function utf8Length(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
}

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
