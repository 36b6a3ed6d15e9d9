/**
 * State derived from activities: the visitor store and the learner. Each keeps its own position in the journal and
 * replays from there after a start. The visitor store goes first, because queries wait for it; the learner may lag.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { stageFile } from '../backup/staged-folder.js';
import type { SharedSignals, SharedSnapshot } from '../snapshot/index.js';
import type { Activity, Visit } from './activities/activity.js';
import { type Recorded, replay } from './journal/journal-replay.js';
import { Learner, type LearnerOptions } from './learning/index.js';
import { learnedFile, readLearned, writeLearned } from './learning/learned-file.js';
import { rankingFile, removeLeftovers } from './ranking/ranking-file.js';
import { RankingInForce } from './ranking/ranking-in-force.js';
import { countSearches, type VisitorInMarket, VisitorStore } from './visitors/index.js';
import type { KnownVisitors } from './visitors/known-visitors.js';

export interface MemoryOptions {
  /** Folder of the visitor store and of the learned file. */
  dir: string;
  journalDir: string;
  /** Retention of visitor data, in days. */
  visitorDays: number;
  /** Most visitors that are stored. */
  mostVisitors: number;
  learning: LearnerOptions;
  known: KnownVisitors;
  /** See `WatchedFile`; by default, that of this thread alone. */
  watch?: SharedArrayBuffer | undefined;
  /** Called with the name of a file of the journal that has damaged records. */
  damagedSegment?(file: string): void;
  /** Called for faults that do not stop the memory. */
  warn(facts: object, message: string): void;
}

/** An activity, with its record number if the journal stores it. */
export interface NumberedActivity {
  number?: number;
  activity: Activity;
}

/** Visits buffered until the learner has caught up with the journal; further ones are not learned from. */
const MAX_HELD_VISITS = 50_000;
const SWEEP_SLICE = 1000;

export class BehaviourMemory {
  /** Number of the next journal record that `take` is given. */
  private next = 0;
  /** Whether the learner has caught up with the journal. */
  private caughtUp = false;
  /** Visits that arrived before the learner has caught up. */
  private heldVisits: Visit[] = [];
  private savedChanges: number;
  private readonly ranking: RankingInForce;
  private sweptTo: Buffer | undefined;
  private following: Promise<void> | undefined;
  /** The last write of the learned file that has begun; failures are those of its callers. */
  private saving: Promise<void> = Promise.resolve();
  /** The last copy or rewriting of the visitors: one at a time, as a rewriting closes the file of before. */
  private copying: Promise<unknown> = Promise.resolve();
  private closing = false;

  private constructor(
    private readonly options: MemoryOptions,
    private readonly visitors: VisitorStore,
    private readonly learner: Learner,
    /** Number of the first journal record that is not learned. */
    private learnedTo: number,
  ) {
    this.savedChanges = learner.changed;
    this.ranking = new RankingInForce(rankingFile(options.dir), options.warn);
  }

  /** @throws Problem UNAVAILABLE when a newer version wrote the visitors. */
  static async open(options: MemoryOptions): Promise<BehaviourMemory> {
    const { dir, visitorDays, mostVisitors, known, watch, warn } = options;
    const visitors = new VisitorStore({
      dir,
      visitorDays,
      mostVisitors,
      watch,
      known: (key, hasProducts) => known.add(key, hasProducts),
      warn,
    });
    await removeLeftovers(rankingFile(dir));
    const { learner, learnedTo } = await loadLearner(options);
    return new BehaviourMemory(options, visitors, learner, learnedTo);
  }

  /** Number of changes of the learner's state, and of the weights of scores. */
  get changed(): number {
    this.ranking.refresh();
    return this.learner.changed + this.ranking.changes;
  }

  /** Number of the first journal record that is not applied to the visitor store. */
  get applied(): number {
    return this.visitors.applied;
  }

  /** Visitors stored, in all markets. */
  get visitorCount(): number {
    return this.visitors.size;
  }

  /**
   * Catches up with the journal; call it once. When the visitor store has caught up, `live` is called, and from then on
   * new activities go to `take`, while the learner still catches up.
   * @param until number of records in the journal: the next one is the first that `take` is given.
   */
  async follow(until: number, live: () => void): Promise<void> {
    this.following = this.catchUp(until).then(() => {
      if (this.closing) return;
      live();
      return this.learnMissed();
    });
    await this.following;
  }

  /** Applies new activities in their order; readers of the visitor store see the effects when it returns. */
  take(happened: readonly NumberedActivity[]): void {
    for (const { number, activity } of happened) {
      if (number !== undefined) this.next = number + 1;
      if (this.caughtUp) this.learner.learn(activity);
      // Notifications need no buffer: the learner reads them from the journal as it catches up.
      else if (number === undefined && this.heldVisits.length < MAX_HELD_VISITS)
        this.heldVisits.push(activity as Visit);
    }
    if (this.caughtUp) this.learnedTo = this.next;
    this.visitors.apply(
      happened.map(({ activity }) => activity),
      this.next,
    );
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
   * Erases customers in all markets. What was stored stays in freed places of the files until they are written anew:
   * see `renew`.
   * @returns for each, the number of markets that had data.
   */
  erase(...customerKeys: string[]): number[] {
    // The file of before may have what the learner has forgotten already.
    this.savedChanges = -1;
    for (const customerKey of customerKeys) this.learner.forget(customerKey);
    const erased = new Set<string | undefined>(customerKeys);
    this.heldVisits = this.heldVisits.filter(({ customerKey }) => !erased.has(customerKey));
    return this.visitors.remove(...customerKeys);
  }

  /**
   * Writes the files of visitors and of what was learned anew, without anything of those who were erased before.
   * @returns false where the memory was closed before
   */
  async renew(): Promise<boolean> {
    if (!(await this.renewVisitors())) return false;
    await this.save();
    return true;
  }

  /**
   * Looks whether the file of the visitors is in its place, and puts a copy there of what is open where it is not. (The
   * journal would give back no visits.) To be called often: until then, what opens the store anew finds no visitors.
   * @throws DamagedStore
   */
  async keepInPlace(): Promise<void> {
    const { visitors, options } = this;
    if (this.closing || !visitors.isDisplaced) return;
    options.warn({ file: options.dir }, 'the file of visitors was removed or replaced; it is written again');
    if (await this.renewVisitors())
      options.warn({ visitors: visitors.size }, 'the file of visitors is in its place again');
  }

  private renewVisitors(): Promise<boolean> {
    const mayGoOn = async () => {
      await turn();
      return !this.closing;
    };
    return this.alone(() => this.visitors.renew(mayGoOn));
  }

  /** Compiles the learner's state into signals for a snapshot. */
  compile(snapshot: SharedSnapshot, nowMs: number): SharedSignals {
    this.ranking.refresh();
    return this.learner.compile(snapshot, nowMs, this.ranking.factors);
  }

  /**
   * Continues the sweep through the visitor store for some milliseconds; a complete sweep fills the filters of known
   * visitors.
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

  /** Writes the learned file if the learner has changed since the last write; the visitor store is durable already. */
  save(): Promise<void> {
    // One after the other: an older state must not replace a newer one.
    const saved = this.saving.then(() => this.write());
    this.saving = saved.catch(() => undefined);
    return saved;
  }

  /**
   * Writes what was learned, and a copy of the visitors, to a folder. Each has its position in the journal, which has
   * at least as many records afterwards.
   */
  async copyTo(dir: string): Promise<void> {
    await this.save();
    await this.alone(() => this.visitors.copyTo(dir));
    stageFile(learnedFile(this.options.dir), learnedFile(dir));
    stageFile(rankingFile(this.options.dir), rankingFile(dir));
  }

  /** Runs a copy or a rewriting of the visitors when the last one has ended. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.copying.then(work);
    this.copying = done.catch(() => undefined);
    return done;
  }

  private async write(): Promise<void> {
    const { changed } = this.learner;
    if (changed === this.savedChanges) return;
    await writeLearned(learnedFile(this.options.dir), { learnedTo: this.learnedTo, state: this.learner.encode() });
    this.savedChanges = changed;
  }

  /** Stops catching up, saves, and closes the visitor store. */
  async close(): Promise<void> {
    this.closing = true;
    await this.following;
    await this.copying;
    await this.save();
    await this.visitors.close();
  }

  private async catchUp(until: number): Promise<void> {
    const { visitors, options } = this;
    this.next = until;
    if (visitors.applied > until || this.learnedTo > until) {
      const facts = { records: until, applied: visitors.applied, learned: this.learnedTo };
      options.warn(facts, 'the journal of notifications is shorter than it was; what follows counts anew');
      if (visitors.applied > until) visitors.skipTo(until);
      this.learnedTo = Math.min(this.learnedTo, until);
    }
    const together = this.learnedTo >= visitors.applied;
    for await (const batch of this.replay(visitors.applied, until)) {
      visitors.apply(
        batch.map(({ record }) => record),
        batch.at(-1)!.number + 1,
      );
      if (together) this.learnRecorded(batch);
      await turn();
      if (this.closing) return;
    }
    // Moves the position past records that are missing at the end.
    visitors.apply([], until);
    if (together) this.learnedTo = until;
  }

  /** Learns the journal's records from the learner's position on. */
  private async learnMissed(): Promise<void> {
    while (this.learnedTo < this.next) {
      const until = this.next;
      for await (const batch of this.replay(this.learnedTo, until)) {
        this.learnRecorded(batch);
        await turn();
        if (this.closing) return;
      }
      this.learnedTo = until;
    }
    this.caughtUp = true;
    for (const visit of this.heldVisits) this.learner.learn(visit);
    this.heldVisits = [];
  }

  private learnRecorded(batch: readonly Recorded[]): void {
    for (const { number, record } of batch) {
      if (number >= this.learnedTo) this.learner.learn(record);
    }
    this.learnedTo = Math.max(this.learnedTo, batch.at(-1)!.number + 1);
  }

  private replay(from: number, until: number): AsyncGenerator<Recorded[]> {
    const { journalDir, warn } = this.options;
    const damaged = (file: string, missing: { from: number; until: number }) => {
      warn({ file, ...missing }, 'notifications are missing in the journal; nothing is learned from them');
      this.options.damagedSegment?.(file);
    };
    return replay(journalDir, { from, until, damaged });
  }
}

/** A learned file that cannot be read is replaced by an empty learner, which replays the journal. */
async function loadLearner(options: MemoryOptions): Promise<{ learner: Learner; learnedTo: number }> {
  const { learning, warn } = options;
  try {
    const learned = await readLearned(learnedFile(options.dir));
    if (learned) return { learner: Learner.decode(learned.state, learning), learnedTo: learned.learnedTo };
  } catch (error) {
    warn({ err: error }, 'what was learned cannot be read; it is learned again from the journal');
  }
  return { learner: new Learner(learning), learnedTo: 0 };
}
