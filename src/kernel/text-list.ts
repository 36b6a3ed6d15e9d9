/**
 * A list of texts in their UTF-8 bytes: the keys of a catalog are many, and as objects garbage collections would copy
 * them. It is written to parts in the form of `Strings`.
 */
import { isOrderOfBytes, orderByBytes, orderOfBytes } from './byte-order.js';
import { growableU8, growableU32 } from './growable.js';

const ASCII_END = 0x80;
const [UPPER_A, UPPER_Z, LOWER] = [0x41, 0x5a, 0x20];

/** What the sections of a list are added to: a part. */
interface Sections {
  add(name: string, data: Uint8Array | Uint32Array): Sections;
}

export class TextList {
  private bytes = growableU8();
  private starts = growableU32();

  constructor() {
    this.starts.push(0);
  }

  get length(): number {
    return this.starts.length - 1;
  }

  push(text: string): void {
    const from = this.bytes.length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= ASCII_END) {
        this.bytes.length = from;
        for (const byte of Buffer.from(text)) this.bytes.push(byte);
        break;
      }
      this.bytes.push(unit);
    }
    this.starts.push(this.bytes.length);
  }

  at(ordinal: number): string {
    const bytes = this.bytes.view();
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return all.utf8Slice(this.starts.get(ordinal), this.starts.get(ordinal + 1));
  }

  areEqual(a: number, b: number): boolean {
    const { bytes, starts } = this;
    const [startA, startB] = [starts.get(a), starts.get(b)];
    const length = starts.get(a + 1) - startA;
    if (starts.get(b + 1) - startB !== length) return false;
    for (let i = 0; i < length; i++) if (bytes.get(startA + i) !== bytes.get(startB + i)) return false;
    return true;
  }

  /** The ordinals in the order of bytes; those of equal texts ascend. */
  order(): Uint32Array {
    return orderOfBytes(this.bytes.view(), this.starts.view());
  }

  /** As `order`, of the texts in lower case. @param order that of the texts themselves */
  foldedOrder(order: Uint32Array): Uint32Array {
    const bytes = this.bytes.view();
    let upper = false;
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] >= ASCII_END) {
        return orderByBytes(Array.from({ length: this.length }, (_, ordinal) => this.at(ordinal).toLowerCase()));
      }
      upper ||= bytes[i] >= UPPER_A && bytes[i] <= UPPER_Z;
    }
    if (!upper) return order;
    const folded = bytes.map(byte => (byte >= UPPER_A && byte <= UPPER_Z ? byte + LOWER : byte));
    const starts = this.starts.view();
    // Keys are nearly always in the same order in lower case, which takes a fifth of the time to see.
    return isOrderOfBytes(order, folded, starts) ? order : orderOfBytes(folded, starts);
  }

  /** Adds the sections of `Strings`. */
  write(part: Sections, name: string): void {
    part.add(`${name}.offsets`, this.starts.view()).add(`${name}.bytes`, this.bytes.view());
  }
}
