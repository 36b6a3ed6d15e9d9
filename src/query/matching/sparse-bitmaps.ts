/**
 * Bitmaps of few products, for one query: to set their bits again takes less time than a look at a bitmap takes that
 * lies in no cache, and over a million products the bitmap of each rare value would take 125 KB of what is kept.
 */
import type { Bitmap } from '../../kernel/bitmap.js';

interface Lent {
  readonly bits: Bitmap;
  /** `products[from … to)`: whose bits are set. They tell it from all others of the query at hand. */
  products: Uint32Array;
  from: number;
  to: number;
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
      const { bits, products, from, to } = this.bitmaps[i];
      for (let at = from; at < to; at++) bits[products[at] >>> 5] = 0;
      this.bitmaps[i].products = NONE;
    }
    this.lent = 0;
  }

  /** A bitmap of `products[from … to)` until the next `begin`. */
  of(products: Uint32Array, from: number, to: number): Bitmap {
    for (let i = 0; i < this.lent; i++) {
      const known = this.bitmaps[i];
      if (known.products === products && known.from === from && known.to === to) return known.bits;
    }
    const at = this.lent++;
    let lent = this.bitmaps[at];
    if (!lent) this.bitmaps.push((lent = { bits: this.make(), products, from, to }));
    else Object.assign(lent, { products, from, to });
    const { bits } = lent;
    for (let i = from; i < to; i++) bits[products[i] >>> 5] |= 1 << (products[i] & 31);
    return bits;
  }
}
