/**
 * What is learned of activities: the learner keeps its own position in the journal, replays from there after a start, and
 * is saved now and then. Visits are not in the journal.
 *
 * Of the daemons of a fleet one learns, the one that leads. The others have the file of what it has learned, which is read
 * where it is needed, and know which records of their own journal are not in it: the daemon that leads next goes on from there.
 */
import { mkdir } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { stageFile } from '../backup/staged-folder.js';
import { writeSearchedTexts } from '../index/searched-texts.js';
import type { SharedSignals, SharedSnapshot } from '../snapshot/index.js';
import type { NumberedActivity, Visit } from './activities/activity.js';
import type { NotificationRecord, Origin } from './activities/notification.js';
import { type Recorded, replay } from './journal/journal-replay.js';
import { Learner, type LearnerOptions } from './learning/index.js';
import { coverOwn, type JournalName, ownLearned } from './learning/journal-names.js';
import { learnedFile, peekLearned, readLearned, writeLearned } from './learning/learned-file.js';
import type { RecordedSearch } from './learning/recorded-searches.js';
import { OWN, UnlearnedRecords } from './learning/unlearned-records.js';
import { rankingFile, removeLeftovers } from './ranking/ranking-file.js';
import { RankingInForce } from './ranking/ranking-in-force.js';

export interface LearningMemoryOptions {
  /** Folder of the learned file. */
  dir: string;
  journalDir: string;
  /** The file of searched texts; absent: there is none. */
  searchedFile?: string;
  learning: LearnerOptions;
  /** Whether the daemon is one of a fleet, and learns only while it is told to lead. */
  isShared?: boolean;
  /** Called when the learned file was written by the daemon of a fleet that leads. @param bytes of it */
  saved?(bytes: number): void;
  /** Called with the name of a file of the journal that has damaged records. */
  damagedSegment?(file: string): void;
  /** Called for faults that do not stop the memory. */
  warn(facts: object, message: string): void;
}

/** Visits buffered until the learner has caught up with the journal; further ones are not learned from. */
const MAX_HELD_VISITS = 50_000;
/** What comes from another daemon may have customers who were forgotten here just before. */
const REMEMBERED_MS = 600_000;

export class LearningMemory {
  /** Number of the next journal record that `take` is given. */
  private next = 0;
  /** Whether this daemon learns. */
  private leads: boolean;
  /** Whether the learner has caught up with the journal. */
  private caughtUp = false;
  /** Visits that arrived before the learner has caught up. */
  private heldVisits: Visit[] = [];
  private savedChanges: number;
  private readonly ranking: RankingInForce;
  private following: Promise<void> | undefined;
  /** The last task that has begun of those that go one after the other; failures are those of its callers. */
  private working: Promise<void> = Promise.resolve();
  private closing = false;

  /** Of the journal, those that are not in what was adopted last; empty where the daemon is alone. */
  private unlearned = new UnlearnedRecords();
  /** What was learned before the first of `unlearned`, by journals; of this daemon's own also what `learnedTo` says. */
  private opened: ReadonlyMap<string, number>;
  private names: readonly JournalName[] = [];
  /** Records of this daemon's own below this number are learned, whatever `learnedTo` is. */
  private ownLearnedTo = 0;
  private adopted = 0;
  private readonly forgotten = new Map<string, number>();

  private constructor(
    private readonly options: LearningMemoryOptions,
    /** Undefined where it is in the file alone. */
    private learner: Learner | undefined,
    /** Number of the first journal record that is not learned; some behind it may be. */
    private learnedTo: number,
  ) {
    this.savedChanges = learner?.changed ?? 0;
    this.ranking = new RankingInForce(rankingFile(options.dir), options.warn);
    this.leads = !options.isShared;
    this.opened = new Map(learner?.covers).set(OWN, learnedTo);
  }

  static async open(options: LearningMemoryOptions): Promise<LearningMemory> {
    await mkdir(options.dir, { recursive: true });
    await removeLeftovers(rankingFile(options.dir));
    const { learner, learnedTo } = await loadLearner(options);
    return new LearningMemory(options, learner, learnedTo);
  }

  /** Whether this daemon learns. */
  get isLeading(): boolean {
    return this.leads;
  }

  /** The searches of visitors, in no particular order. */
  async searches(nowMs: number): Promise<RecordedSearch[]> {
    return (await this.current()).searches(nowMs);
  }

  /** Number of changes of what was learned, and of the weights of scores. */
  get changed(): number {
    this.ranking.refresh();
    return (this.leads ? this.learner!.changed : this.adopted) + this.ranking.changes;
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
    this.following = this.options.isShared ? this.findUnlearned(this.learnedTo, until) : this.learnMissed();
    await this.following;
  }

  /** Learns from new activities in their order. */
  take(happened: readonly NumberedActivity[]): void {
    for (const { number, activity } of happened) {
      if (number !== undefined) this.recorded(number, (activity as NotificationRecord).origin);
      if (this.leads && this.caughtUp) this.learn({ number, activity });
      // Notifications need no buffer: the learner reads them from the journal as it catches up.
      else if (number === undefined && this.leads && this.heldVisits.length < MAX_HELD_VISITS)
        this.heldVisits.push(activity as Visit);
    }
    if (this.leads && this.caughtUp) this.learnedTo = this.next;
  }

  /** As `take`, of a record of the journal while another daemon learns. */
  pass(number: number, origin: Origin | undefined): void {
    this.recorded(number, origin);
  }

  /**
   * Has this daemon learn, from what it has adopted and what its journal has beyond that; or leaves it to another one.
   * Resolves when it begins to.
   */
  lead(leads: boolean, names: readonly JournalName[]): Promise<void> {
    if (!leads) this.stopLeading();
    return this.inTurn(async () => {
      await this.following;
      this.names = names;
      if (!leads) return this.stopLeading();
      if (this.leads) return;
      const learner = await this.current();
      this.ownLearnedTo = ownLearned(names, learner.covers);
      await this.writeSearched(learner);
      this.leads = true;
      // Not awaited: a rejection is unhandled and ends the thread.
      this.following = this.learnMissed();
    });
  }

  /**
   * Takes a file that the daemon which learns has written in the place of what was learned. Resolves when it is on disk.
   * @throws Problem where it cannot be read
   */
  adopt(file: string, names: readonly JournalName[]): Promise<void> {
    return this.inTurn(async () => {
      await this.following;
      if (this.leads) return;
      const learned = await peekLearned(file);
      if (!learned) return;
      const { state } = learned;
      const covers = new Map(Learner.coversOf(state));
      this.names = names;
      // What this daemon had learned when it started, and could not publish.
      if (exceeds(this.opened, covers, names)) await this.findUnlearned(0, this.next);
      this.opened = covers;
      this.unlearned.learned(new Map(covers).set(OWN, ownLearned(names, covers)));
      this.learnedTo = this.unlearned.first ?? this.next;
      await writeLearned(learnedFile(this.options.dir), { learnedTo: this.learnedTo, state });
      this.learner = undefined;
      this.adopted++;
      const now = performance.now();
      for (const [key, atMs] of this.forgotten) if (now - atMs > REMEMBERED_MS) this.forgotten.delete(key);
      await this.erase([...this.forgotten.keys()]);
    });
  }

  /** Forgets customers, durably. */
  forget(...customerKeys: string[]): Promise<void> {
    const forgotten = new Set<string | undefined>(customerKeys);
    this.heldVisits = this.heldVisits.filter(({ customerKey }) => !forgotten.has(customerKey));
    return this.inTurn(async () => {
      if (this.options.isShared) for (const key of customerKeys) this.forgotten.set(key, performance.now());
      await this.erase(customerKeys);
    });
  }

  /** Compiles what was learned into signals for a snapshot. */
  async compile(snapshot: SharedSnapshot, nowMs: number): Promise<SharedSignals> {
    const learner = await this.current();
    this.ranking.refresh();
    return learner.compile(snapshot, nowMs, this.ranking.factors);
  }

  /** Writes the learned file, and that of searched texts, if the learner has changed since the last write. */
  save(): Promise<void> {
    // One after the other: an older state must not replace a newer one.
    return this.inTurn(() => this.write());
  }

  /** Writes what was learned to a folder, with its position in the journal. */
  async copyTo(dir: string): Promise<void> {
    await this.save();
    stageFile(learnedFile(this.options.dir), learnedFile(dir));
    stageFile(rankingFile(this.options.dir), rankingFile(dir));
  }

  /** Stops catching up, and saves. */
  async close(): Promise<void> {
    this.closing = true;
    await this.following;
    await this.save();
  }

  private stopLeading(): void {
    this.leads = false;
    this.caughtUp = false;
    this.heldVisits = [];
  }

  private recorded(number: number, origin: Origin | undefined): void {
    this.next = number + 1;
    if (this.options.isShared) noteUnlearned(this.unlearned, number, origin);
  }

  /** Learns from an activity, unless another daemon has. */
  private learn({ number, activity }: NumberedActivity): void {
    const learner = this.learner!;
    if (number !== undefined) {
      const { origin } = activity as NotificationRecord;
      const { covers } = learner;
      if (origin ? origin.number < (covers.get(origin.daemon) ?? 0) : number < this.ownLearnedTo) return;
      if (origin) covers.set(origin.daemon, origin.number + 1);
    }
    learner.learn(activity);
  }

  /** What was learned, read from the file where it is not in memory. */
  private async current(): Promise<Learner> {
    if (this.learner === undefined) {
      this.learner = (await loadLearner(this.options)).learner;
      this.savedChanges = this.learner.changed;
    }
    return this.learner;
  }

  private async erase(customerKeys: readonly string[]): Promise<void> {
    if (customerKeys.length === 0) return;
    const learner = await this.current();
    // The file of before may have what the learner has forgotten already.
    this.savedChanges = -1;
    for (const customerKey of customerKeys) learner.forget(customerKey);
    await this.write();
  }

  private async write(): Promise<void> {
    const { learner, learnedTo } = this;
    if (learner === undefined || learner.changed === this.savedChanges) return;
    const { changed } = learner;
    if (this.leads) coverOwn(this.names, learner.covers, learnedTo);
    const state = learner.encode();
    await writeLearned(learnedFile(this.options.dir), { learnedTo, state });
    if (this.options.isShared && this.leads) this.options.saved?.(state.length);
    await this.writeSearched(learner);
    this.savedChanges = changed;
  }

  private async writeSearched(learner: Learner): Promise<void> {
    const { searchedFile } = this.options;
    if (searchedFile !== undefined) await writeSearchedTexts(searchedFile, learner.searchedTexts());
  }

  private inTurn(task: () => Promise<void>): Promise<void> {
    const done = this.working.then(task);
    this.working = done.catch(() => undefined);
    return done;
  }

  /** Finds which records of the journal are not learned. */
  private async findUnlearned(from: number, until: number): Promise<void> {
    const found = new UnlearnedRecords();
    this.unlearned = new UnlearnedRecords();
    for await (const batch of this.replay(from, until)) {
      for (const { number, record } of batch) noteUnlearned(found, number, record.origin);
      await turn();
      if (this.closing) return;
    }
    // What has been recorded meanwhile stands behind them.
    found.append(this.unlearned);
    this.unlearned = found;
  }

  /** Learns the journal's records from the learner's position on. */
  private async learnMissed(): Promise<void> {
    while (this.learnedTo < this.next) {
      const until = this.next;
      for await (const batch of this.replay(this.learnedTo, until)) {
        this.learnRecorded(batch);
        await turn();
        if (this.closing || !this.leads) return;
      }
      this.learnedTo = until;
    }
    this.caughtUp = true;
    for (const activity of this.heldVisits) this.learn({ activity });
    this.heldVisits = [];
  }

  private learnRecorded(batch: readonly Recorded[]): void {
    for (const { number, record } of batch) {
      if (number >= this.learnedTo) this.learn({ number, activity: record });
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

/** Whether something is learned in `own` that is not in `covers`. */
function exceeds(
  own: ReadonlyMap<string, number>,
  covers: ReadonlyMap<string, number>,
  names: readonly JournalName[],
): boolean {
  return [...own].some(([name, until]) => until > (name === OWN ? ownLearned(names, covers) : (covers.get(name) ?? 0)));
}

function noteUnlearned(to: UnlearnedRecords, number: number, origin: Origin | undefined): void {
  to.add(number, origin?.daemon ?? OWN, origin?.number ?? number);
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
