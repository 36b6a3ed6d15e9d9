/** Compiles the campaigns of a market for one view, in steps between which a thread runs other tasks. */
import type { Bitmap } from '../../../kernel/bitmap.js';
import type { Steps } from '../../../kernel/steps.js';
import type { Campaigns, CompetingCampaign, LeftOut, Pools } from '../../../query/auction/campaigns.js';
import { categoryOrdinals } from '../../../query/auction/categories.js';
import { Targets } from '../../../query/auction/targets.js';
import type { View } from '../../../snapshot/index.js';
import type { ProductSet } from './kept-campaigns.js';
import { AT_ONCE, type MarketPlan } from './market-plan.js';
import type { ProductSets } from './product-sets.js';

/** Pairs of a pool and a product that a view has at most, two bytes each. */
const MOST_PAIRS = 8 << 20;
/** Memory for the products of pools that have many, in bytes. */
const MOST_BROAD_BYTES = 64 << 20;

export function* compileCampaigns(
  plan: MarketPlan,
  { view, sets, nowMs }: { view: View; sets: ProductSets; nowMs: number },
): Steps<Campaigns> {
  const builder = new PoolsBuilder(view.structure.productCount);
  const refused = new Set<number>();
  yield* sets.all(plan, nowMs, set => {
    const pool = builder.size;
    if (!builder.add(set)) refused.add(pool);
  });
  const targets = yield* targetsOf(plan, view);
  const pools = yield* builder.finish(plan.campaigns);
  return { generation: plan.generation, ...without(plan, refused), pools, targets };
}

function* targetsOf({ all }: MarketPlan, view: View): Steps<Targets> {
  const targets = new Targets(all.length, view.analyzer);
  const ordinals = new Map<string, readonly number[]>();
  const categoriesNamed = (name: string) => {
    const known = ordinals.get(name) ?? categoryOrdinals(name, view);
    ordinals.set(name, known);
    return known;
  };
  for (let campaign = 0; campaign < all.length; campaign++) {
    targets.add(campaign, all[campaign]!.document, categoriesNamed);
    if (campaign % AT_ONCE === AT_ONCE - 1) yield;
  }
  return targets;
}

/** The campaigns of a plan where some pools are refused. */
function without(
  { all, leftOut }: MarketPlan,
  refused: ReadonlySet<number>,
): { all: readonly CompetingCampaign[]; leftOut: ReadonlyMap<string, LeftOut> } {
  if (refused.size === 0) return { all, leftOut };
  const isOut = ({ pool }: CompetingCampaign) => refused.has(pool);
  const out = all.filter(isOut).map(({ id }) => [id, 'too-many-products'] as const);
  return {
    all: all.map(campaign => (isOut(campaign) ? { ...campaign, pool: -1 } : campaign)),
    leftOut: new Map([...leftOut, ...out]),
  };
}

/** Gathers the pools of a view. Those that take too much memory are refused, so that all fit. */
class PoolsBuilder {
  private readonly listed: (Uint32Array | undefined)[] = [];
  private readonly broad = new Map<number, Bitmap>();
  private pairs = 0;
  private broadBytes = 0;

  constructor(private readonly productCount: number) {}

  get size(): number {
    return this.listed.length;
  }

  /** Adds the next pool. @returns false: its products do not fit any more */
  add({ listed, bits }: ProductSet): boolean {
    const pairs = this.pairs + (listed?.length ?? 0);
    const broadBytes = this.broadBytes + (bits?.byteLength ?? 0);
    const fits = pairs <= MOST_PAIRS && broadBytes <= MOST_BROAD_BYTES;
    if (fits && bits) this.broad.set(this.size, bits);
    this.listed.push(fits ? listed : undefined);
    if (!fits) return false;
    this.pairs = pairs;
    this.broadBytes = broadBytes;
    return true;
  }

  /** @param campaigns of each pool */
  *finish(campaigns: Pools['campaigns']): Steps<Pools> {
    const start = new Uint32Array(this.productCount + 1);
    for (let pool = 0; pool < this.listed.length; pool++) {
      for (const product of this.listed[pool] ?? []) start[product + 1]!++;
      if (pool % AT_ONCE === AT_ONCE - 1) yield;
    }
    for (let p = 0; p < this.productCount; p++) start[p + 1]! += start[p]!;
    const next = start.slice();
    const of = new Uint16Array(this.pairs);
    for (let pool = 0; pool < this.listed.length; pool++) {
      for (const product of this.listed[pool] ?? []) of[next[product]!++] = pool;
      if (pool % AT_ONCE === AT_ONCE - 1) yield;
    }
    return { campaigns, start, of, broad: this.broad };
  }
}
