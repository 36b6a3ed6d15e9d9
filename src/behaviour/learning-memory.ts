/**
 * What is learned of activities: the learner keeps its own position in the journal, replays from there after a start, and
 * is saved now and then. Visits are not in the journal.
 */
import { mkdir } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { stageFile } from '../backup/staged-folder.js';
import { writeSearchedTexts } from '../index/searched-texts.js';
import type { SharedSignals, SharedSnapshot } from '../snapshot/index.js';
import type { NumberedActivity, Visit } from './activities/activity.js';
import { type Recorded, replay } from './journal/journal-replay.js';
import { Learner, type LearnerOptions } from './learning/index.js';
import { learnedFile, readLearned, writeLearned } from './learning/learned-file.js';
import type { RecordedSearch } from './learning/recorded-searches.js';
import { rankingFile, removeLeftovers } from './ranking/ranking-file.js';
import { RankingInForce } from './ranking/ranking-in-force.js';

export interface LearningMemoryOptions {
  /** Folder of the learned file. */
  dir: string;
  journalDir: string;
  /** The file of searched texts; absent: there is none. */
  searchedFile?: string;
  learning: LearnerOptions;
  /** Called with the name of a file of the journal that has damaged records. */
  damagedSegment?(file: string): void;
  /** Called for faults that do not stop the memory. */
  warn(facts: object, message: string): void;
}

/** Visits buffered until the learner has caught up with the journal; further ones are not learned from. */
const MAX_HELD_VISITS = 50_000;

export class LearningMemory {
  /** Number of the next journal record that `take` is given. */
  private next = 0;
  /** Whether the learner has caught up with the journal. */
  private caughtUp = false;
  /** Visits that arrived before the learner has caught up. */
  private heldVisits: Visit[] = [];
  private savedChanges: number;
  private readonly ranking: RankingInForce;
  private following: Promise<void> | undefined;
  /** The last write of the learned file that has begun; failures are those of its callers. */
  private saving: Promise<void> = Promise.resolve();
  private closing = false;

  private constructor(
    private readonly options: LearningMemoryOptions,
    private readonly learner: Learner,
    /** Number of the first journal record that is not learned. */
    private learnedTo: number,
  ) {
    this.savedChanges = learner.changed;
    this.ranking = new RankingInForce(rankingFile(options.dir), options.warn);
  }

  static async open(options: LearningMemoryOptions): Promise<LearningMemory> {
    await mkdir(options.dir, { recursive: true });
    await removeLeftovers(rankingFile(options.dir));
    const { learner, learnedTo } = await loadLearner(options);
    return new LearningMemory(options, learner, learnedTo);
  }

  /** The searches of visitors, in no particular order. */
  searches(nowMs: number): RecordedSearch[] {
    return this.learner.searches(nowMs);
  }

  /** Number of changes of the learner's state, and of the weights of scores. */
  get changed(): number {
    this.ranking.refresh();
    return this.learner.changed + this.ranking.changes;
  }

  /**
   * Catches up with the journal, while new activities go to `take`; call it once.
   * @param until number of records in the journal: the next one is the first that `take` is given.
   */
  async follow(until: number): Promise<void> {
    this.next = until;
    if (this.learnedTo > until) {
      const facts = { records: until, learned: this.learnedTo };
      this.options.warn(
        facts,
        'the journal of notifications is shorter than what was learned; what follows counts anew',
      );
      this.learnedTo = until;
    }
    this.following = this.learnMissed();
    await this.following;
  }

  /** Learns from new activities in their order. */
  take(happened: readonly NumberedActivity[]): void {
    for (const { number, activity } of happened) {
      if (number !== undefined) this.next = number + 1;
      if (this.caughtUp) this.learner.learn(activity);
      // Notifications need no buffer: the learner reads them from the journal as it catches up.
      else if (number === undefined && this.heldVisits.length < MAX_HELD_VISITS)
        this.heldVisits.push(activity as Visit);
    }
    if (this.caughtUp) this.learnedTo = this.next;
  }

  /** Forgets customers. The file has them until `save` has ended. */
  forget(...customerKeys: string[]): void {
    // The file of before may have what the learner has forgotten already.
    this.savedChanges = -1;
    for (const customerKey of customerKeys) this.learner.forget(customerKey);
    const forgotten = new Set<string | undefined>(customerKeys);
    this.heldVisits = this.heldVisits.filter(({ customerKey }) => !forgotten.has(customerKey));
  }

  /** Compiles the learner's state into signals for a snapshot. */
  compile(snapshot: SharedSnapshot, nowMs: number): SharedSignals {
    this.ranking.refresh();
    return this.learner.compile(snapshot, nowMs, this.ranking.factors);
  }

  /** Writes the learned file, and that of searched texts, if the learner has changed since the last write. */
  save(): Promise<void> {
    // One after the other: an older state must not replace a newer one.
    const saved = this.saving.then(() => this.write());
    this.saving = saved.catch(() => undefined);
    return saved;
  }

  /** Writes what was learned to a folder, with its position in the journal. */
  async copyTo(dir: string): Promise<void> {
    await this.save();
    stageFile(learnedFile(this.options.dir), learnedFile(dir));
    stageFile(rankingFile(this.options.dir), rankingFile(dir));
  }

  private async write(): Promise<void> {
    const { changed } = this.learner;
    if (changed === this.savedChanges) return;
    await writeLearned(learnedFile(this.options.dir), { learnedTo: this.learnedTo, state: this.learner.encode() });
    if (this.options.searchedFile !== undefined) {
      await writeSearchedTexts(this.options.searchedFile, this.learner.searchedTexts());
    }
    this.savedChanges = changed;
  }

  /** Stops catching up, and saves. */
  async close(): Promise<void> {
    this.closing = true;
    await this.following;
    await this.save();
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
async function loadLearner(options: LearningMemoryOptions): Promise<{ learner: Learner; learnedTo: number }> {
  const { learning, warn } = options;
  try {
    const learned = await readLearned(learnedFile(options.dir));
    if (learned) return { learner: Learner.decode(learned.state, learning), learnedTo: learned.learnedTo };
  } catch (error) {
    warn({ err: error }, 'what was learned cannot be read; it is learned again from the journal');
  }
  return { learner: new Learner(learning), learnedTo: 0 };
}
