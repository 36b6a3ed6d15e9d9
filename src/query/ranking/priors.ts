/**
 * Priors: scores of products that do not depend on the text, from popularity, newness, rating and stock. Small in
 * comparison with the scores of words, they decide between products that match equally well.
 */

import type { NumberColumn } from '../../index/numbers.js';
import { PLAIN_FACTORS, type PriorFactors } from '../../index/signals.js';
import { hasBit } from '../../kernel/bitmap.js';
import { finish, inSteps, type Steps } from '../../kernel/steps.js';
import type { Searchable } from '../../snapshot/index.js';
import { AssemblyColumns, type PriorColumns } from '../columns/assembly-columns.js';
import type { OfferContext } from '../filters/offer-context.js';
import { blockCount, blockMaxima } from './blocks.js';
import {
  MAX_RATING,
  NEWNESS_HALF_LIFE_DAYS,
  NEWNESS_WEIGHT,
  OUT_OF_STOCK_PENALTY,
  POPULARITY_WEIGHT,
  RATING_WEIGHT,
} from './scoring.js';

const DAY_MS = 86_400_000;
/** The weights in a shop whose visitors have changed them by some factors. */
function weightsWith({ popularity, rating, stock }: PriorFactors) {
  return {
    popularity: POPULARITY_WEIGHT * popularity,
    maxRating: MAX_RATING,
    rating: RATING_WEIGHT * rating,
    dayMs: DAY_MS,
    outOfStock: -OUT_OF_STOCK_PENALTY * stock,
  };
}
/** Release dates whose points are kept: products have few, and a power takes several times as long as looking it up. */
const KEPT_DATES = 1 << 12;

/** By release dates, which snapshots share until one changes: the newest of them. */
const newests = new WeakMap<NumberColumn, number>();

/** Ages count from the newest product, so that the order stays the same until the catalog changes. */
function* newestOf(released: NumberColumn, columns?: AssemblyColumns): Steps<number> {
  const known = newests.get(released);
  if (known !== undefined) return known;
  const { values } = released;
  let newest = Number.NEGATIVE_INFINITY;
  yield* inSteps(values.length, (from, end) => {
    if (columns) newest = columns.greatest(values, from, end, newest);
    else for (let doc = from; doc < end; doc++) if (values[doc] > newest) newest = values[doc];
  });
  newests.set(released, newest);
  return newest;
}

/** Points for newness by release date. */
class Newness {
  private readonly dates = new Float64Array(KEPT_DATES).fill(Number.NaN);
  private readonly points = new Float64Array(KEPT_DATES);

  /** @param weight of being the newest */
  constructor(
    private readonly newest: number,
    private readonly weight: number,
  ) {}

  /** @param date NaN where a product has none */
  of(date: number): number {
    const place = (date / DAY_MS) & (KEPT_DATES - 1);
    if (this.dates[place] === date) return this.points[place];
    if (Number.isNaN(date)) return 0;
    this.dates[place] = date;
    this.points[place] = this.weight * 0.5 ** ((this.newest - date) / DAY_MS / NEWNESS_HALF_LIFE_DAYS);
    return this.points[place];
  }
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
  private readonly from: PriorColumns;
  private readonly newnesses: Newness;
  private readonly weights: ReturnType<typeof weightsWith>;

  constructor(
    private readonly view: Searchable,
    offers: OfferContext | undefined,
  ) {
    const ratings = view.numbers?.get('rating')?.values;
    const released = view.numbers?.get('release_date');
    const { popularity, factors = PLAIN_FACTORS } = view.signals;
    this.weights = weightsWith(factors);
    this.from = { popularity, ratings, released: released?.values, stocked: offers?.inStock.products };
    this.newnesses = new Newness(released ? finish(newestOf(released)) : 0, NEWNESS_WEIGHT * factors.newness);
  }

  popularity(doc: number): number {
    return this.from.popularity[doc] * this.weights.popularity;
  }

  rating(doc: number): number {
    const { ratings } = this.from;
    return ratings ? ratingPoints(ratings[doc], this.weights.rating) : 0;
  }

  newness(doc: number): number {
    const { released } = this.from;
    return released ? this.newnesses.of(released[doc]) : 0;
  }

  stock(doc: number): number {
    const { stocked } = this.from;
    return !stocked || hasBit(stocked, doc) ? 0 : this.weights.outOfStock;
  }

  /** The sums of the components. @param columns computes them; undefined: they are in JavaScript */
  *all(columns: AssemblyColumns | undefined): Steps<PriorPoints> {
    const points = new Float32Array(this.view.structure.productCount);
    if (!columns) {
      yield* inSteps(points.length, (from, end) => this.enter(points, from, end));
      return { points, most: blockMaxima(points) };
    }
    const out = { points, most: new Float32Array(blockCount(points.length)) };
    const sum = (doc: number) => this.popularity(doc) + this.rating(doc) + this.newness(doc) + this.stock(doc);
    yield* inSteps(points.length, (from, end) => {
      columns.priors(this.from, this.weights, [from, end], this.newnesses, sum, out);
    });
    return out;
  }

  /** Enters the sums of the products from `from` to before `end`. */
  private enter(points: Float32Array, from: number, end: number): void {
    const { popularity, ratings, released, stocked } = this.from;
    const { newnesses, weights } = this;
    for (let doc = from; doc < end; doc++) {
      const popular = popularity[doc] * weights.popularity;
      const rated = ratings ? ratingPoints(ratings[doc], weights.rating) : 0;
      const newness = released ? newnesses.of(released[doc]) : 0;
      const stock = !stocked || hasBit(stocked, doc) ? 0 : weights.outOfStock;
      points[doc] = popular + rated + newness + stock;
    }
  }
}

function ratingPoints(rating: number, weight: number): number {
  return rating > 0 ? (rating / MAX_RATING) * weight : 0;
}

/**
 * The priors of a view under some offers; what they are computed from is not to be there before.
 * @param assembly whether they are computed in WebAssembly, where there is any
 */
export function* priorsOf(view: Searchable, offers: OfferContext | undefined, assembly: boolean): Steps<PriorPoints> {
  const columns = assembly ? AssemblyColumns.ofThread() : undefined;
  const released = view.numbers?.get('release_date');
  if (released) yield* newestOf(released, columns);
  return yield* new Priors(view, offers).all(columns);
}
