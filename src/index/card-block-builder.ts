/** Collects the card of a product (see card-block.ts) and appends its parts to those of a record. */
import type { Bytes } from '../kernel/bytes.js';
import { CODE_BITS, LONG, MEMBERS, type Member, memberCode, NO_VARIANT, SPAN, SPAN_BYTES } from './card-block.js';

/** Where the parts of cards are appended. */
export interface BlockParts {
  spans: Bytes;
  json: Bytes;
  extras: Bytes;
}

const ASCII_END = 0x80;

export class CardBlockBuilder {
  /** Of each span its code, and where it begins in `text`: in UTF-16 units, and in bytes once the card is encoded. */
  private codes = new Uint8Array(1 << 8);
  private starts = new Uint32Array(1 << 8);
  private count = 0;
  private text = '';
  /** Whether the last span is a literal, which further literals continue. */
  private inLiteral = false;
  private readonly extras: { kind: number; variant: number; name: string; value: string }[] = [];
  /** Spans at which a page inserts something whose place it marks by a splice. */
  private spliced = 0;

  /** Adds a span. @param code its kind */
  span(code: number, text = ''): this {
    if (this.count === this.starts.length) this.grow();
    this.starts[this.count] = this.text.length;
    this.codes[this.count++] = code;
    this.inLiteral = false;
    if (text !== '') this.text += text;
    return this;
  }

  /** Adds text that is the same for every request; adjacent literals become one span. */
  literal(text: string): this {
    if (text === '') return this;
    if (!this.inLiteral) this.span(SPAN.LITERAL);
    this.inLiteral = true;
    this.text += text;
    return this;
  }

  /** Begins a member. @param text its name and the part of its value that is the same for every request */
  member(member: Member, text: string): this {
    return this.span(memberCodes[member], text);
  }

  /** Marks the position at which the context of a ticket is inserted. */
  ticket(): this {
    this.spliced++;
    return this.span(SPAN.TICKET);
  }

  /** Adds text that is shown only while the product is new. */
  whileNew(text: string): this {
    this.spliced++;
    return this.span(SPAN.NEW_BADGE, text);
  }

  /** @param variant index among the product's variants, or NO_VARIANT */
  extra(kind: number, variant: number, name: string, value: string): this {
    this.extras.push({ kind, variant, name, value });
    return this;
  }

  /** Appends the card of what was added. @returns how many splices it has */
  append(parts: BlockParts): number {
    const { json } = parts;
    const start = json.at;
    json.text(this.text);
    const bytes = json.at - start;
    if (bytes !== this.text.length) this.toByteOffsets(json.buffer, start);
    this.appendSpans(parts.spans, bytes);
    for (const { kind, variant, name, value } of this.extras) {
      const { extras } = parts;
      writeInteger(extras, variant === NO_VARIANT ? 0 : variant + 1);
      extras.byte(kind);
      writeInteger(extras, Buffer.byteLength(name));
      writeInteger(extras, Buffer.byteLength(value));
      extras.text(name);
      extras.text(value);
    }
    return this.spliced;
  }

  /** Makes the builder ready for the next product. */
  clear(): void {
    this.count = 0;
    this.text = '';
    this.inLiteral = false;
    this.extras.length = 0;
    this.spliced = 0;
  }

  private appendSpans(spans: Bytes, bytes: number): void {
    const { codes, starts, count } = this;
    spans.reserve(count * 3 * SPAN_BYTES);
    const { buffer } = spans;
    let { at } = spans;
    for (let i = 0; i < count; i++) {
      const length = (i + 1 < count ? starts[i + 1] : bytes) - starts[i];
      const word = codes[i] | (Math.min(length, LONG) << CODE_BITS);
      buffer[at++] = word & 0xff;
      buffer[at++] = word >>> 8;
      if (length >= LONG) at = buffer.writeUInt32LE(length, at);
    }
    spans.at = at;
  }

  /** Converts positions in the text to those in its bytes, which begin at `base`. */
  private toByteOffsets(buffer: Uint8Array, base: number): void {
    const { starts } = this;
    let units = 0;
    let at = base;
    for (let i = 0; i < this.count; i++) {
      while (units < starts[i]) {
        const lead = buffer[at];
        at += lead < ASCII_END ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        units += lead < 0xf0 ? 1 : 2;
      }
      starts[i] = at - base;
    }
  }

  private grow(): void {
    const [codes, starts] = [this.codes, this.starts];
    this.codes = new Uint8Array(codes.length * 2);
    this.codes.set(codes);
    this.starts = new Uint32Array(starts.length * 2);
    this.starts.set(starts);
  }
}

const memberCodes = Object.fromEntries(MEMBERS.map(member => [member, memberCode(member)])) as Record<Member, number>;

/** An unsigned integer in LEB128. */
function writeInteger(out: Bytes, value: number): void {
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) out.byte(0x80 | (rest % 0x80));
  out.byte(rest);
}
