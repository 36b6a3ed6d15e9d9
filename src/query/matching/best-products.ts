/**
 * The best products of a dense layer. Blocks are passed over in which no product can be among the best k so far: the
 * bound of the block is less than the least score kept, or just as much and all its products go after those kept. So
 * are regions of 64 blocks by their bounds, which are looser.
 */
import { bitsOf } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import { TopK } from '../../kernel/top-k.js';
import { BLOCKS_PER_REGION, blockMinima, WORDS_PER_BLOCK } from '../ranking/blocks.js';
import { type BestSearch, BlockBounds } from './block-bounds.js';
import { championFloor, NOT_FOUND, takeChampions } from './champion-floor.js';
import type { DenseLayer } from './layer.js';
import type { Champions, TogetherSearch } from './term-matches.js';

const { fround } = Math;
const LAST_OF_STEPS = DEADLINE_STEPS + 1 - WORDS_PER_BLOCK;
const WORDS_PER_REGION = WORDS_PER_BLOCK * BLOCKS_PER_REGION;

/** Another way to look through blocks, with the same result. */
export interface BlockSearch extends TogetherSearch {
  /**
   * @param leastTies by block
   * @param floor that the products wanted reach for certain; -Infinity: not known
   * @returns as `bestOf`; undefined: it cannot do this search
   */
  best(
    layer: DenseLayer,
    bounds: BlockBounds,
    search: BestSearch,
    leastTies: Uint32Array,
    floor: number,
    deadline: Deadline,
    out: Uint32Array,
    scores?: Float32Array,
  ): number | undefined;
}

/** Of the thread. */
const best = new TopK();

/**
 * Writes the best products to `out`, best first. Past the deadline, of the blocks looked at, or champions.
 * @param assembly absent: in TypeScript
 * @param scores gets the score of each
 * @returns how many there are
 */
export function bestOf(
  layer: DenseLayer,
  search: BestSearch,
  deadline: Deadline,
  out: Uint32Array,
  assembly?: BlockSearch,
  scores?: Float32Array,
): number {
  const { among, except, limit, ties } = search;
  const bounds = new BlockBounds(layer, search.boosts, ties, assembly);
  const champions = except ? undefined : bounds.champions(limit, among ?? layer.bits);
  if (champions) return copyChampions(champions, limit, out, scores);
  const leastTies = leastTiesOf(ties);
  const floor = championFloor(layer, bounds, search);
  const kept = assembly?.best(layer, bounds, search, leastTies, floor, deadline, out, scores);
  if (kept !== undefined) return foundOf(out, kept, scores);
  best.reset(limit);
  if (floor > Number.NEGATIVE_INFINITY) for (let i = 0; i < limit; i++) best.offer(NOT_FOUND, floor, NOT_FOUND);
  offerBlocks(layer, bounds, search, leastTies, deadline);
  return foundOf(out, best.drain(out, scores), scores);
}

/** Past the deadline some may not have been found: then the champions are known, which are as many as are wanted. */
function foundOf(out: Uint32Array, kept: number, scores: Float32Array | undefined): number {
  return kept > 0 && out[kept - 1] === NOT_FOUND ? takeChampions(out, scores) : kept;
}

/** @returns how many there are */
export function copyChampions(
  champions: Champions,
  limit: number,
  out: Uint32Array,
  scores: Float32Array | undefined,
): number {
  const { docs } = champions;
  const count = Math.min(limit, docs.length);
  for (let i = 0; i < count; i++) out[i] = docs[i];
  if (scores) for (let i = 0; i < count; i++) scores[i] = champions.scores[i];
  return count;
}

function offerBlocks(
  layer: DenseLayer,
  bounds: BlockBounds,
  search: BestSearch,
  leastTies: Uint32Array,
  deadline: Deadline,
): void {
  const { bits } = layer;
  const { among, except } = search;
  const regions = new Float64Array(Math.ceil(bits.length / WORDS_PER_REGION));
  const areKnown = bounds.ofRegions(regions);
  for (let word = 0; word < bits.length; word += WORDS_PER_BLOCK) {
    // Not before some blocks were looked at: a list has something in it however late it is.
    if ((word & DEADLINE_STEPS) === LAST_OF_STEPS && deadline.passed) return;
    if (areKnown && word % WORDS_PER_REGION === 0 && !mayReach(regions[word / WORDS_PER_REGION], best.floor)) {
      word += WORDS_PER_REGION - WORDS_PER_BLOCK;
      continue;
    }
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
    const bound = bounds.of(word, low, high);
    if (bound < best.floor) continue;
    if (bound === best.floor && leastTies[word >>> 1] > best.floorTie) continue;
    if (low !== 0) offerWord(word, low, layer, search);
    if (high !== 0) offerWord(word + 1, high, layer, search);
  }
}

function mayReach(bound: number, floor: number): boolean {
  return bound >= floor && bound !== Number.NEGATIVE_INFINITY;
}

/** By the ties of a view: the least of each block. */
const knownTies = new WeakMap<Uint32Array, Uint32Array>();

/** Where many products score alike, blocks without a tie that would go before those kept are passed over. */
function leastTiesOf(ties: Uint32Array): Uint32Array {
  let least = knownTies.get(ties);
  if (!least) knownTies.set(ties, (least = blockMinima(ties)));
  return least;
}

/** Positions in their word of the products that are scored, and their scores. */
const positions = new Uint8Array(32);
const sums = new Float32Array(32);

/** Scores the products of a word, term by term. */
function offerWord(
  word: number,
  among: number,
  { terms, values, priors, offset }: DenseLayer,
  { boosts, ties }: BestSearch,
): void {
  let count = 0;
  for (let left = among; left !== 0; left &= left - 1) {
    sums[count] = 0;
    positions[count++] = 31 - Math.clz32(left & -left);
  }
  for (let t = 0; t < terms.length; t++) {
    const { bits, points } = terms[t];
    const having = bits[word];
    const rank = terms[t].rankOf(word);
    if (having === among) for (let i = 0; i < count; i++) sums[i] += points[rank + i];
    else for (let i = 0; i < count; i++) sums[i] += points[rank + bitsOf(having & ((1 << positions[i]) - 1))];
  }
  for (let v = 0; v < values.length; v++) addTo(values[v].products[word], values[v].points, count);
  for (let i = 0; i < count; i++) sums[i] = fround(sums[i] + priors.points[(word << 5) + positions[i]]) + offset;
  for (let b = 0; b < boosts.length; b++) addTo(boosts[b].products[word], boosts[b].points, count);
  let { floor } = best;
  for (let i = 0; i < count; i++) {
    if (sums[i] < floor) continue;
    const doc = (word << 5) + positions[i];
    best.offer(doc, sums[i], ties[doc]);
    floor = best.floor;
  }
}

function addTo(products: number, points: number, count: number): void {
  for (let i = 0; i < count; i++) if ((products & (1 << positions[i])) !== 0) sums[i] += points;
}
