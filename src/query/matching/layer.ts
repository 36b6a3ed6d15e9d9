/**
 * The products that have all terms of one query, and what their scores add up from. In single precision and in this
 * order: the points of each term, rarest first; of each value that the text names; what the product is worth whatever
 * the text; and what the layer as a whole has more or less than others. Few products are listed with their scores; of
 * many only those scores are worked out that are asked for.
 */
import { type Bitmap, bitsOf } from '../../kernel/bitmap.js';
import { positionIn } from '../../kernel/sorted-search.js';
import type { PriorPoints } from '../ranking/priors.js';
import type { Champions, TermMatches } from './term-matches.js';
import type { WeightedValue } from './value-products.js';

export interface Conjunction {
  /** Rarest first: the order in which points are added up. None: every product matches. */
  terms: readonly TermMatches[];
  /** Products to consider; undefined: all. */
  within: Bitmap | undefined;
  /** How many products there are. */
  products: number;
}

/** What scores add up from beside the terms. */
export interface OtherPoints {
  readonly values: readonly WeightedValue[];
  readonly priors: PriorPoints;
}

export interface ListedLayer {
  readonly kind: 'listed';
  readonly count: number;
  /** Ascending. */
  readonly docs: Uint32Array;
  /** In the order of `docs`, without `offset`. */
  readonly scores: Float32Array;
  readonly offset: number;
  /** The best products, best first, where they are known without a look at all scores. */
  champions?(limit: number, ties: Uint32Array): Champions | undefined;
}

export interface DenseLayer extends OtherPoints {
  readonly kind: 'dense';
  readonly count: number;
  readonly bits: Bitmap;
  /** Whether all products with the terms are in it. */
  readonly isWhole: boolean;
  /** Dense ones, rarest first. */
  readonly terms: readonly TermMatches[];
  readonly offset: number;
}

export type Layer = ListedLayer | DenseLayer;

const { fround } = Math;

/** The score of a product that a dense layer has. */
export function denseScore({ terms, values, priors, offset }: DenseLayer, doc: number): number {
  const word = doc >>> 5;
  const bit = 1 << (doc & 31);
  let score = 0;
  for (let t = 0; t < terms.length; t++) {
    const { bits, points } = terms[t];
    score = fround(score + points[terms[t].rankOf(word) + bitsOf(bits[word] & (bit - 1))]);
  }
  for (let v = 0; v < values.length; v++) {
    if ((values[v].products[word] & bit) !== 0) score = fround(score + values[v].points);
  }
  return fround(fround(score + priors.points[doc]) + offset);
}

export function holds(layer: Layer, doc: number): boolean {
  if (layer.kind === 'dense') return (layer.bits[doc >>> 5] & (1 << (doc & 31))) !== 0;
  return positionIn(layer.docs, doc) >= 0;
}

/** The score of a product in a layer; undefined: it is not among its products. */
export function scoreIn(layer: Layer, doc: number): number | undefined {
  if (layer.kind === 'dense') return holds(layer, doc) ? denseScore(layer, doc) : undefined;
  const at = positionIn(layer.docs, doc);
  return at < 0 ? undefined : fround(layer.scores[at] + layer.offset);
}

/** Calls `visit` for all products of a layer, in ascending order. */
export function eachScore(layer: Layer, visit: (doc: number, score: number) => void): void {
  if (layer.kind === 'listed') {
    const { docs, scores, offset } = layer;
    for (let i = 0; i < docs.length; i++) visit(docs[i], fround(scores[i] + offset));
    return;
  }
  const { bits } = layer;
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word]; left !== 0; left &= left - 1) {
      const doc = (word << 5) + 31 - Math.clz32(left & -left);
      visit(doc, denseScore(layer, doc));
    }
  }
}
