/**
 * The reasons why a product is in a list, for explanations: computed from the recommender's state after the list is
 * made, so that lists themselves record nothing.
 */
import type { Relations } from '../index/signals.js';
import type { Algorithm } from './algorithms.js';
import { SIMILARITY_WEIGHTS } from './alternatives.js';
import { COMPLEMENT_WEIGHTS } from './complements.js';
import type { RecommendationContext } from './recommendation-context.js';

/** A relation to another product, learned from visitors. */
export interface Relation {
  kind: 'seen' | 'bought';
  /** The other product: one that the list is about, or one of the visitor's history. */
  product: number;
  /** 0 to 1. */
  strength: number;
}

export interface Reasons {
  /** 0 to 1; the best seller has 1. */
  popularity: number;
  /** Rank in the order by popularity, from 1. */
  rank: number;
  /** The strongest relations, strongest first. */
  related: Relation[];
  /** Whether the shop shows it with a product that the list is about. */
  styled: boolean;
  /** Similarity to the products that the list is about, or how well it complements them, 0 to 1. */
  fit?: number;
  /** Lift of the visitor's history, as a logarithm. */
  taste?: number;
}

const MOST_RELATIONS = 3;

/**
 * @param context of the list, which must be the one made last
 * @param from products that the list is about, or those of the visitor's history
 */
export function reasonsOf(
  product: number,
  algorithm: Algorithm,
  from: readonly number[],
  personal: boolean,
  context: RecommendationContext,
): Reasons {
  const { view, ranking, profile, taste, scratch, prices } = context;
  const { signals, order, usualSeen, usualBought } = ranking;
  const related = from.flatMap(base => [
    relation('seen', signals.seen, usualSeen, base, product),
    relation('bought', signals.bought, usualBought, base, product),
  ]);
  const { styleStart, styleWith } = view.structure;
  const styled = from.some(base => styleWith.subarray(styleStart[base], styleStart[base + 1]).includes(product));
  const weights =
    algorithm === 'ALTERNATIVES' ? SIMILARITY_WEIGHTS : COMPLEMENTS.has(algorithm) ? COMPLEMENT_WEIGHTS : undefined;
  const title = () => Math.min(1, scratch.candidates.titleOf(product));
  return {
    popularity: signals.popularity[product],
    rank: order.rank[product] + 1,
    related: related
      .filter(({ strength }) => strength > 0)
      .sort((a, b) => b.strength - a.strength)
      .slice(0, MOST_RELATIONS),
    styled,
    ...(weights && from.length > 0 && { fit: profile.fit(product, weights, prices, weights.title > 0 ? title() : 0) }),
    ...(personal && { taste: taste.of(product, prices) }),
  };
}

const COMPLEMENTS: ReadonlySet<Algorithm> = new Set(['UPSELL', 'CART', 'ADD_TO_CART_RECS']);

function relation(
  kind: Relation['kind'],
  { start, to, weight }: Relations,
  usual: number,
  base: number,
  product: number,
): Relation {
  for (let i = start[base]; i < start[base + 1]; i++) {
    if (to[i] === product) return { kind, product: base, strength: weight[i] / (weight[i] + usual) };
  }
  return { kind, product: base, strength: 0 };
}
