/** Sorts a hit set by relevance or by a column, ties by product key, so that paging is stable. */

import { hasBit } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS } from '../../kernel/deadline.js';
import { TopK } from '../../kernel/top-k.js';
import type { View } from '../../snapshot/index.js';
import type { HitSet, Scored } from '../facets/faceted-hits.js';
import type { OfferContext } from '../filters/offer-context.js';
import type { QueryContext } from '../query-context.js';
import { orderPersonally, PERSONAL_WINDOW, type PersonalPoints } from './personal-order.js';
import { haveSame, SAME_WINDOW, spreadSame } from './same-products.js';

/** The orders of a hit set. `descending`: large values first; products without a value come last. */
export type Order = { by: 'relevance' } | { by: OrderColumn; descending: boolean };
export type OrderColumn =
  | 'price'
  | 'discount'
  | 'rating'
  | 'release_date'
  | 'title'
  | 'name'
  | 'length'
  | 'width'
  | 'height'
  | 'depth'
  | 'volume'
  | 'weight';

const topK = new TopK();
const window = new Uint32Array(PERSONAL_WINDOW);
let windowScores = new Float32Array(PERSONAL_WINDOW);

/** Hits with all that their order depends on. */
export interface Ranking {
  hits: HitSet;
  scored: Scored;
  order: Order;
  /** Of a list by relevance: what the visitor is likely to want; absent: it is the same for all. */
  personal?: PersonalPoints | undefined;
  /** Whether products at the beginning of a list by relevance that are the same in other groups are spread. */
  spread?: boolean;
}

const NO_LOSSES: ReadonlyMap<number, number> = new Map();

/**
 * Writes the first `limit` products in order to `out` and returns their number. Past the deadline, only hits visited so
 * far are considered.
 */
export function rank(ranking: Ranking, limit: number, context: QueryContext, out: Uint32Array): number {
  const { order, personal, spread } = ranking;
  if (order.by !== 'relevance' || !(personal || spread)) return rankAlike(ranking, limit, context, out);
  if (!personal) {
    const count = rankAlike(ranking, limit, context, out);
    // Products only go down: what has none twice stays as it is, whatever is behind it.
    if (!haveSame(out.subarray(0, Math.min(count, SAME_WINDOW)), context.view)) return count;
  }
  const count = rankBeginning(ranking, limit, context, out).count;
  return Math.min(count, limit);
}

/** What products at the beginning of a list lose for those before them that are the same. */
export function lossesIn(ranking: Ranking, context: QueryContext): ReadonlyMap<number, number> {
  if (ranking.order.by !== 'relevance' || !ranking.spread) return NO_LOSSES;
  return rankBeginning(ranking, 0, context, window).losses;
}

/** As `rank`, with the beginning ordered again. */
function rankBeginning(
  ranking: Ranking,
  limit: number,
  context: QueryContext,
  out: Uint32Array,
): { count: number; losses: ReadonlyMap<number, number> } {
  const { scored, personal, spread } = ranking;
  const best = limit < PERSONAL_WINDOW ? window : out;
  const most = Math.max(limit, PERSONAL_WINDOW);
  if (windowScores.length < most) windowScores = new Float32Array(most);
  const count = rankAlike(ranking, most, context, best, windowScores);
  const beginning = best.subarray(0, Math.min(count, PERSONAL_WINDOW));
  const { keyRank } = context.view.structure;
  if (personal) orderPersonally(beginning, windowScores, scored.behind, personal, keyRank);
  const losses = spread ? spreadSame(beginning, windowScores, scored.behind, context.view) : NO_LOSSES;
  if (best !== out) out.set(beginning.subarray(0, limit));
  return { count, losses };
}

/** As `rank`, in an order that is the same for all visitors. @param scores gets those of a list by relevance */
function rankAlike(
  { hits, scored, order }: Ranking,
  limit: number,
  { view, offers, deadline }: QueryContext,
  out: Uint32Array,
  scores?: Float32Array,
): number {
  const { keyRank } = view.structure;
  if (order.by === 'relevance' && scored.best && (hits.bits || isAll(hits, scored))) {
    return scored.best(hits.bits, limit, keyRank, out, scores);
  }
  const { docs, count } = hits;
  topK.reset(Math.min(limit, count));
  if (order.by === 'relevance') {
    const all = scored.scores;
    let { floor } = topK;
    for (let i = 0; i < count; i++) {
      if ((i & DEADLINE_STEPS) === DEADLINE_STEPS && deadline.passed) break;
      const score = all[docs[i]];
      if (score < floor) continue;
      topK.offer(docs[i], score, keyRank[docs[i]]);
      floor = topK.floor;
    }
  } else {
    const column = orderColumn(order.by, order.descending, view, offers);
    const sign = order.descending ? 1 : -1;
    const { behind } = scored;
    const offer = (isBehind: boolean) => {
      for (let i = 0; i < count; i++) {
        if ((i & DEADLINE_STEPS) === DEADLINE_STEPS && deadline.passed) break;
        if (behind !== undefined && hasBit(behind, docs[i]) !== isBehind) continue;
        const value = column(docs[i]);
        topK.offer(docs[i], Number.isNaN(value) ? Number.NEGATIVE_INFINITY : sign * value, keyRank[docs[i]]);
      }
    };
    offer(false);
    if (behind === undefined) return topK.drain(out);
    const first = topK.drain(out);
    topK.reset(Math.min(limit, count) - first);
    offer(true);
    return first + topK.drain(out.subarray(first));
  }
  return topK.drain(out, scores);
}

/** Whether hits that are listed are all products that have scores. */
function isAll(hits: HitSet, scored: Scored): boolean {
  return !scored.bits && hits.docs === scored.docs;
}

/** Value of a product in an order; NaN where it has none. */
export function orderColumn(
  by: OrderColumn,
  descending: boolean,
  view: View,
  offers: OfferContext,
): (doc: number) => number {
  switch (by) {
    case 'price': {
      // A product with several prices is sorted by the one nearest to the beginning of the list.
      const prices = descending ? offers.maxSell : offers.minSell;
      return doc => prices[doc];
    }
    case 'discount': {
      const discounts = offers.maxDiscount;
      return doc => discounts[doc];
    }
    case 'title':
    case 'name':
      return textOrder(by, view);
    default:
      return numberOrder(by, descending, view);
  }
}

function textOrder(id: string, view: View): (doc: number) => number {
  const attribute = view.attributes.get(id);
  const ranks = view.labels.get(id)?.rank;
  if (!attribute || !ranks) return () => Number.NaN;
  const { start, of } = attribute;
  return doc => (start[doc] < start[doc + 1] ? ranks[of[start[doc]]] : Number.NaN);
}

function numberOrder(id: string, descending: boolean, view: View): (doc: number) => number {
  const column = view.numbers.get(id);
  if (!column) return () => Number.NaN;
  const { values } = column;
  if (column.level === 'product') return doc => values[doc];
  const { variantStart } = view.structure;
  return doc => {
    let best = Number.NaN;
    for (let v = variantStart[doc]; v < variantStart[doc + 1]; v++) {
      const value = values[v];
      if (Number.isNaN(best) || (descending ? value > best : value < best)) best = value;
    }
    return best;
  };
}
