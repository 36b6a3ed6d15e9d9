/**
 * The auction of the sponsored places of a page. A campaign offers its product that fits the page best; of all campaigns,
 * the one wins a place whose impression there is expected to earn the most, weighted by how well that product fits. It pays
 * what would just have won against the best one of another advertiser. A product is sponsored once on a page.
 *
 * The pools with a product of the page are gathered once, each with the most that it may earn; for each place, those that
 * may earn too little to change its winner or its price are passed by. What a look at a pool tells holds for later places.
 */
import type { Standing } from '../../behaviour/campaigns/standing.js';
import { hasBit } from '../../kernel/bitmap.js';
import type { View } from '../../snapshot/index.js';
import { type AuctionRequest, type AuctionSettings, MOST_COMPETING, type Winner } from './auction-request.js';
import type { Campaigns, CompetingCampaign } from './campaigns.js';
import { leadingCategories } from './categories.js';
import { freePlace, type Gathered, GatheredPools, type Places, poolOf, removePlace } from './gathered-pools.js';
import { Odds, type RankedPools } from './odds.js';
import { Outcome } from './outcome.js';
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
  /** Of the current request. */
  private place: Place = { touchpoint: 'DESKTOP', phrase: '', categories: NO_CATEGORIES };
  private capped: AuctionRequest['visitorCapped'];
  private mostPlaces = 0;
  /** Places that each campaign has won on the current page, and which those are. */
  private readonly won: Uint8Array;
  private readonly winners: number[] = [];
  /** Of gathered pools, the most that an eligible campaign may be worth that pays by the click, or by the impression. */
  private readonly clicks: Float64Array;
  private readonly views: Float64Array;
  private readonly gathered: GatheredPools;
  /** Of campaigns, a number for each advertiser. */
  private readonly advertiser: Uint16Array;
  /** Where products of the list are that may have the current place. */
  private readonly free: Places = { low: 0, high: 0 };
  private readonly best: Best = { campaign: 0, product: 0, score: 0, next: 0 };

  constructor(
    readonly campaigns: Campaigns,
    readonly view: Pick<View, 'structure' | 'attributes'>,
  ) {
    const { all, pools } = campaigns;
    this.odds = new Odds(all, pools);
    this.won = new Uint8Array(all.length);
    const { clicks, views } = this.odds;
    const mostOf = (pool: number, place: number) => Math.max(clicks.worth[pool]!, views.worth[pool]!) * FITS[place]!;
    this.gathered = new GatheredPools(pools, mostOf);
    this.clicks = new Float64Array(pools.campaigns.length);
    this.views = new Float64Array(pools.campaigns.length);
    this.advertiser = numbersOf(all.map(({ sponsor }) => sponsor.id));
  }

  /**
   * @param positions of the places in their list from 0, ascending
   * @param standing of the campaigns' generation
   * @returns the winners of the places that have one, in the same order
   */
  run(
    request: AuctionRequest,
    positions: readonly number[],
    standing: Standing,
    settings: AuctionSettings,
  ): readonly Winner[] {
    if (this.campaigns.all.length === 0 || positions.length === 0 || request.ranked.count === 0) return NO_WINNERS;
    const { odds } = this;
    odds.refresh(Math.floor(request.nowMs / 1000), standing, settings.reserveMicros);
    const gathered = this.gathered.of(request.ranked);
    if (!Outcome.isCommon(request)) return this.compete(gathered, request, positions, standing, settings);
    const asked = { request, positions, settings, version: odds.version };
    if (!gathered.outcome?.is(asked)) {
      gathered.outcome = new Outcome(asked, this.compete(gathered, request, positions, standing, settings));
    }
    const { winners } = gathered.outcome;
    for (let i = 0; i < winners.length; i++) request.seen.add(this.view.structure.groupOf[winners[i]!.product]!);
    return winners;
  }

  private compete(
    gathered: Gathered,
    request: AuctionRequest,
    positions: readonly number[],
    standing: Standing,
    settings: AuctionSettings,
  ): Winner[] {
    this.begin(request, settings);
    this.freeAll(gathered, request);
    const winners: Winner[] = [];
    const { groupOf } = this.view.structure;
    const { organic = NOTHING } = request;
    let before = 0;
    for (const position of positions) {
      for (; before < Math.min(position, organic.length); before++) this.take(gathered, groupOf[organic[before]!]!);
      const relative = standing.relative(position);
      this.findBest(gathered, relative);
      const { score, campaign, product } = this.best;
      // Who wins nothing here may still win a place where clicks are rarer only if it is there at all.
      if (score === 0) break;
      winners.push(this.winner(position, relative, settings));
      request.seen.add(groupOf[product]!);
      this.take(gathered, groupOf[product]!);
      this.winners.push(campaign);
      this.won[campaign]!++;
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
    this.odds.refresh(Math.floor(request.nowMs / 1000), standing, settings.reserveMicros);
    this.begin(request, settings);
    const met = new Set<number>();
    const first: number[] = [];
    const { worth, order } = this.odds;
    for (let at = 0; at < order.length && first.length <= places; at++) {
      const c = order[at]!;
      if (met.has(this.advertiser[c]!) || !this.mayWin(c) || !fits(all[c]!)) continue;
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

  private begin(request: AuctionRequest, { mostPlaces }: AuctionSettings): void {
    this.capped = request.visitorCapped;
    this.mostPlaces = mostPlaces;
    this.place = this.placeOf(request);
  }

  /** Has all products of a list compete but those seen before. */
  private freeAll(gathered: Gathered, { seen }: AuctionRequest): void {
    const { odds, free, clicks, views } = this;
    const { entries } = gathered;
    for (let i = 0; i < entries.length; i++) {
      const pool = poolOf(entries[i]!);
      clicks[i] = odds.clicks.worth[pool]!;
      views[i] = odds.views.worth[pool]!;
    }
    free.low = -1;
    free.high = -1;
    for (const group of seen) this.take(gathered, group);
  }

  /** A group may not have the places that follow; its products are neighbours. */
  private take({ products }: Gathered, group: number): void {
    const { groupStart } = this.view.structure;
    const [first, end] = [groupStart[group]!, groupStart[group + 1]!];
    for (let place = 0; place < products.length; place++) {
      if (products[place]! >= first && products[place]! < end) removePlace(this.free, place);
    }
  }

  private findBest(gathered: Gathered, relative: number): void {
    const { best, clicks, views, odds, free } = this;
    const { entries, products } = gathered;
    best.score = 0;
    best.next = 0;
    for (let i = 0; i < entries.length; i++) {
      const most = Math.max(clicks[i]! * relative, views[i]!);
      // No product fits better than wholly.
      if (most === 0 || most < best.next) continue;
      const entry = entries[i]!;
      const place = freePlace(gathered, entry, free);
      if (place === MOST_COMPETING || most * FITS[place]! < best.next) continue;
      const [pool, product, fit] = [poolOf(entry), products[place]!, FITS[place]!];
      if (clicks[i]! > 0) clicks[i] = this.offer(odds.clicks, pool, product, fit, relative);
      if (views[i]! > 0) views[i] = this.offer(odds.views, pool, product, fit, 1);
    }
  }

  /**
   * Offers campaigns of a pool with its product that fits best.
   * @param relative what an impression earns for one at the first position
   * @returns the most that one of them may be worth on this page
   */
  private offer({ start, of }: RankedPools, pool: number, product: number, fit: number, relative: number): number {
    const { best, odds, advertiser } = this;
    let bound = 0;
    for (let at = start[pool]!; at < start[pool + 1]!; at++) {
      const campaign = of[at]!;
      const worth = odds.worth[campaign]!;
      const score = worth * relative * fit;
      if (score < best.next) return bound || worth;
      if (!this.mayWin(campaign)) continue;
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

  /** Whether a campaign may win a place of the current page. */
  private mayWin(campaign: number): boolean {
    return (
      hasBit(this.odds.open, campaign) &&
      this.won[campaign]! < this.mostPlaces &&
      this.campaigns.targets.limitOf(campaign, this.place) === undefined &&
      !this.isCapped(campaign)
    );
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

const NO_WINNERS: readonly Winner[] = [];
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
