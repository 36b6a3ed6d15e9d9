/**
 * The ledger of retail media, in the main thread: judges reactions to sponsored hits before they are written to the journal,
 * and says which campaigns compete. An event that costs more than is left of a budget is not billed: spend is never above a
 * budget. A verdict counts at once, and is taken back where its record cannot be stored.
 */
import type { BudgetClaim, OwnSpend } from '../../fleet/budget-shares.js';
import type { NotificationRecord, Payment, Reaction, UnjudgedFacts } from '../activities/notification.js';
import type { Attribution, InvalidReason, Verdict } from '../activities/verdict.js';
import { CampaignBook, spentOn } from './campaign-book.js';
import { type AllTerms, type CampaignTerms, CPM_IMPRESSIONS, MICROS } from './campaign-terms.js';
import { CappedVisitors } from './capped-visitors.js';
import { type Billed, type LeasedBudgets, ownOf } from './leased-budgets.js';
import { CampaignStanding, CLOSED } from './standing.js';
import { TRAFFIC_LIMITS, type TrafficLimits, TrafficRates } from './traffic.js';
import { TICKET_SECONDS, ticketHash, visitorOf } from './visitor-trails.js';
import { ZoneDays } from './zone-days.js';

/** What is older when the accounts are read is billed to no budget. */
const LATEST_BILLED_MS = 86_400_000;

/** What a record does not say of its request. */
export interface RequestFacts {
  /** Whether a program has sent it: see `isBot`. */
  isBot: boolean;
  /** The key of a product's group. */
  groupOf(productKey: string): string | undefined;
}

export interface LedgerCounts {
  spendMicros: number;
  billed: number;
  /** By reason. */
  invalid: Partial<Record<InvalidReason, number>>;
  open: number;
  closed: number;
}

export class CampaignLedger {
  readonly standing = new CampaignStanding();
  readonly capped = new CappedVisitors();
  readonly counts: LedgerCounts = { spendMicros: 0, billed: 0, invalid: {}, open: 0, closed: 0 };
  readonly book: CampaignBook;
  private readonly days = new ZoneDays();
  private readonly traffic: TrafficRates;
  /** In a fleet: what of budgets this daemon may bill. */
  leases: LeasedBudgets | undefined;
  private terms: AllTerms = { generation: 0, campaigns: [] };
  private byId = new Map<string, CampaignTerms>();
  /** When the day of a campaign with a cap ends: caps begin anew then. */
  private capsEndMs = 0;
  /** All caps: while they are the same, what was found out of visitors holds. */
  private caps = '';
  private publishedSecond = 0;
  /** Undefined before the first publication. */
  private publishedGeneration: number | undefined;

  /** @param startedMs when the daemon began to notice who asks queries; tickets from before prove by themselves that one was */
  constructor(
    attributionDays: number,
    private readonly startedMs: number,
    limits: TrafficLimits = TRAFFIC_LIMITS,
  ) {
    this.book = new CampaignBook(attributionDays);
    this.traffic = new TrafficRates(limits);
  }

  setTerms(terms: AllTerms): void {
    this.terms = terms;
    this.byId = new Map(terms.campaigns.map(campaign => [campaign.id, campaign]));
    this.book.published = new Set(this.byId.keys());
    const caps = terms.campaigns
      .flatMap(({ id, cap, zone }) => (cap === undefined ? [] : `${id} ${cap} ${zone}`))
      .join();
    if (caps !== this.caps) this.capsEndMs = 0;
    this.caps = caps;
  }

  /** What this daemon asks its fleet for. */
  claims(nowMs: number): BudgetClaim[] {
    if (!this.leases) return [];
    return this.leases.claims(this.terms.campaigns, campaign => this.billed(campaign, nowMs));
  }

  /** What this daemon has billed itself, of the campaigns whose budgets it has parts of. */
  ownSpends(nowMs: number): OwnSpend[] {
    return this.terms.campaigns.flatMap(campaign => {
      const { spend, day, ownDayMicros } = this.billed(campaign, nowMs);
      return this.leases?.has(campaign.id) ? [{ id: campaign.id, own: ownOf(spend), day, ownToday: ownDayMicros }] : [];
    });
  }

  /** Adds to a record what becomes of it. Other records than those of retail media are left as they are. */
  judge(record: NotificationRecord, facts: RequestFacts): void {
    switch (record.type) {
      case 'click':
      case 'ad-impression':
        if (record.shown.sponsored) this.judgeReaction(record, facts);
        return;
      case 'add-to-cart':
        if (record.productKey !== undefined)
          this.attribute(record, facts, [{ productKey: record.productKey, quantity: 1 }]);
        return;
      case 'payment':
        this.attribute(record, facts, record.lines);
    }
  }

  /**
   * Judges a record that was stored before the accounts were read. One of an earlier day, as before a crash, is not billed:
   * the budget of its day has been closed.
   * @returns a copy that says so, to be stored
   */
  settle(number: number, record: NotificationRecord, nowMs: number): NotificationRecord {
    const { unjudged, ...rest } = record;
    const { isBot, groups }: UnjudgedFacts = unjudged!;
    const copy = { ...rest } as NotificationRecord;
    if (nowMs - record.at > LATEST_BILLED_MS) this.refuseLate(copy);
    else this.judge(copy, { isBot, groupOf: key => groups[key] });
    if (copy.type === 'payment' || copy.type === 'add-to-cart') copy.attributed ??= [];
    return { ...copy, userContext: 'SYNTHETIC', settles: number };
  }

  /** Counts a record that another daemon of the fleet has judged. */
  follow(record: NotificationRecord): void {
    this.book.apply(record);
  }

  /** Takes back a record that could not be stored. */
  revoke(record: NotificationRecord): void {
    this.book.revoke(record);
    if ((record.type !== 'click' && record.type !== 'ad-impression') || !record.verdict) return;
    if ('invalid' in record.verdict) this.counts.invalid[record.verdict.invalid]!--;
    else if (record.verdict.micros > 0) {
      this.counts.billed--;
      this.counts.spendMicros -= record.verdict.micros;
    }
  }

  forget(customerKey: string): void {
    this.book.forget(customerKey);
  }

  /**
   * Publishes where campaigns stand from the next second on, so that all threads take it over at once; the first time from
   * this second on: before, nothing competes. To be called once a second, also where the clock is set back.
   */
  publish(nowMs: number): void {
    const second = Math.floor(nowMs / 1000) + (this.publishedGeneration === undefined ? 0 : 1);
    if (second === this.publishedSecond) return;
    this.publishedSecond = second;
    const { generation, campaigns } = this.terms;
    if (campaigns.length === 0 && generation === this.publishedGeneration) return;
    this.publishedGeneration = generation;
    const closed = Uint8Array.from(campaigns, campaign => this.closedBits(campaign, nowMs));
    const clickThrough = Float32Array.from(campaigns, ({ id }) =>
      this.book.clickThrough.of(this.book.spendOf(id) ?? { clicks: 0, expected: 0 }),
    );
    this.counts.closed = closed.reduce((sum, bits) => sum + (bits === 0 ? 0 : 1), 0);
    this.counts.open = campaigns.length - this.counts.closed;
    const byPosition = this.book.clickThrough.byPosition();
    this.standing.publish({ generation, second, closed, clickThrough, byPosition });
    if (nowMs >= this.capsEndMs) this.renewCapped(nowMs);
  }

  /** Bits of CLOSED. */
  closedBits(campaign: CampaignTerms, nowMs: number): number {
    const { total, day, lastMicros } = this.left(campaign, nowMs);
    if (total < lastMicros) return CLOSED.TOTAL_SPENT;
    if (day < lastMicros) return CLOSED.DAY_SPENT;
    return campaign.isEven && this.isAhead(campaign, nowMs) ? CLOSED.PACED : 0;
  }

  private billed({ id, zone }: CampaignTerms, nowMs: number): Billed {
    const spend = this.book.spendOf(id);
    const { day } = this.days.at(zone, nowMs);
    const dayMicros = spentOn(spend, day);
    return { spend, day, dayMicros, ownDayMicros: Math.min(dayMicros, spend?.ownDayMicros ?? dayMicros) };
  }

  private judgeReaction(record: NotificationRecord & Reaction, { isBot, groupOf }: RequestFacts): void {
    const { at, shown } = record;
    const { campaign } = shown.sponsored!;
    const day = this.dayOf(campaign, at);
    const group = record.productKey === undefined ? undefined : groupOf(record.productKey);
    const invalid = this.invalid(record, isBot, day, group);
    if (invalid !== undefined) {
      this.refuse(record, { campaign, day }, invalid);
      return;
    }
    const micros = costOf(record);
    record.verdict = { campaign, day, micros, ...(group !== undefined && { group }) } satisfies Verdict;
    const impressions = this.book.apply(record);
    if (micros > 0) {
      this.counts.billed++;
      this.counts.spendMicros += micros;
    }
    const { cap } = this.byId.get(campaign)!;
    if (cap !== undefined && impressions >= cap && record.customerKey !== undefined) {
      this.capped.add(record.customerKey, campaign);
    }
  }

  private refuseLate(record: NotificationRecord): void {
    if ((record.type !== 'click' && record.type !== 'ad-impression') || !record.shown.sponsored) return;
    const { campaign } = record.shown.sponsored;
    this.refuse(record, { campaign, day: this.dayOf(campaign, record.at) }, 'accounts-unread');
  }

  private refuse(record: Reaction, judged: { campaign: string; day: string }, invalid: InvalidReason): void {
    record.verdict = { ...judged, invalid };
    this.counts.invalid[invalid] = (this.counts.invalid[invalid] ?? 0) + 1;
  }

  /** The day of a campaign. */
  private dayOf(campaign: string, at: number): string {
    return this.days.at(this.byId.get(campaign)?.zone ?? 'UTC', at).day;
  }

  /** @returns undefined where it counts */
  private invalid(
    record: NotificationRecord & Reaction,
    isBot: boolean,
    day: string,
    group: string | undefined,
  ): InvalidReason | undefined {
    const { at, type, unasked, userContext, range } = record;
    const { campaign, second } = record.shown.sponsored!;
    const { trails } = this.book;
    const visitor = visitorOf(record);
    const terms = this.byId.get(campaign);
    if (userContext === 'SYNTHETIC') return 'synthetic';
    if (isBot) return 'bot';
    if (terms === undefined) return 'unknown-campaign';
    if (at / 1000 - second > TICKET_SECONDS || second <= trails.forgottenSecond) return 'expired';
    if (unasked && second * 1000 >= this.startedMs) return 'no-page-view';
    if (trails.hasCounted(visitor, ticketHash(record, group))) return 'duplicate';
    const counted = type === 'click' ? type : 'ad-impression';
    if (this.traffic.exceeds(counted, visitor, range, at) || trails.isFull(visitor, at)) return 'rate';
    const isCapped = terms.cap !== undefined && trails.impressions(visitor, campaign, day) >= terms.cap;
    if (type === 'ad-impression' && isCapped) return 'capped';
    const { total, day: today } = this.left(terms, at);
    const micros = costOf(record);
    return micros > 0 && micros > Math.min(total, today) ? 'exhausted' : undefined;
  }

  /**
   * What may still be billed, in micros, and what the last event cost, or costs at most by now: less than this is as good as
   * nothing.
   */
  private left(
    { id, totalMicros, dailyMicros, mostMicros, zone }: CampaignTerms,
    nowMs: number,
  ): { total: number; day: number; lastMicros: number } {
    const spend = this.book.spendOf(id);
    const leased = this.leases?.left(id, ownOf(spend)) ?? Number.POSITIVE_INFINITY;
    const total = Math.min(leased, totalMicros - (spend?.totalMicros ?? 0));
    const lastMicros = Math.max(1, Math.min(spend?.lastMicros ?? 0, mostMicros));
    if (dailyMicros === undefined) return { total, day: total, lastMicros };
    const day = dailyMicros - spentOn(spend, this.days.at(zone, nowMs).day);
    return { total, day: Math.min(leased, day), lastMicros };
  }

  /**
   * Whether a campaign has spent more than its share: of the day's budget by what has passed of the day, or without one, of
   * the whole budget by what has passed of its time. One without either has no share.
   */
  private isAhead({ id, totalMicros, dailyMicros, zone, fromMs, untilMs }: CampaignTerms, nowMs: number): boolean {
    const spend = this.book.spendOf(id);
    if (!spend) return false;
    const share = (startMs: number, endMs: number) => (nowMs - startMs) / Math.max(1, endMs - startMs);
    if (dailyMicros !== undefined) {
      const { day, startMs, endMs } = this.days.at(zone, nowMs);
      const spent = spentOn(spend, day);
      const budget = Math.min(dailyMicros, totalMicros - spend.totalMicros + spent);
      return spent > budget * share(Math.max(startMs, fromMs ?? 0), Math.min(endMs, untilMs ?? endMs));
    }
    if (fromMs === undefined || untilMs === undefined) return false;
    return spend.totalMicros > totalMicros * share(fromMs, untilMs);
  }

  /** Adds to a record which campaigns its products are owed to. */
  private attribute(
    record: NotificationRecord & { attributed?: Attribution[] },
    { groupOf }: RequestFacts,
    lines: readonly Pick<Payment['lines'][number], 'productKey' | 'quantity' | 'sellingPrice'>[],
  ): void {
    if (record.userContext === 'SYNTHETIC' || this.book.trails.size === 0) return;
    const visitor = visitorOf(record);
    const attributed = lines.flatMap(({ productKey, quantity, sellingPrice = 0 }): Attribution[] => {
      const owed = this.book.trails.owed(visitor, productKey, groupOf(productKey) ?? productKey, record.at);
      if (!owed) return [];
      const { via, hit } = owed;
      const { campaign, product, phrase, page } = hit;
      const day = this.dayOf(campaign, record.at);
      const revenueMicros = record.type === 'payment' ? Math.round(sellingPrice * quantity * MICROS) : 0;
      return [{ campaign, day, via, product, phrase, page, quantity, revenueMicros }];
    });
    if (attributed.length > 0) record.attributed = attributed;
  }

  private renewCapped(nowMs: number): void {
    let endMs = Number.POSITIVE_INFINITY;
    for (const { cap, zone } of this.terms.campaigns) {
      if (cap !== undefined) endMs = Math.min(endMs, this.days.at(zone, nowMs).endMs);
    }
    this.capsEndMs = endMs;
    this.capped.renew(endMs === Number.POSITIVE_INFINITY ? [] : this.cappedNow(nowMs));
  }

  private *cappedNow(nowMs: number): Iterable<readonly [string, string]> {
    for (const { customerKey, campaign, day, count } of this.book.trails.shownTo()) {
      const terms = this.byId.get(campaign);
      const isCapped = terms?.cap !== undefined && count >= terms.cap && day === this.days.at(terms.zone, nowMs).day;
      if (isCapped) yield [customerKey, campaign];
    }
  }
}

/** Whether a record may be billed to a campaign, or owed to one. */
export function concernsCampaigns(record: NotificationRecord): boolean {
  const { type } = record;
  if (type === 'click' || type === 'ad-impression') return record.shown.sponsored !== undefined;
  return type === 'add-to-cart' || type === 'payment';
}

/** Marks a record that comes before the accounts of campaigns are read, with what its verdict will need. */
export function leaveUnjudged(record: NotificationRecord, { isBot, groupOf }: RequestFacts): void {
  if (!concernsCampaigns(record)) return;
  const products = record.type === 'payment' ? record.lines : 'productKey' in record ? [record] : [];
  const groups: Record<string, string> = {};
  for (const { productKey } of products) {
    const group = productKey === undefined ? undefined : groupOf(productKey);
    if (group !== undefined) groups[productKey!] = group;
  }
  record.unjudged = { isBot, groups };
}

/** In micros. */
function costOf({ type, shown }: Reaction): number {
  const { billing, priceMicros } = shown.sponsored!;
  if (billing === 'CPC') return type === 'click' ? priceMicros : 0;
  return type === 'ad-impression' ? Math.round(priceMicros / CPM_IMPRESSIONS) : 0;
}
