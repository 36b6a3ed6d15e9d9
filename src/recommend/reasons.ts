/**
 * What speaks for a product in a list, as far as the recommender has it at hand once the list is made: for people who
 * ask why it is there. Nothing of it is made while lists are.
 */
import type { Relations } from '../index/signals.js';
import type { Algorithm } from './algorithms.js';
import { SIMILARITY_WEIGHTS } from './alternatives.js';
import { HARMONY } from './complements.js';
import type { RecommendationContext } from './recommendation-context.js';

/** A product that visitors relate to another. */
export interface Relation {
  kind: 'seen' | 'bought';
  /** The product that the list starts from, or that the visitor had to do with. */
  product: number;
  /** 0 to 1. */
  strength: number;
}

export interface Reasons {
  /** 0 to 1; the best seller has 1. */
  popularity: number;
  /** In the shop's own order, from 1. */
  standing: number;
  /** The strongest, strongest first. */
  related: Relation[];
  /** Whether the shop shows it with a product that the list starts from. */
  styled: boolean;
  /** How like the products it is that the list starts from, or how well it goes with them, 0 to 1. */
  fit?: number;
  /** How much likelier the visitor's past makes it, as a logarithm. */
  taste?: number;
}

const MOST_RELATIONS = 3;

/**
 * @param context of the list, which is the last one that was made
 * @param from products that the list starts from, or that the visitor had to do with
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
  const weights = algorithm === 'ALTERNATIVES' ? SIMILARITY_WEIGHTS : COMPLEMENTS.has(algorithm) ? HARMONY : undefined;
  const title = () => Math.min(1, scratch.candidates.titleOf(product));
  return {
    popularity: signals.popularity[product],
    standing: order.rank[product] + 1,
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
