/**
 * The best products of a dense layer. Blocks are passed over in which no product can be among the best k so far: what
 * terms, values and priors bring there at most, added up in the order and precision of scores, is less than the least
 * score kept, or just as much and all products of the block go after those kept. Adding in floating point is monotone,
 * so the bound needs no margin.
 */
import { type Bitmap, bitsOf } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import type { TopK } from '../../kernel/top-k.js';
import { blockMinima, WORDS_PER_BLOCK } from '../ranking/blocks.js';
import type { DenseLayer } from './layer.js';

const { fround } = Math;
const LAST_OF_STEPS = DEADLINE_STEPS + 1 - WORDS_PER_BLOCK;

/** Points for all products of a set. */
export interface Boost {
  readonly products: Bitmap;
  readonly points: number;
}

export interface BestSearch {
  /** Products to choose from; undefined: all of the layer. */
  among: Bitmap | undefined;
  /** Products that are offered otherwise; undefined: none. */
  except: Bitmap | undefined;
  /** Added to the scores last, in this order. */
  boosts: readonly Boost[];
  /** By product: orders products with the same score, lowest first. */
  ties: Uint32Array;
}

/** Offers the best products to `best`. Past the deadline, of the blocks looked at. */
export function offerBest(layer: DenseLayer, search: BestSearch, best: TopK, deadline: Deadline): void {
  const { bits } = layer;
  const { among, except, ties } = search;
  const leastTies = leastTiesOf(ties);
  for (let word = 0; word < bits.length; word += WORDS_PER_BLOCK) {
    // Not before some blocks were looked at: a list has something in it however late it is.
    if ((word & DEADLINE_STEPS) === LAST_OF_STEPS && deadline.passed) return;
    let low = bits[word];
    let high = bits[word + 1];
    if (among !== undefined) {
      low &= among[word];
      high &= among[word + 1];
    }
    if (except !== undefined) {
      low &= ~except[word];
      high &= ~except[word + 1];
    }
    if ((low | high) === 0) continue;
    const bound = boundOf(word, low, high, layer, search);
    if (bound < best.floor || (bound === best.floor && leastTies[word >>> 1] > best.floorTie)) continue;
    offerWord(word, low, layer, search, best);
    offerWord(word + 1, high, layer, search, best);
  }
}

/** By the ties of a view: the least of each block. */
const knownTies = new WeakMap<Uint32Array, Uint32Array>();

/** Where many products score alike, blocks without a tie that would go before those kept are passed over. */
function leastTiesOf(ties: Uint32Array): Uint32Array {
  let least = knownTies.get(ties);
  if (!least) knownTies.set(ties, (least = blockMinima(ties)));
  return least;
}

/** No product of a block has a higher score. @param low the products of its first word that count, `high` of its second */
function boundOf(
  word: number,
  low: number,
  high: number,
  { terms, values, priors, offset }: DenseLayer,
  { boosts }: BestSearch,
): number {
  const block = word >>> 1;
  let bound = 0;
  for (let t = 0; t < terms.length; t++) bound = fround(bound + terms[t].most[block]);
  for (let v = 0; v < values.length; v++) {
    const { products, points } = values[v];
    if (((products[word] & low) | (products[word + 1] & high)) !== 0) bound = fround(bound + points);
  }
  bound = fround(fround(bound + priors.most[block]) + offset);
  for (let b = 0; b < boosts.length; b++) {
    const { products, points } = boosts[b];
    if (points > 0 && ((products[word] & low) | (products[word + 1] & high)) !== 0) bound = fround(bound + points);
  }
  return bound;
}

function offerWord(
  word: number,
  among: number,
  { terms, values, priors, offset }: DenseLayer,
  { boosts, ties }: BestSearch,
  best: TopK,
): void {
  let { floor } = best;
  for (let left = among; left !== 0; left &= left - 1) {
    const bit = left & -left;
    let score = 0;
    for (let t = 0; t < terms.length; t++) {
      const { bits, ranks, points } = terms[t];
      score = fround(score + points[ranks[word] + bitsOf(bits[word] & (bit - 1))]);
    }
    for (let v = 0; v < values.length; v++) {
      if ((values[v].products[word] & bit) !== 0) score = fround(score + values[v].points);
    }
    const doc = (word << 5) + 31 - Math.clz32(bit);
    score = fround(fround(score + priors.points[doc]) + offset);
    for (let b = 0; b < boosts.length; b++) {
      if ((boosts[b].products[word] & bit) !== 0) score = fround(score + boosts[b].points);
    }
    if (score < floor) continue;
    best.offer(doc, score, ties[doc]);
    floor = best.floor;
  }
}
