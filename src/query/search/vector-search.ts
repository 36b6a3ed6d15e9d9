/**
 * Search by a vector that a request brings: the products whose own vectors are nearest to it, alone or together with
 * those that a text finds. All products of the view that the request allows are compared, exactly.
 */
import type { EmbeddingColumn } from '../../index/product-vectors.js';
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import type { Interpretation } from '../correction/interpretation.js';
import type { Matcher } from '../matching/matcher.js';
import type { Matches } from '../matching/matches.js';
import type { Scope } from '../matching/text-match.js';
import { type NearMatches, type NearPoints, scoreWithoutWords } from '../nearness/near-matches.js';
import { MOST_NEAR, type NearProduct } from '../nearness/near-products.js';
import { MOST_NEAREST, nearestProducts, type VectorListing } from '../nearness/nearest-products.js';
import { isSpoken } from '../nearness/text-vector.js';
import { RelaxedMatches } from '../relaxation/relaxed-matches.js';
import { type Completed, complete, PAGE_OF_HITS, type PartialMatches } from './search.js';

/** For a similarity and a weight of 1: as much as a product loses that lacks words. */
const VECTOR_POINTS = 1000;

/** A vector of a request, in a space that the view has. */
export interface VectorQuery {
  column: EmbeddingColumn;
  values: readonly number[];
  /** Above 0; 1: words count nothing, but where the vector is that of the text. */
  weight: number;
  /**
   * Of a vector that an encoder has made of the text: what is less similar is not near. It says nothing where the text
   * is a number of a part, and lists what lacks all words only where few products have them. Absent: it was given.
   */
  leastSimilarity?: number;
}

const { fround } = Math;

/** As `complete`, with the nearest products of a vector. */
export function completeWithVector(
  asFound: Interpretation,
  scope: Scope,
  matcher: Matcher,
  partial: PartialMatches,
  vector: VectorQuery,
): Completed {
  const { understanding } = asFound;
  const { leastSimilarity } = vector;
  if (leastSimilarity === undefined) {
    const isAlone = vector.weight === 1 || understanding.queryTerms.every(({ optional }) => optional);
    if (isAlone) return alone(asFound, scope, matcher, vector);
  } else if (partial === 'secondary' || !isSpoken(understanding)) {
    return complete(asFound, scope, matcher, partial);
  }
  const completed = complete(asFound, scope, matcher, partial, undefined, false);
  const { view, offers } = scope;
  // Where limits of the text were given up, none match fully.
  const full = completed.dropped === asFound.dropped ? asFound.matches : matcher.nothing(view);
  const union = matcher.union(full, view);
  union.goOnBehind();
  union.add(completed.matches, 0);
  const { points: priors } = matcher.priorsOf(view, offers);
  const has = holding(completed.matches);
  const near = new Map<number, NearPoints>();
  let left = mostWithoutWords(vector, full.count, partial);
  // What the text excludes is listed for its words alone, if at all.
  const within = completed.unwanted ? asFound.within : completed.within;
  for (const { product, similarity } of nearestOf(vector, scope, within, matcher)) {
    if (leastSimilarity !== undefined && similarity < leastSimilarity) break;
    const hasWords = has(product);
    if (!hasWords && left-- <= 0) continue;
    near.set(product, { hasWords, similarity, points: pointsOf(similarity, vector.weight) });
  }
  if (near.size === 0 && leastSimilarity !== undefined) return completed;
  const scoreOf = (product: number, { hasWords, points }: NearPoints) =>
    hasWords ? fround(completed.matches.scoreInLayers(product) + points) : scoreWithoutWords(priors[product], points);
  addListed(union, near, scoreOf);
  const relaxed = completed.relaxed ?? { dropped: [], full: full.count };
  const matches = union.matches();
  matcher.raiseDescribed(completed.described, view, matches);
  return { ...completed, matches, relaxed, near, vector: listing(vector, near) };
}

function alone(asFound: Interpretation, scope: Scope, matcher: Matcher, vector: VectorQuery): Completed {
  const { understanding, within } = asFound;
  const { view, offers } = scope;
  const near = new Map<number, NearPoints>();
  for (const { product, similarity } of nearestOf(vector, scope, within, matcher)) {
    near.set(product, { hasWords: false, isAlone: true, similarity, points: pointsOf(similarity, 1) });
  }
  const union = matcher.union(matcher.nothing(view), view);
  addListed(union, near, (_, { points }) => points);
  const relaxations = new RelaxedMatches(understanding, { view, within, offers }, matcher);
  const matches = union.matches();
  return { ...asFound, matches, relaxed: undefined, near, described: [], relaxations, vector: listing(vector, near) };
}

/** How many products that have no word of the text are listed at most. */
function mostWithoutWords({ leastSimilarity }: VectorQuery, full: number, partial: PartialMatches): number {
  if (leastSimilarity === undefined) return MOST_NEAREST;
  return full < (partial === 'ifEmpty' ? 1 : PAGE_OF_HITS) ? MOST_NEAR : 0;
}

function pointsOf(similarity: number, weight: number): number {
  return fround(VECTOR_POINTS * weight * similarity);
}

function addListed(
  union: ReturnType<Matcher['union']>,
  near: NearMatches,
  scoreOf: (product: number, points: NearPoints) => number,
): void {
  const docs = Uint32Array.from(near.keys()).sort();
  union.addListed(
    docs,
    Float32Array.from(docs, product => scoreOf(product, near.get(product)!)),
  );
}

function listing({ column }: VectorQuery, near: NearMatches): VectorListing {
  return { space: column.name, nearest: near.size };
}

/** Whether products are among the matches; a list is looked through once. */
function holding(matches: Matches): (product: number) => boolean {
  const { bits } = matches;
  if (bits) return product => hasBit(bits, product);
  const docs = new Set(matches.docs);
  return product => docs.has(product);
}

function nearestOf(
  { column, values }: VectorQuery,
  { view }: Scope,
  within: Bitmap | undefined,
  { deadline, assembly }: Matcher,
): NearProduct[] {
  return nearestProducts({ column, values, within, keyRank: view.structure.keyRank }, deadline, assembly);
}
