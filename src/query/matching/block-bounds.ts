/**
 * Bounds of blocks: no product of a block has a higher score. What terms, values, priors and boosts bring there at most
 * is added up. In the order and precision of scores that needs no margin, as adding in floating point is monotone. A
 * bound is tighter where the most that some of them bring together is known: all that a text of one term has, or the
 * first term of several with the priors. That is another order, so that the bound gets a margin for what rounding may
 * differ by.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import type { DenseLayer } from './layer.js';
import type { Champions, MostTogether, TogetherSearch } from './term-matches.js';
import type { WeightedValue } from './value-products.js';

/** Points for all products of a set. */
export interface Boost {
  readonly products: Bitmap;
  readonly points: number;
}

/** Which products of a layer are looked for. */
export interface BestSearch {
  /** Products to choose from; undefined: all of the layer. */
  among: Bitmap | undefined;
  /** Products that are offered otherwise; undefined: none. */
  except: Bitmap | undefined;
  /** How many of the best are wanted. */
  limit: number;
  /** Added to the scores last, in this order. */
  boosts: readonly Boost[];
  /** By product: orders products with the same score, lowest first. */
  ties: Uint32Array;
}

/** More than what a few additions in single precision lose of a sum, as a share of all that is added. */
const ROUNDING = 2 ** -20;
/** More than the points of all terms of a text together. */
const MOST_OF_TERMS = 1024;

const { fround } = Math;

export class BlockBounds {
  /** Of the first term with the priors, and where it is the only one, with the values; undefined: not known. */
  readonly together: MostTogether | undefined;
  /** Values that are not in `together`. */
  readonly values: readonly WeightedValue[];
  /** Added to bounds for what rounding may differ by. */
  readonly margin: number;

  constructor(
    private readonly layer: DenseLayer,
    private readonly boosts: readonly Boost[],
    ties: Uint32Array,
    assembly?: TogetherSearch,
  ) {
    const { terms, values, priors, offset } = layer;
    const single = terms.length === 1;
    this.together = terms[0]?.mostWith(single ? values : [], priors, ties, assembly);
    this.values = single && this.together ? [] : values;
    const others = [...values, ...boosts].reduce((sum, { points }) => sum + Math.abs(points), Math.abs(offset));
    this.margin = single || !this.together ? 0 : ROUNDING * (MOST_OF_TERMS + others);
  }

  /** The best `limit` products, where all products of the one term count and nothing is added; undefined: not known. */
  champions(limit: number, among: Bitmap): Champions | undefined {
    const { layer, together, boosts } = this;
    const { terms, offset } = layer;
    const all = terms.length === 1 && among === terms[0].bits && boosts.length === 0 && offset === 0;
    if (!all || !together) return undefined;
    const { champions } = together;
    return champions.docs.length >= Math.min(limit, terms[0].count) ? champions : undefined;
  }

  /**
   * Writes the bounds of regions, which are those of their blocks if each had all values and boosts; -Infinity where
   * no product counts.
   * @returns whether they are known
   */
  ofRegions(out: Float64Array): boolean {
    const { layer, together, values, boosts, margin } = this;
    if (!together) return false;
    const { terms, offset } = layer;
    for (let region = 0; region < out.length; region++) {
      let bound = together.regions[region];
      for (let t = 1; t < terms.length; t++) bound = fround(bound + terms[t].mostOfRegions[region]);
      for (let v = 0; v < values.length; v++) if (values[v].points > 0) bound = fround(bound + values[v].points);
      bound = fround(bound + offset);
      for (let b = 0; b < boosts.length; b++) if (boosts[b].points > 0) bound = fround(bound + boosts[b].points);
      out[region] = bound + margin;
    }
    return true;
  }

  /**
   * @param word the first of a block
   * @param low the products of it that count, `high` of the second
   */
  of(word: number, low: number, high: number): number {
    const { layer, together, values, boosts, margin } = this;
    const { terms, priors, offset } = layer;
    const block = word >>> 1;
    let bound = together ? together.blocks[block] : 0;
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
