/**
 * The auction of the sponsored places of a page. A campaign offers its product that fits the page best; of all campaigns,
 * the one wins a place whose impression there is expected to earn the most, weighted by how well that product fits. It pays
 * what would just have won against the best one of another advertiser. A product is sponsored once on a page.
 *
 * The pools with a product of the page are gathered once, each with the most that it may earn; for each place, those that
 * may earn too little to change its winner or its price are passed by. What a look at a pool tells holds for later places.
 */
import type { Standing } from '../../behaviour/campaigns/standing.js';
import { type Bitmap, clearBit, emptyBitmap, hasBit } from '../../kernel/bitmap.js';
import type { View } from '../../snapshot/index.js';
import { type AuctionRequest, type AuctionSettings, MOST_COMPETING, type Winner } from './auction-request.js';
import { type Campaigns, type CompetingCampaign, holds } from './campaigns.js';
import { leadingCategories } from './categories.js';
import { Odds } from './odds.js';
import type { Place } from './targets.js';

/** A product so far down in the order of relevance counts half of the first. */
const HALF_AT = 32;

/** How well the product at a place in the order of relevance fits the page, at most 1; scores have no common scale. */
export function fitAt(rank: number): number {
  return HALF_AT / (HALF_AT + rank);
}

const FITS = Float64Array.from({ length: MOST_COMPETING }, (_, rank) => fitAt(rank));

/** What wins a place, and what it wins against. */
interface Best {
  campaign: number;
  product: number;
  /** What an impression is expected to earn, times the fit; 0: there is none. */
  score: number;
  /** The best score of another advertiser; 0: there is none. */
  next: number;
}

/** The auctions of one view in one thread, with their scratch. */
export class Auction {
  readonly odds: Odds;
  /** Campaigns that may win on the current page. */
  private readonly eligible: Bitmap;
  /** Places that each campaign has won on the current page, and which those are. */
  private readonly won: Uint8Array;
  private readonly winners: number[] = [];
  /** By pool, the last request in which it was gathered. */
  private readonly gathered: Uint32Array;
  private request = 0;
  /** Gathered pools, with the least place in the order of relevance of a product of theirs that is not sponsored yet… */
  private readonly pool: Uint16Array;
  private readonly rank: Uint8Array;
  /** …and the most that an eligible campaign of theirs may be worth that pays by the click, or by the impression. */
  private readonly clicks: Float64Array;
  private readonly views: Float64Array;
  private readonly broad: readonly number[];
  /** Of campaigns, a number for each advertiser. */
  private readonly advertiser: Uint16Array;
  /** Groups that stand before the current place in the list without campaigns. */
  private readonly passed = new Set<number>();
  /** Of the current request. */
  private capped: AuctionRequest['visitorCapped'];
  private readonly best: Best = { campaign: 0, product: 0, score: 0, next: 0 };

  constructor(
    readonly campaigns: Campaigns,
    readonly view: Pick<View, 'structure' | 'attributes'>,
  ) {
    const { all, pools } = campaigns;
    this.odds = new Odds(all, pools);
    this.eligible = emptyBitmap(all.length);
    this.won = new Uint8Array(all.length);
    this.gathered = new Uint32Array(pools.campaigns.length);
    this.pool = new Uint16Array(pools.campaigns.length);
    this.rank = new Uint8Array(pools.campaigns.length);
    this.clicks = new Float64Array(pools.campaigns.length);
    this.views = new Float64Array(pools.campaigns.length);
    this.broad = [...pools.broad.keys()];
    this.advertiser = numbersOf(all.map(({ sponsor }) => sponsor.id));
  }

  /**
   * @param positions of the places in their list from 0, ascending
   * @param standing of the campaigns' generation
   * @returns the winners of the places that have one, in the same order
   */
  run(request: AuctionRequest, positions: readonly number[], standing: Standing, settings: AuctionSettings): Winner[] {
    if (this.campaigns.all.length === 0 || positions.length === 0 || request.ranked.count === 0) return [];
    this.begin(request, standing, settings);
    const count = this.gather(request);
    const winners: Winner[] = [];
    const { groupOf } = this.view.structure;
    const { organic = NOTHING } = request;
    let before = 0;
    this.passed.clear();
    for (const position of positions) {
      for (; before < Math.min(position, organic.length); before++) this.passed.add(groupOf[organic[before]!]!);
      const relative = standing.relative(position);
      this.findBest(count, request, relative);
      const { score, campaign } = this.best;
      // Who wins nothing here may still win a place where clicks are rarer only if it is there at all.
      if (score === 0) break;
      winners.push(this.winner(position, relative, settings));
      request.seen.add(groupOf[this.best.product]!);
      this.winners.push(campaign);
      if (++this.won[campaign]! >= settings.mostPlaces) clearBit(this.eligible, campaign);
    }
    for (const campaign of this.winners) this.won[campaign] = 0;
    this.winners.length = 0;
    return winners;
  }

  /**
   * As `run`, for places that show a campaign and no product of it. Each advertiser wins one of them.
   * @param fits whether a campaign has what the places need
   * @returns winners without a product (-1), at positions from 0
   */
  runBanners(
    request: AuctionRequest,
    places: number,
    fits: (campaign: CompetingCampaign) => boolean,
    standing: Standing,
    settings: AuctionSettings,
  ): Winner[] {
    const { all } = this.campaigns;
    if (all.length === 0) return [];
    this.begin(request, standing, settings);
    const met = new Set<number>();
    const first: number[] = [];
    const { worth, order } = this.odds;
    for (let at = 0; at < order.length && first.length <= places; at++) {
      const c = order[at]!;
      if (!hasBit(this.eligible, c) || met.has(this.advertiser[c]!) || !fits(all[c]!)) continue;
      if (this.isCapped(c)) continue;
      met.add(this.advertiser[c]!);
      first.push(c);
    }
    return first.slice(0, places).map((campaign, position) => {
      const score = worth[campaign]!;
      const next = first[position + 1] === undefined ? 0 : worth[first[position + 1]!]!;
      Object.assign(this.best, { campaign, product: -1, score, next });
      return this.winner(position, 1, settings);
    });
  }

  /** What a request says of where it is, categories included. */
  placeOf({ touchpoint, phrase, categories, pageId, ranked }: AuctionRequest): Place {
    const named = this.campaigns.targets.nameCategories
      ? (categories ?? leadingCategories(ranked.products, ranked.count, this.view))
      : NO_CATEGORIES;
    return { touchpoint, phrase, pageId, categories: named };
  }

  private begin(request: AuctionRequest, standing: Standing, { reserveMicros }: AuctionSettings): void {
    const { odds, eligible, campaigns } = this;
    odds.refresh(Math.floor(request.nowMs / 1000), standing, reserveMicros);
    this.capped = request.visitorCapped;
    eligible.set(odds.open);
    campaigns.targets.keepAimed(this.placeOf(request), eligible);
  }

  /** @returns how many pools may have a product of the page */
  private gather({ ranked: { products, count }, seen }: AuctionRequest): number {
    const { gathered, broad, view, request: before } = this;
    const { start, of } = this.campaigns.pools;
    const { groupOf } = view.structure;
    const request = (this.request = before + 1);
    const competing = Math.min(count, MOST_COMPETING);
    let found = 0;
    for (let rank = 0; rank < competing; rank++) {
      const product = products[rank]!;
      const from = start[product]!;
      const to = start[product + 1]!;
      if (from === to || (seen.size > 0 && seen.has(groupOf[product]!))) continue;
      for (let at = from; at < to; at++) {
        const pool = of[at]!;
        if (gathered[pool] === request) continue;
        gathered[pool] = request;
        found = this.gatherPool(pool, rank, found);
      }
    }
    // What their first product is, is found when they come into question.
    for (let i = 0; i < broad.length; i++) found = this.gatherPool(broad[i]!, 0, found);
    return found;
  }

  private gatherPool(pool: number, rank: number, found: number): number {
    const { clicks, views } = this.odds;
    if (clicks.worth[pool] === 0 && views.worth[pool] === 0) return found;
    this.pool[found] = pool;
    this.rank[found] = rank;
    this.clicks[found] = clicks.worth[pool]!;
    this.views[found] = views.worth[pool]!;
    return found + 1;
  }

  /** @param count of gathered pools */
  private findBest(count: number, request: AuctionRequest, relative: number): void {
    const { best, clicks, views, rank, odds } = this;
    best.score = 0;
    best.next = 0;
    for (let i = 0; i < count; i++) {
      const most = Math.max(clicks[i]! * relative, views[i]!);
      if (most === 0 || most * FITS[rank[i]!]! < best.next || !this.findProduct(i, request)) continue;
      const product = request.ranked.products[rank[i]!]!;
      const fit = FITS[rank[i]!]!;
      if (clicks[i]! > 0) clicks[i] = this.offer(odds.clicks.campaigns[this.pool[i]!]!, product, fit, relative);
      if (views[i]! > 0) views[i] = this.offer(odds.views.campaigns[this.pool[i]!]!, product, fit, 1);
    }
  }

  /** Moves a gathered pool to the first of its products that may have the current place. @returns whether there is one */
  private findProduct(i: number, { ranked: { products, count }, seen }: AuctionRequest): boolean {
    const { rank, campaigns, view, passed } = this;
    const { groupOf } = view.structure;
    const pool = this.pool[i]!;
    const competing = Math.min(count, MOST_COMPETING);
    for (let r = rank[i]!; r < competing; r++) {
      const product = products[r]!;
      const group = groupOf[product]!;
      if (seen.has(group) || passed.has(group) || !holds(campaigns.pools, pool, product)) continue;
      rank[i] = r;
      return true;
    }
    this.clicks[i] = 0;
    this.views[i] = 0;
    return false;
  }

  /**
   * Offers campaigns of a pool with its product that fits best.
   * @param campaigns those worth the most first
   * @param relative what an impression earns for one at the first position
   * @returns the most that one of them may be worth on this page
   */
  private offer(campaigns: Uint16Array, product: number, fit: number, relative: number): number {
    const { best, odds, eligible, advertiser } = this;
    let bound = 0;
    for (let at = 0; at < campaigns.length; at++) {
      const campaign = campaigns[at]!;
      const worth = odds.worth[campaign]!;
      const score = worth * relative * fit;
      if (score < best.next) return bound || worth;
      if (!hasBit(eligible, campaign)) continue;
      if (this.isCapped(campaign)) {
        clearBit(eligible, campaign);
        continue;
      }
      bound ||= worth;
      const isOther = best.score === 0 || advertiser[campaign] !== advertiser[best.campaign];
      if (score > best.score || (score === best.score && campaign < best.campaign)) {
        if (isOther) best.next = best.score;
        best.score = score;
        best.campaign = campaign;
        best.product = product;
      } else if (isOther && score > best.next) best.next = score;
    }
    return bound;
  }

  /** Whether the visitor has seen a campaign as often as it allows. */
  private isCapped(campaign: number): boolean {
    if (this.capped === undefined) return false;
    const { id, document } = this.campaigns.all[campaign]!;
    return document.frequencyCap !== undefined && this.capped.has(id);
  }

  private winner(position: number, relative: number, { reserveMicros }: AuctionSettings): Winner {
    const { campaign, product, score, next } = this.best;
    const { slot, id, sponsor, billing, bidMicros } = this.campaigns.all[campaign]!;
    // Both scores have the fit and the click-through of the winner's own place in them: what remains is its bid.
    const wouldWin = Math.ceil((bidMicros * next) / score);
    return {
      slot,
      id,
      sponsor,
      product,
      position,
      billing,
      bidMicros,
      priceMicros: Math.min(bidMicros, Math.max(reserveMicros, wouldWin)),
      clickRate: Math.min(1, this.odds.clickRate[campaign]! * relative),
      contested: next > 0,
    };
  }
}

const NO_CATEGORIES: readonly number[] = [];
const NOTHING = new Uint32Array(0);

/** A number for each distinct text. */
function numbersOf(texts: readonly string[]): Uint16Array {
  const known = new Map<string, number>();
  return Uint16Array.from(texts, text => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  });
}
