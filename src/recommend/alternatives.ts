/**
 * What one could buy instead of a product: things of its kind for the same people, like it in brand, price, looks and
 * words, before all those that visitors look at along with it. A list rather stays short than strays.
 */
import { gather } from './gather-candidates.js';
import type { Weights } from './profile.js';
import { promising, type RecommendationContext, relate } from './recommendation-context.js';

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
/** What the weights come to: similarity is gathered in units of them. */
const WHOLE = Object.values(SIMILARITY_WEIGHTS).reduce((sum, weight) => sum + weight, 0);
/** Postings that are walked to find them. */
const BUDGET = 5_000;
/** Least similarity of an alternative: of the same kind, of another, and of another that visitors take for one. */
const SAME_KIND_FLOOR = 0.4;
const OTHER_KIND_FLOOR = 0.55;
const SEEN_FLOOR = 0.3;
/** How strong a relation has to be to count as visitors' word. */
const WORD_OF_VISITORS = 0.25;
const SEEN_WEIGHT = 0.6;
const POPULARITY_WEIGHT = 0.3;
const SAMENESS = 0.02;

/** Best first, one of each group. */
export function alternatives(context: RecommendationContext, product: number): Uint32Array {
  const { view, traits, ranking, profile, scratch, prices, few } = context;
  const { candidates, diversifier } = scratch;
  const { popularity, seen } = ranking.signals;
  profile.clear();
  profile.add(product, 1, prices);
  candidates.start(view.structure.productCount);
  relate(candidates, seen, ranking.usualSeen, product, 1);
  gather(candidates, profile.leads(SIMILARITY_WEIGHTS), BUDGET);
  profile.gatherTitle(candidates, SIMILARITY_WEIGHTS.title);
  if (few) candidates.addAll(few, 0, few.length, 0);
  const kind = traits.kinds.of[product];
  const chosen = promising(context, { related: SEEN_WEIGHT * WHOLE, popularity: POPULARITY_WEIGHT * WHOLE });
  const score = (p: number) => {
    const similarity = profile.fit(p, SIMILARITY_WEIGHTS, prices, Math.min(1, candidates.titleOf(p)));
    const related = candidates.relatedOf(p);
    const sameKind = kind >= 0 && traits.kinds.of[p] === kind;
    const floor = sameKind ? SAME_KIND_FLOOR : related >= WORD_OF_VISITORS ? SEEN_FLOOR : OTHER_KIND_FLOOR;
    return similarity < floor ? -1 : similarity + SEEN_WEIGHT * related + POPULARITY_WEIGHT * popularity[p];
  };
  return diversifier.order(chosen, score, 0, SAMENESS, view, traits.kinds);
}
