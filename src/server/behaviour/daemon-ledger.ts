/**
 * The ledger of retail media in the daemon: it judges notifications as soon as the behaviour thread has sent what the journal
 * says and which campaigns there are, and publishes every second where they stand.
 */
import type { NotificationRecord } from '../../behaviour/activities/notification.js';
import type { LedgerPiece } from '../../behaviour/campaigns/campaign-memory.js';
import type { AllTerms } from '../../behaviour/campaigns/campaign-terms.js';
import { CampaignLedger, leaveUnjudged, type RequestFacts } from '../../behaviour/campaigns/ledger.js';
import { forgetIn } from '../../behaviour/campaigns/unsettled.js';
import { within } from '../../kernel/within.js';

/**
 * Longest that a notification waits for the ledger. What comes earlier than that before the accounts are read, as where retail
 * media is switched on over years of the journal, is stored, and judged when they have been read: a copy of the record says
 * what became of it. What a crash leaves unjudged is judged after the next start.
 */
const LONGEST_WAIT_MS = 2000;
const PUBLISH_EVERY_MS = 1000;

type Append = (record: NotificationRecord) => Promise<number>;

export class DaemonLedger {
  readonly ledger: CampaignLedger;
  /** What is still to be judged, and copies that are still to be stored, by the number of the record. */
  private readonly unsettled = new Map<number, NotificationRecord>();
  private readonly settled = new Map<number, NotificationRecord>();
  private append: Append | undefined;
  private hasBook = false;
  private hasTerms = false;
  private isOpen = false;
  private opened!: () => void;
  private readonly opening = new Promise<void>(resolve => {
    this.opened = resolve;
  });
  private readonly timer: NodeJS.Timeout;

  constructor(
    attributionDays: number,
    private readonly longestWaitMs = LONGEST_WAIT_MS,
  ) {
    this.ledger = new CampaignLedger(attributionDays, Date.now());
    this.ledger.standing.awaitLedger();
    this.timer = setInterval(() => {
      if (!this.isOpen) return;
      this.ledger.publish(Date.now());
      this.settle();
    }, PUBLISH_EVERY_MS);
    this.timer.unref();
  }

  /** Whether it knows what was billed: before, it asks a fleet for nothing. */
  get isRead(): boolean {
    return this.isOpen;
  }

  /** Whether the state of the journal is still to come. */
  get wantsBook(): boolean {
    return !this.hasBook;
  }

  /** Takes the next piece of the state. Nothing is judged before the last one. */
  restore({ book, trails, unsettled, isLast }: LedgerPiece): void {
    if (this.hasBook) return;
    for (const [number, record] of unsettled ?? []) {
      if (!this.unsettled.has(number)) this.unsettled.set(number, record);
    }
    this.ledger.book.restore(book, trails);
    this.hasBook = isLast;
    this.openWhenWhole();
  }

  setTerms(terms: AllTerms): void {
    this.hasTerms = true;
    this.ledger.setTerms(terms);
    this.openWhenWhole();
  }

  /** Forgets customers: trails, not sums. */
  forget(customerKeys: readonly string[]): void {
    for (const customerKey of customerKeys) this.ledger.forget(customerKey);
    for (const waiting of [this.unsettled, this.settled]) forgetIn(waiting, customerKeys);
  }

  /**
   * Judges records, and has them stored.
   * @param append rejects where a record is not stored: its verdict is taken back
   * @throws what `append` throws
   */
  async store(records: readonly NotificationRecord[], facts: RequestFacts, append: Append): Promise<number[]> {
    if (!this.isOpen) await within(this.opening, this.longestWaitMs);
    return Promise.all(
      records.map(record => {
        if (!this.isOpen) return this.storeUnjudged(record, facts, append);
        this.ledger.judge(record, facts);
        return append(record).catch((error: unknown) => {
          this.ledger.revoke(record);
          throw error;
        });
      }),
    );
  }

  /**
   * Counts records that other daemons of the fleet have judged, and has them stored.
   * @returns as `Promise.allSettled` of what `append` returns
   */
  async follow(records: readonly NotificationRecord[], append: Append): Promise<PromiseSettledResult<number>[]> {
    // Until then, what the journal says would take the place of what is counted here.
    if (!this.isOpen) await this.opening;
    return Promise.allSettled(
      records.map(record => {
        this.ledger.follow(record);
        return append(record).catch((error: unknown) => {
          this.ledger.book.revoke(record);
          throw error;
        });
      }),
    );
  }

  /** @param append takes what is judged late */
  settleBy(append: Append): void {
    this.append = append;
    if (this.isOpen) this.settle();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private openWhenWhole(): void {
    if (this.isOpen || !this.hasBook || !this.hasTerms) return;
    this.isOpen = true;
    // Before what waits: in the order in which it came.
    this.settle();
    this.ledger.publish(Date.now());
    this.opened();
  }

  private async storeUnjudged(record: NotificationRecord, facts: RequestFacts, append: Append): Promise<number> {
    leaveUnjudged(record, facts);
    const number = await append(record);
    if (record.unjudged) this.unsettled.set(number, record);
    if (this.isOpen) this.settle();
    return number;
  }

  /** Judges what waits for it. */
  private settle(): void {
    // In a fleet, there is nothing to bill before a part of budgets is granted.
    if (!this.append || this.ledger.leases?.isReached === false) return;
    const waiting = [...this.unsettled].sort(([a], [b]) => a - b);
    this.unsettled.clear();
    for (const [number, record] of waiting) this.settled.set(number, this.ledger.settle(number, record, Date.now()));
    this.storeSettled(this.append);
  }

  /** What cannot be stored is tried again a second later; it counts meanwhile. */
  private storeSettled(append: Append): void {
    const copies = [...this.settled];
    this.settled.clear();
    for (const [number, copy] of copies) append(copy).catch(() => this.settled.set(number, copy));
  }
}
