/**
 * The campaigns of a view as auctions read them. A campaign's number is its place here, in the order of ids; its slot is
 * its place among all published campaigns of the shop. Campaigns with equal products share a pool.
 */
import type { Campaign } from '../../catalog/site/campaign-document.js';
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import type { Targets } from './targets.js';

/** By the click, or by the thousand impressions. */
export type Billing = Campaign['bid']['type'];

/** The advertiser of a campaign, and who pays for it. */
export interface Sponsor {
  id: string;
  name: string;
  payer: string;
}

export interface CompetingCampaign {
  id: string;
  /** -1: it is not published yet. */
  slot: number;
  sponsor: Sponsor;
  billing: Billing;
  bidMicros: number;
  enabled: boolean;
  fromMs: number;
  /** The first moment at which it does not run. */
  untilMs: number;
  /** -1: it has no products in the view. */
  pool: number;
  document: Campaign;
}

/** The pools of a view. */
export interface Pools {
  /** Numbers of the campaigns of each, ascending. */
  campaigns: readonly Uint16Array[];
  /** CSR: pools `of[start[p] … start[p + 1])`, ascending, have product `p`. Those with many products are in `broad` alone. */
  start: Uint32Array;
  of: Uint16Array;
  /** Products of the pools that have many, by pool. */
  broad: ReadonlyMap<number, Bitmap>;
}

/** Whether a pool has a product. */
export function holds({ start, of, broad }: Pools, pool: number, product: number): boolean {
  const bits = broad.get(pool);
  if (bits) return hasBit(bits, product);
  let from = start[product]!;
  let to = start[product + 1]!;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (of[middle]! < pool) from = middle + 1;
    else to = middle;
  }
  return from < start[product + 1]! && of[from] === pool;
}

/** Why a campaign of the market does not compete in a view at all. */
export type LeftOut = 'other-currency' | 'too-many-products';

export interface Campaigns {
  /** As `campaignsGeneration` has it of all published ones. */
  generation: number;
  all: readonly CompetingCampaign[];
  pools: Pools;
  targets: Targets;
  leftOut: ReadonlyMap<string, LeftOut>;
}
