/**
 * Continues partial matches with products that are near to the text. The first of the list stay as their words have
 * them; behind those, nearness raises what has some of the words, and lists what has none of them.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import type { Deadline } from '../../kernel/deadline.js';
import type { Searchable } from '../../snapshot/index.js';
import type { Matches } from '../matching/matches.js';
import type { Union } from '../matching/union.js';
import type { PriorPoints } from '../ranking/priors.js';
import { LISTING, WEIGHTS } from '../ranking/weights.js';
import type { Understanding } from '../understanding/understanding.js';
import { MOST_EXAMPLES, type NearScope, nearProducts } from './near-products.js';

/** What a product gets for nearness. */
export interface NearPoints {
  /** Whether it has some of the words, so that it is listed for these. */
  hasWords: boolean;
  /** Whether the list is of what a vector is near to, without words. */
  isAlone?: boolean;
  /** Absent: it is among the first, which words alone have put there. */
  similarity?: number;
  points: number;
}

export type NearMatches = ReadonlyMap<number, NearPoints>;

const LEAD = LISTING['near.lead'];
/** Keeps them before all that nearness raises, and behind full matches. */
const LEAD_POINTS = 500;
/** For the greatest similarity: more than most differences between partial matches. */
const NEAR_POINTS = WEIGHTS['near.similarity'];
/** What a product loses that is listed for nearness alone: about as much as one that lacks three words. */
export const WITHOUT_WORDS = -WEIGHTS['near.without_words'];

const { fround } = Math;

export function nearPoints(similarity: number): number {
  return fround(NEAR_POINTS * similarity);
}

/** The score of a product that is listed for nearness alone. */
export function scoreWithoutWords(prior: number, points: number): number {
  return fround(fround(prior + WITHOUT_WORDS) + points);
}

/** What products are near to, and how they are scored. */
export interface Nearness {
  understanding: Understanding;
  scope: Omit<NearScope, 'examples'>;
  priors(): PriorPoints;
  deadline: Deadline;
  assembly: boolean;
}

/**
 * Adds products that are near to a text to a union of its full and partial matches, to the partial ones.
 * @param words the union's matches, raised by what descriptions say: the points for nearness come before that
 * @param full the full ones among them
 * @returns what products get; undefined: none is near
 */
export function addNear(union: Union, words: Matches, full: Matches, nearness: Nearness): NearMatches | undefined {
  const { understanding, scope, deadline, assembly } = nearness;
  const { view } = scope;
  const examples = firstOf(words, undefined, MOST_EXAMPLES, view);
  const near = nearProducts(understanding, { ...scope, examples }, deadline, assembly);
  if (near.length === 0) return undefined;
  const given = new Map<number, NearPoints>();
  for (const product of firstOf(words, words.behind, Math.max(0, LEAD - full.count), view)) {
    given.set(product, { hasWords: true, points: LEAD_POINTS });
  }
  for (const { product, similarity } of near) {
    if (given.has(product) || full.holds(product)) continue;
    given.set(product, { hasWords: words.holds(product), similarity, points: nearPoints(similarity) });
  }
  if (given.size === 0) return undefined;
  const docs = Uint32Array.from(given.keys()).sort();
  const { points: priors } = nearness.priors();
  const scores = Float32Array.from(docs, product => {
    const { hasWords, points } = given.get(product)!;
    return hasWords ? fround(words.scoreInLayers(product) + points) : scoreWithoutWords(priors[product], points);
  });
  union.addListed(docs, scores);
  return given;
}

/** The first products of a list, of those in a bitmap. */
function firstOf(matches: Matches, among: Bitmap | undefined, limit: number, { structure }: Searchable): number[] {
  const products = new Uint32Array(limit);
  return [...products.subarray(0, matches.best(among, limit, structure.keyRank, products))];
}
