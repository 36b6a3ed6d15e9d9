/**
 * Priors: scores of products that do not depend on the text, from popularity, newness, rating and stock. Small in
 * comparison with the scores of words, they decide between products that match equally well.
 */

import type { NumberColumn } from '../../index/numbers.js';
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import { finish, inSteps, type Steps } from '../../kernel/steps.js';
import type { Searchable } from '../../snapshot/index.js';
import type { OfferContext } from '../filters/offer-context.js';
import { blockMaxima } from './blocks.js';
import {
  MAX_RATING,
  NEWNESS_HALF_LIFE_DAYS,
  NEWNESS_WEIGHT,
  OUT_OF_STOCK_PENALTY,
  POPULARITY_WEIGHT,
  RATING_WEIGHT,
} from './scoring.js';

const DAY_MS = 86_400_000;
/** Release dates that are looked up. */
const MOST_TIMES = 4096;

/** By release dates, which snapshots share until one changes: computing them for 100,000 products takes 30 ms. */
const newnesses = new WeakMap<NumberColumn, Float64Array>();

/** Ages count from the newest product, so that the order stays the same until the catalog changes. */
function* newnessOf(released: NumberColumn): Steps<Float64Array> {
  const known = newnesses.get(released);
  if (known) return known;
  const { values } = released;
  let newest = Number.NEGATIVE_INFINITY;
  yield* inSteps(values.length, (from, end) => {
    for (let doc = from; doc < end; doc++) if (values[doc] > newest) newest = values[doc];
  });
  const newness = new Float64Array(values.length);
  // Products have few dates, and a power takes several times as long as looking it up.
  const byTime = new Map<number, number>();
  yield* inSteps(values.length, (from, end) => {
    for (let doc = from; doc < end; doc++) {
      const time = values[doc];
      if (Number.isNaN(time)) continue;
      let points = byTime.get(time);
      if (points === undefined) {
        points = NEWNESS_WEIGHT * 0.5 ** ((newest - time) / DAY_MS / NEWNESS_HALF_LIFE_DAYS);
        if (byTime.size < MOST_TIMES) byTime.set(time, points);
      }
      newness[doc] = points;
    }
  });
  newnesses.set(released, newness);
  return newness;
}

/** What products are worth whatever is searched for. */
export interface PriorPoints {
  /** By product. */
  readonly points: Float32Array;
  /** The most of each block of products. */
  readonly most: Float32Array;
}

/** The components of the priors in a view under some offers; for content, which has no offers, popularity alone. */
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
    this.newnesses = released && finish(newnessOf(released));
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

  /** The sum of the components. */
  *all(): Steps<PriorPoints> {
    const points = new Float32Array(this.view.structure.productCount);
    yield* inSteps(points.length, (from, end) => {
      for (let doc = from; doc < end; doc++) {
        points[doc] = this.popularity(doc) + this.rating(doc) + this.newness(doc) + this.stock(doc);
      }
    });
    return { points, most: blockMaxima(points) };
  }
}

/** The priors of a view under some offers; what they are computed from is not to be there before. */
export function* priorsOf(view: Searchable, offers: OfferContext | undefined): Steps<PriorPoints> {
  const released = view.numbers?.get('release_date');
  if (released) yield* newnessOf(released);
  return yield* new Priors(view, offers).all();
}
