/**
 * The campaigns of a view in one thread, as they are published or previewed: compiled before its snapshot is live, and the
 * same for all snapshots that differ neither in the documents nor in what the view is derived from.
 */
import { CampaignStanding } from '../../../behaviour/campaigns/standing.js';
import type { Site } from '../../../index/site.js';
import type { Steps } from '../../../kernel/steps.js';
import { Auction } from '../../../query/auction/auction.js';
import type { AuctionRequest, AuctionSettings, Winner } from '../../../query/auction/auction-request.js';
import type { CompetingCampaign } from '../../../query/auction/campaigns.js';
import { type Loser, losersOf, type Sold } from '../../../query/auction/losers.js';
import type { OfferContexts } from '../../../query/filters/offer-context.js';
import { RulePlanner } from '../../../query/filters/rule-planner.js';
import type { PartsKey, View } from '../../../snapshot/index.js';
import type { ViewId } from '../requests.js';
import { compileCampaigns } from './compile-campaigns.js';
import { type AuctionView, forgetCampaigns, type KeptCampaigns, keptCampaigns } from './kept-campaigns.js';
import { hasCampaigns, type MarketPlan, marketPlan } from './market-plan.js';
import { ProductSets } from './product-sets.js';

/** How long one query compiles where a view was not prepared: thousands of campaigns are there after some queries. */
const QUERY_MS = 2;
/** How long products are kept that depend on time. */
const CHANGING_MS = 600_000;
/** Campaigns of a view that are kept: published, and previewed ones. */
const LAYERS = 2;

/** The market's ordinary offers, of which the prices and stock of rules are. */
const ORDINARY = { channels: { online: true, store: false }, stores: [] };

const lasting = new WeakMap<PartsKey, WeakMap<Site, Map<ViewId, CampaignIndex>>>();

export interface CampaignSource {
  site: Site;
  view: View;
  offers: OfferContexts;
  currency: string | undefined;
  standing: CampaignStanding | undefined;
}

export class CampaignIndex {
  /** @param isChanging whether the products of some depend on time, prices or stock */
  constructor(
    private readonly auctions: Auction,
    private readonly standing: CampaignStanding,
    readonly madeMs: number,
    readonly isChanging: boolean,
  ) {}

  get(id: string): CompetingCampaign | undefined {
    const { all } = this;
    let low = 0;
    for (let high = all.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (all[middle]!.id < id) low = middle + 1;
      else high = middle;
    }
    return all[low]?.id === id ? all[low] : undefined;
  }

  /** In the order of ids. */
  get all(): readonly CompetingCampaign[] {
    return this.auctions.campaigns.all;
  }

  /** The winners of places at positions from 0, in their order; a place without one stays organic. */
  auction(request: AuctionRequest, positions: readonly number[], settings: AuctionSettings): readonly Winner[] {
    return this.auctions.run(request, positions, this.standingAt(request), settings);
  }

  /**
   * The winners of places that show a campaign and no product of it, those worth the most first; one of each advertiser.
   * @param fits whether a campaign has what the place needs
   */
  banners(
    request: AuctionRequest,
    places: number,
    fits: (campaign: CompetingCampaign) => boolean,
    settings: AuctionSettings,
  ): Winner[] {
    return this.auctions.runBanners(request, places, fits, this.standingAt(request), settings);
  }

  /** Why campaigns of the market have not won a place of a page. */
  losers(request: AuctionRequest, sold: Sold, settings: AuctionSettings): Loser[] {
    return losersOf(this.auctions, request, sold, this.standingAt(request), settings);
  }

  private standingAt({ nowMs }: AuctionRequest) {
    return this.standing.read(this.auctions.campaigns.generation, Math.floor(nowMs / 1000));
  }
}

/** The layers of a view. */
export class CampaignIndexes {
  private readonly known = new Map<ViewId, CampaignIndex>();
  private readonly none = new Set<ViewId>();
  private readonly making = new Map<ViewId, Steps<CampaignIndex>>();

  constructor(private readonly source: CampaignSource) {}

  /** Undefined: there are none, or an unprepared view does not have them yet. */
  of(viewId: ViewId, nowMs: number): CampaignIndex | undefined {
    if (this.none.has(viewId)) return undefined;
    const known = this.known.get(viewId) ?? this.kept(viewId);
    if (known && !(known.isChanging && nowMs - known.madeMs > CHANGING_MS)) return known;
    if (!hasCampaigns(this.source.site, viewId)) {
      this.none.add(viewId);
      return undefined;
    }
    const steps = this.making.get(viewId) ?? this.make(viewId, nowMs);
    this.making.set(viewId, steps);
    for (const began = performance.now(); performance.now() - began < QUERY_MS; ) {
      const { done, value } = steps.next();
      if (done) return this.keep(viewId, value);
    }
    return known;
  }

  /** Computes what `of` needs. */
  *prepare(viewId: ViewId, nowMs: number): Steps<void> {
    const { site, view } = this.source;
    if (!hasCampaigns(site, viewId)) forgetCampaigns(view);
    else if (!this.kept(viewId)) this.keep(viewId, yield* this.make(viewId, nowMs));
  }

  private kept(viewId: ViewId): CampaignIndex | undefined {
    const { view, site } = this.source;
    const index = lasting.get(view.key)?.get(site)?.get(viewId);
    if (index) this.known.set(viewId, index);
    return index;
  }

  private keep(viewId: ViewId, index: CampaignIndex): CampaignIndex {
    const { view, site } = this.source;
    this.making.delete(viewId);
    this.known.set(viewId, index);
    if (index.isChanging) return index;
    let ofView = lasting.get(view.key);
    if (!ofView) lasting.set(view.key, (ofView = new WeakMap()));
    let ofSite = ofView.get(site);
    if (!ofSite) ofView.set(site, (ofSite = new Map()));
    ofSite.set(viewId, index);
    return index;
  }

  private *make(viewId: ViewId, nowMs: number): Steps<CampaignIndex> {
    const { site, view, currency, standing } = this.source;
    const plan = yield* marketPlan(site, viewId, { market: view.market, currency });
    const kept = keptCampaigns(view);
    const made = kept.auctions.get(plan)?.auction;
    const auction = made ?? (yield* this.auction(plan, kept, nowMs));
    return new CampaignIndex(auction, standing ?? new CampaignStanding(), nowMs, plan.isChanging);
  }

  private *auction(plan: MarketPlan, kept: KeptCampaigns, nowMs: number): Steps<Auction> {
    const { view, offers } = this.source;
    // Without a deadline: rules that are cut short would select too little for as long as the snapshot lives.
    const sets = new ProductSets(view, new RulePlanner(view), offers.of(ORDINARY), kept);
    const seen: AuctionView = { structure: view.structure, attributes: view.attributes };
    const auction = new Auction(yield* compileCampaigns(plan, { view, sets, nowMs }), seen);
    if (plan.isChanging) return auction;
    kept.auctions.set(plan, { auction, view: seen });
    for (const oldest of kept.auctions.keys()) if (kept.auctions.size > LAYERS) kept.auctions.delete(oldest);
    return auction;
  }
}
