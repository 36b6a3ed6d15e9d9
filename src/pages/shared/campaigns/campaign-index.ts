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
import { type CompiledCampaigns, compileCampaigns, hasCampaigns } from './compile-campaigns.js';
import { ProductSets } from './product-sets.js';

/** How long one query compiles where a view was not prepared: thousands of campaigns are there after some queries. */
const QUERY_MS = 2;
/** How long products are kept that depend on time. */
const CHANGING_MS = 600_000;

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
  private readonly byId: ReadonlyMap<string, CompetingCampaign>;

  constructor(
    readonly compiled: CompiledCampaigns,
    private readonly auctions: Auction,
    private readonly standing: CampaignStanding,
    readonly madeMs: number,
  ) {
    this.byId = new Map(compiled.all.map(campaign => [campaign.id, campaign]));
  }

  get(id: string): CompetingCampaign | undefined {
    return this.byId.get(id);
  }

  /** In the order of ids. */
  get all(): readonly CompetingCampaign[] {
    return this.compiled.all;
  }

  /** The winners of places at positions from 0, in their order; a place without one stays organic. */
  auction(request: AuctionRequest, positions: readonly number[], settings: AuctionSettings): Winner[] {
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
    return this.standing.read(this.compiled.generation, Math.floor(nowMs / 1000));
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
    if (known && !(known.compiled.changing && nowMs - known.madeMs > CHANGING_MS)) return known;
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
    if (!hasCampaigns(this.source.site, viewId) || this.kept(viewId)) return;
    this.keep(viewId, yield* this.make(viewId, nowMs));
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
    if (index.compiled.changing) return index;
    let ofView = lasting.get(view.key);
    if (!ofView) lasting.set(view.key, (ofView = new WeakMap()));
    let ofSite = ofView.get(site);
    if (!ofSite) ofView.set(site, (ofSite = new Map()));
    ofSite.set(viewId, index);
    return index;
  }

  private *make(viewId: ViewId, nowMs: number): Steps<CampaignIndex> {
    const { site, view, offers, currency, standing } = this.source;
    // Without a deadline: rules that are cut short would select too little for as long as the snapshot lives.
    const sets = new ProductSets(view, new RulePlanner(view), offers.of(ORDINARY));
    const compiled = yield* compileCampaigns(site, viewId, { view, sets, currency, nowMs });
    // The index outlives the view, whose prices and stock are not to be kept in memory for it.
    const { structure, attributes } = view;
    const auctions = new Auction(compiled, { structure, attributes });
    return new CampaignIndex(compiled, auctions, standing ?? new CampaignStanding(), nowMs);
  }
}
