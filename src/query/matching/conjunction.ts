/**
 * The products that have all of several terms. Where a term lists its products, those are looked up in the others;
 * where all are dense, their bitmaps are combined word by word.
 */
import { type Bitmap, bitsOf, fullBitmap, popcount } from '../../kernel/bitmap.js';
import {
  type Conjunction,
  type DenseLayer,
  denseScore,
  type Layer,
  type ListedLayer,
  type OtherPoints,
} from './layer.js';
import type { MatchMemory } from './match-memory.js';
import type { MatchScratch } from './match-scratch.js';
import type { Champions, TermMatches } from './term-matches.js';

/** Up to so many products of dense terms are listed: looking for the best of them by blocks would take longer. */
const LISTED = 128;

const { fround } = Math;

export function intersect(conjunction: Conjunction, others: OtherPoints, memory: MatchMemory): Layer {
  const { terms } = conjunction;
  const { scratch } = memory;
  const shortest = shortestList(terms);
  if (shortest) {
    const isWhole = terms.length === 1 && !conjunction.within;
    if (isWhole)
      return new WholeTerm(shortest, others, () => list(shortest, conjunction, others, scratch, memory).scores);
    return list(shortest, conjunction, others, scratch, memory);
  }
  const { bits, count } = intersectBits(conjunction, scratch, memory);
  const dense: DenseLayer = {
    kind: 'dense',
    count,
    bits,
    isWhole: !conjunction.within,
    terms,
    ...others,
    offset: 0,
  };
  return count > LISTED ? dense : listed(dense, scratch);
}

/** How many products have all of the terms. */
export function countIntersection(conjunction: Conjunction, memory: MatchMemory): number {
  const { countScratch } = memory;
  countScratch.begin();
  const shortest = shortestList(conjunction.terms);
  return shortest
    ? list(shortest, conjunction, undefined, countScratch, memory).count
    : intersectBits(conjunction, countScratch, memory).count;
}

/** All products of a term that lists them, whose scores are worked out when they are asked for. */
class WholeTerm implements ListedLayer {
  readonly kind = 'listed';
  readonly offset = 0;
  private worked: Float32Array | undefined;

  constructor(
    private readonly term: TermMatches,
    private readonly others: OtherPoints,
    private readonly work: () => Float32Array,
  ) {}

  get docs(): Uint32Array {
    return this.term.docs;
  }

  get count(): number {
    return this.term.count;
  }

  get scores(): Float32Array {
    this.worked ??= this.work();
    return this.worked;
  }

  champions(limit: number, ties: Uint32Array): Champions | undefined {
    const { term, others } = this;
    const champions = term.mostWith(others.values, others.priors, ties)?.champions;
    return champions && champions.docs.length >= Math.min(limit, term.count) ? champions : undefined;
  }
}

/** The term with the fewest products of those that list them. */
function shortestList(terms: readonly TermMatches[]): TermMatches | undefined {
  let shortest: TermMatches | undefined;
  for (const term of terms) {
    if (!term.isDense && (shortest === undefined || term.count < shortest.count)) shortest = term;
  }
  return shortest;
}

/** The products as bits, which the caller must not change: they may be those of a term. */
function intersectBits(
  { terms, within, products }: Conjunction,
  scratch: MatchScratch,
  memory: MatchMemory,
): { bits: Bitmap; count: number } {
  const all = terms.map(({ bits }) => bits);
  if (within) all.push(within);
  const [first, second] = all;
  if (!first) return { bits: fullBitmap(products), count: products };
  if (!second) return { bits: first, count: within ? popcount(first) : terms[0].count };
  return combine(all, products, scratch, memory);
}

/** The products that are in all of some bitmaps, at least two. @param products how many there are in the view */
export function combine(
  all: readonly Bitmap[],
  products: number,
  scratch: MatchScratch,
  memory: MatchMemory,
): { bits: Bitmap; count: number } {
  const bits = scratch.bitmap(products);
  const counted = memory.assembly?.intersect(all, bits);
  if (counted !== undefined) return { bits, count: counted };
  const [first, second, ...others] = all;
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    let left = first[word] & second[word];
    for (let i = 0; i < others.length && left !== 0; i++) left &= others[i][word];
    bits[word] = left;
    if (left !== 0) count += bitsOf(left);
  }
  return { bits, count };
}

/** The few products of dense terms, with their scores. */
function listed(dense: DenseLayer, scratch: MatchScratch): ListedLayer {
  const { bits, count } = dense;
  const docs = scratch.ordinals(count);
  const scores = scratch.scores(count);
  let n = 0;
  for (let word = 0; n < count; word++) {
    for (let left = bits[word]; left !== 0; left &= left - 1) {
      const doc = (word << 5) + 31 - Math.clz32(left & -left);
      docs[n] = doc;
      scores[n++] = denseScore(dense, doc);
    }
  }
  return { kind: 'listed', count, docs, scores, offset: 0 };
}

/**
 * The products of the shortest list that have all other terms, with their scores.
 * @param others undefined: the scores are not read
 */
function list(
  shortest: TermMatches,
  conjunction: Conjunction,
  others: OtherPoints | undefined,
  scratch: MatchScratch,
  memory: MatchMemory,
): ListedLayer {
  const docs = scratch.ordinals(shortest.count);
  const scores = scratch.scores(shortest.count);
  const count =
    memory.assembly?.list(shortest, conjunction, others, docs, scores) ??
    listInTurn(shortest, conjunction, others, docs, scores);
  return { kind: 'listed', count, docs: docs.subarray(0, count), scores: scores.subarray(0, count), offset: 0 };
}

/** Term by term. @returns how many products there are */
function listInTurn(
  shortest: TermMatches,
  { terms, within }: Conjunction,
  others: OtherPoints | undefined,
  docs: Uint32Array,
  scores: Float32Array,
): number {
  let count = 0;
  for (const doc of shortest.docs) {
    if (within !== undefined && (within[doc >>> 5] & (1 << (doc & 31))) === 0) continue;
    scores[count] = 0;
    docs[count++] = doc;
  }
  for (const term of terms) {
    count = term.isDense ? keepDense(term, docs, scores, count) : keepListed(term, docs, scores, count);
  }
  if (others) addPoints(docs, scores, count, others);
  return count;
}

function addPoints(docs: Uint32Array, scores: Float32Array, count: number, { values, priors }: OtherPoints): void {
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    let score = scores[i];
    for (let v = 0; v < values.length; v++) {
      const { products, points } = values[v];
      if ((products[doc >>> 5] & (1 << (doc & 31))) !== 0) score = fround(score + points);
    }
    scores[i] = score + priors.points[doc];
  }
}

/** Keeps the products that have a term, adding its points. @returns how many */
function keepDense(term: TermMatches, docs: Uint32Array, scores: Float32Array, count: number): number {
  const { bits, points } = term;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    const word = bits[doc >>> 5];
    const bit = 1 << (doc & 31);
    if ((word & bit) === 0) continue;
    scores[kept] = scores[i] + points[term.rankOf(doc >>> 5) + bitsOf(word & (bit - 1))];
    docs[kept++] = doc;
  }
  return kept;
}

function keepListed(
  { docs: having, points }: TermMatches,
  docs: Uint32Array,
  scores: Float32Array,
  count: number,
): number {
  let kept = 0;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    while (at < having.length && having[at] < doc) at++;
    if (having[at] !== doc) continue;
    scores[kept] = scores[i] + points[at];
    docs[kept++] = doc;
  }
  return kept;
}
