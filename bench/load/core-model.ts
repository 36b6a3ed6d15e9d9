/**
 * A model of machines with more cores than this one: of n cores, F run front ends and n - F query threads, so that no
 * more requests a second are answered than F / (cost at the front end) and (n - F) / (cost at the others). Contention:
 * costs are those with two query threads, where all cores of this machine are busy. That many more come to share memory
 * and caches, and what the network and its interrupts take, is left out.
 */
import { percent, whole } from '../harness/figures.js';
import type { Measurement } from '../harness/measurement.js';

const MODELLED_CORES = [2, 8, 32];
/** Shares of the answers that come from the cache: none, as many as visitors' searches bring, all. */
const SHARES_CACHED = [0, 0.8, 1];

/** Microseconds of CPU for a request. */
export interface RequestCost {
  /** Of the front end's thread. */
  front: number;
  /** Of all others. */
  others: number;
}

interface Modelled {
  frontEnds: number;
  /** Requests a second. */
  rate: number;
  limit: 'front ends' | 'query threads';
}

/**
 * @param costs of a request answered from the cache and of one that is not
 * @param contention how many times as much a query costs with two threads as with one
 */
export function modelledCores(
  what: string,
  costs: { hit: RequestCost; miss: RequestCost },
  contention: number,
): Measurement[] {
  return SHARES_CACHED.flatMap(share => {
    const mixed = (of: keyof RequestCost) => share * costs.hit[of] + (1 - share) * costs.miss[of];
    const cost = { front: mixed('front'), others: mixed('others') };
    return MODELLED_CORES.map(cores => measurement(what, share, cores, cost, contention));
  });
}

function measurement(what: string, share: number, cores: number, cost: RequestCost, contention: number): Measurement {
  const one = modelled(cores, 1, cost);
  let best = one;
  for (let frontEnds = 2; frontEnds < cores; frontEnds++) {
    const more = modelled(cores, frontEnds, cost);
    if (more.rate > best.rate) best = more;
  }
  const several =
    best === one ? 'more bring nothing' : `${best.frontEnds} of them ${whole(best.rate)}/s, then ${best.limit}`;
  return {
    what: `${what}, ${percent(share)} from the cache, modelled: ${cores} cores`,
    rate: `${whole(one.rate)}/s`,
    note: `1 front end, limited by ${one.limit}; ${several}; a query with two threads × ${contention.toFixed(2)}`,
  };
}

function modelled(cores: number, frontEnds: number, { front, others }: RequestCost): Modelled {
  const byFront = (frontEnds * 1e6) / front;
  const byThreads = ((cores - frontEnds) * 1e6) / others;
  return { frontEnds, rate: Math.min(byFront, byThreads), limit: byFront < byThreads ? 'front ends' : 'query threads' };
}
