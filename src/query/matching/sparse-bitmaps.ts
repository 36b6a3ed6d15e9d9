/**
 * Bitmaps of few products, for one query: to set their bits again takes less time than a look at a bitmap takes that
 * lies in no cache, and over a million products the bitmap of each rare value would take 125 KB of what is kept.
 */
import type { Bitmap } from '../../kernel/bitmap.js';

interface Lent {
  readonly bits: Bitmap;
  /** Whose bits are set. The place of the list in memory tells it from all others of the query at hand. */
  products: Uint32Array;
}

const NONE = new Uint32Array(0);

export class SparseBitmaps {
  private readonly bitmaps: Lent[] = [];
  private lent = 0;

  /** @param make a bitmap without products */
  constructor(private readonly make: () => Bitmap) {}

  /** Takes back all bitmaps. */
  begin(): void {
    for (let i = 0; i < this.lent; i++) {
      const { bits, products } = this.bitmaps[i];
      for (let at = 0; at < products.length; at++) bits[products[at] >>> 5] = 0;
      this.bitmaps[i].products = NONE;
    }
    this.lent = 0;
  }

  /** A bitmap of a list of products until the next `begin`; other views of the same list have the same one. */
  of(products: Uint32Array): Bitmap {
    for (let i = 0; i < this.lent; i++) {
      const known = this.bitmaps[i];
      if (isSameList(known.products, products)) return known.bits;
    }
    const at = this.lent++;
    let lent = this.bitmaps[at];
    if (!lent) this.bitmaps.push((lent = { bits: this.make(), products }));
    else lent.products = products;
    const { bits } = lent;
    for (let i = 0; i < products.length; i++) bits[products[i] >>> 5] |= 1 << (products[i] & 31);
    return bits;
  }
}

function isSameList(a: Uint32Array, b: Uint32Array): boolean {
  return a.byteOffset === b.byteOffset && a.length === b.length && a.buffer === b.buffer;
}
