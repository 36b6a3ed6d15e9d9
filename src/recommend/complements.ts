/**
 * Complements of the products of a cart, or of one product: first what visitors bought with them, then what the shop
 * shows with them, then the best products of the kinds that are bought with their kinds; where nothing has been bought
 * yet, products of other kinds for the same audience that match in brand, looks and price.
 */

import type { Weights } from './profile.js';
import { preselect, type RecommendationContext, relate } from './recommendation-context.js';
import { addByValues } from './value-candidates.js';

export const COMPLEMENT_WEIGHTS: Weights = {
  category: 0.5,
  product_type: 0,
  ontology: 0,
  gender: 2,
  age: 1.5,
  brand: 1,
  series: 1.5,
  color: 0.6,
  pattern: 0.3,
  department: 0.3,
  custom: 0.4,
  title: 0,
  price: 0.8,
};
/**
 * Scores of the sources: a product of one source ranks before all of the next, but for relations, fit and popularity.
 */
const BOUGHT_SCORE = 3;
const STYLED_SCORE = 2;
const KIND_SCORE = 1;
const BOUGHT_WEIGHT = 1.5;
const KIND_WEIGHT = 0.5;
const FIT_WEIGHT = 0.2;
const POPULARITY_WEIGHT = 0.3;
const REPETITION_PENALTY = 0.1;
/** Least fit of a product that no source has. */
const FIT_FLOOR = 0.4;
/** Most postings that are read, and top products that are considered, where the sources yield too few. */
const BUDGET = 5_000;
const TOP_PRODUCTS = 500;

/** A product that a list is about, and its share of the list. */
export interface Base {
  product: number;
  share: number;
}

/** The products, best first, one of each group. */
export function complements(context: RecommendationContext, bases: readonly Base[]): Uint32Array {
  const { view, traits, ranking, profile, scratch, prices, narrow: few } = context;
  const { candidates, diversifier } = scratch;
  const { popularity, bought } = ranking.signals;
  const { kinds } = traits;
  const { styleStart, styleWith, productCount } = view.structure;
  profile.clear();
  candidates.start(productCount);
  const totalShare = bases.reduce((sum, { share }) => sum + share, 0);
  const ownKinds = new Set<number>();
  const strengths = new Map<number, number>();
  const styled = new Set<number>();
  for (const { product, share } of bases) {
    profile.add(product, share, prices);
    relate(candidates, bought, ranking.usualBought, product, share / totalShare);
    for (let i = styleStart[product]; i < styleStart[product + 1]; i++) styled.add(styleWith[i]);
    candidates.addAll(styleWith, styleStart[product], styleStart[product + 1], STYLED_SCORE);
    const kind = kinds.of[product];
    if (kind < 0 || ownKinds.has(kind)) continue;
    ownKinds.add(kind);
    for (const { kind: other, strength } of ranking.complements(kind)) {
      strengths.set(other, Math.max(strength, strengths.get(other) ?? 0));
    }
  }
  for (const [kind, strength] of strengths) {
    const best = ranking.bestOf(kind);
    candidates.addAll(best, 0, best.length, KIND_SCORE + KIND_WEIGHT * strength);
  }
  if (few) candidates.addAll(few, 0, few.length, 0);

  const sourceScore = (p: number) => {
    const related = candidates.relatedOf(p);
    if (related > 0) return BOUGHT_SCORE + BOUGHT_WEIGHT * related;
    if (styled.has(p)) return STYLED_SCORE;
    const strength = strengths.get(kinds.of[p]);
    return strength === undefined ? 0 : KIND_SCORE + KIND_WEIGHT * strength;
  };
  const weights = { related: BOUGHT_SCORE + BOUGHT_WEIGHT, popularity: POPULARITY_WEIGHT };
  let chosen = preselect(context, weights);
  if (chosen.length < context.limit) {
    addByValues(candidates, profile.weightedValues(COMPLEMENT_WEIGHTS), BUDGET);
    candidates.addAll(ranking.order.products, 0, Math.min(TOP_PRODUCTS, productCount), 0);
    chosen = preselect(context, weights);
  }
  const score = (p: number) => {
    const from = sourceScore(p);
    const fit = profile.fit(p, COMPLEMENT_WEIGHTS, prices);
    // Products of the same kind are complements only where visitors or the shop relate them.
    if (from === 0 && (fit < FIT_FLOOR || ownKinds.has(kinds.of[p]))) return -1;
    return from + FIT_WEIGHT * fit + POPULARITY_WEIGHT * popularity[p];
  };
  return diversifier.order(chosen, { score, floor: 0, repetitionPenalty: REPETITION_PENALTY, view, kinds });
}
