/**
 * What goes with the products of a cart, or with one that is looked at: first what visitors bought with them, then
 * what the shop shows with them, then the best of the kinds that are bought with their kinds, and where nothing has
 * been bought yet, things of other kinds for the same people that match in brand, looks and price.
 */
import { gather } from './gather-candidates.js';
import type { Weights } from './profile.js';
import { promising, type RecommendationContext, relate } from './recommendation-context.js';

export const HARMONY: Weights = {
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
/** What each source is worth: a product of one stands before all of the next, but for what the others add. */
const BOUGHT = 3;
const SHOWN = 2;
const KIND = 1;
const BOUGHT_STRENGTH = 1.5;
const KIND_STRENGTH = 0.5;
const HARMONY_WEIGHT = 0.2;
const POPULARITY_WEIGHT = 0.3;
const SAMENESS = 0.1;
/** Least harmony where nothing but it speaks for a product. */
const COLD_FLOOR = 0.4;
/** Postings that are walked, and products of the shop's order that are looked at, where visitors tell too little. */
const BUDGET = 5_000;
const TOP_LOOKED_AT = 500;

/** A product that a list starts from, and how much of the list is about it. */
export interface Base {
  product: number;
  share: number;
}

/** Best first, one of each group. */
export function complements(context: RecommendationContext, bases: readonly Base[]): Uint32Array {
  const { view, traits, ranking, profile, scratch, prices, few } = context;
  const { candidates, diversifier } = scratch;
  const { popularity, bought } = ranking.signals;
  const { kinds } = traits;
  const { styleStart, styleWith, productCount } = view.structure;
  profile.clear();
  candidates.start(productCount);
  const whole = bases.reduce((sum, { share }) => sum + share, 0);
  const ownKinds = new Set<number>();
  const strengths = new Map<number, number>();
  const shown = new Set<number>();
  for (const { product, share } of bases) {
    profile.add(product, share, prices);
    relate(candidates, bought, ranking.usualBought, product, share / whole);
    for (let i = styleStart[product]; i < styleStart[product + 1]; i++) shown.add(styleWith[i]);
    candidates.addAll(styleWith, styleStart[product], styleStart[product + 1], SHOWN);
    const kind = kinds.of[product];
    if (kind < 0 || ownKinds.has(kind)) continue;
    ownKinds.add(kind);
    for (const { kind: other, strength } of ranking.complements(kind)) {
      strengths.set(other, Math.max(strength, strengths.get(other) ?? 0));
    }
  }
  for (const [kind, strength] of strengths) {
    const best = ranking.bestOf(kind);
    candidates.addAll(best, 0, best.length, KIND + KIND_STRENGTH * strength);
  }
  if (few) candidates.addAll(few, 0, few.length, 0);

  const source = (p: number) => {
    const related = candidates.relatedOf(p);
    if (related > 0) return BOUGHT + BOUGHT_STRENGTH * related;
    if (shown.has(p)) return SHOWN;
    const strength = strengths.get(kinds.of[p]);
    return strength === undefined ? 0 : KIND + KIND_STRENGTH * strength;
  };
  const worth = { related: BOUGHT + BOUGHT_STRENGTH, popularity: POPULARITY_WEIGHT };
  let chosen = promising(context, worth);
  if (chosen.length < context.limit) {
    gather(candidates, profile.leads(HARMONY), BUDGET);
    candidates.addAll(ranking.order.products, 0, Math.min(TOP_LOOKED_AT, productCount), 0);
    chosen = promising(context, worth);
  }
  const score = (p: number) => {
    const from = source(p);
    const harmony = profile.fit(p, HARMONY, prices);
    // More of the same goes with a thing only where visitors or the shop say so.
    if (from === 0 && (harmony < COLD_FLOOR || ownKinds.has(kinds.of[p]))) return -1;
    return from + HARMONY_WEIGHT * harmony + POPULARITY_WEIGHT * popularity[p];
  };
  return diversifier.order(chosen, score, 0, SAMENESS, view, kinds);
}
