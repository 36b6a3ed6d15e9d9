/**
 * What a visitor is likely to want, by what the visitor has looked at, kept and bought: products that other customers
 * of those come back for, that are looked at and bought along with them, that share what they have in common, and of
 * all these what sells.
 *
 * A score is the logarithm of a chance, up to a constant: that of being wanted by anybody, times how much likelier the
 * visitor's past makes it. Each product of the past is one guess at what the visitor has in mind, so the guesses are
 * averaged rather than multiplied: ten looks at one thing are no ten witnesses.
 */
import { gather } from './gather-candidates.js';
import { promising, type RecommendationContext, relate } from './recommendation-context.js';

/** Postings that are walked. */
const BUDGET = 5_000;
/** Products of the shop's order that are looked at whatever the taste. */
const POPULAR = 500;
/** Popularity is scaled by the logarithm of the best seller's count, which is about this for a shop of some size. */
const POPULARITY_WEIGHT = 7;
/** Attributes follow each other, so less than 1; and where other customers of the past are known, they repeat them. */
const TASTE_ALONE = 0.8;
const TASTE_BESIDE = 0.4;
/**
 * How many times likelier the strongest relation within a session or a basket makes a product in another session: what
 * was looked for then was mostly found.
 */
const SEEN_LIFT = 2;
const BOUGHT_LIFT = 1;
/** The chance that a guess comes to nothing, and the visitor wants what anybody wants. */
const ANYBODY = 0.5;
const SAMENESS = 0.3;
/** Below any score. */
const NO_FLOOR = -1_000;
/** Products of the history whose relations are followed: those that tell most. */
const MAX_FOLLOWED = 30;

/**
 * Best first, one of each group.
 * @param tastes products of the visitor's history, and how much each tells
 */
export function personal(context: RecommendationContext, tastes: ReadonlyMap<number, number>): Uint32Array {
  const { view, traits, ranking, taste, scratch, prices, few } = context;
  const { candidates, diversifier } = scratch;
  const { popularity, seen, bought, liked } = ranking.signals;
  const telling = [...tastes].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  taste.learn(telling, prices);
  const { productCount } = view.structure;
  candidates.start(productCount);
  const followed = telling.slice(0, MAX_FOLLOWED);
  const whole = followed.reduce((sum, [, worth]) => sum + worth, 0);
  let told = 0;
  for (const [product, worth] of followed) {
    const share = worth / whole;
    if (liked.start[product] < liked.start[product + 1]) told += share;
    for (let i = liked.start[product]; i < liked.start[product + 1]; i++) {
      candidates.addRelated(liked.to[i], share * liked.weight[i]);
    }
    relate(candidates, seen, ranking.usualSeen, product, share * SEEN_LIFT);
    relate(candidates, bought, ranking.usualBought, product, share * BOUGHT_LIFT);
  }
  candidates.scaleRelated(lift => Math.log1p(lift / ANYBODY));
  const tasteWorth = TASTE_ALONE + (TASTE_BESIDE - TASTE_ALONE) * told;
  gather(candidates, taste.leads(tasteWorth), BUDGET);
  candidates.addAll(ranking.order.products, 0, Math.min(POPULAR, productCount), 0);
  if (few) candidates.addAll(few, 0, few.length, 0);
  const score = (p: number) =>
    POPULARITY_WEIGHT * popularity[p] + candidates.relatedOf(p) + tasteWorth * taste.of(p, prices);
  const chosen = promising(context, { related: 1, popularity: POPULARITY_WEIGHT });
  return diversifier.order(chosen, score, NO_FLOOR, SAMENESS, view, traits.kinds);
}
