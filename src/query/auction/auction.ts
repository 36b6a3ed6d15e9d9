/**
 * The auction of the sponsored places of a page. A campaign offers its product that fits the page best; of all campaigns,
 * the one wins a place whose impression there is expected to earn the most, weighted by how well that product fits. It pays
 * what would just have won against the best one of another advertiser. A product is sponsored once on a page.
 *
 * Products come in the order of relevance, and the pools of each are sorted by what they are worth: a product's pools are
 * left as soon as the rest can change nothing, which is mostly at the first one.
 */
import type { Standing } from '../../behaviour/campaigns/standing.js';
import { type Bitmap, clearBit, emptyBitmap, hasBit } from '../../kernel/bitmap.js';
import type { View } from '../../snapshot/index.js';
import { type AuctionRequest, type AuctionSettings, MOST_COMPETING, type Winner } from './auction-request.js';
import type { Campaigns, CompetingCampaign } from './campaigns.js';
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
  fit: number;
  /** The best score of another advertiser; 0: there is none. */
  next: number;
}

/** Micros that an impression at a position is expected to earn. @param relative clicks there for one at position 0 */
export function earns(billing: 'CPC' | 'CPM', worth: number, relative: number): number {
  return billing === 'CPC' ? worth * relative : worth;
}

/** The auctions of one view in one thread, with their scratch. */
export class Auction {
  readonly odds: Odds;
  /** Campaigns that may win on the current page. */
  private readonly eligible: Bitmap;
  /** Places that each campaign has won on the current page, and which those are. */
  private readonly won: Uint8Array;
  private readonly winners: number[] = [];
  /** By pool, the last round in which its best product was found. */
  private readonly visited: Uint32Array;
  private round = 0;
  /** By product, for which order of pools its own are sorted. */
  private readonly sortedFor: Uint32Array;
  /** Of campaigns, a number for each advertiser. */
  private readonly advertiser: Uint16Array;
  /** Of the current request. */
  private capped: AuctionRequest['visitorCapped'];
  private readonly best: Best = { campaign: 0, product: 0, score: 0, fit: 0, next: 0 };

  constructor(
    readonly campaigns: Campaigns,
    private readonly view: Pick<View, 'structure' | 'attributes'>,
  ) {
    const { all, pools } = campaigns;
    this.odds = new Odds(all, pools);
    this.eligible = emptyBitmap(all.length);
    this.won = new Uint8Array(all.length);
    this.visited = new Uint32Array(pools.campaigns.length);
    this.sortedFor = new Uint32Array(pools.start.length);
    this.advertiser = numbersOf(all.map(({ sponsor }) => sponsor.id));
  }

  /**
   * @param positions of the places in their list from 0, each below 256, in the order in which they are sold
   * @param standing of the campaigns' generation
   * @returns the winners of the places that have one, in the same order
   */
  run(request: AuctionRequest, positions: readonly number[], standing: Standing, settings: AuctionSettings): Winner[] {
    if (this.campaigns.all.length === 0 || positions.length === 0 || request.ranked.count === 0) return [];
    this.begin(request, standing, settings);
    const winners: Winner[] = [];
    for (const position of positions) {
      const relative = standing.relative(position);
      this.findBest(request, relative);
      const { score, campaign } = this.best;
      // Who wins nothing here may still win a place where clicks are rarer only if it is there at all.
      if (score === 0) break;
      winners.push(this.winner(position, relative, settings));
      request.seen.add(this.view.structure.groupOf[this.best.product]!);
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
    const numbers: number[] = [];
    for (let c = 0; c < all.length; c++) {
      if (!hasBit(this.eligible, c) || !fits(all[c]!)) continue;
      if (!(all[c]!.document.frequencyCap !== undefined && this.capped?.has(all[c]!.id))) numbers.push(c);
    }
    const { worth } = this.odds;
    numbers.sort((a, b) => worth[b]! - worth[a]! || a - b);
    const met = new Set<number>();
    const first = numbers.filter(c => !met.has(this.advertiser[c]!) && met.add(this.advertiser[c]!));
    return first.slice(0, places).map((campaign, position) => {
      const score = worth[campaign]!;
      const next = first[position + 1] === undefined ? 0 : worth[first[position + 1]!]!;
      Object.assign(this.best, { campaign, product: -1, score, fit: 1, next });
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

  private findBest({ ranked, seen }: AuctionRequest, relative: number): void {
    const { best, odds, visited, campaigns, view } = this;
    const { start, of } = campaigns.pools;
    const { groupOf } = view.structure;
    best.score = 0;
    best.next = 0;
    const round = ++this.round;
    const count = Math.min(ranked.count, MOST_COMPETING);
    // Of what an impression earns at the first position, this is the most that it earns here.
    const most = Math.max(1, relative);
    this.findBroad(ranked.products, count, seen, relative, most);
    const bound = odds.slack * most;
    for (let rank = 0; rank < count; rank++) {
      const product = ranked.products[rank]!;
      const from = start[product]!;
      const to = start[product + 1]!;
      if (from === to || seen.has(groupOf[product]!)) continue;
      if (this.sortedFor[product] !== odds.orders) this.sortPools(product, from, to);
      const fit = FITS[rank]!;
      for (let at = from; at < to; at++) {
        const pool = of[at]!;
        if (odds.sortedBy[pool]! * bound * fit < best.next) break;
        // A product before this one is in it too.
        if (visited[pool] === round) continue;
        visited[pool] = round;
        if (odds.poolWorth[pool]! * most * fit >= best.next) this.offerPool(pool, product, fit, relative, most);
      }
    }
  }

  /** Offers the pools that have many products. */
  private findBroad(
    products: Uint32Array,
    count: number,
    seen: ReadonlySet<number>,
    relative: number,
    most: number,
  ): void {
    const { best, odds, campaigns, view } = this;
    const { broad } = campaigns.pools;
    const { groupOf } = view.structure;
    for (let i = 0; i < odds.broad.length; i++) {
      const pool = odds.broad[i]!;
      const worth = odds.poolWorth[pool]! * most;
      if (worth === 0 || worth < best.next) break;
      const members = broad.get(pool)!;
      for (let rank = 0; rank < count && worth * FITS[rank]! >= best.next; rank++) {
        const product = products[rank]!;
        if (!hasBit(members, product) || seen.has(groupOf[product]!)) continue;
        this.offerPool(pool, product, FITS[rank]!, relative, most);
        break;
      }
    }
  }

  /** Offers the campaigns of a pool with the product of it that fits best. */
  private offerPool(pool: number, product: number, fit: number, relative: number, most: number): void {
    const { best, odds, eligible, advertiser, campaigns } = this;
    const ranked = odds.ranked[pool]!;
    for (let i = 0; i < ranked.length; i++) {
      const campaign = ranked[i]!;
      const worth = odds.worth[campaign]!;
      if (worth * most * fit < best.next) break;
      if (!hasBit(eligible, campaign)) continue;
      const { id, billing, document } = campaigns.all[campaign]!;
      const score = earns(billing, worth, relative) * fit;
      if (score < best.next) continue;
      if (document.frequencyCap !== undefined && this.capped?.has(id)) {
        clearBit(eligible, campaign);
        continue;
      }
      const isOther = best.score === 0 || advertiser[campaign] !== advertiser[best.campaign];
      if (score > best.score || (score === best.score && campaign < best.campaign)) {
        if (isOther) best.next = best.score;
        best.score = score;
        best.campaign = campaign;
        best.product = product;
        best.fit = fit;
      } else if (isOther && score > best.next) best.next = score;
    }
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

  /** Those worth the most first. */
  private sortPools(product: number, from: number, to: number): void {
    const { sortedBy } = this.odds;
    const { of } = this.campaigns.pools;
    if (to - from > 1) of.subarray(from, to).sort((a, b) => sortedBy[b]! - sortedBy[a]! || a - b);
    this.sortedFor[product] = this.odds.orders;
  }
}

const NO_CATEGORIES: readonly number[] = [];

/** A number for each distinct text. */
function numbersOf(texts: readonly string[]): Uint16Array {
  const known = new Map<string, number>();
  return Uint16Array.from(texts, text => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  });
}
