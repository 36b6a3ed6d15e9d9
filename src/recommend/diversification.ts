/**
 * Orders a few hundred products by score, and diversifies them: each further product of a kind or brand loses a little,
 * so that one kind or brand does not fill the beginning where others score nearly as well.
 */

import { StampedSet } from '../kernel/stamped-set.js';
import { TopK } from '../kernel/top-k.js';
import type { View } from '../snapshot/index.js';
import type { Kinds } from './traits.js';

/** How products are scored and mixed. */
export interface DiversityOrder {
  score: (product: number) => number;
  /** Products with a lower score are left out. */
  floor: number;
  /** What a score loses with each doubling of the products of its kind and brand before it; 0: no mixing. */
  repetitionPenalty: number;
  view: View;
  kinds: Kinds;
}

export class Diversifier {
  private readonly topK = new TopK();
  private scores = new Float64Array(512);
  private ordered = new Uint32Array(512);
  private readonly groups = new StampedSet();
  private readonly seenKinds = new Map<number, number>();
  private readonly seenBrands = new Map<number, number>();

  /** The products whose score is at least the floor, best first, one of each group. A view into scratch. */
  order(
    products: Uint32Array,
    { score, floor, repetitionPenalty, view: { structure, attributes }, kinds }: DiversityOrder,
  ): Uint32Array {
    const { topK } = this;
    if (this.scores.length < products.length) {
      this.scores = new Float64Array(products.length * 2);
      this.ordered = new Uint32Array(products.length * 2);
    }
    topK.reset(products.length);
    for (let i = 0; i < products.length; i++) {
      this.scores[i] = score(products[i]);
      // NaN fails the comparison too.
      if (this.scores[i] >= floor) topK.offer(i, this.scores[i], structure.keyRank[products[i]]);
    }
    const n = topK.drain(this.ordered);
    const brands = attributes.get('brand');
    this.groups.clear(structure.groupCount);
    this.seenKinds.clear();
    this.seenBrands.clear();
    topK.reset(products.length);
    for (let rank = 0; rank < n; rank++) {
      const product = products[this.ordered[rank]];
      const group = structure.groupOf[product];
      if (this.groups.has(group)) continue;
      this.groups.add(group);
      const owner = brands?.level === 'product' ? product : structure.variantStart[product];
      const brand = brands && brands.start[owner] < brands.start[owner + 1] ? brands.of[brands.start[owner]] : -1;
      const before = count(this.seenKinds, kinds.of[product]) + count(this.seenBrands, brand) / 2;
      topK.offer(
        product,
        this.scores[this.ordered[rank]] - repetitionPenalty * Math.log2(1 + before),
        structure.keyRank[product],
      );
    }
    return this.ordered.subarray(0, topK.drain(this.ordered));
  }
}

/** How often a value was counted before; a product without kind or brand repeats none. */
function count(seen: Map<number, number>, value: number): number {
  if (value < 0) return 0;
  const before = seen.get(value) ?? 0;
  seen.set(value, before + 1);
  return before;
}
