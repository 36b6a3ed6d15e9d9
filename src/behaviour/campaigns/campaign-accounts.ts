/**
 * The accounts of campaigns: what their records in the journal add up to, by campaign, product, phrase, page and day, and what
 * was not billed by reason. The behaviour thread keeps them; they outlive the records. Beyond a number of rows, further
 * phrases are counted together, so that sums are always whole.
 */
import type { NotificationRecord } from '../activities/notification.js';
import type { Attribution, InvalidReason } from '../activities/verdict.js';
import { isCounted, pageOf } from './campaign-book.js';

const MOST_ROWS = 100_000;
/** Rows beyond which those of further phrases and products are counted together. */
const MOST_DETAILED = 80_000;
/** What stands for a phrase or product that is counted with others. */
export const OTHERS = '(others)';
/** Days are dropped beyond this age. */
const KEPT_DAYS = 400;
const DAY_MS = 86_400_000;

export interface AttributedSums {
  /** Times that a product was put in a cart. */
  addToCarts: number;
  /** Pieces. */
  sales: number;
  revenueMicros: number;
}

export interface AccountRow {
  campaign: string;
  /** Empty for a banner. */
  product: string;
  /** Empty without one. */
  phrase: string;
  page: string;
  day: string;
  impressions: number;
  clicks: number;
  spendMicros: number;
  /** Owed to clicks, and to views without a click. */
  clicked: AttributedSums;
  viewed: AttributedSums;
}

export interface InvalidRow {
  campaign: string;
  day: string;
  reason: InvalidReason;
  clicks: number;
  impressions: number;
}

export interface StoredAccounts {
  rows: AccountRow[];
  invalid: InvalidRow[];
}

type Place = Pick<AccountRow, 'campaign' | 'product' | 'phrase' | 'page' | 'day'>;

export class CampaignAccounts {
  private readonly rows = new Map<string, AccountRow>();
  private readonly invalidRows = new Map<string, InvalidRow>();

  /** @returns whether it has changed the accounts */
  apply(record: NotificationRecord): boolean {
    if (isCounted(record)) {
      const { verdict, shown, productKey = '', type } = record;
      const { campaign, day, micros } = verdict;
      const row = this.row({ campaign, product: productKey, phrase: shown.q, page: pageOf(shown), day });
      if (type === 'click') row.clicks++;
      else row.impressions++;
      row.spendMicros += micros;
      return true;
    }
    if ((record.type === 'click' || record.type === 'ad-impression') && record.verdict && 'invalid' in record.verdict) {
      const { campaign, day, invalid } = record.verdict;
      const row = this.invalidRow(campaign, day, invalid);
      if (record.type === 'click') row.clicks++;
      else row.impressions++;
      return true;
    }
    if ((record.type !== 'add-to-cart' && record.type !== 'payment') || !record.attributed) return false;
    for (const attribution of record.attributed) this.attribute(record.type, attribution);
    return true;
  }

  /** In the order of days, then campaigns and so on. @param wanted whether a day and campaign are */
  list(wanted: (row: { campaign: string; day: string }) => boolean): StoredAccounts {
    const rows = [...this.rows.values()].filter(wanted);
    rows.sort((a, b) => compare(keyOf(a), keyOf(b)));
    const invalid = [...this.invalidRows.values()].filter(wanted);
    invalid.sort((a, b) => compare(invalidKey(a), invalidKey(b)));
    return { rows, invalid };
  }

  restore({ rows, invalid }: StoredAccounts): void {
    for (const row of rows) this.rows.set(keyOf(row), row);
    for (const row of invalid) this.invalidRows.set(invalidKey(row), row);
  }

  /** Drops days that are too old. */
  expire(nowMs: number): void {
    const oldest = new Date(nowMs - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
    for (const [key, { day }] of this.rows) if (day < oldest) this.rows.delete(key);
    for (const [key, { day }] of this.invalidRows) if (day < oldest) this.invalidRows.delete(key);
  }

  private attribute(type: 'add-to-cart' | 'payment', attribution: Attribution): void {
    const { campaign, product, phrase, page, day, via, quantity, revenueMicros } = attribution;
    const row = this.row({ campaign, product, phrase, page, day });
    const sums = via === 'click' ? row.clicked : row.viewed;
    if (type === 'add-to-cart') sums.addToCarts++;
    else {
      sums.sales += quantity;
      sums.revenueMicros += revenueMicros;
    }
  }

  private row(place: Place): AccountRow {
    const key = keyOf(place);
    const found = this.rows.get(key);
    if (found) return found;
    if (this.rows.size >= MOST_DETAILED && place.phrase !== OTHERS) {
      return this.row({ ...place, product: OTHERS, phrase: OTHERS, page: OTHERS });
    }
    if (this.rows.size >= MOST_ROWS && place.campaign !== OTHERS) return this.row({ ...place, campaign: OTHERS });
    const row = { ...place, impressions: 0, clicks: 0, spendMicros: 0, clicked: noSums(), viewed: noSums() };
    this.rows.set(key, row);
    return row;
  }

  private invalidRow(campaign: string, day: string, reason: InvalidReason): InvalidRow {
    const key = invalidKey({ campaign, day, reason });
    const found = this.invalidRows.get(key);
    if (found) return found;
    if (this.invalidRows.size >= MOST_ROWS && campaign !== OTHERS) return this.invalidRow(OTHERS, day, reason);
    const row = { campaign, day, reason, clicks: 0, impressions: 0 };
    this.invalidRows.set(key, row);
    return row;
  }
}

const noSums = (): AttributedSums => ({ addToCarts: 0, sales: 0, revenueMicros: 0 });
const keyOf = ({ day, campaign, product, phrase, page }: Place): string =>
  [day, campaign, product, phrase, page].join('\n');
const invalidKey = ({ day, campaign, reason }: Pick<InvalidRow, 'day' | 'campaign' | 'reason'>): string =>
  [day, campaign, reason].join('\n');
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
