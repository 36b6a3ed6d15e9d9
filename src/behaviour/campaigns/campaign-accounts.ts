/**
 * The accounts of campaigns: what their records in the journal add up to, by campaign, product, phrase, page and day, and what
 * was not billed by reason. The behaviour thread keeps them; they outlive the records. Beyond a number of rows, products,
 * phrases and pages of the oldest days are counted together, at last campaigns too, so that sums are always whole.
 */
import type { NotificationRecord } from '../activities/notification.js';
import type { Attribution, InvalidReason } from '../activities/verdict.js';
import { isCounted, pageOf } from './campaign-book.js';

const MOST_ROWS = 100_000;
/** What stands for campaigns, products, phrases and pages that are counted together. */
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

/**
 * What rows are counted together by, beyond a share of the most rows: first without products, phrases and pages, then without
 * campaigns too.
 */
const TOGETHER = [
  { share: 0.8, names: { product: OTHERS, phrase: OTHERS, page: OTHERS } },
  { share: 1, names: { campaign: OTHERS, product: OTHERS, phrase: OTHERS, page: OTHERS } },
] as const;
type Step = (typeof TOGETHER)[number];
/** Of the rows from which on some are counted together: what is left of them. */
const ENOUGH = 0.75;

type Place = Pick<AccountRow, 'campaign' | 'product' | 'phrase' | 'page' | 'day'>;

export class CampaignAccounts {
  private readonly rows = new Map<string, AccountRow>();
  private readonly invalidRows = new Map<string, InvalidRow>();

  /** The newest day at which counting older ones together has left too many. */
  private readonly tried = new Map<Step, string>();

  constructor(private readonly mostRows = MOST_ROWS) {}

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
    return { rows: inOrder(this.rows, wanted), invalid: inOrder(this.invalidRows, wanted) };
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
    let named = place;
    for (const step of TOGETHER) {
      const found = this.rows.get(keyOf(named));
      if (found) return found;
      const most = step.share * this.mostRows;
      if (this.rows.size < most) break;
      this.countTogether(step, place.day);
      // Of this day alone there are too many.
      if (this.rows.size >= most) named = { ...named, ...step.names };
    }
    return this.rowOf(named);
  }

  private rowOf(place: Place): AccountRow {
    const key = keyOf(place);
    const found = this.rows.get(key);
    if (found) return found;
    const row = { ...place, impressions: 0, clicks: 0, spendMicros: 0, clicked: noSums(), viewed: noSums() };
    this.rows.set(key, row);
    return row;
  }

  /** Counts rows of days before one together, oldest first, until some are free; once a day where they are not enough. */
  private countTogether(step: Step, before: string): void {
    if (before <= (this.tried.get(step) ?? '')) return;
    const enough = ENOUGH * step.share * this.mostRows;
    for (const [key, row] of [...this.rows].sort(byKey)) {
      if (row.day >= before || this.rows.size <= enough) break;
      this.rows.delete(key);
      const { day, campaign, product, phrase, page } = { ...row, ...step.names };
      addTo(this.rowOf({ day, campaign, product, phrase, page }), row);
    }
    if (this.rows.size > enough) this.tried.set(step, before);
  }

  private invalidRow(campaign: string, day: string, reason: InvalidReason): InvalidRow {
    const key = invalidKey({ campaign, day, reason });
    const found = this.invalidRows.get(key);
    if (found) return found;
    if (this.invalidRows.size >= this.mostRows && campaign !== OTHERS) return this.invalidRow(OTHERS, day, reason);
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
const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;

function inOrder<T>(rows: ReadonlyMap<string, T>, wanted: (row: T) => boolean): T[] {
  return [...rows]
    .filter(([, row]) => wanted(row))
    .sort(byKey)
    .map(([, row]) => row);
}

function addTo(sums: AccountRow, row: AccountRow): void {
  sums.impressions += row.impressions;
  sums.clicks += row.clicks;
  sums.spendMicros += row.spendMicros;
  for (const via of ['clicked', 'viewed'] as const) {
    sums[via].addToCarts += row[via].addToCarts;
    sums[via].sales += row[via].sales;
    sums[via].revenueMicros += row[via].revenueMicros;
  }
}
