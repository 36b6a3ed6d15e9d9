/**
 * The ledger's state on disk: applies the journal's records, keeps its own position in the journal, replays from there
 * after a start, and is saved now and then. It judges nothing: what a record costs is written in it.
 */
import { mkdir } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { stageFile } from '../../backup/staged-folder.js';
import type { NotificationRecord } from '../activities/notification.js';
import { replay } from '../journal/journal-replay.js';
import { listSegments } from '../journal/journal-segment.js';
import { CampaignAccounts, type StoredAccounts } from './campaign-accounts.js';
import { CampaignBook, type StoredBook } from './campaign-book.js';
import type { AllTerms } from './campaign-terms.js';
import { type Checkpoint, ledgerFile, readLedger, writeLedger } from './ledger-file.js';
import { forgetIn, type Unsettled } from './unsettled.js';
import type { StoredTrail } from './visitor-trails.js';

export interface CampaignMemoryOptions {
  /** Folder of the checkpoint. */
  dir: string;
  journalDir: string;
  attributionDays: number;
  /** Called with the name of a file of the journal that has damaged records. */
  damagedSegment(file: string): void;
  /** Called for faults that do not stop the memory. */
  warn(facts: object, message: string): void;
}

/** A piece of the state for the main thread; the first one has the book. */
export interface LedgerPiece {
  book?: StoredBook;
  trails: StoredTrail[];
  /** In the last one. */
  unsettled?: readonly Unsettled[];
  isLast: boolean;
}

/** Trails in a piece: the main thread takes one in a turn of its event loop. */
const PIECE_TRAILS = 2000;
/** Records behind the checkpoint after which it is written though none of them changes the state. */
const RECORDS_BEHIND = 10_000;
/** What the records have that change the state: shops that switch retail media on may have millions of others. */
const OF_CAMPAIGNS = ['"verdict":', '"attributed":', '"unjudged":'];

export class CampaignMemory {
  private readonly book: CampaignBook;
  private readonly accounts = new CampaignAccounts();
  /** Records of this daemon, by number, that are still to be judged. */
  private readonly unsettled = new Map<number, NotificationRecord>();
  /** Number of the first record that is not applied. */
  private applied = 0;
  /** Number of the next record that `take` is given. */
  private next = 0;
  private caughtUp = false;
  private following: Promise<void> | undefined;
  /** Whether there was a checkpoint, sound or not: otherwise nothing was billed before the journal begins. */
  private hadAccounts = false;
  private savedTo = 0;
  private savedChanges = 0;
  private saving: Promise<void> = Promise.resolve();
  private closing = false;

  private constructor(private readonly options: CampaignMemoryOptions) {
    this.book = new CampaignBook(options.attributionDays);
  }

  static async open(options: CampaignMemoryOptions): Promise<CampaignMemory> {
    const { dir, warn } = options;
    await mkdir(dir, { recursive: true });
    const memory = new CampaignMemory(options);
    const { checkpoint, existed, isSafe } = await readLedger(ledgerFile(dir), err =>
      warn({ err }, 'the accounts of campaigns cannot be read; they are made again from the journal'),
    );
    if (checkpoint) memory.restore(checkpoint);
    memory.hadAccounts = existed;
    // Both files are written as soon as the journal has been read.
    if (!isSafe) memory.savedChanges = -1;
    return memory;
  }

  /**
   * Catches up with the journal, while new records go to `take`; to be called once.
   * @param until number of records in the journal: the next one is the first that `take` is given.
   */
  async follow(until: number): Promise<void> {
    this.next = until;
    if (this.applied > until) {
      const facts = { records: until, applied: this.applied };
      this.options.warn(facts, 'the journal of notifications is shorter than the accounts of campaigns say');
      this.applied = until;
      // Otherwise records that are appended now could be taken for covered after a crash.
      this.savedChanges = -1;
    }
    this.following = this.applyMissed();
    await this.following;
    if (this.savedChanges < 0 && this.caughtUp) await this.save(false);
  }

  take(number: number, record: NotificationRecord): void {
    this.next = number + 1;
    if (!this.caughtUp) return;
    this.apply(number, record);
    this.applied = this.next;
  }

  /** The state as it is at a moment, in pieces. */
  *pieces(): Iterable<LedgerPiece> {
    const trails = [...this.book.trails.stored()];
    for (let from = 0; ; from += PIECE_TRAILS) {
      const isLast = from + PIECE_TRAILS >= trails.length;
      const book = from === 0 ? { book: this.book.stored() } : undefined;
      const unsettled = isLast && this.unsettled.size > 0 ? { unsettled: [...this.unsettled] } : undefined;
      yield { ...book, ...unsettled, trails: trails.slice(from, from + PIECE_TRAILS), isLast };
      if (isLast) return;
    }
  }

  setTerms({ campaigns }: AllTerms): void {
    this.book.published = new Set(campaigns.map(({ id }) => id));
  }

  list(wanted: (row: { campaign: string; day: string }) => boolean): StoredAccounts {
    return this.accounts.list(wanted);
  }

  /** Forgets customers; sums stay. Resolves when no file has anything of them. */
  async forget(...customerKeys: string[]): Promise<void> {
    for (const customerKey of customerKeys) this.book.forget(customerKey);
    forgetIn(this.unsettled, customerKeys);
    await this.save(false);
  }

  /** Writes the checkpoint where it has changed. @param keepBefore whether the one before stays beside it */
  save(keepBefore = true): Promise<void> {
    // One after the other: an older state must not replace a newer one.
    const saved = this.saving.then(() => this.write(keepBefore));
    this.saving = saved.catch(() => undefined);
    return saved;
  }

  async copyTo(dir: string): Promise<void> {
    await this.save();
    stageFile(ledgerFile(this.options.dir), ledgerFile(dir));
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.following;
    await this.save();
  }

  private restore({ next, ledger }: Checkpoint): void {
    this.book.restore(ledger.book, ledger.trails);
    this.accounts.restore(ledger.accounts);
    for (const [number, record] of ledger.unsettled ?? []) this.unsettled.set(number, record);
    this.applied = next;
    this.savedTo = next;
  }

  private apply(number: number, record: NotificationRecord): void {
    // Those of other daemons are settled there.
    if (record.origin === undefined) this.noteUnsettled(number, record);
    this.book.apply(record);
    if (this.accounts.apply(record)) this.book.changed++;
  }

  private noteUnsettled(number: number, record: NotificationRecord): void {
    const { unjudged, settles } = record;
    if (unjudged) this.unsettled.set(number, record);
    else if (settles === undefined || !this.unsettled.delete(settles)) return;
    this.book.changed++;
  }

  private async applyMissed(): Promise<void> {
    const { journalDir: dir, warn, damagedSegment } = this.options;
    const damaged = (file: string, missing: { from: number; until: number }) => {
      warn({ file, ...missing }, 'notifications are missing in the journal; campaigns are not billed for them');
      damagedSegment(file);
    };
    const oldest = (await listSegments(dir))[0]?.first ?? this.next;
    if (this.hadAccounts && this.applied < oldest) {
      const facts = { file: ledgerFile(this.options.dir), from: this.applied, until: oldest };
      warn(
        facts,
        'the journal does not go back to where the accounts of campaigns end; what was spent meanwhile is lost',
      );
    }
    while (this.applied < this.next) {
      const until = this.next;
      for await (const batch of replay(dir, { from: this.applied, until, damaged, having: OF_CAMPAIGNS })) {
        for (const { number, record } of batch) if (number >= this.applied) this.apply(number, record);
        this.applied = batch.at(-1)!.number + 1;
        await turn();
        if (this.closing) return;
      }
      this.applied = until;
    }
    this.caughtUp = true;
  }

  private async write(keepBefore: boolean): Promise<void> {
    const { changed } = this.book;
    const isCurrent = changed === this.savedChanges && this.applied - this.savedTo < RECORDS_BEHIND;
    if (isCurrent && keepBefore) return;
    const next = this.applied;
    this.accounts.expire(Date.now());
    const everything = () => true;
    const ledger = {
      book: this.book.stored(),
      trails: [...this.book.trails.stored()],
      accounts: this.accounts.list(everything),
      ...(this.unsettled.size > 0 && { unsettled: [...this.unsettled] }),
    };
    await writeLedger(ledgerFile(this.options.dir), { next, ledger }, keepBefore);
    this.savedTo = next;
    this.savedChanges = changed;
  }
}
