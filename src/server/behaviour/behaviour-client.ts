/**
 * The main thread's client of behaviour: sends activities to the behaviour thread in batches, and lets callers wait for
 * their effects. A thread that dies is replaced and catches up from the journal, and so does the process that writes
 * visitors; only visits are lost. While there is none of both, callers do not wait.
 */

import type { Visit } from '../../behaviour/activities/activity.js';
import { AnnouncedFile } from '../../behaviour/visitors/announced-file.js';
import { AskingVisitors } from '../../behaviour/visitors/asking-visitors.js';
import { KnownVisitors, type Remembrance } from '../../behaviour/visitors/known-visitors.js';
import { visitorKey } from '../../behaviour/visitors/visitor-key.js';
import { searchedFile } from '../../index/searched-texts.js';
import type { SharedSignals, SharedSnapshot } from '../../snapshot/index.js';
import { MessageBuffer } from '../../threads/message-buffer.js';
import { SequenceGate } from '../../threads/sequence-gate.js';
import type { BehaviourClientOptions } from './behaviour-client-options.js';
import type { FromBehaviour } from './behaviour-messages.js';
import { BehaviourRequests } from './behaviour-requests.js';
import { BehaviourWorker } from './behaviour-worker.js';
import { DaemonLedger } from './daemon-ledger.js';
import { behaviourFolder, journalFolder } from './folders.js';
import { PendingVisits } from './pending-visits.js';
import { SharedLearning } from './shared-learning.js';
import { VisitLine } from './visit-line.js';

/** Longest wait for the effects of an activity. */
const LONGEST_WAIT_MS = 1000;
/** Longest wait for the signals of a snapshot that is about to go live. */
const LONGEST_COMPILE_MS = 30_000;
/** Longest that queries of visitors wait for the store of visitors; `/readyz` is not 200 meanwhile. */
const LONGEST_OPENING_MS = 30_000;
const MAX_VISITS = 50_000;

export class BehaviourClient {
  /** Plain counters and readings, for metrics. */
  readonly counts = { visitors: 0, compileSeconds: 0, visitsDropped: 0, threadFailures: 0, processFailures: 0 };
  /** For the threads that read visitors. */
  readonly announced = new AnnouncedFile().memory;
  /** Absent where retail media is switched off. */
  readonly ledger: DaemonLedger | undefined;
  /** Absent where the daemon is alone. */
  readonly learning: SharedLearning | undefined;
  readonly requests: BehaviourRequests;
  private readonly known = new KnownVisitors();
  private readonly asking = new AskingVisitors();
  private readonly worker: BehaviourWorker;
  private readonly records = new SequenceGate(LONGEST_WAIT_MS);
  private readonly underWay: PendingVisits;
  private readonly visits: VisitLine;
  /** Number of the next journal record; undefined until it is known. */
  private nextRecord: number | undefined;
  private readonly outbox = new MessageBuffer<string | Visit>(items => this.send(items));
  /** Number of the first record in the outbox. */
  private outboxFirst: number | undefined;
  /** Whether the thread has been told its position in the journal, so that it takes the records behind it. */
  private following = false;
  /** Whether it was tried to open the store. */
  private tried = false;
  /** Whether there is a thread that has opened the visitor store. */
  private threadOpen = false;
  /** Whether the visitor store has caught up with the journal. */
  private live = false;
  /** Whether the process that writes visitors has ended, and no other one has caught up with the journal. */
  private away = false;
  private snapshot: SharedSnapshot | undefined;
  private mend: (file: string) => void = () => undefined;
  private news: (signals: SharedSignals) => void = () => undefined;
  private closed = false;
  /** Receives the visits of this daemon, to tell others of them. */
  share: (visit: Visit) => void = () => undefined;

  constructor(private readonly options: BehaviourClientOptions) {
    const { dataDir, settings, log, attributionDays } = options;
    const { file = new URL('./behaviour-thread.js', import.meta.url) } = options;
    this.ledger = attributionDays === undefined ? undefined : new DaemonLedger(attributionDays);
    this.learning = options.isShared ? new SharedLearning(() => this.worker) : undefined;
    this.underWay = new PendingVisits(options.frontEnds ?? 1);
    this.visits = new VisitLine(this.underWay, options.maxVisits ?? MAX_VISITS);
    const { visitorDays, mostVisitors, halfLifeDays, learnSeconds, ticketDays, rangeSignals } = settings;
    const dir = behaviourFolder(dataDir);
    const journalDir = journalFolder(dataDir);
    this.worker = new BehaviourWorker({
      file,
      data: {
        dir,
        searchedFile: searchedFile(dataDir),
        journalDir,
        visitorDays,
        mostVisitors,
        halfLifeDays,
        learnSeconds,
        isShared: options.isShared ?? false,
        ticketDays,
        rangeSignals,
        attributionDays,
        known: this.known.memory,
        announced: this.announced,
        pingEveryMs: options.pingEveryMs,
        visitsEveryMs: options.visitsEveryMs,
      },
      log,
      opened: () => {
        this.threadOpen = true;
        this.followJournal();
      },
      ended: () => this.ended(),
      hear: message => this.hear(message),
    });
    this.requests = new BehaviourRequests({
      worker: this.worker,
      flush: () => this.outbox.flush(),
      ledger: this.ledger,
    });
  }

  /**
   * Starts the thread. Resolves when the visitor store is open; to be called again where it fails.
   * @throws Problem UNAVAILABLE when a newer version wrote the store
   */
  async open(): Promise<void> {
    if (!this.tried) this.underWay.opening();
    this.tried = true;
    const late = setTimeout(() => this.underWay.opened(), LONGEST_OPENING_MS);
    try {
      await this.worker.open();
    } finally {
      clearTimeout(late);
      this.underWay.opened();
    }
  }

  /** Whether the store of visitors is being opened, so that queries of visitors wait. */
  get isOpening(): boolean {
    return this.underWay.isOpening;
  }

  /** Number of records and visits that wait for the thread. */
  get depth(): number {
    return Math.max(0, (this.nextRecord ?? 0) - this.records.next) + this.visits.length;
  }

  /** The shared memory for further front ends: see `KnownVisitors`, `AskingVisitors` and `PendingVisits`. */
  get shared(): { known: SharedArrayBuffer; asking: SharedArrayBuffer; underWay: SharedArrayBuffer } {
    return { known: this.known.memory, asking: this.asking.memory, underWay: this.underWay.memory };
  }

  /**
   * Begins to follow the journal, which has `records` records; later ones are passed to `recorded`. To be called once.
   */
  follow(records: number): void {
    this.nextRecord = records;
    this.followJournal();
  }

  /** @param mend receives the names of files of the journal that are damaged */
  onDamagedSegment(mend: (file: string) => void): void {
    this.mend = mend;
  }

  /** Passes on a notification that is in the journal. @param text the record */
  recorded(text: string, number: number): void {
    this.nextRecord = number + 1;
    if (!this.following) return;
    this.outboxFirst ??= number;
    this.outbox.add(text, true);
  }

  asked(market: string, visitor: string): void {
    this.asking.add(market, visitor);
  }

  /** Whether a visitor has asked a query lately; see `AskingVisitors`. */
  hasAsked(market: string, visitor: string): boolean {
    return this.asking.has(market, visitor);
  }

  /** Passes on a visit of this front end, or drops it when too many wait. */
  visited(visit: Visit): void {
    const { market, customerKey } = visit;
    const begun = customerKey === undefined ? undefined : this.underWay.begin(market, customerKey);
    this.reported(visit, 0, begun);
  }

  /**
   * Passes on a visit of any front end.
   * @param slot from `PendingVisits.begin` at the front end; undefined for a visit without a customer
   */
  reported(visit: Visit, frontEnd: number, slot: number | undefined): void {
    if (this.visits.keep(visit, frontEnd, slot)) return;
    this.share(visit);
    this.take(visit, frontEnd, slot);
  }

  /** Passes on a visit that another daemon of the fleet has told of. */
  told(visit: Visit): void {
    const { market, customerKey, sessionKey } = visit;
    const visitor = customerKey ?? sessionKey;
    if (visitor !== undefined) this.asking.add(market, visitor);
    // The customer's queries wait for it as for those of this daemon.
    this.take(visit, 0, customerKey === undefined ? undefined : this.underWay.begin(market, customerKey));
  }

  private take(visit: Visit, frontEnd: number, slot: number | undefined): void {
    if (!this.visits.pass(frontEnd, slot, this.following)) {
      this.counts.visitsDropped++;
      return;
    }
    const { market, customerKey } = visit;
    if (customerKey !== undefined) this.known.add(visitorKey(market, customerKey), visit.type === 'view');
    this.outbox.add(visit);
  }

  /** Resolves when queries see the effects of a journal record; at once while the thread is catching up. */
  applied(number: number): Promise<void> {
    return this.live ? this.records.wait(number) : Promise.resolve();
  }

  /**
   * Resolves when queries see the effects of a customer's earlier visits, after a second at the latest. Undefined, the
   * usual case: there are none to wait for.
   */
  settled(market: string, customerKey: string): Promise<void> | undefined {
    const settled = this.underWay.settled(market, customerKey);
    if (settled) this.hurry();
    return settled;
  }

  /** Lets visits that a query waits for be applied without those that might come with them. */
  hurry(): void {
    if (this.visits.hurry() && this.outbox.isEmpty) this.worker.tell({ type: 'awaited' });
    else this.outbox.flush();
  }

  /**
   * Whether anything may be stored of a customer: never false where something is. True until the filters are filled.
   */
  mayKnow(market: string, customerKey: string, what: Remembrance): boolean {
    return this.known.mayKnow(visitorKey(market, customerKey), what);
  }

  /**
   * Compiles signals for a snapshot that is about to go live; later ones are compiled for it too, and passed to
   * `onSignals`.
   * @returns undefined where the thread does not answer in time
   */
  async setSnapshot(snapshot: SharedSnapshot): Promise<SharedSignals | undefined> {
    this.snapshot = snapshot;
    try {
      const signals = await this.worker.ask({ kind: 'compile', snapshot }, LONGEST_COMPILE_MS);
      if (signals) this.learning?.compiled(signals);
      return signals;
    } catch (error) {
      this.options.log.error({ snapshot: snapshot.id, err: error }, 'what was learned cannot be compiled');
      return undefined;
    }
  }

  /** @param news receives signals that are compiled later, for the snapshot that was set last */
  onSignals(news: (signals: SharedSignals) => void): void {
    this.news = news;
  }

  /** For operators; empty where visitors are written. */
  degradations(): string[] {
    return this.away ? ['the process that writes visitors has ended: what visitors do shows when it runs again'] : [];
  }

  /** Sends all that waits; resolves when it is on disk. */
  async close(): Promise<void> {
    this.outbox.flush();
    this.closed = true;
    this.ledger?.close();
    await this.worker.close();
    this.ended();
  }

  private send(items: (string | Visit)[]): void {
    this.worker.tell({ type: 'happened', first: this.outboxFirst ?? 0, items, awaited: this.visits.isHurried });
    this.outboxFirst = undefined;
  }

  /** Sends the thread its position, once the store is open and the length of the journal is known. */
  private followJournal(): void {
    if (this.nextRecord === undefined || !this.threadOpen) return;
    this.following = true;
    this.worker.tell({ type: 'follow', until: this.nextRecord, wantsLedger: this.ledger?.wantsBook ?? false });
    this.learning?.followed();
    this.underWay.opened();
    for (const kept of this.visits.takeKept()) this.reported(...kept);
    // A replacement thread has to be told the snapshot that it compiles signals for.
    if (this.snapshot) void this.setSnapshot(this.snapshot).then(signals => signals && this.news(signals));
  }

  private hear(message: FromBehaviour): void {
    switch (message.type) {
      case 'live':
        if (this.away) this.options.log.warn({ records: message.next }, 'visitors are written again, and up to date');
        this.away = false;
        this.live = true;
        this.underWay.followed = true;
        this.records.reach(message.next);
        break;
      case 'applied':
        this.records.reach(message.next);
        this.visits.end(message.visits);
        break;
      case 'signals':
        this.news(message.signals);
        this.learning?.compiled(message.signals);
        break;
      case 'learned':
        this.learning?.learned();
        break;
      case 'ledger':
        this.ledger?.restore(message.piece);
        break;
      case 'campaigns':
        this.ledger?.setTerms(message.terms);
        break;
      case 'damaged-segment':
        this.mend(message.file);
        break;
      case 'dropped':
        this.counts.visitsDropped += message.visits;
        this.visits.end(message.visits);
        break;
      case 'visitors-away':
        this.counts.processFailures++;
        this.away = true;
        this.stopWaiting();
        this.options.log.error(message.facts, 'the process that writes visitors has ended; it is started again');
        break;
      case 'visitors':
        this.counts.visitors = message.count;
        break;
      case 'compiled':
        this.counts.compileSeconds = message.seconds;
        break;
      case 'warn':
        this.options.log.warn(message.facts, message.message);
        break;
    }
  }

  private ended(): void {
    if (!this.closed) this.counts.threadFailures++;
    this.threadOpen = false;
    this.following = false;
    this.learning?.ended();
    this.outbox.discard();
    this.outboxFirst = undefined;
    this.counts.visitsDropped += this.visits.length;
    this.visits.end(this.visits.length);
    this.stopWaiting();
  }

  /** Effects come later: nothing waits for them. */
  private stopWaiting(): void {
    this.live = false;
    this.underWay.followed = false;
    this.records.giveUp();
  }
}
