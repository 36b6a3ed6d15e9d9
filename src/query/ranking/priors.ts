/**
 * What a product is worth whatever is searched for: what sells, is new, is rated well, and can be had. Small against
 * the words, it decides between products that fit alike.
 */

import type { NumberColumn } from '../../index/numbers.js';
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { OfferContext } from '../filters/offer-context.js';
import {
  MAX_RATING,
  NEWNESS_HALF_LIFE_DAYS,
  NEWNESS_WEIGHT,
  OUT_OF_STOCK_PENALTY,
  POPULARITY_WEIGHT,
  RATING_WEIGHT,
} from './scoring.js';

const DAY_MS = 86_400_000;

/** By release dates, which snapshots share until a date changes: powers of 100,000 products take 30 ms. */
const newnesses = new WeakMap<NumberColumn, Float64Array>();

/** Ages count from the newest product, so that an order stays what it is until the catalog changes. */
function newnessOf(released: NumberColumn): Float64Array {
  let worth = newnesses.get(released);
  if (!worth) {
    let newest = Number.NEGATIVE_INFINITY;
    for (const time of released.values) if (time > newest) newest = time;
    worth = released.values.map(time => {
      return Number.isNaN(time) ? 0 : NEWNESS_WEIGHT * 0.5 ** ((newest - time) / DAY_MS / NEWNESS_HALF_LIFE_DAYS);
    });
    newnesses.set(released, worth);
  }
  return worth;
}

/** The parts of priors in a view under some offers; content has no offers, and nothing but popularity. */
export class Priors {
  private readonly ratings: Float64Array | undefined;
  private readonly newnesses: Float64Array | undefined;
  private readonly stocked: Bitmap | undefined;

  constructor(
    private readonly view: Searchable,
    offers: OfferContext | undefined,
  ) {
    this.ratings = view.numbers?.get('rating')?.values;
    const released = view.numbers?.get('release_date');
    this.newnesses = released && newnessOf(released);
    this.stocked = offers?.inStock.products;
  }

  popularity(doc: number): number {
    return this.view.signals.popularity[doc] * POPULARITY_WEIGHT;
  }

  rating(doc: number): number {
    const rating = this.ratings?.[doc] ?? 0;
    return rating > 0 ? (rating / MAX_RATING) * RATING_WEIGHT : 0;
  }

  newness(doc: number): number {
    return this.newnesses?.[doc] ?? 0;
  }

  stock(doc: number): number {
    return !this.stocked || hasBit(this.stocked, doc) ? 0 : -OUT_OF_STOCK_PENALTY;
  }

  /** All of it, by product. */
  all(): Float32Array {
    const all = new Float32Array(this.view.structure.productCount);
    // Every new snapshot makes this anew: a plain loop takes a fifth of what an iterator does.
    for (let doc = 0; doc < all.length; doc++) {
      all[doc] = this.popularity(doc) + this.rating(doc) + this.newness(doc) + this.stock(doc);
    }
    return all;
  }
}
