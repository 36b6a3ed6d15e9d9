/** Campaigns and reactions to their hits, for tests. */
import type { NotificationRecord, Sponsorship } from '../../../src/behaviour/activities/notification.js';
import type { CampaignTerms } from '../../../src/behaviour/campaigns/campaign-terms.js';
import { CampaignLedger, type RequestFacts } from '../../../src/behaviour/campaigns/ledger.js';
import { SHOWN, who } from '../activities.js';

/** Noon in UTC. */
export const AT = Date.UTC(2026, 8, 1, 12);
export const SHOPPER: RequestFacts = { isBot: false, groupOf: key => `group of ${key.split('-')[0]}` };

export const terms = (id: string, more: Partial<CampaignTerms> = {}): CampaignTerms => ({
  id,
  totalMicros: 100_000_000,
  zone: 'UTC',
  mostMicros: 1_000_000,
  isEven: false,
  ...more,
});

/** A ledger of the campaigns, which has noticed queries from an hour before `AT` on. */
export function ledgerOf(...campaigns: CampaignTerms[]): CampaignLedger {
  const ledger = new CampaignLedger(7, AT - 3_600_000);
  ledger.setTerms({ generation: 1, campaigns });
  return ledger;
}

interface Event {
  at?: number;
  customerKey?: string;
  product?: string;
  priceMicros?: number;
  billing?: 'CPC' | 'CPM';
  position?: number;
  q?: string;
  /** Seconds before `at` at which the hit was shown. */
  age?: number;
  more?: Partial<NotificationRecord>;
}

export function sponsored(type: 'click' | 'ad-impression', campaign: string, event: Event = {}): NotificationRecord {
  const {
    at = AT,
    customerKey = 'anna',
    product = 'p-1',
    priceMicros = 500_000,
    billing = 'CPC',
    position = 0,
  } = event;
  const { q = 'shoes', age = 5, more } = event;
  const terms: Sponsorship = { campaign, place: 'search', priceMicros, billing, second: Math.floor(at / 1000) - age };
  const shown = { ...SHOWN, q, position, sponsored: terms };
  return { ...who(customerKey, { at }), type, shown, productKey: product, ...more } as NotificationRecord;
}

export function payment(customerKey: string, productKey: string, at: number, sellingPrice = 20): NotificationRecord {
  const lines = [{ quantity: 2, variantKey: `${productKey}-m`, productKey, sellingPrice }];
  return { ...who(customerKey, { at }), type: 'payment', lines };
}

export const cart = (customerKey: string, productKey: string, at: number): NotificationRecord => ({
  ...who(customerKey, { at }),
  type: 'add-to-cart',
  shown: SHOWN,
  productKey,
});

/** What became of an event: its cost in micros, or why it does not count. */
export function judged(ledger: CampaignLedger, record: NotificationRecord, facts = SHOPPER): number | string {
  ledger.judge(record, facts);
  if (record.type !== 'click' && record.type !== 'ad-impression') throw new Error('no reaction to a hit');
  const { verdict } = record;
  if (verdict === undefined) throw new Error('no verdict');
  return 'invalid' in verdict ? verdict.invalid : verdict.micros;
}
