/**
 * Alternatives to a product: products of its kind for the same audience, similar in brand, price, looks and title,
 * ranked by similarity and by how often visitors view both. Products below a minimum similarity are left out, even
 * where the list stays short.
 */

import type { Weights } from './profile.js';
import { preselect, type RecommendationContext, relate } from './recommendation-context.js';
import { addByValues } from './value-candidates.js';

export const SIMILARITY_WEIGHTS: Weights = {
  category: 3,
  product_type: 3,
  ontology: 1.5,
  gender: 1.5,
  age: 1.5,
  brand: 1,
  series: 0.8,
  color: 0.6,
  pattern: 0.4,
  department: 0.4,
  custom: 0.3,
  title: 1,
  price: 0.8,
};
/** Sum of the weights: scores of relations and popularity are scaled to it while candidates are collected. */
const TOTAL_WEIGHT = Object.values(SIMILARITY_WEIGHTS).reduce((sum, weight) => sum + weight, 0);
/** Most postings that are read to find candidates. */
const BUDGET = 5_000;
/**
 * Least similarity of an alternative: of the same kind, of another kind, and of another kind with a strong relation.
 */
const SAME_KIND_FLOOR = 0.4;
const OTHER_KIND_FLOOR = 0.55;
const SEEN_FLOOR = 0.3;
/** Least strength of a relation that lowers the floor. */
const STRONG_RELATION = 0.25;
const SEEN_WEIGHT = 0.6;
const POPULARITY_WEIGHT = 0.3;
const REPETITION_PENALTY = 0.02;

/** The products, best first, one of each group. */
export function alternatives(context: RecommendationContext, product: number): Uint32Array {
  const { view, traits, ranking, profile, scratch, prices, narrow: few } = context;
  const { candidates, diversifier } = scratch;
  const { popularity, seen } = ranking.signals;
  profile.clear();
  profile.add(product, 1, prices);
  candidates.start(view.structure.productCount);
  relate(candidates, seen, ranking.usualSeen, product, 1);
  addByValues(candidates, profile.weightedValues(SIMILARITY_WEIGHTS), BUDGET);
  profile.addByTitle(candidates, SIMILARITY_WEIGHTS.title);
  if (few) candidates.addAll(few, 0, few.length, 0);
  const kind = traits.kinds.of[product];
  const chosen = preselect(context, {
    related: SEEN_WEIGHT * TOTAL_WEIGHT,
    popularity: POPULARITY_WEIGHT * TOTAL_WEIGHT,
  });
  const score = (p: number) => {
    const similarity = profile.fit(p, SIMILARITY_WEIGHTS, prices, Math.min(1, candidates.titleOf(p)));
    const related = candidates.relatedOf(p);
    const sameKind = kind >= 0 && traits.kinds.of[p] === kind;
    const floor = sameKind ? SAME_KIND_FLOOR : related >= STRONG_RELATION ? SEEN_FLOOR : OTHER_KIND_FLOOR;
    return similarity < floor ? -1 : similarity + SEEN_WEIGHT * related + POPULARITY_WEIGHT * popularity[p];
  };
  return diversifier.order(chosen, {
    score,
    floor: 0,
    repetitionPenalty: REPETITION_PENALTY,
    view,
    kinds: traits.kinds,
  });
}
