/**
 * Personal recommendations from a visitor's views, favourites and purchases: products that customers of those come back
 * for, that are viewed or bought with them, or that share their attributes, weighed by popularity.
 *
 * A score is a log probability up to a constant: the probability that any visitor wants the product, times the lift of
 * the visitor's history. Each product of the history is one hypothesis of what the visitor wants, so their lifts are
 * averaged rather than multiplied: ten views of one product are not ten independent observations.
 */

import { preselect, type RecommendationContext, relate } from './recommendation-context.js';
import { addByValues } from './value-candidates.js';

/** Most postings that are read to find candidates. */
const BUDGET = 5_000;
/** Number of top products that are candidates whatever the history. */
const TOP_PRODUCTS = 500;
/**
 * Popularity is scaled by the logarithm of the best seller's count; this is its typical value, which turns it back into
 * one.
 */
const POPULARITY_WEIGHT = 7;
/** Less than 1 because attributes correlate; smaller where liked relations, which express the same, are known. */
const TASTE_WEIGHT = 0.8;
const TASTE_WEIGHT_BESIDE_LIKED = 0.4;
/**
 * Lifts of the strongest relations within a session or basket. They are small: what was looked for then has mostly been
 * found.
 */
const SEEN_LIFT = 2;
const BOUGHT_LIFT = 1;
/** Probability that a hypothesis is wrong, so that the visitor wants what any visitor wants. */
const UNRELATED = 0.5;
const REPETITION_PENALTY = 0.3;
/** Below any score. */
const NO_FLOOR = -1_000;
/** Most products of the history whose relations are read: those with the largest weights. */
const MAX_FOLLOWED = 30;

/**
 * The products, best first, one of each group.
 * @param history products of the visitor's history with their weights
 */
export function personal(context: RecommendationContext, history: ReadonlyMap<number, number>): Uint32Array {
  const { view, traits, ranking, taste, scratch, prices, narrow: few } = context;
  const { candidates, diversifier } = scratch;
  const { popularity, seen, bought, liked } = ranking.signals;
  const byWeight = [...history].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  taste.learn(byWeight, prices);
  const { productCount } = view.structure;
  candidates.start(productCount);
  const followed = byWeight.slice(0, MAX_FOLLOWED);
  const totalWeight = followed.reduce((sum, [, weight]) => sum + weight, 0);
  let likedShare = 0;
  for (const [product, weight] of followed) {
    const share = weight / totalWeight;
    if (liked.start[product] < liked.start[product + 1]) likedShare += share;
    for (let i = liked.start[product]; i < liked.start[product + 1]; i++) {
      candidates.addRelated(liked.to[i], share * liked.weight[i]);
    }
    relate(candidates, seen, ranking.usualSeen, product, share * SEEN_LIFT);
    relate(candidates, bought, ranking.usualBought, product, share * BOUGHT_LIFT);
  }
  candidates.scaleRelated(lift => Math.log1p(lift / UNRELATED));
  const tasteWeight = TASTE_WEIGHT + (TASTE_WEIGHT_BESIDE_LIKED - TASTE_WEIGHT) * likedShare;
  addByValues(candidates, taste.weightedValues(tasteWeight), BUDGET);
  candidates.addAll(ranking.order.products, 0, Math.min(TOP_PRODUCTS, productCount), 0);
  if (few) candidates.addAll(few, 0, few.length, 0);
  const score = (p: number) =>
    POPULARITY_WEIGHT * popularity[p] + candidates.relatedOf(p) + tasteWeight * taste.of(p, prices);
  const chosen = preselect(context, { related: 1, popularity: POPULARITY_WEIGHT });
  return diversifier.order(chosen, {
    score,
    floor: NO_FLOOR,
    repetitionPenalty: REPETITION_PENALTY,
    view,
    kinds: traits.kinds,
  });
}
