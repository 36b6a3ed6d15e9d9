/**
 * What the algorithms work with: a view and what is derived from it, the list at hand, and scratch that all lists of a
 * thread share.
 */

import type { Relations } from '../index/signals.js';
import type { Bitmap } from '../kernel/bitmap.js';
import { listBits, popcount } from '../kernel/bitmap.js';
import type { View } from '../snapshot/index.js';
import { CandidateFilter } from './candidate-filter.js';
import { Candidates, type RoughWorth } from './candidates.js';
import { Diversifier } from './diversification.js';
import type { PopularityRanking } from './popularity-ranking.js';
import type { Profile } from './profile.js';
import type { Taste } from './taste.js';
import type { Traits } from './traits.js';

/** A list whose rules leave at most so many products looks at all of them. */
const NARROW = 1024;
/** Products that are compared in full: at least so many, and so many for each group wanted. */
const LEAST_COMPARED = 100;
const COMPARED_A_GROUP = 8;

/** Scratch of one thread. */
export class Scratch {
  readonly filter = new CandidateFilter();
  readonly candidates = new Candidates();
  readonly diversifier = new Diversifier();
  private narrow = new Uint32Array(NARROW + 32);

  /** The products that rules leave, when they are few; undefined when they are many. */
  few(within: Bitmap | undefined): Uint32Array | undefined {
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
  /** Groups wanted. */
  limit: number;
  /** The products that the list's rules leave, where they are few. */
  few: Uint32Array | undefined;
}

/** Adds the products that relate to one, each with its strength (0 to 1) times `share`. */
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

/** The most promising of what was gathered, to be compared in full. */
export function promising({ scratch, view, ranking, limit }: RecommendationContext, worth: RoughWorth): Uint32Array {
  const most = Math.max(LEAST_COMPARED, COMPARED_A_GROUP * limit);
  const { keyRank } = view.structure;
  return scratch.candidates.best(most, scratch.filter, worth, ranking.signals.popularity, keyRank);
}
