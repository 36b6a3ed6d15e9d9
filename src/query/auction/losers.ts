/** Why campaigns have not won a place of a page; for explanations alone. */
import { CLOSED, type Standing } from '../../behaviour/campaigns/standing.js';
import type { Auction } from './auction.js';
import { type AuctionRequest, type AuctionSettings, MOST_COMPETING, type Winner } from './auction-request.js';
import { type CompetingCampaign, holds } from './campaigns.js';

/** Most campaigns that are told of: those that bid the most. */
const MOST_LOSERS = 100;

export const LOSS_REASONS = [
  'other-currency',
  'too-many-products',
  'disabled',
  'not-started',
  'ended',
  'below-reserve',
  'total-budget-spent',
  'daily-budget-spent',
  'paced',
  // What it has spent is not known yet: the daemon has just started.
  'accounts-unread',
  'touchpoint',
  'page',
  'category',
  'phrase',
  'excluded-phrase',
  'excluded-category',
  'frequency-cap',
  'no-image',
  'no-product',
  // What it could show, or its advertiser's banner, is sponsored elsewhere on the page.
  'already-on-page',
  // Its products stand before the places without it.
  'stands-before',
  'outbid',
] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

export interface Loser {
  id: string;
  bidMicros?: number;
  reason: LossReason;
}

/** What was sold. */
export interface Sold {
  /** Of the places. */
  positions: readonly number[];
  winners: readonly Winner[];
  /** Of a banner. */
  banner?: Banner;
}

export interface Banner {
  /** Whether a campaign has an image for it. */
  fits(campaign: CompetingCampaign): boolean;
  /** Whether an advertiser has won another one of the page. */
  hasAnother(advertiser: string): boolean;
}

export function losersOf(
  auction: Auction,
  request: AuctionRequest,
  sold: Sold,
  standing: Standing,
  settings: AuctionSettings,
): Loser[] {
  const { campaigns } = auction;
  const place = auction.placeOf(request);
  const won = new Set(sold.winners.map(({ id }) => id));
  const losers: Loser[] = campaigns.all.flatMap((campaign, number) => {
    if (won.has(campaign.id)) return [];
    const { id, bidMicros } = campaign;
    const reason =
      campaigns.leftOut.get(id) ??
      closedBy(campaign, request, standing, settings) ??
      campaigns.targets.limitOf(number, place) ??
      unshown(campaign, auction, request, sold);
    return [{ id, bidMicros, reason }];
  });
  losers.sort((a, b) => b.bidMicros! - a.bidMicros! || (a.id < b.id ? -1 : 1));
  const outside = [...campaigns.leftOut].filter(([id]) => !losers.some(loser => loser.id === id) && !won.has(id));
  return [...losers, ...outside.map(([id, reason]) => ({ id, reason }))].slice(0, MOST_LOSERS);
}

function closedBy(
  { slot, enabled, fromMs, untilMs, bidMicros }: CompetingCampaign,
  { nowMs }: AuctionRequest,
  standing: Standing,
  { reserveMicros }: AuctionSettings,
): LossReason | undefined {
  const secondMs = Math.floor(nowMs / 1000) * 1000;
  if (!enabled) return 'disabled';
  if (secondMs < fromMs) return 'not-started';
  if (secondMs >= untilMs) return 'ended';
  if (bidMicros < reserveMicros) return 'below-reserve';
  const closed = slot < 0 ? 0 : standing.closed(slot);
  if (closed & CLOSED.TOTAL_SPENT) return 'total-budget-spent';
  if (closed & CLOSED.DAY_SPENT) return 'daily-budget-spent';
  if (closed & CLOSED.PACED) return 'paced';
  return closed & CLOSED.UNREAD ? 'accounts-unread' : undefined;
}

/** Why a campaign that may compete here has no place. */
function unshown(campaign: CompetingCampaign, auction: Auction, request: AuctionRequest, sold: Sold): LossReason {
  const { id, sponsor, document } = campaign;
  if (document.frequencyCap !== undefined && request.visitorCapped?.has(id)) return 'frequency-cap';
  const { banner } = sold;
  if (!banner) return withoutPlace(campaign, auction, request, sold);
  if (!banner.fits(campaign)) return 'no-image';
  return banner.hasAnother(sponsor.id) ? 'already-on-page' : 'outbid';
}

/** Why a campaign has none of the places that show products. */
function withoutPlace(
  { pool }: CompetingCampaign,
  { campaigns: { pools }, view: { structure } }: Auction,
  { ranked, organic, seen }: AuctionRequest,
  { positions, winners }: Sold,
): LossReason {
  const { groupOf } = structure;
  const own = ranked.products.subarray(0, Math.min(ranked.count, MOST_COMPETING)).filter(product => {
    return pool >= 0 && holds(pools, pool, product);
  });
  if (own.length === 0) return 'no-product';
  // The groups of the winners are among those seen by now.
  const won = new Set(winners.map(({ product }) => groupOf[product]!));
  const free = own.filter(product => won.has(groupOf[product]!) || !seen.has(groupOf[product]!));
  if (free.length === 0) return 'already-on-page';
  // More of them stand before each place that follows.
  const before = new Set(organic?.subarray(0, positions[0]).map(product => groupOf[product]!));
  return free.every(product => before.has(groupOf[product]!)) ? 'stands-before' : 'outbid';
}
