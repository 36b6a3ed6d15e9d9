/**
 * The campaigns of a market apart from any view: read, and their rules parsed, once by a thread for each state of the site,
 * however often prices and products change.
 */
import { campaignsGeneration } from '../../../behaviour/campaigns/standing.js';
import { parseRules } from '../../../catalog/rules/parse-rules.js';
import type { RuleExpression } from '../../../catalog/rules/rule-expression.js';
import { type Campaign, campaignKey } from '../../../catalog/site/campaign-document.js';
import type { Site } from '../../../index/site.js';
import { isoTime } from '../../../kernel/iso-time.js';
import type { Steps } from '../../../kernel/steps.js';
import type { CompetingCampaign, LeftOut } from '../../../query/auction/campaigns.js';
import type { ViewId } from '../requests.js';

const MICROS = 1_000_000;
/** Campaigns that are read between two steps. */
export const AT_ONCE = 16;
/** Attributes whose values are those of the market's prices and stock. */
const OF_OFFERS: ReadonlySet<string> = new Set(['price', 'list_price', 'discount', 'stock_number', 'in_stock']);

export type NamedProducts = NonNullable<Campaign['products']>;

/** Products that campaigns name, each set once. */
export interface PlannedSet {
  /** Equal for equal products. */
  key: string;
  named: NamedProducts;
  rules: RuleExpression | undefined;
  /** Whether they depend on time or on prices and stock. */
  isChanging: boolean;
  /** Those that the rules restrict. */
  attributes: readonly string[];
}

export interface MarketPlan {
  /** As `campaignsGeneration` has it of all published ones. */
  generation: number;
  /** In the order of ids; their pool is the number of their set. */
  all: readonly CompetingCampaign[];
  sets: readonly PlannedSet[];
  /** Numbers of the campaigns of each set, ascending. */
  campaigns: readonly Uint16Array[];
  leftOut: ReadonlyMap<string, LeftOut>;
  isChanging: boolean;
  /** What of a view's values the campaigns depend on. */
  attributes: ReadonlySet<string>;
}

/** All campaigns of a layer, in the order of ids. */
interface SiteCampaigns {
  generation: number;
  all: { id: string; slot: number; campaign: Campaign }[];
  plans: Map<string, MarketPlan>;
}

const ofSites = new WeakMap<Site, Map<ViewId, SiteCampaigns>>();

/** Whether there are any, published or not. */
export function hasCampaigns(site: Site, viewId: ViewId): boolean {
  return (
    site.has(campaignKey('campaign', '')) || (viewId === 'PREVIEW' && site.has(campaignKey('campaign-preview', '')))
  );
}

/** @param currency of the market; undefined: not known, all bids are in it */
export function* marketPlan(
  site: Site,
  viewId: ViewId,
  { market, currency }: { market: string; currency: string | undefined },
): Steps<MarketPlan> {
  const { generation, all, plans } = yield* siteCampaigns(site, viewId);
  const name = JSON.stringify([market, currency]);
  const known = plans.get(name);
  if (known) return known;
  const sets = new SetsBuilder();
  const competing: CompetingCampaign[] = [];
  const leftOut = new Map<string, LeftOut>();
  const attributes = new Set<string>();
  let read = 0;
  for (const { id, slot, campaign } of all) {
    if (++read % AT_ONCE === 0) yield;
    const { markets, bid, products, targeting, exclusions } = campaign;
    if (!markets.includes(market)) continue;
    if (currency !== undefined && bid.currency !== currency) {
      leftOut.set(id, 'other-currency');
      continue;
    }
    if (targeting?.categories || exclusions?.categories) attributes.add('category');
    competing.push(planned(id, slot, campaign, products ? sets.add(products, competing.length) : -1));
  }
  for (const set of sets.all) for (const attribute of set.attributes) attributes.add(attribute);
  const plan = {
    generation,
    all: competing,
    sets: sets.all,
    campaigns: sets.campaigns.map(numbers => Uint16Array.from(numbers)),
    leftOut,
    isChanging: sets.all.some(({ isChanging }) => isChanging),
    attributes,
  };
  plans.set(name, plan);
  return plan;
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
  known.set(viewId, (campaigns = { generation, all, plans: new Map() }));
  return campaigns;
}

function* eachDocument<T>(site: Site, prefix: string, each: (id: string, record: T) => void): Steps<void> {
  let read = 0;
  for (const { key, record } of site.all<T>(prefix)) {
    each(key.slice(prefix.length), record);
    if (++read % AT_ONCE === 0) yield;
  }
}

function planned(id: string, slot: number, campaign: Campaign, pool: number): CompetingCampaign {
  const { advertiser, bid, enabled = true, from, until } = campaign;
  return {
    id,
    slot,
    sponsor: { id: advertiser.id, name: advertiser.name, payer: advertiser.payer ?? advertiser.name },
    billing: bid.type,
    bidMicros: Math.round(bid.amount * MICROS),
    enabled,
    fromMs: from === undefined ? Number.NEGATIVE_INFINITY : isoTime(from),
    untilMs: until === undefined ? Number.POSITIVE_INFINITY : isoTime(until),
    pool,
    document: campaign,
  };
}

class SetsBuilder {
  readonly all: PlannedSet[] = [];
  readonly campaigns: number[][] = [];
  private readonly numbers = new Map<string, number>();

  /** @returns the number of the set */
  add(named: NamedProducts, campaign: number): number {
    const { keys = [], groups = [], rules: text = '' } = named;
    const key = JSON.stringify([[...keys].sort(), [...groups].sort(), text]);
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.all.length;
      this.numbers.set(key, number);
      this.campaigns.push([]);
      const rules = named.rules === undefined ? undefined : parseRules(named.rules);
      const restricted = (rules ?? []).flatMap(({ restrictions }) => restrictions.map(({ attribute }) => attribute));
      const attributes = [...new Set(restricted)];
      const isChanging = attributes.some(attribute => attribute === 'newness' || OF_OFFERS.has(attribute));
      this.all.push({ key, named, rules, isChanging, attributes });
    }
    this.campaigns[number]!.push(campaign);
    return number;
  }
}
