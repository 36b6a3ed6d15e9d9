/** What products are worth whatever is searched for, straight from the formula: rating, newness and stock. */
import {
  MAX_RATING,
  NEWNESS_HALF_LIFE_DAYS,
  NEWNESS_WEIGHT,
  OUT_OF_STOCK_PENALTY,
  RATING_WEIGHT,
} from '../../src/query/ranking/scoring.js';
import { type Item, type OfferSelection, type Oracle, offerOf } from './oracle.js';
import { DAY_MS } from './shop.js';

const newest = new WeakMap<Oracle, number>();

/** In single precision. */
export function priorOf({ product }: Item, oracle: Oracle, offers: OfferSelection): number {
  const rating = product.data.rating ?? 0;
  const days = (newestIn(oracle) - Date.parse(product.data.releaseDate ?? '')) / DAY_MS;
  const newness = Number.isNaN(days) ? 0 : NEWNESS_WEIGHT * 0.5 ** (days / NEWNESS_HALF_LIFE_DAYS);
  const stocked = product.variants.some(variant => offerOf(variant, offers).stock > 0);
  return Math.fround((rating / MAX_RATING) * RATING_WEIGHT + newness + (stocked ? 0 : -OUT_OF_STOCK_PENALTY));
}

function newestIn(oracle: Oracle): number {
  let time = newest.get(oracle);
  if (time === undefined) {
    const dates = oracle.items.map(({ product }) => Date.parse(product.data.releaseDate ?? ''));
    newest.set(oracle, (time = Math.max(...dates.filter(date => !Number.isNaN(date)))));
  }
  return time;
}
