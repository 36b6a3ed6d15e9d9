/**
 * Behaviour as the main thread sees it: what happens is told to the behaviour thread, in batches, and its effects can be
 * waited for. A thread that dies is replaced: the next one catches up from the journal, only visits are lost. While
 * there is none, nothing is waited for.
 */
import { join } from 'node:path';
import type { Visit } from '../../behaviour/activities/activity.js';
import type { BehaviourSettings } from '../../behaviour/index.js';
import { type VisitorInMarket, visitorKey } from '../../behaviour/visitors/index.js';
import { KnownVisitors, type Remembrance } from '../../behaviour/visitors/known-visitors.js';
import { Problem } from '../../errors/problem.js';
import type { SharedSignals, SharedSnapshot } from '../../snapshot/index.js';
import { MessageBuffer } from '../../threads/message-buffer.js';
import { SequenceGate } from '../../threads/sequence-gate.js';
import type { Log } from '../observability/log.js';
import type { FromBehaviour } from './behaviour-messages.js';
import { BehaviourWorker } from './behaviour-worker.js';
import { PendingVisits } from './pending-visits.js';

/** Effects are waited for no longer. */
const LONGEST_WAIT_MS = 1000;
/** Nor is what an operator asks for, or a snapshot that is about to go live: without signals it is a new shop's. */
const LONGEST_WORK_MS = 30_000;
const MAX_VISITS = 50_000;

export interface BehaviourClientOptions {
  dataDir: string;
  settings: BehaviourSettings;
  log: Log;
  /** The module of the thread. */
  file?: string | URL | undefined;
  /** Visits that may wait for the thread; more are dropped. */
  maxVisits?: number;
  /** How many front ends tell of visits; this thread's is the first. */
  frontEnds?: number;
}

/** A visit whose effects are waited for. */
interface Begun {
  frontEnd: number;
  slot: number;
}

/** Folders of the data folder. */
export const behaviourFolder = (dataDir: string) => join(dataDir, 'behaviour');
export const journalFolder = (dataDir: string) => join(dataDir, 'journal');

export class BehaviourClient {
  /** Plain counters and readings, for metrics. */
  readonly counts = { visitors: 0, compileSeconds: 0, visitsDropped: 0, threadFailures: 0 };
  private readonly known = new KnownVisitors();
  private readonly worker: BehaviourWorker;
  private readonly records = new SequenceGate(LONGEST_WAIT_MS);
  private readonly underWay: PendingVisits;
  /** Visits that the thread has not applied yet, in their order; undefined for one without a customer. */
  private visits: (Begun | undefined)[] = [];
  /** Number of the next journal record; undefined until it is known. */
  private nextRecord: number | undefined;
  private readonly outbox = new MessageBuffer<string | Visit>(items => this.send(items));
  /** Number of the first record in the outbox. */
  private outboxFirst: number | undefined;
  /** The thread knows where to go on in the journal, so that it wants what comes behind. */
  private following = false;
  /** Its visitors have caught up. */
  private live = false;
  private snapshot: SharedSnapshot | undefined;
  private news: (signals: SharedSignals) => void = () => undefined;
  private closed = false;

  private constructor(private readonly options: BehaviourClientOptions) {
    const { dataDir, settings, log, file = new URL('./behaviour-thread.js', import.meta.url) } = options;
    this.underWay = new PendingVisits(options.frontEnds ?? 1);
    const { visitorDays, halfLifeDays, learnSeconds } = settings;
    const dir = behaviourFolder(dataDir);
    const journalDir = journalFolder(dataDir);
    this.worker = new BehaviourWorker({
      file,
      data: { dir, journalDir, visitorDays, halfLifeDays, learnSeconds, known: this.known.memory },
      log,
      opened: () => this.goOn(),
      ended: () => this.ended(),
      hear: message => this.hear(message),
    });
  }

  /** Resolves when the store of visitors is open. @throws Problem UNAVAILABLE when a newer version wrote it. */
  static async open(options: BehaviourClientOptions): Promise<BehaviourClient> {
    const client = new BehaviourClient(options);
    await client.worker.open();
    return client;
  }

  /** Records and visits that wait for the thread. */
  get depth(): number {
    return Math.max(0, (this.nextRecord ?? 0) - this.records.next) + this.visits.length;
  }

  /** What further front ends share with this thread: see `KnownVisitors` and `PendingVisits`. */
  get shared(): { known: SharedArrayBuffer; underWay: SharedArrayBuffer } {
    return { known: this.known.memory, underWay: this.underWay.memory };
  }

  /** The journal has so many records; what comes behind them is told to `recorded`. To be called once. */
  follow(records: number): void {
    this.nextRecord = records;
    this.goOn();
  }

  /** A notification is in the journal. @param text of the record there. */
  recorded(text: string, number: number): void {
    this.nextRecord = number + 1;
    if (!this.following) return;
    this.outboxFirst ??= number;
    this.outbox.add(text, true);
  }

  /** A query of this front end tells of its visitor. It is dropped when too many wait. */
  visited(visit: Visit): void {
    const { market, customerKey } = visit;
    const begun = customerKey === undefined ? undefined : this.underWay.begin(market, customerKey);
    this.told(visit, 0, begun);
  }

  /**
   * A query tells of its visitor.
   * @param slot from `PendingVisits.begin` at the front end; undefined for a visit without a customer
   */
  told(visit: Visit, frontEnd: number, slot: number | undefined): void {
    const begun = slot === undefined ? undefined : { frontEnd, slot };
    if (!this.following || this.visits.length >= (this.options.maxVisits ?? MAX_VISITS)) {
      this.counts.visitsDropped++;
      if (begun) this.underWay.end(begun.frontEnd, begun.slot);
      return;
    }
    const { market, customerKey } = visit;
    if (customerKey !== undefined) this.known.add(visitorKey(market, customerKey), visit.type === 'view');
    this.visits.push(begun);
    this.outbox.add(visit);
  }

  /** Resolves when queries see the effects of a journal record; at once while that would take long. */
  applied(number: number): Promise<void> {
    return this.live ? this.records.wait(number) : Promise.resolve();
  }

  /**
   * For the next query of a customer: resolves when it sees the effects of the visits before, at the latest after a
   * second. Undefined, which is nearly always: it need not wait.
   */
  settled(market: string, customerKey: string): Promise<void> | undefined {
    const settled = this.underWay.settled(market, customerKey);
    if (settled) this.outbox.flush();
    return settled;
  }

  /** False: nothing is remembered of the customer. True for a few of whom nothing is, and for all until it is known. */
  mayKnow(market: string, customerKey: string, what: Remembrance): boolean {
    return this.known.mayKnow(visitorKey(market, customerKey), what);
  }

  /**
   * Of the phrases, how many are among the recent searches of a customer.
   * @returns undefined where it cannot be told in time.
   */
  countSearches(market: string, customerKey: string, phrases: readonly string[] | 'all'): Promise<number | undefined> {
    this.outbox.flush();
    return this.worker.ask({ kind: 'count-searches', market, customerKey, phrases }, LONGEST_WAIT_MS);
  }

  /** All that is remembered of a customer, in every market. @throws Problem UNAVAILABLE while there is no thread. */
  async exportVisitor(customerKey: string): Promise<VisitorInMarket[]> {
    this.outbox.flush();
    return orBusy(await this.worker.ask({ kind: 'export', customerKey }, LONGEST_WORK_MS));
  }

  /**
   * Forgets a customer in every market, durably. @returns in how many something was remembered.
   * @throws Problem UNAVAILABLE while there is no thread.
   */
  async eraseVisitor(customerKey: string): Promise<number> {
    this.outbox.flush();
    return orBusy(await this.worker.ask({ kind: 'erase', customerKey }, LONGEST_WORK_MS));
  }

  /**
   * Compiles what was learned for a snapshot that is about to go live; `onSignals` is told of news for it from then on.
   * @returns undefined where it cannot be had in time.
   */
  async setSnapshot(snapshot: SharedSnapshot): Promise<SharedSignals | undefined> {
    this.snapshot = snapshot;
    try {
      return await this.worker.ask({ kind: 'compile', snapshot }, LONGEST_WORK_MS);
    } catch (error) {
      this.options.log.error({ snapshot: snapshot.id, err: error }, 'what was learned cannot be compiled');
      return undefined;
    }
  }

  /** @param news told of what was learned since, for the snapshot that was set last. */
  onSignals(news: (signals: SharedSignals) => void): void {
    this.news = news;
  }

  /** Hands over what waits; resolves when it is on disk. */
  async close(): Promise<void> {
    this.outbox.flush();
    this.closed = true;
    await this.worker.close();
    this.ended();
  }

  private send(items: (string | Visit)[]): void {
    this.worker.tell({ type: 'happened', first: this.outboxFirst ?? 0, items });
    this.outboxFirst = undefined;
  }

  /** Once the store is open and the journal's length known. */
  private goOn(): void {
    if (this.nextRecord === undefined) return;
    this.following = true;
    this.worker.tell({ type: 'follow', until: this.nextRecord });
    // For a thread that takes the place of another.
    if (this.snapshot) void this.setSnapshot(this.snapshot).then(signals => signals && this.news(signals));
  }

  private hear(message: FromBehaviour): void {
    switch (message.type) {
      case 'live':
        this.live = true;
        this.underWay.followed = true;
        this.records.reach(message.next);
        break;
      case 'applied':
        this.records.reach(message.next);
        this.endVisits(message.visits);
        break;
      case 'signals':
        this.news(message.signals);
        break;
      case 'state':
        this.counts.visitors = message.visitors;
        this.counts.compileSeconds = message.compileSeconds;
        break;
      case 'warn':
        this.options.log.warn(message.facts, message.message);
        break;
    }
  }

  private ended(): void {
    if (!this.closed) this.counts.threadFailures++;
    this.following = false;
    this.live = false;
    this.underWay.followed = false;
    this.outbox.discard();
    this.outboxFirst = undefined;
    this.counts.visitsDropped += this.visits.length;
    this.endVisits(this.visits.length);
    this.records.giveUp();
  }

  /** So many more are seen, or never will be. */
  private endVisits(count: number): void {
    for (const begun of this.visits.splice(0, count)) if (begun) this.underWay.end(begun.frontEnd, begun.slot);
  }
}

function orBusy<T>(answer: T | undefined): T {
  if (answer === undefined)
    throw new Problem('visitors_unavailable', 'visitors cannot be asked for or changed at the moment');
  return answer;
}
