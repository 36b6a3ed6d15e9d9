/**
 * Writes the card block of a product (see card-block.ts) in the parts that a record keeps apart: splices, JSON, and the
 * rest. Markets whose blocks differ in the texts of offers alone take the same builder in turn. What they share is
 * encoded once; for each market it is copied around the texts of its offers, and positions are shifted by their lengths.
 */
import { Bytes } from '../kernel/bytes.js';
import {
  EXTRA_BYTES,
  HEADER_BYTES,
  MEMBER,
  MEMBERS,
  type Member,
  NO_VARIANT,
  SPAN,
  SPAN_BYTES,
  SPLICE_BYTES,
  SPLICE_NEW,
  SPLICE_TICKET,
} from './card-block.js';

/** Where the parts of blocks are appended. */
export interface BlockParts {
  splices: Bytes;
  json: Bytes;
  /** Header, spans, and extras with their bytes. */
  rests: Bytes;
}

const MEMBER_CODES = Object.fromEntries(MEMBERS.map((member, i) => [member, MEMBER + i])) as Record<Member, number>;

/** Words of 4 bytes. */
const HEADER_WORDS = HEADER_BYTES / 4;
const SPAN_WORDS = SPAN_BYTES / 4;
/** Numbers of an extra in the builder. */
const EXTRA_FIELDS = 5;
const ASCII_END = 0x80;

const NO_OFFER = () => undefined;

export class CardBlockBuilder {
  /** Of each span, where it begins in `text`: in UTF-16 units, and in bytes once the block is encoded. */
  private starts = new Uint32Array(1 << 8);
  /** Of each span, its code and, in the upper half, its variant. */
  private kinds = new Uint32Array(1 << 8);
  private spans = 0;
  /** The spans whose text is that of an offer. */
  private readonly offers: number[] = [];
  /** The spans that have a splice. */
  private readonly spliced: number[] = [];
  /** Text of all spans but offers. */
  private text = '';
  /** Whether the last span is a literal, which further literals continue. */
  private inLiteral = false;
  /** Of each extra its variant, its kind, and where its name and value begin and the value ends in `extraText`. */
  private readonly extras: number[] = [];
  private extraText = '';
  private variants = 0;

  // The block as encoded for all markets.
  private encoded = false;
  private readonly common = new Bytes(1 << 14);
  private readonly rest = new Bytes(1 << 14);
  /** Texts of the market's offers, and their bytes. */
  private readonly offerTexts: string[] = [];
  private readonly offerBytes: number[] = [];

  /** Adds a span. @param code its kind @param variant index among the product's variants, or NO_VARIANT */
  span(code: number, variant: number, text: string): this {
    if (code === SPAN.VARIANT_BEGIN) this.variants++;
    return this.add(code, variant, text);
  }

  /** Adds a span whose text is that of an offer, asked for by `append`. */
  offer(code: number, variant: number): this {
    this.offers.push(this.spans);
    return this.add(code, variant, '');
  }

  /** Adds text that is the same for every request; adjacent literals become one span. */
  literal(text: string): this {
    if (text === '') return this;
    if (!this.inLiteral) this.add(SPAN.LITERAL, NO_VARIANT, '');
    this.inLiteral = true;
    this.text += text;
    return this;
  }

  /** Begins a member. @param text its name and the part of its value that is the same for every request */
  member(member: Member, variant: number, text: string): this {
    return this.add(MEMBER_CODES[member], variant, text);
  }

  /** Marks the position at which the context of a ticket is inserted. */
  ticket(): this {
    this.spliced.push(this.spans);
    return this.add(SPAN.TICKET, NO_VARIANT, '');
  }

  /** Adds text that is shown only while the product is new. */
  whileNew(text: string): this {
    this.spliced.push(this.spans);
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
   * Appends the block of what was added so far; nothing may be added after that until `clear`.
   * @param offer the text of a span that was added by `offer`
   */
  append(parts: BlockParts, offer: (code: number, variant: number) => string | undefined = NO_OFFER): void {
    if (!this.encoded) this.encode();
    const growth = this.askOffers(offer);
    this.appendJson(parts.json, growth);
    this.placeSpans();
    this.appendSplices(parts.splices);
    this.rest.words[0] = this.common.at + growth;
    parts.rests.bytes(this.rest.written());
  }

  /** Makes the builder ready for the next product. */
  clear(): void {
    this.spans = 0;
    this.offers.length = 0;
    this.spliced.length = 0;
    this.text = '';
    this.inLiteral = false;
    this.extras.length = 0;
    this.extraText = '';
    this.variants = 0;
    this.encoded = false;
  }

  private add(code: number, variant: number, text: string): this {
    const at = this.spans++;
    if (at === this.starts.length) {
      this.starts = grown(this.starts);
      this.kinds = grown(this.kinds);
    }
    this.starts[at] = this.text.length;
    this.kinds[at] = code | (variant << 16);
    this.inLiteral = false;
    if (text !== '') this.text += text;
    return this;
  }

  /** Encodes what markets share: the text, and the rest but for the positions of spans. */
  private encode(): void {
    const { common, rest, spans, extras, extraText } = this;
    common.start();
    common.text(this.text);
    if (common.at !== this.text.length) this.toByteOffsets();
    const extraCount = extras.length / EXTRA_FIELDS;
    const tables = HEADER_BYTES + spans * SPAN_BYTES + extraCount * EXTRA_BYTES;
    rest.start();
    rest.reserve(tables + extraText.length * 3);
    rest.at = tables;
    rest.text(extraText);
    const extraBytes = rest.at - tables;
    const { words } = rest;
    words[1] = this.spliced.length | (spans << 16);
    words[2] = extraBytes;
    words[3] = extraCount | (this.variants << 16);
    for (let i = 0; i < spans; i++) words[HEADER_WORDS + SPAN_WORDS * i + 1] = this.kinds[i];
    this.writeExtras(HEADER_WORDS + SPAN_WORDS * spans, extraBytes === extraText.length);
    this.encoded = true;
  }

  /** Asks for the texts of the market's offers. @returns their bytes */
  private askOffers(offer: (code: number, variant: number) => string | undefined): number {
    let bytes = 0;
    for (let i = 0; i < this.offers.length; i++) {
      const kind = this.kinds[this.offers[i]];
      const text = offer(kind & 0xffff, kind >>> 16)!;
      this.offerTexts[i] = text;
      bytes += this.offerBytes[i] = utf8Bytes(text);
    }
    return bytes;
  }

  /**
   * Appends the text with those of offers in their places. It is copied once, as far back as the offers take bytes, and
   * then piece by piece to the front, within the same memory.
   */
  private appendJson(json: Bytes, growth: number): void {
    const { common, offers, starts } = this;
    const length = common.at + growth;
    json.reserve(length);
    const { buffer } = json;
    let write = json.at;
    let read = write + growth;
    buffer.set(common.written(), read);
    let from = 0;
    for (let i = 0; i < offers.length; i++) {
      const start = starts[offers[i]];
      const piece = start - from;
      if (piece > 0) buffer.copyWithin(write, read, read + piece);
      read += piece;
      write += piece;
      from = start;
      const text = this.offerTexts[i];
      const bytes = this.offerBytes[i];
      if (bytes === text.length) for (let k = 0; k < bytes; k++) buffer[write + k] = text.charCodeAt(k);
      else buffer.utf8Write(text, write);
      write += bytes;
    }
    json.at += length;
  }

  /** Writes the positions of spans in the market's JSON to the rest. */
  private placeSpans(): void {
    const { starts, spans, offers, offerBytes } = this;
    const { words } = this.rest;
    let offer = 0;
    let next = offers[0] ?? spans;
    let shift = 0;
    for (let i = 0, word = HEADER_WORDS; i < spans; i++, word += SPAN_WORDS) {
      words[word] = starts[i] + shift;
      if (i !== next) continue;
      shift += offerBytes[offer++];
      next = offer < offers.length ? offers[offer] : spans;
    }
  }

  private appendSplices(splices: Bytes): void {
    const { spliced, kinds, starts } = this;
    const { words } = this.rest;
    splices.reserve(spliced.length * SPLICE_BYTES);
    let word = splices.at / 4;
    for (let i = 0; i < spliced.length; i++) {
      const span = spliced[i];
      const end = span + 1 < this.spans ? starts[span + 1] : this.common.at;
      splices.words[word++] = words[HEADER_WORDS + SPAN_WORDS * span];
      splices.words[word++] = kindAndLength(kinds[span] & 0xffff, end - starts[span]);
    }
    splices.at += spliced.length * SPLICE_BYTES;
  }

  /** Converts positions in the text to those in its bytes, where it has letters beyond ASCII. */
  private toByteOffsets(): void {
    const { starts, common } = this;
    const { buffer } = common;
    let units = 0;
    let at = 0;
    for (let i = 0; i < this.spans; i++) {
      while (units < starts[i]) {
        const lead = buffer[at];
        at += lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        units += lead < 0xf0 ? 1 : 2;
      }
      starts[i] = at;
    }
  }

  /** Writes the table of extras. @param word where it begins @param ascii whether each letter is one byte */
  private writeExtras(word: number, ascii: boolean): void {
    const { extras, extraText } = this;
    const { words } = this.rest;
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
      words[word++] = valueStart;
      words[word++] = bytesTo(extras[i + 4]) - valueStart;
      words[word++] = extras[i] | (extras[i + 1] << 16);
      // Names may lie past 64 KiB of extras: their start is kept relative to the value, which follows the name.
      words[word++] = (valueStart - nameStart) * 0x10001;
    }
  }
}

/** The second word of a splice (kind and length): 0 bytes are left out for a ticket, its text for a badge. */
function kindAndLength(code: number, length: number): number {
  if (length > 0xffff) throw new RangeError(`a badge of ${length} bytes, expected at most ${0xffff}`);
  return code === SPAN.TICKET ? SPLICE_TICKET : SPLICE_NEW | (length << 16);
}

/** Bytes of a UTF-16 unit in UTF-8; those of a pair of surrogates are counted half each. */
function utf8Length(unit: number): number {
  if (unit < ASCII_END) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
}

/** Bytes of a short text in UTF-8. */
function utf8Bytes(text: string): number {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= ASCII_END) return Buffer.byteLength(text);
  return text.length;
}

function grown(values: Uint32Array): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(values.length * 2);
  next.set(values);
  return next;
}
