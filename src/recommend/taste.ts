/**
 * A visitor's taste: scores products by how much more frequent their values are in the visitor's history than in the
 * catalog, as a sum of logarithms over attributes. The catalog is a prior, so that a short history does not exclude
 * everything else.
 */
import { growableU32 } from '../kernel/growable.js';
import { PriceBand } from './price-band.js';
import type { Role, Trait, Traits } from './traits.js';
import type { WeightedValue } from './value-candidates.js';

/** Weights of attributes: attributes that correlate share one weight. */
const WEIGHTS: Readonly<Record<Role, number>> = {
  category: 0.3,
  product_type: 0.2,
  ontology: 0.05,
  gender: 0.6,
  age: 0.5,
  brand: 0.3,
  series: 0.1,
  color: 0.15,
  pattern: 0.1,
  department: 0.05,
  custom: 0.05,
};
const PRICE_WEIGHT = 0.3;
/** Weight of the catalog as a prior, in product views. */
export const PRIOR = 5;
/** Least standard deviation of the logarithm of prices. */
const PRICE_SPREAD = 0.5;

interface TasteAttribute {
  trait: Trait;
  /**
   * By value, 0 for those outside of the history: first the weight of its products with the value, then the value's
   * score.
   */
  value: Float32Array;
  touched: ReturnType<typeof growableU32>;
  /** Weight of the history's products that have a value. */
  total: number;
  /** Score of a value that the history does not have. */
  unknown: number;
}

export class Taste {
  private readonly attributes: TasteAttribute[];
  private readonly prices = new PriceBand(PRICE_SPREAD);

  constructor(private readonly traits: Traits) {
    this.attributes = traits.all.map(trait => ({
      trait,
      value: new Float32Array(trait.attribute.size),
      touched: growableU32(),
      total: 0,
      unknown: 0,
    }));
  }

  /**
   * Learns a history of products with their weights in product views. `prices` are lowest selling prices by product.
   */
  learn(history: readonly (readonly [product: number, weight: number])[], prices: Float64Array): void {
    this.prices.clear();
    for (const [product, weight] of history) this.prices.add(Math.log(prices[product]), weight);
    for (const attribute of this.attributes) this.learnAttribute(attribute, history);
  }

  private learnAttribute(
    attribute: TasteAttribute,
    history: readonly (readonly [product: number, weight: number])[],
  ): void {
    const { value, touched, trait } = attribute;
    const { start, values } = trait;
    const { ownersStart } = trait.attribute;
    const owners = trait.attribute.start.length - 1;
    for (const known of touched.view()) value[known] = 0;
    touched.length = 0;
    attribute.total = 0;
    for (const [product, weight] of history) {
      const place = this.traits.place(trait, product);
      if (start[place] < start[place + 1]) attribute.total += weight;
      for (let i = start[place]; i < start[place + 1]; i++) {
        if (value[values[i]] === 0) touched.push(values[i]);
        value[values[i]] += weight;
      }
    }
    attribute.unknown = Math.log(PRIOR / (attribute.total + PRIOR));
    for (const known of touched.view()) {
      const expected = PRIOR * ((ownersStart[known + 1] - ownersStart[known]) / owners);
      // Above the score of values outside of the history, because 0 stands for those.
      value[known] = Math.max(
        attribute.unknown + 1e-3,
        Math.log((value[known] + expected) / (attribute.total + PRIOR) / (expected / PRIOR)),
      );
    }
  }

  /** Logarithm of the lift of a product. */
  of(product: number, prices: Float64Array): number {
    let sum = 0;
    for (const { trait, value, total, unknown } of this.attributes) {
      if (total === 0) continue;
      const { start, values } = trait;
      const place = this.traits.place(trait, product);
      const from = start[place];
      const to = start[place + 1];
      if (from === to) continue;
      let lift = 0;
      for (let i = from; i < to; i++) lift += value[values[i]] === 0 ? unknown : value[values[i]];
      sum += (WEIGHTS[trait.role] * lift) / (to - from);
    }
    return sum + PRICE_WEIGHT * this.prices.fit(Math.log(prices[product]));
  }

  /** The history's values, by which candidates are found. @param tasteWeight weight of the taste in scores */
  weightedValues(tasteWeight: number): WeightedValue[] {
    const found: WeightedValue[] = [];
    for (const { trait, value, touched, unknown } of this.attributes) {
      for (const known of touched.view()) {
        found.push({ trait, value: known, weight: tasteWeight * WEIGHTS[trait.role] * (value[known] - unknown) });
      }
    }
    return found;
  }
}
