/**
 * A model of machines with more cores than were measured: of n cores, F run front ends and n - F query threads, so that
 * no more requests a second are answered than F / (cost at the front end) and (n - F) / (cost at the others). Costs are
 * those with two query threads, where all cores of the measured machine are busy. That many more come to share memory
 * and caches, and what the network and its interrupts take, is left out.
 */

/** Microseconds of CPU for a request. */
export interface RequestCost {
  /** Of the front end's thread. */
  front: number;
  /** Of all others. */
  others: number;
}

export interface Modelled {
  frontEnds: number;
  /** Requests a second. */
  rate: number;
}

/** The number of front ends with which most requests are answered; the least of those that are equal. */
export function modelledRate(cores: number, cost: RequestCost): Modelled {
  let best: Modelled = { frontEnds: 1, rate: 0 };
  for (let frontEnds = 1; frontEnds < cores; frontEnds++) {
    const byFront = (frontEnds * 1e6) / cost.front;
    const byThreads = cost.others > 0 ? ((cores - frontEnds) * 1e6) / cost.others : Infinity;
    const rate = Math.min(byFront, byThreads);
    if (rate > best.rate) best = { frontEnds, rate };
  }
  return best;
}

/** The cost where a share of the answers, of [0, 1], comes from the cache. */
export function mixedCost(hit: RequestCost, miss: RequestCost, share: number): RequestCost {
  const mixed = (of: keyof RequestCost) => share * hit[of] + (1 - share) * miss[of];
  return { front: mixed('front'), others: mixed('others') };
}
