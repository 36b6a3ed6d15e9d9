/**
 * All that is made of activities: visitors and what is learned. Both stand at a position in the journal of their own and
 * catch up from there, visitors first, since queries wait to see them; learning may lag behind what happens.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { SharedSignals, SharedSnapshot } from '../snapshot/index.js';
import type { Activity, Visit } from './activities/activity.js';
import { type Recorded, replay } from './journal/replay.js';
import { Learner, type LearnerOptions } from './learning/index.js';
import { learnedFile, readLearned, writeLearned } from './learning/learned-file.js';
import { countSearches, type VisitorInMarket, VisitorStore } from './visitors/index.js';
import type { KnownVisitors } from './visitors/known-visitors.js';

export interface MemoryOptions {
  /** Of visitors and of what is learned. */
  dir: string;
  journalDir: string;
  /** Days after which what is remembered of a visitor fades. */
  visitorDays: number;
  learning: LearnerOptions;
  known: KnownVisitors;
  /** Told of what is odd but no reason to stop. */
  warn(facts: object, message: string): void;
}

/** An activity, and its number where it is in the journal. */
export interface Happened {
  number?: number;
  activity: Activity;
}

/** Visits that wait until the journal is learned; more are not learned from. */
const MAX_HELD = 50_000;
const SWEEP_SLICE = 1000;

export class BehaviourMemory {
  /** Number of the next journal record that `take` is given. */
  private next = 0;
  /** The learner has learned all that was taken. */
  private level = false;
  /** Visits that came while it had not. */
  private held: Visit[] = [];
  private savedChanges: number;
  private sweptTo: Buffer | undefined;
  private following: Promise<void> | undefined;
  private closing = false;

  private constructor(
    private readonly options: MemoryOptions,
    private readonly visitors: VisitorStore,
    private readonly learner: Learner,
    /** Number of the first journal record that is not learned. */
    private learnedTo: number,
  ) {
    this.savedChanges = learner.changed;
  }

  /** @throws Problem UNAVAILABLE when a newer version wrote the visitors. */
  static async open(options: MemoryOptions): Promise<BehaviourMemory> {
    const { dir, visitorDays, known, warn } = options;
    const visitors = new VisitorStore({
      dir,
      visitorDays,
      known: (key, hasViews) => known.add(key, hasViews),
      warn,
    });
    const { learner, learnedTo } = await loadLearner(options);
    return new BehaviourMemory(options, visitors, learner, learnedTo);
  }

  /** Grows with everything that is learned. */
  get changed(): number {
    return this.learner.changed;
  }

  /** Number of the first journal record whose effects on visitors are not there. */
  get applied(): number {
    return this.visitors.applied;
  }

  /** Visitors stored, in all markets. */
  get visitorCount(): number {
    return this.visitors.size;
  }

  /**
   * Catches up with the journal; to be done once. Visitors first: when they have, `live` is called, and from then on
   * `take` is to be given what happens, while learning still catches up.
   * @param until the records the journal has: the next is the first that `take` is given.
   */
  async follow(until: number, live: () => void): Promise<void> {
    this.following = this.catchUp(until).then(() => {
      if (this.closing) return;
      live();
      return this.learnMissed();
    });
    await this.following;
  }

  /** Takes activities as they happen, in their order; their effects on visitors are seen by readers when it returns. */
  take(happened: readonly Happened[]): void {
    for (const { number, activity } of happened) {
      if (number !== undefined) this.next = number + 1;
      if (this.level) this.learner.learn(activity);
      // Notifications are learned from the journal, once it is their turn.
      else if (number === undefined && this.held.length < MAX_HELD) this.held.push(activity as Visit);
    }
    if (this.level) this.learnedTo = this.next;
    this.visitors.apply(
      happened.map(({ activity }) => activity),
      this.next,
    );
  }

  /** How many recent searches of a customer a removal of phrases would take away. */
  countSearches(market: string, customerKey: string, phrases: readonly string[] | 'all', nowMs: number): number {
    const visitor = this.visitors.get(market, customerKey, nowMs);
    return visitor === undefined ? 0 : countSearches(visitor, phrases);
  }

  /** All that is stored of a customer, also what has faded but was not swept away. */
  everywhere(customerKey: string): VisitorInMarket[] {
    return this.visitors.everywhere(customerKey);
  }

  /** Forgets a customer in all markets. @returns in how many there was something to forget. */
  erase(customerKey: string): number {
    this.learner.forget(customerKey);
    this.held = this.held.filter(visit => visit.customerKey !== customerKey);
    return this.visitors.remove(customerKey);
  }

  /** What has been learned, for a snapshot. */
  compile(snapshot: SharedSnapshot, nowMs: number): SharedSignals {
    return this.learner.compile(snapshot, nowMs);
  }

  /**
   * Goes on with the sweep through all visitors for some milliseconds; the first makes known who there is.
   * @returns whether it has come to the end.
   */
  sweep(nowMs: number): boolean {
    const { known } = this.options;
    if (this.sweptTo === undefined) known.renew();
    this.sweptTo = this.visitors.sweep(this.sweptTo, SWEEP_SLICE, nowMs);
    if (this.sweptTo !== undefined) return false;
    known.renewed();
    return true;
  }

  /** Brings what was learned to the disk, if there is news; visitors are there already. */
  async save(): Promise<void> {
    const { changed } = this.learner;
    if (changed === this.savedChanges) return;
    await writeLearned(learnedFile(this.options.dir), { learnedTo: this.learnedTo, state: this.learner.encode() });
    this.savedChanges = changed;
  }

  /** Breaks off catching up, saves, and lets go of the visitors. */
  async close(): Promise<void> {
    this.closing = true;
    await this.following;
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
    // Also past what is missing at the end.
    visitors.apply([], until);
    if (together) this.learnedTo = until;
  }

  /** Learns from what the journal has beyond what is learned. */
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
    this.level = true;
    for (const visit of this.held) this.learner.learn(visit);
    this.held = [];
  }

  private learnRecorded(batch: readonly Recorded[]): void {
    for (const { number, record } of batch) {
      if (number >= this.learnedTo) this.learner.learn(record);
    }
    this.learnedTo = Math.max(this.learnedTo, batch.at(-1)!.number + 1);
  }

  private replay(from: number, until: number): AsyncGenerator<Recorded[]> {
    const { journalDir, warn } = this.options;
    const damaged = (file: string, missing: { from: number; until: number }) =>
      warn({ file, ...missing }, 'notifications are missing in the journal; nothing is learned from them');
    return replay(journalDir, { from, until, damaged });
  }
}

/** What cannot be read is learned again. */
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
