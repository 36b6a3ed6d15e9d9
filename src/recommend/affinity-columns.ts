/**
 * What affinities compare of each product, side by side, so that a product takes one look at memory: its brand, its
 * type, and how high its price is for its kind, since a visitor who buys cheap socks does not look for cheap coats by
 * that alone. Prices and stock are those of the market.
 *
 *   4 × product    brand + 1, or 0
 *           + 1    type + 1, or 0
 *           + 2    price level + 1, or 0
 *           + 3    the sizes that a variant is out of stock in: see `sizeBit`
 */
import type { Attribute } from '../index/attributes.js';
import { inSteps, type Steps } from '../kernel/steps.js';
import type { View } from '../snapshot/index.js';
import type { Role, Trait, Traits } from './traits.js';

/** The first of these attributes that a view has is the type. */
const TYPES: readonly Role[] = ['product_type', 'category', 'ontology'];
export const WIDTH = 4;
/** Values beyond are passed over. */
const MOST_VALUES = 0xffff;
/** Of the logarithm of a price in terms of the typical one of its kind: steps of 3 %, up to 60 times as much or little. */
const LEVELS_PER_E = 32;
const MOST_LEVELS = 255;

/** The logarithm that a price level stands for. */
export function logOfLevel(level: number): number {
  return (level - (MOST_LEVELS >> 1)) / LEVELS_PER_E;
}

export class AffinityColumns {
  private constructor(
    readonly rows: Uint16Array,
    readonly brands: Trait | undefined,
    readonly types: Trait | undefined,
  ) {}

  /** -1: none. */
  brand(product: number): number {
    return this.rows[product * WIDTH] - 1;
  }

  /** The first of several; -1: none. */
  type(product: number): number {
    return this.rows[product * WIDTH + 1] - 1;
  }

  /** See `logOfLevel`; -1: it has no price. */
  priceLevel(product: number): number {
    return this.rows[product * WIDTH + 2] - 1;
  }

  static *of({ structure, offers, attributes }: View, traits: Traits): Steps<AffinityColumns> {
    const { productCount, variantStart } = structure;
    const { kinds } = traits;
    const traitOf = (roles: readonly Role[]) => {
      const [trait] = roles.flatMap(role => traits.all.find(trait => trait.role === role) ?? []);
      return trait;
    };
    const brands = traitOf(['brand']);
    const types = traitOf(TYPES);
    const sizes = sizesOf(attributes);
    const rows = new Uint16Array(WIDTH * productCount);
    const logs = new Float32Array(productCount);
    // Of products without a kind too.
    const sums = new Float64Array(kinds.count + 1);
    const counts = new Uint32Array(kinds.count + 1);
    yield* inSteps(productCount, (from, end) => {
      for (let product = from; product < end; product++) {
        rows[product * WIDTH] = brands ? firstValue(brands, traits, product) : 0;
        rows[product * WIDTH + 1] = types ? firstValue(types, traits, product) : 0;
        let lowest = Number.POSITIVE_INFINITY;
        for (let v = variantStart[product]; v < variantStart[product + 1]; v++) {
          if (offers.sell[v] < lowest) lowest = offers.sell[v];
          if (!sizes || offers.stock[v] > 0) continue;
          for (let i = sizes.start[v]; i < sizes.start[v + 1]; i++) rows[product * WIDTH + 3] |= sizeBit(sizes.of[i]);
        }
        logs[product] = Math.log(lowest);
        if (!Number.isFinite(logs[product])) continue;
        sums[kinds.of[product] + 1] += logs[product];
        counts[kinds.of[product] + 1]++;
      }
    });
    yield* inSteps(productCount, (from, end) => {
      for (let product = from; product < end; product++) {
        if (!Number.isFinite(logs[product])) continue;
        const kind = kinds.of[product] + 1;
        const level = Math.round((logs[product] - sums[kind] / counts[kind]) * LEVELS_PER_E) + (MOST_LEVELS >> 1);
        rows[product * WIDTH + 2] = Math.max(0, Math.min(MOST_LEVELS - 1, level)) + 1;
      }
    });
    return new AffinityColumns(rows, brands, types);
  }
}

/** Those of variants; undefined: the view has none. */
export function sizesOf(attributes: View['attributes']): Attribute | undefined {
  const sizes = attributes.get('size');
  return sizes?.level === 'variant' ? sizes : undefined;
}

/** Sixteen bits tell sizes apart well enough that most products without the wanted size out of stock are passed over. */
export function sizeBit(size: number): number {
  return 1 << (size & 15);
}

/** Plus 1; 0: none. */
function firstValue(trait: Trait, traits: Traits, product: number): number {
  const { start, values } = trait;
  const place = traits.place(trait, product);
  const from = start[place];
  return from < start[place + 1] && values[from] < MOST_VALUES ? values[from] + 1 : 0;
}
