/** The products of a hit set as a bitmap, for whatever asks of single products whether they are among the hits. */
import { type Bitmap, bitmapWords, emptyBitmap } from '../../kernel/bitmap.js';
import type { HitSet } from './faceted-hits.js';

/** Scratch of one thread. */
export class Members {
  private bits: Bitmap = emptyBitmap(0);
  private hits: HitSet | undefined;

  /** Of groups that appear once, every product found. Valid until other hits are asked for. */
  of(hits: HitSet, productCount: number): Bitmap {
    if (hits.bits && !hits.found) return hits.bits;
    if (this.hits === hits) return this.bits;
    const words = bitmapWords(productCount);
    if (this.bits.length === words) this.bits.fill(0);
    else this.bits = emptyBitmap(productCount);
    const { bits } = this;
    const docs = hits.found?.docs ?? hits.docs;
    const count = hits.found?.docs.length ?? hits.count;
    for (let i = 0; i < count; i++) bits[docs[i] >>> 5] |= 1 << (docs[i] & 31);
    this.hits = hits;
    return bits;
  }
}
