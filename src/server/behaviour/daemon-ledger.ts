/**
 * The ledger of retail media in the daemon: it judges notifications as soon as the behaviour thread has sent what the journal
 * says and which campaigns there are, and publishes every second where they stand.
 */
import type { NotificationRecord } from '../../behaviour/activities/notification.js';
import type { LedgerPiece } from '../../behaviour/campaigns/campaign-memory.js';
import type { AllTerms } from '../../behaviour/campaigns/campaign-terms.js';
import { CampaignLedger, type RequestFacts } from '../../behaviour/campaigns/ledger.js';
import { within } from '../../kernel/within.js';

/**
 * Longest that a notification waits for the ledger. What comes earlier than that before the accounts are read, as where retail
 * media is switched on over years of the journal, is stored, and billed to no campaign.
 */
const LONGEST_WAIT_MS = 2000;
const PUBLISH_EVERY_MS = 1000;

export class DaemonLedger {
  readonly ledger: CampaignLedger;
  /** Whether it knows what was billed: before, it asks a fleet for nothing. */
  get isRead(): boolean {
    return this.isOpen;
  }

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
    this.timer = setInterval(() => this.isOpen && this.ledger.publish(Date.now()), PUBLISH_EVERY_MS);
    this.timer.unref();
  }

  /** Whether the state of the journal is still to come. */
  get wantsBook(): boolean {
    return !this.hasBook;
  }

  /** Takes the next piece of the state. Nothing is judged before the last one. */
  restore({ book, trails, isLast }: LedgerPiece): void {
    if (this.hasBook) return;
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
  }

  /**
   * Judges records, and has them stored.
   * @param append rejects where a record is not stored: its verdict is taken back
   * @throws what `append` throws
   */
  async store(
    records: readonly NotificationRecord[],
    facts: RequestFacts,
    append: (record: NotificationRecord) => Promise<number>,
  ): Promise<number[]> {
    if (!this.isOpen) await within(this.opening, this.longestWaitMs);
    return Promise.all(
      records.map(record => {
        if (this.isOpen) this.ledger.judge(record, facts);
        else this.ledger.passOver(record);
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
  async follow(
    records: readonly NotificationRecord[],
    append: (record: NotificationRecord) => Promise<number>,
  ): Promise<PromiseSettledResult<number>[]> {
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

  close(): void {
    clearInterval(this.timer);
  }

  private openWhenWhole(): void {
    if (this.isOpen || !this.hasBook || !this.hasTerms) return;
    this.isOpen = true;
    this.ledger.publish(Date.now());
    this.opened();
  }
}
