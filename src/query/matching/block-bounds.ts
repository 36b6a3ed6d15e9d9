/**
 * Bounds of blocks: no product of a block has a higher score. What terms, values, priors and boosts bring there at most is
 * added up. In the order and precision of scores that needs no margin, as adding in floating point is monotone. Where
 * the most that the first term and the priors bring together is known, the order is another one, and the bound gets a
 * margin for what rounding may differ by, unless these two are all that scores are made of.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import type { DenseLayer } from './layer.js';

/** Points for all products of a set. */
export interface Boost {
  readonly products: Bitmap;
  readonly points: number;
}

/** More than what a few additions in single precision lose of a sum, as a share of all that is added. */
const ROUNDING = 2 ** -20;
/** More than the points of all terms of a text together. */
const MOST_OF_TERMS = 1024;

const { fround } = Math;

export class BlockBounds {
  /** By block, of the first term with the priors; undefined: not known. */
  private readonly together: Float32Array | undefined;
  private readonly margin: number;

  constructor(
    private readonly layer: DenseLayer,
    private readonly boosts: readonly Boost[],
  ) {
    const { terms, values, priors, offset } = layer;
    this.together = terms[0]?.mostWith(priors);
    const alone = terms.length === 1 && values.length === 0 && offset === 0 && boosts.length === 0;
    const others = [...values, ...boosts].reduce((sum, { points }) => sum + Math.abs(points), Math.abs(offset));
    this.margin = alone || !this.together ? 0 : ROUNDING * (MOST_OF_TERMS + others);
  }

  /**
   * @param word the first of a block
   * @param low the products of it that count, `high` of the second
   */
  of(word: number, low: number, high: number): number {
    const { layer, together, boosts, margin } = this;
    const { terms, values, priors, offset } = layer;
    const block = word >>> 1;
    let bound = together ? together[block] : 0;
    for (let t = together ? 1 : 0; t < terms.length; t++) bound = fround(bound + terms[t].most[block]);
    for (let v = 0; v < values.length; v++) {
      const { products, points } = values[v];
      if (((products[word] & low) | (products[word + 1] & high)) !== 0) bound = fround(bound + points);
    }
    if (!together) bound = fround(bound + priors.most[block]);
    bound = fround(bound + offset);
    for (let b = 0; b < boosts.length; b++) {
      const { products, points } = boosts[b];
      if (points > 0 && ((products[word] & low) | (products[word + 1] & high)) !== 0) bound = fround(bound + points);
    }
    return bound + margin;
  }
}
