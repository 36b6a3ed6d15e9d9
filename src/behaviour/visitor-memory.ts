/**
 * The visitor store as it follows activities: it keeps its own position in the journal, and replays from there after a
 * start. Queries see what was committed last.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { NumberedActivity } from './activities/activity.js';
import { replay } from './journal/journal-replay.js';
import { countSearches, type VisitorInMarket, VisitorStore } from './visitors/index.js';
import type { KnownVisitors } from './visitors/known-visitors.js';

export interface VisitorMemoryOptions {
  /** Folder of the visitor store. */
  dir: string;
  journalDir: string;
  /** Retention of visitor data, in days. */
  visitorDays: number;
  /** Most visitors that are stored. */
  mostVisitors: number;
  /** Filters of those of whom anything is stored. */
  known: Pick<KnownVisitors, 'add' | 'renew' | 'renewed'>;
  /** See VisitorStoreOptions. */
  announce?(inode: bigint): void;
  /** Called with the name of a file of the journal that has damaged records. */
  damagedSegment?(file: string): void;
  /** Called for faults that do not stop the memory. */
  warn(facts: object, message: string): void;
}

const SWEEP_SLICE = 1000;

export class VisitorMemory {
  private readonly visitors: VisitorStore;
  /** Number of the next journal record that `take` is given. */
  private next = 0;
  private sweptTo: Buffer | undefined;
  private following: Promise<void> | undefined;
  /** The last copy or rewriting: one at a time, as a rewriting closes the file of before. */
  private copying: Promise<unknown> = Promise.resolve();
  private closing = false;

  /** @throws Problem UNAVAILABLE when a newer version wrote the visitors. */
  constructor(private readonly options: VisitorMemoryOptions) {
    const { dir, visitorDays, mostVisitors, known, announce, warn } = options;
    this.visitors = new VisitorStore({
      dir,
      visitorDays,
      mostVisitors,
      known: (key, hasProducts) => known.add(key, hasProducts),
      ...(announce && { announce }),
      warn,
    });
  }

  /** Number of the first journal record that is not applied. */
  get applied(): number {
    return this.visitors.applied;
  }

  /** Visitors stored, in all markets. */
  get visitorCount(): number {
    return this.visitors.size;
  }

  /** See `VisitorStore.doubt`. */
  doubt(): void {
    this.visitors.doubt();
  }

  /**
   * Catches up with the journal; from then on new activities go to `take`.
   * @param until number of records in the journal: the next one is the first that `take` is given.
   * @returns false where the memory was closed before
   */
  async follow(until: number): Promise<boolean> {
    this.following = this.catchUp(until);
    await this.following;
    return !this.closing;
  }

  /** Applies new activities in their order; readers see the effects when it returns. */
  take(happened: readonly NumberedActivity[]): void {
    for (const { number } of happened) if (number !== undefined) this.next = number + 1;
    this.visitors.apply(
      happened.map(({ activity }) => activity),
      this.next,
    );
  }

  /** See `VisitorStore`. */
  rehearse(): void {
    this.visitors.rehearse();
  }

  /** Number of a customer's recent searches that a removal of phrases would delete. */
  countSearches(market: string, customerKey: string, phrases: readonly string[] | 'all', nowMs: number): number {
    const visitor = this.visitors.get(market, customerKey, nowMs);
    return visitor === undefined ? 0 : countSearches(visitor, phrases);
  }

  /** All stored data of a customer, including expired data that the sweep has not removed yet. */
  inAllMarkets(customerKey: string): VisitorInMarket[] {
    return this.visitors.inAllMarkets(customerKey);
  }

  /**
   * Erases customers in all markets. What was stored stays in freed places of the file until it is written anew: see
   * `renew`.
   * @returns for each, the number of markets that had data.
   */
  erase(...customerKeys: string[]): number[] {
    return this.visitors.remove(...customerKeys);
  }

  /**
   * Writes the file anew, without anything of those who were erased before.
   * @returns false where the memory was closed before
   */
  renew(): Promise<boolean> {
    const mayGoOn = async () => {
      await turn();
      return !this.closing;
    };
    return this.alone(() => this.visitors.renew(mayGoOn));
  }

  /**
   * Looks whether the file is in its place, and puts a copy there of what is open where it is not. (The journal would give
   * back no visits.) To be called often: until then, what opens the store anew finds no visitors.
   * @throws DamagedStore
   */
  async keepInPlace(): Promise<void> {
    const { visitors, options } = this;
    if (this.closing || !visitors.isDisplaced) return;
    options.warn({ file: options.dir }, 'the file of visitors was removed or replaced; it is written again');
    if (await this.renew()) options.warn({ visitors: visitors.size }, 'the file of visitors is in its place again');
  }

  /** Writes a copy to a folder, with its position in the journal. */
  copyTo(dir: string): Promise<void> {
    return this.alone(() => this.visitors.copyTo(dir));
  }

  /**
   * Continues the sweep through the store for some milliseconds; a complete sweep fills the filters of known visitors.
   * @returns whether the sweep has ended.
   */
  sweep(nowMs: number): boolean {
    const { known } = this.options;
    if (this.sweptTo === undefined) known.renew();
    this.sweptTo = this.visitors.sweep(this.sweptTo, SWEEP_SLICE, nowMs);
    if (this.sweptTo !== undefined) return false;
    known.renewed();
    return true;
  }

  /** Stops catching up, and closes the store. */
  async close(): Promise<void> {
    this.closing = true;
    await this.following;
    await this.copying;
    await this.visitors.close();
  }

  /** Runs a copy or a rewriting when the last one has ended. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.copying.then(work);
    this.copying = done.catch(() => undefined);
    return done;
  }

  private async catchUp(until: number): Promise<void> {
    const { visitors, options } = this;
    this.next = until;
    if (visitors.applied > until) {
      const facts = { records: until, applied: visitors.applied };
      options.warn(facts, 'the journal of notifications is shorter than it was; what follows counts anew');
      visitors.skipTo(until);
    }
    const { journalDir } = options;
    const damaged = (file: string, missing: { from: number; until: number }) => {
      options.warn({ file, ...missing }, 'notifications are missing in the journal; visitors are without them');
      options.damagedSegment?.(file);
    };
    for await (const batch of replay(journalDir, { from: visitors.applied, until, damaged })) {
      visitors.apply(
        batch.map(({ record }) => record),
        batch.at(-1)!.number + 1,
      );
      await turn();
      if (this.closing) return;
    }
    // Moves the position past records that are missing at the end.
    visitors.apply([], until);
  }
}
