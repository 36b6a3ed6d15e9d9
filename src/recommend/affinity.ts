/**
 * What a visitor is likely to want of the products of a search: points for the brands and types of what was viewed,
 * liked and bought, and for prices as high for their kind; and less for a product that is out of stock in the visitor's
 * size. A short history says little, and so does a value that much of the catalog has.
 */
import type { PersonalPart } from '../query/explain/score-parts.js';
import type { OfferContext } from '../query/filters/offer-context.js';
import { PERSONAL_WINDOW, type PersonalPoints } from '../query/ranking/personal-order.js';
import { type AffinityColumns, logOfLevel, WIDTH } from './affinity-columns.js';
import type { KnownSizes } from './known-sizes.js';
import type { PriceBand } from './price-band.js';

/** Most points of each part: one in all, less than popularity brings. That of the size is taken away. */
const MOST_POINTS = { brand: 0.4, type: 0.3, price: 0.3, size: 0.3 } as const;

/** By value: how much more of a history than of the catalog has it, from 0 to 1, discounted by how short it is. */
export type Excess = ReadonlyMap<number, number>;

/** What is known of a visitor. */
export interface Liking {
  brands: Excess;
  types: Excess;
  /** In terms of what kinds of products cost. */
  prices: PriceBand;
  sizes: KnownSizes;
  /** Grows with the history, from 0 to 1. */
  confidence: number;
}

/** Of the thread: the rows of a window, and the points of one product. */
const window = new Uint16Array(PERSONAL_WINDOW * WIDTH);
const one = new Float32Array(1);

export class Affinity implements PersonalPoints {
  constructor(
    private readonly liking: Liking,
    private readonly columns: AffinityColumns,
    private readonly offers: OfferContext,
    /** Whether the stock is what the columns were made of. */
    private readonly isOrdinary: boolean,
  ) {}

  of(product: number): number {
    this.write(Uint32Array.of(product), one);
    return one[0];
  }

  /** The rows of all products are read before anything is made of them: so the reads, which miss caches, overlap. */
  write(products: Uint32Array, points: Float32Array): void {
    const { brands, types, sizes } = this.liking;
    const { rows } = this.columns;
    const { length } = products;
    for (let i = 0; i < length; i++) {
      const from = products[i] * WIDTH;
      for (let k = 0; k < WIDTH; k++) window[i * WIDTH + k] = rows[from + k];
    }
    const wanted = sizes.bits;
    for (let i = 0; i < length; i++) {
      const from = i * WIDTH;
      const brand = MOST_POINTS.brand * (brands.get(window[from] - 1) ?? 0);
      const type = MOST_POINTS.type * (types.get(window[from + 1] - 1) ?? 0);
      const mayLack = wanted !== 0 && (!this.isOrdinary || (window[from + 3] & wanted) !== 0);
      const size = mayLack ? this.size(products[i]) : 0;
      points[i] = brand + type + this.priceAt(window[from + 2] - 1) + size;
    }
  }

  /** Those that are not 0. */
  parts(product: number): PersonalPart[] {
    const parts: PersonalPart[] = [
      { kind: 'personal', of: 'brand', points: this.brand(product) },
      { kind: 'personal', of: 'type', points: this.type(product) },
      { kind: 'personal', of: 'price', points: this.price(product) },
      { kind: 'personal', of: 'size', points: this.size(product) },
    ];
    return parts.filter(({ points }) => points !== 0);
  }

  private brand(product: number): number {
    return MOST_POINTS.brand * (this.liking.brands.get(this.columns.brand(product)) ?? 0);
  }

  private type(product: number): number {
    return MOST_POINTS.type * (this.liking.types.get(this.columns.type(product)) ?? 0);
  }

  private price(product: number): number {
    return this.priceAt(this.columns.priceLevel(product));
  }

  private priceAt(level: number): number {
    const { prices, confidence } = this.liking;
    return level < 0 ? 0 : MOST_POINTS.price * confidence * prices.fit(logOfLevel(level));
  }

  private size(product: number): number {
    return -MOST_POINTS.size * this.liking.sizes.missing(product, this.offers);
  }
}
