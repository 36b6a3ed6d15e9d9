/** A bitmap for each value of an attribute, and one of hits: what bits they have in common counts a facet. */
import type { Attribute } from '../../src/index/attributes.js';
import { setBit } from '../../src/kernel/bitmap.js';
import type { HitSet } from '../../src/query/facets/faceted-hits.js';
import { CommonBits } from './common-bits.js';

export class ValueBitmaps {
  private readonly common: CommonBits;
  private readonly values: readonly Uint32Array[];

  /** @param products how many there are */
  constructor({ size, ownersStart, owners }: Attribute, { docs, count }: HitSet, products: number) {
    this.common = new CommonBits(products, size);
    for (let i = 0; i < count; i++) setBit(this.common.one, docs[i]);
    this.values = Array.from({ length: size }, (_, value) => {
      const bitmap = this.common.other(value);
      for (let i = ownersStart[value]; i < ownersStart[value + 1]; i++) setBit(bitmap, owners[i]);
      return bitmap;
    });
  }

  /** Hits by value, counted in WebAssembly with SIMD. */
  countWithSimd(): Uint32Array {
    this.common.count();
    return this.common.counts;
  }

  /** Hits by value, counted in JavaScript. */
  count(): Uint32Array {
    const counts = new Uint32Array(this.values.length);
    const { one } = this.common;
    for (let value = 0; value < counts.length; value++) {
      const bitmap = this.values[value];
      let total = 0;
      for (let i = 0; i < one.length; i++) {
        let w = one[i] & bitmap[i];
        w -= (w >>> 1) & 0x55555555;
        w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
        total += Math.imul((w + (w >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
      }
      counts[value] = total;
    }
    return counts;
  }
}
