/** Compiles the campaigns of a market for one view, in steps between which a thread runs other tasks. */

import { campaignsGeneration } from '../../../behaviour/campaigns/standing.js';
import { type Campaign, campaignKey } from '../../../catalog/site/campaign-document.js';
import type { Site } from '../../../index/site.js';
import type { Bitmap } from '../../../kernel/bitmap.js';
import type { Steps } from '../../../kernel/steps.js';
import type { Campaigns, CompetingCampaign, LeftOut, Pools } from '../../../query/auction/campaigns.js';
import { categoryOrdinals } from '../../../query/auction/categories.js';
import { Targets } from '../../../query/auction/targets.js';
import type { View } from '../../../snapshot/index.js';
import type { ViewId } from '../requests.js';
import { changesWith, type ProductSet, type ProductSets, setKey } from './product-sets.js';

/** Pairs of a pool and a product that a view has at most, two bytes each. */
const MOST_PAIRS = 8 << 20;
/** Memory for the products of pools that have many, in bytes. */
const MOST_BROAD_BYTES = 64 << 20;
const MICROS = 1_000_000;
/** Campaigns that are compiled between two steps. */
const AT_ONCE = 16;

/** All campaigns of a layer, in the order of ids. */
export interface SiteCampaigns {
  generation: number;
  all: { id: string; slot: number; campaign: Campaign }[];
}

export interface CompiledCampaigns extends Campaigns {
  /** Whether the products of some depend on time, prices or stock. */
  changing: boolean;
}

const ofSites = new WeakMap<Site, Map<ViewId, SiteCampaigns>>();

/** Whether there are any, published or not. */
export function hasCampaigns(site: Site, viewId: ViewId): boolean {
  return (
    site.has(campaignKey('campaign', '')) || (viewId === 'PREVIEW' && site.has(campaignKey('campaign-preview', '')))
  );
}

/** The campaigns of a site, read once by a thread. */
function* siteCampaigns(site: Site, viewId: ViewId): Steps<SiteCampaigns> {
  let known = ofSites.get(site);
  if (!known) ofSites.set(site, (known = new Map()));
  let campaigns = known.get(viewId);
  if (campaigns) return campaigns;
  const published = new Map<string, Campaign>();
  yield* eachDocument<Campaign>(site, campaignKey('campaign', ''), (id, campaign) => published.set(id, campaign));
  const ids = [...published.keys()].sort();
  const slots = new Map(ids.map((id, slot) => [id, slot]));
  const layer = new Map(published);
  if (viewId === 'PREVIEW') {
    yield* eachDocument<Campaign | null>(site, campaignKey('campaign-preview', ''), (id, campaign) => {
      if (campaign === null) layer.delete(id);
      else layer.set(id, campaign);
    });
  }
  const all = [...layer].map(([id, campaign]) => ({ id, campaign, slot: slots.get(id) ?? -1 }));
  all.sort((a, b) => (a.id < b.id ? -1 : 1));
  const generation = campaignsGeneration(ids.map(id => [id, published.get(id)!] as const));
  known.set(viewId, (campaigns = { generation, all }));
  return campaigns;
}

function* eachDocument<T>(site: Site, prefix: string, each: (id: string, record: T) => void): Steps<void> {
  let read = 0;
  for (const { key, record } of site.all<T>(prefix)) {
    each(key.slice(prefix.length), record);
    if (++read % AT_ONCE === 0) yield;
  }
}

/** @param currency of the market; undefined: not known, all bids are in it */
export function* compileCampaigns(
  site: Site,
  viewId: ViewId,
  { view, sets, currency, nowMs }: { view: View; sets: ProductSets; currency: string | undefined; nowMs: number },
): Steps<CompiledCampaigns> {
  const { generation, all: ofShop } = yield* siteCampaigns(site, viewId);
  const leftOut = new Map<string, LeftOut>();
  const ofMarket = ofShop.filter(({ id, campaign: { markets, bid } }) => {
    if (!markets.includes(view.market)) return false;
    const isOther = currency !== undefined && bid.currency !== currency;
    if (isOther) leftOut.set(id, 'other-currency');
    return !isOther;
  });
  const pools = new PoolsBuilder(view.structure.productCount);
  const targets = new Targets(ofMarket.length, view.analyzer);
  const ordinals = new Map<string, readonly number[]>();
  const categoriesNamed = (name: string) => {
    const known = ordinals.get(name) ?? categoryOrdinals(name, view);
    ordinals.set(name, known);
    return known;
  };
  const all: CompetingCampaign[] = [];
  let changing = false;
  for (const { id, slot, campaign } of ofMarket) {
    const { products } = campaign;
    let pool = -1;
    if (products) {
      const key = setKey(products);
      changing ||= changesWith(products.rules);
      pool = pools.add(key, all.length, () => sets.get(key, products, nowMs));
      if (pool < 0) leftOut.set(id, 'too-many-products');
    }
    targets.add(all.length, campaign, categoriesNamed);
    all.push(compiled(id, slot, campaign, pool));
    if (all.length % AT_ONCE === 0) yield;
  }
  sets.keepOnly(pools.keys);
  return { generation, all, pools: yield* pools.finish(), targets, leftOut, changing };
}

function compiled(id: string, slot: number, campaign: Campaign, pool: number): CompetingCampaign {
  const { advertiser, bid, enabled = true, from, until } = campaign;
  return {
    id,
    slot,
    sponsor: { id: advertiser.id, name: advertiser.name, payer: advertiser.payer ?? advertiser.name },
    billing: bid.type,
    bidMicros: Math.round(bid.amount * MICROS),
    enabled,
    fromMs: from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from),
    untilMs: until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until),
    pool,
    document: campaign,
  };
}

/** Gathers the pools of a view. Those that take too much memory are refused, so that all fit. */
class PoolsBuilder {
  private readonly numbers = new Map<string, number>();
  private readonly campaigns: number[][] = [];
  private readonly listed: (Uint32Array | undefined)[] = [];
  private readonly broad = new Map<number, Bitmap>();
  private readonly refused = new Set<string>();
  private pairs = 0;
  private broadBytes = 0;

  constructor(private readonly productCount: number) {}

  /** Of the pools. */
  get keys(): ReadonlySet<string> {
    return new Set(this.numbers.keys());
  }

  /** @returns the number of the pool that a campaign is in; -1: its products do not fit any more */
  add(key: string, campaign: number, make: () => ProductSet): number {
    const known = this.numbers.get(key);
    if (known !== undefined) {
      this.campaigns[known]!.push(campaign);
      return known;
    }
    if (this.refused.has(key)) return -1;
    const { listed, bits } = make();
    this.pairs += listed?.length ?? 0;
    this.broadBytes += bits?.byteLength ?? 0;
    if (this.pairs > MOST_PAIRS || this.broadBytes > MOST_BROAD_BYTES) {
      this.pairs -= listed?.length ?? 0;
      this.broadBytes -= bits?.byteLength ?? 0;
      this.refused.add(key);
      return -1;
    }
    const number = this.campaigns.length;
    this.numbers.set(key, number);
    this.campaigns.push([campaign]);
    this.listed.push(listed);
    if (bits) this.broad.set(number, bits);
    return number;
  }

  *finish(): Steps<Pools> {
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
    const campaigns = this.campaigns.map(numbers => Uint16Array.from(numbers));
    return { campaigns, start, of, broad: this.broad };
  }
}
