/** Why campaigns have not won a place of a page; for explanations alone. */
import { CLOSED, type Standing } from '../../behaviour/campaigns/standing.js';
import type { Auction } from './auction.js';
import { type AuctionRequest, type AuctionSettings, MOST_COMPETING, type Winner } from './auction-request.js';
import { type CompetingCampaign, holds, type LeftOut } from './campaigns.js';
import type { Limit } from './targets.js';

/** Most campaigns that are told of: those that bid the most. */
const MOST_LOSERS = 100;

export type LossReason =
  | LeftOut
  | Limit
  | 'disabled'
  | 'not-started'
  | 'ended'
  | 'total-budget-spent'
  | 'daily-budget-spent'
  | 'paced'
  | 'below-reserve'
  | 'frequency-cap'
  | 'no-product'
  | 'no-image'
  | 'stands-before'
  | 'outbid';

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
  /** Of a banner: whether a campaign has an image for it. */
  fits?: ((campaign: CompetingCampaign) => boolean) | undefined;
}

export function losersOf(
  auction: Auction,
  request: AuctionRequest,
  sold: Sold,
  standing: Standing,
  settings: AuctionSettings,
): Loser[] {
  const { campaigns } = auction;
  const aim = campaigns.targets.at(auction.placeOf(request));
  const won = new Set(sold.winners.map(({ id }) => id));
  const losers: Loser[] = campaigns.all.flatMap((campaign, number) => {
    if (won.has(campaign.id)) return [];
    const { id, bidMicros } = campaign;
    const reason =
      campaigns.leftOut.get(id) ??
      closedBy(campaign, request, standing, settings) ??
      aim.limitOf(number) ??
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
  return closed & CLOSED.PACED ? 'paced' : undefined;
}

/** Why a campaign that may compete here has no place. */
function unshown(
  campaign: CompetingCampaign,
  { campaigns: { pools }, view: { structure } }: Auction,
  { visitorCapped, ranked, organic }: AuctionRequest,
  { positions, fits }: Sold,
): LossReason {
  const { id, pool, document } = campaign;
  if (document.frequencyCap !== undefined && visitorCapped?.has(id)) return 'frequency-cap';
  if (fits) return fits(campaign) ? 'outbid' : 'no-image';
  const own = ranked.products.subarray(0, Math.min(ranked.count, MOST_COMPETING)).filter(product => {
    return pool >= 0 && holds(pools, pool, product);
  });
  if (own.length === 0) return 'no-product';
  // More of them stand before each place that follows.
  const before = new Set(organic?.subarray(0, positions[0]).map(product => structure.groupOf[product]!));
  return own.every(product => before.has(structure.groupOf[product]!)) ? 'stands-before' : 'outbid';
}
