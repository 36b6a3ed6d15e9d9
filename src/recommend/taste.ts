/**
 * What a visitor's history says of every product, as a sum of logarithms: how much more often its values come in the
 * history than in the catalog, attribute by attribute. A short history is drawn towards the catalog, so that one look
 * at something does not shut everything else out.
 */
import { growableU32 } from '../kernel/growable.js';
import type { Lead } from './gather-candidates.js';
import type { Role, Trait, Traits } from './traits.js';

/** By attribute: attributes that say the same thing twice share what one would have. */
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
/** How many looks at products the catalog counts for. */
const PRIOR = 5;
/** Least spread of prices, as a logarithm. */
const PRICE_SPREAD = 0.5;

interface Side {
  trait: Trait;
  /** By value: how often it came, then what it is worth, of those that came. */
  value: Float32Array;
  touched: ReturnType<typeof growableU32>;
  /** Products of the history that have any. */
  total: number;
  /** What a value is worth that never came. */
  unknown: number;
}

export class Taste {
  private readonly sides: Side[];
  private prices = { total: 0, sum: 0, squares: 0 };

  constructor(private readonly traits: Traits) {
    this.sides = traits.all.map(trait => ({
      trait,
      value: new Float32Array(trait.attribute.size),
      touched: growableU32(),
      total: 0,
      unknown: 0,
    }));
  }

  /** Takes a history: products, and how much each tells, in looks. `prices` are lowest selling prices by product. */
  learn(history: readonly (readonly [product: number, worth: number])[], prices: Float64Array): void {
    this.prices = { total: 0, sum: 0, squares: 0 };
    for (const [product, worth] of history) {
      const price = Math.log(prices[product]);
      if (!Number.isFinite(price)) continue;
      this.prices.total += worth;
      this.prices.sum += worth * price;
      this.prices.squares += worth * price * price;
    }
    for (const side of this.sides) this.learnSide(side, history);
  }

  private learnSide(side: Side, history: readonly (readonly [product: number, worth: number])[]): void {
    const { value, touched, trait } = side;
    const { start, values } = trait;
    const { ownersStart } = trait.attribute;
    const owners = trait.attribute.start.length - 1;
    for (const known of touched.view()) value[known] = 0;
    touched.length = 0;
    side.total = 0;
    for (const [product, worth] of history) {
      const place = this.traits.place(trait, product);
      if (start[place] < start[place + 1]) side.total += worth;
      for (let i = start[place]; i < start[place + 1]; i++) {
        if (value[values[i]] === 0) touched.push(values[i]);
        value[values[i]] += worth;
      }
    }
    side.unknown = Math.log(PRIOR / (side.total + PRIOR));
    for (const known of touched.view()) {
      const expected = PRIOR * ((ownersStart[known + 1] - ownersStart[known]) / owners);
      // At least a little above what never came, as 0 stands for that.
      value[known] = Math.max(
        side.unknown + 1e-3,
        Math.log((value[known] + expected) / (side.total + PRIOR) / (expected / PRIOR)),
      );
    }
  }

  /** By how much a product is likelier to be wanted than by chance: a logarithm. */
  of(product: number, prices: Float64Array): number {
    let sum = 0;
    for (const { trait, value, total, unknown } of this.sides) {
      if (total === 0) continue;
      const { start, values } = trait;
      const place = this.traits.place(trait, product);
      const from = start[place];
      const to = start[place + 1];
      if (from === to) continue;
      let worth = 0;
      for (let i = from; i < to; i++) worth += value[values[i]] === 0 ? unknown : value[values[i]];
      sum += (WEIGHTS[trait.role] * worth) / (to - from);
    }
    return sum + PRICE_WEIGHT * this.priceFit(prices[product]);
  }

  private priceFit(price: number): number {
    const { total, sum, squares } = this.prices;
    if (total === 0) return 0;
    const mean = sum / total;
    const spread = Math.sqrt(Math.max(0, squares / total - mean * mean)) + PRICE_SPREAD;
    const away = (Math.log(price) - mean) / spread;
    return Number.isFinite(away) ? Math.exp((-away * away) / 2) : 0;
  }

  /** Values worth looking for. @param worth of a taste beside whatever else speaks for products */
  leads(worth: number): Lead[] {
    const found: Lead[] = [];
    for (const { trait, value, touched, unknown } of this.sides) {
      for (const known of touched.view()) {
        found.push({ trait, value: known, worth: worth * WEIGHTS[trait.role] * (value[known] - unknown) });
      }
    }
    return found;
  }
}
