/**
 * The input of the algorithms: a view with data derived from it, the current list, and scratch that all lists of a
 * thread share.
 */

import type { Relations } from '../index/signals.js';
import type { Bitmap } from '../kernel/bitmap.js';
import { listBits, popcount } from '../kernel/bitmap.js';
import type { View } from '../snapshot/index.js';
import { CandidateFilter } from './candidate-filter.js';
import { Candidates, type PreselectionWeights } from './candidates.js';
import { Diversifier } from './diversification.js';
import type { PopularityRanking } from './popularity-ranking.js';
import type { Profile } from './profile.js';
import type { Taste } from './taste.js';
import type { Traits } from './traits.js';

/** Most products that a list's rules may leave for all of them to be candidates. */
const NARROW = 1024;
/** Number of candidates that are scored in full: at least this many, and this many for each requested group. */
const LEAST_COMPARED = 100;
const COMPARED_A_GROUP = 8;

/** Scratch of one thread. */
export class Scratch {
  readonly filter = new CandidateFilter();
  readonly candidates = new Candidates();
  readonly diversifier = new Diversifier();
  private narrow = new Uint32Array(NARROW + 32);

  /** The products that rules leave, where they are at most `NARROW`. */
  narrowList(within: Bitmap | undefined): Uint32Array | undefined {
    if (within === undefined || popcount(within) > NARROW) return undefined;
    return this.narrow.subarray(0, listBits(within, this.narrow));
  }
}

export interface RecommendationContext {
  view: View;
  traits: Traits;
  ranking: PopularityRanking;
  profile: Profile;
  taste: Taste;
  scratch: Scratch;
  /** Lowest selling prices by product. */
  prices: Float64Array;
  /** Number of groups requested. */
  limit: number;
  /** The products that the list's rules leave, where they are at most `NARROW`. */
  narrow: Uint32Array | undefined;
}

/** Adds the products with a relation to `product`, each with its strength (0 to 1) times `share`. */
export function relate(
  candidates: Candidates,
  { start, to, weight }: Relations,
  usual: number,
  product: number,
  share: number,
): void {
  for (let i = start[product]; i < start[product + 1]; i++) {
    candidates.addRelated(to[i], (share * weight[i]) / (weight[i] + usual));
  }
}

/** The candidates with the best preliminary scores, to be scored in full. */
export function preselect(
  { scratch, view, ranking, limit }: RecommendationContext,
  weights: PreselectionWeights,
): Uint32Array {
  const most = Math.max(LEAST_COMPARED, COMPARED_A_GROUP * limit);
  const { keyRank } = view.structure;
  return scratch.candidates.best(most, scratch.filter, weights, ranking.signals.popularity, keyRank);
}
