/** The sizes that a visitor buys, and which products lack them. */
import type { Attribute } from '../index/attributes.js';
import type { OfferContext } from '../query/filters/offer-context.js';
import type { View } from '../snapshot/index.js';
import { sizeBit, sizesOf } from './affinity-columns.js';

export class KnownSizes {
  /** By size: how many of the variants have it. */
  private readonly counts = new Map<number, number>();
  private readonly sizes: Attribute | undefined;
  /** See `sizeBit`; 0: none is known. */
  bits = 0;

  /** @param variants bought or in the cart */
  constructor(
    private readonly view: View,
    variants: readonly number[],
  ) {
    const sizes = sizesOf(view.attributes);
    if (!sizes) return;
    this.sizes = sizes;
    for (const variant of variants) {
      for (let i = sizes.start[variant]; i < sizes.start[variant + 1]; i++) {
        this.counts.set(sizes.of[i], (this.counts.get(sizes.of[i]) ?? 0) + 1);
        this.bits |= sizeBit(sizes.of[i]);
      }
    }
  }

  /**
   * How surely a product is out of stock in the visitor's size, from 0 to 1: 0 where a variant of a known size is in
   * stock, or the product comes in none of them.
   */
  missing(product: number, { stock }: OfferContext): number {
    if (this.counts.size === 0) return 0;
    const { variantStart } = this.view.structure;
    const first = variantStart[product];
    const end = variantStart[product + 1];
    let most = 0;
    // Most variants are in stock: of those sizes are looked up only where a known size is not.
    for (let v = first; v < end; v++) if (stock[v] <= 0) most = Math.max(most, this.countOf(v));
    if (most === 0) return 0;
    for (let v = first; v < end; v++) if (stock[v] > 0 && this.countOf(v) > 0) return 0;
    return most / (most + 1);
  }

  private countOf(variant: number): number {
    const { start, of } = this.sizes!;
    let most = 0;
    for (let i = start[variant]; i < start[variant + 1]; i++) most = Math.max(most, this.counts.get(of[i]) ?? 0);
    return most;
  }
}
