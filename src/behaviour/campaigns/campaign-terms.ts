/** What the ledger needs of campaigns: budgets, times and caps, without products and targeting. */
import { type Campaign, campaignKey } from '../../catalog/site/campaign-document.js';
import type { Site } from '../../index/site.js';
import { isoTime } from '../../kernel/iso-time.js';
import { isTimeZone } from '../../kernel/time-zone.js';
import { campaignsGeneration } from './standing.js';

export const MICROS = 1_000_000;
export const toMicros = (amount: number): number => Math.round(amount * MICROS);
/** Impressions that the price of a bid by impressions is for. */
export const CPM_IMPRESSIONS = 1000;
export const fromMicros = (micros: number): number => micros / MICROS;

export interface CampaignTerms {
  id: string;
  totalMicros: number;
  dailyMicros?: number;
  /** The most that one event costs. */
  mostMicros: number;
  zone: string;
  isEven: boolean;
  fromMs?: number;
  untilMs?: number;
  /** Impressions a visitor and day. */
  cap?: number;
}

/** All published campaigns of a snapshot, in the order of their slots. */
export interface AllTerms {
  generation: number;
  campaigns: CampaignTerms[];
}

export function termsOf(id: string, campaign: Campaign): CampaignTerms {
  const { bid, budget, timeZone = 'UTC', pacing = 'EVEN', from, until, frequencyCap } = campaign;
  return {
    id,
    totalMicros: toMicros(budget.total),
    mostMicros: toMicros(bid.type === 'CPM' ? bid.amount / CPM_IMPRESSIONS : bid.amount),
    ...(budget.daily !== undefined && { dailyMicros: toMicros(budget.daily) }),
    zone: timeZone,
    isEven: pacing === 'EVEN',
    ...(from !== undefined && { fromMs: isoTime(from) }),
    ...(until !== undefined && { untilMs: isoTime(until) }),
    ...(frequencyCap !== undefined && { cap: frequencyCap }),
  };
}

/**
 * @param unknownZone called with time zones that were known where the campaigns were imported, but are not here: their days are
 *   those of UTC
 */
export function allTerms(site: Site, unknownZone: (zone: string) => void): AllTerms {
  const prefix = campaignKey('campaign', '');
  const entries = Array.from(site.all<Campaign>(prefix), ({ key, record }) => {
    return [key.slice(prefix.length), record] as const;
  });
  // Ids are ASCII: the order of the part, by bytes, is that of UTF-16.
  const campaigns = entries.map(([id, campaign]) => termsOf(id, campaign));
  for (const zone of new Set(campaigns.map(campaign => campaign.zone))) {
    if (isTimeZone(zone)) continue;
    unknownZone(zone);
    for (const campaign of campaigns) if (campaign.zone === zone) campaign.zone = 'UTC';
  }
  return { generation: campaignsGeneration(entries), campaigns };
}
