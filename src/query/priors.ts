/**
 * What a product is worth whatever is searched for: what sells, is new, is rated well, and can be had. Small against
 * the words, it decides between products that fit alike.
 */
import { type Bitmap, hasBit } from '../kernel/bitmap.js';
import type { Searchable } from '../snapshot/index.js';
import type { OfferContext } from './offer-context.js';
import {
  MAX_RATING,
  NEWNESS_HALF_LIFE_DAYS,
  NEWNESS_WORTH,
  OUT_OF_STOCK_PENALTY,
  POPULARITY_WORTH,
  RATING_WORTH,
} from './scoring.js';

const DAY_MS = 86_400_000;

/** The parts of priors in a view under some offers; content has no offers, and nothing but popularity. */
export class Priors {
  private readonly ratings: Float64Array | undefined;
  private readonly released: Float64Array | undefined;
  /** Ages count from the newest product, so that an order stays what it is until the catalog changes. */
  private readonly newest: number = Number.NEGATIVE_INFINITY;
  private readonly stocked: Bitmap | undefined;

  constructor(
    private readonly view: Searchable,
    offers: OfferContext | undefined,
  ) {
    this.ratings = view.numbers?.get('rating')?.values;
    this.released = view.numbers?.get('release_date')?.values;
    for (const time of this.released ?? []) if (time > this.newest) this.newest = time;
    this.stocked = offers?.inStock.products;
  }

  popularity(doc: number): number {
    return this.view.signals.popularity[doc] * POPULARITY_WORTH;
  }

  rating(doc: number): number {
    const rating = this.ratings?.[doc] ?? 0;
    return rating > 0 ? (rating / MAX_RATING) * RATING_WORTH : 0;
  }

  newness(doc: number): number {
    if (!this.released || Number.isNaN(this.released[doc])) return 0;
    const days = (this.newest - this.released[doc]) / DAY_MS;
    return NEWNESS_WORTH * 0.5 ** (days / NEWNESS_HALF_LIFE_DAYS);
  }

  stock(doc: number): number {
    return !this.stocked || hasBit(this.stocked, doc) ? 0 : -OUT_OF_STOCK_PENALTY;
  }

  /** All of it, by product. */
  all(): Float32Array {
    return Float32Array.from(
      { length: this.view.structure.productCount },
      (_, doc) => this.popularity(doc) + this.rating(doc) + this.newness(doc) + this.stock(doc),
    );
  }
}
