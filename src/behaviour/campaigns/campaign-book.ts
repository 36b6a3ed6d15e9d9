/**
 * The state of retail media that follows from the journal: what campaigns have spent, how they are clicked, and the trails
 * of visitors. It is held twice: by the main thread, which judges by it, and by the behaviour thread, which writes it to disk.
 * Both apply the same records in the same order, and a start applies those behind the last checkpoint.
 */
import type { NotificationRecord, Reaction } from '../activities/notification.js';
import { type CampaignClicks, ClickThrough } from './click-through.js';
import {
  type StoredTrail,
  type TrailHit,
  ticketHash,
  UNKNOWN_VISITOR,
  VisitorTrails,
  visitorOf,
} from './visitor-trails.js';

/** Campaigns whose spend is kept, with those that were removed; of more the removed ones that were billed longest ago go. */
const MOST_ACCOUNTS = 50_000;
const DAY_MS = 86_400_000;

export interface Spend extends CampaignClicks {
  totalMicros: number;
  /** The campaign's day that `dayMicros` is of. */
  day: string;
  dayMicros: number;
  /** What of both this daemon has billed itself; absent: all. */
  ownMicros?: number;
  ownDayMicros?: number;
  /** What the last billed event cost. */
  lastMicros: number;
}

/** What a campaign has spent on a day, in micros. */
export function spentOn(spend: Readonly<Spend> | undefined, day: string): number {
  return spend && isOfDay(spend, day) ? spend.dayMicros : 0;
}

/**
 * Whether what is spent on a day counts to that of the account: on the same day, or on the one before, as what was sent just
 * before midnight is judged behind it, and clocks are set back. Otherwise the budget of a day would begin anew.
 */
function isOfDay(spend: Readonly<Spend>, day: string): boolean {
  if (spend.day === day) return true;
  return spend.day > day && Date.parse(spend.day) - Date.parse(day) <= DAY_MS;
}

/** The state without trails, as plain data. */
export interface StoredBook {
  spends: [campaign: string, spend: Spend][];
  impressions: number[];
  clicks: number[];
  forgottenSecond: number;
}

/** A reaction to a sponsored hit that counts for a campaign. */
type SponsoredReaction = NotificationRecord & Reaction;

export class CampaignBook {
  readonly trails: VisitorTrails;
  readonly clickThrough = new ClickThrough();
  private readonly spends = new Map<string, Spend>();
  /** Ids of all published campaigns, whose spend is never dropped; undefined until they are known. */
  published: ReadonlySet<string> | undefined;
  /** Number of records that have changed the state. */
  changed = 0;

  /** @param attributionDays how long a click counts for what is bought after it */
  constructor(
    attributionDays: number,
    private readonly mostAccounts = MOST_ACCOUNTS,
  ) {
    this.trails = new VisitorTrails(attributionDays);
  }

  spendOf(campaign: string): Readonly<Spend> | undefined {
    return this.spends.get(campaign);
  }

  /** Applies a record with its verdict. @returns impressions of the campaign that the visitor has had today; 0 for others */
  apply(record: NotificationRecord): number {
    if (!isCounted(record)) return 0;
    this.changed++;
    const { shown, verdict, type } = record;
    const { campaign, day, micros } = verdict;
    const spend = this.spend(campaign);
    if (!isOfDay(spend, day)) {
      spend.day = day;
      spend.dayMicros = 0;
      if (spend.ownDayMicros !== undefined) spend.ownDayMicros = 0;
    }
    addSpend(spend, micros, micros, record.origin === undefined);
    if (micros > 0) spend.lastMicros = micros;
    const visitor = visitorOf(record);
    // An erasure leaves nothing by which visitors could be told apart.
    if (visitor === UNKNOWN_VISITOR) return 0;
    if (shown.sponsored!.place !== 'banner' && this.isSeen(record, visitor)) {
      this.clickThrough.learn(type, shown.position, spend);
    }
    return this.trails.count(visitor, type, ticketHash(record, verdict.group), day, hitOf(record));
  }

  /**
   * Whether a visitor has told that the hit was seen. Clicks alone would say that a campaign is always clicked, which would win
   * it every place, for less.
   */
  private isSeen(record: Counted, visitor: string): boolean {
    const { type, verdict } = record;
    if (type === 'ad-impression') return true;
    return this.trails.hasCounted(visitor, ticketHash({ ...record, type: 'ad-impression' }, verdict.group));
  }

  /** Takes back a record that could not be stored. What was learned of it stays: it is one among many. */
  revoke(record: NotificationRecord): void {
    if (!isCounted(record)) return;
    this.changed++;
    const { verdict, type } = record;
    const spend = this.spend(verdict.campaign);
    const today = spend.day === verdict.day ? verdict.micros : 0;
    addSpend(spend, -verdict.micros, -today, record.origin === undefined);
    this.trails.discount(visitorOf(record), type, ticketHash(record, verdict.group), hitOf(record));
  }

  forget(customerKey: string): void {
    this.changed++;
    this.trails.forget(customerKey);
  }

  stored(): StoredBook {
    const { impressions, clicks } = this.clickThrough;
    const { forgottenSecond } = this.trails;
    return { spends: [...this.spends], impressions: [...impressions], clicks: [...clicks], forgottenSecond };
  }

  /** @param book absent: only trails */
  restore(book: StoredBook | undefined, trails: Iterable<StoredTrail>): void {
    if (book) {
      for (const [campaign, spend] of book.spends) this.spends.set(campaign, { ...spend });
      this.clickThrough.impressions.set(book.impressions);
      this.clickThrough.clicks.set(book.clicks);
      this.trails.forgottenSecond = book.forgottenSecond;
    }
    for (const trail of trails) this.trails.restore(trail);
  }

  /** Moves to the end: accounts are in the order of their last events. */
  private spend(campaign: string): Spend {
    const found = this.spends.get(campaign);
    const spend = found ?? { totalMicros: 0, day: '', dayMicros: 0, lastMicros: 0, clicks: 0, expected: 0 };
    this.spends.delete(campaign);
    this.spends.set(campaign, spend);
    if (this.spends.size > this.mostAccounts) this.dropRemoved();
    return spend;
  }

  private dropRemoved(): void {
    for (const campaign of this.published ? this.spends.keys() : []) {
      if (this.published!.has(campaign)) continue;
      this.spends.delete(campaign);
      return;
    }
  }
}

/** @param isOwn whether this daemon has billed it */
function addSpend(spend: Spend, micros: number, dayMicros: number, isOwn: boolean): void {
  const { totalMicros, ownMicros = totalMicros, dayMicros: today, ownDayMicros = today } = spend;
  spend.totalMicros += micros;
  spend.dayMicros += dayMicros;
  // Where no other daemon has billed anything, both are the same.
  if (isOwn && spend.ownMicros === undefined && spend.ownDayMicros === undefined) return;
  spend.ownMicros = ownMicros + (isOwn ? micros : 0);
  spend.ownDayMicros = ownDayMicros + (isOwn ? dayMicros : 0);
}

type Counted = SponsoredReaction & {
  type: 'click' | 'ad-impression';
  verdict: { campaign: string; day: string; micros: number; group?: string };
};

/** Whether a record is a reaction to a sponsored hit that counts. */
export function isCounted(record: NotificationRecord): record is Counted {
  if (record.type !== 'click' && record.type !== 'ad-impression') return false;
  return record.shown.sponsored !== undefined && record.verdict !== undefined && 'micros' in record.verdict;
}

/** The page that a hit was shown on, in words of the report. */
export function pageOf({ pageType, pageReference }: Reaction['shown']): string {
  return pageReference === '' ? pageType : `${pageType} ${pageReference}`;
}

function hitOf({ at, shown, productKey = '', verdict }: Counted): TrailHit {
  const { campaign, group = productKey } = verdict;
  return { at, campaign, product: productKey, group, phrase: shown.q, page: pageOf(shown) };
}
