/**
 * The behaviour thread's side of the process that writes visitors: sends it what happens, and starts it again where it
 * dies or no longer answers, after growing pauses while it keeps dying. The journal is the truth: what a process has not
 * applied, the next one reads there. So does one that is too far behind, for which no more is kept in memory. Visits are
 * not in the journal: those that a process has not applied at its end are lost, as are those that come without one.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AnnouncedFile } from '../../behaviour/visitors/announced-file.js';
import type { KnownVisitors } from '../../behaviour/visitors/known-visitors.js';
import { asError, type Failure } from '../../threads/failure.js';
import { PendingCalls } from '../../threads/pending-calls.js';
import type { FromBehaviour } from './behaviour-messages.js';
import type {
  FromVisitors,
  Happened,
  KnownKeys,
  ToVisitors,
  VisitorsReplies,
  VisitorsRequest,
  VisitorsSettings,
} from './visitors-messages.js';

/** Pause before the second restart in a row of a process that died early; the first has none. */
const SECOND_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 30_000;
/** A process that lived this long has not died early. */
const LIVED_MS = 60_000;
/** How long a process may take to open the store: it is inspected, and a million visitors take some seconds. */
const LONGEST_START_MS = 300_000;
const LONGEST_END_MS = 20_000;
/** How often a process is asked whether it runs, and how often in a row it may give no sign of it before it is killed. */
export const PING_EVERY_MS = 2_000;
const MOST_SILENT = 6;
/** How often it is looked whether a query has read what cannot be right. */
const LOOK_EVERY_MS = 200;
/** Most that is sent and not applied yet; a process that is further behind goes on from the journal. */
const MOST_AHEAD = 20_000;
const MOST_AHEAD_BYTES = 16 << 20;
/** What ends a process that reads beyond the end of a mapped file, or follows a wrong position in it. */
const BY_DAMAGE: readonly (string | null)[] = ['SIGBUS', 'SIGSEGV', 'SIGABRT'];
/** About what a visit takes in memory. */
const VISIT_BYTES = 300;
/** Characters of what a process has printed, which a native library does before it ends the process. */
const MOST_PRINTED = 2_000;

export interface VisitorsSupervisorOptions {
  /** The module of the process. */
  file: URL;
  settings: VisitorsSettings;
  announced: AnnouncedFile;
  known: KnownVisitors;
  pingEveryMs: number;
  tell(message: FromBehaviour): void;
}

interface Batch {
  records: number;
  visits: number;
  bytes: number;
}

export class VisitorsSupervisor {
  private child: ChildProcess | undefined;
  private startedMs = 0;
  /** `open`: the store is, and waits for the length of the journal. `behind`: nothing is sent until all is applied. */
  private state: 'away' | 'open' | 'following' | 'behind' = 'away';
  /** Number of the next journal record; undefined until it is known. */
  private next: number | undefined;
  /** What was sent and is not applied yet, in order. */
  private sent: Batch[] = [];
  private readonly ahead: Batch = { records: 0, visits: 0, bytes: 0 };
  private readonly calls = new PendingCalls('visitors');
  private diedYoung = 0;
  private restart: NodeJS.Timeout | undefined;
  /** Pings since the last sign of life. */
  private silent = 0;
  private wasDoubted = false;
  private stopping = false;
  /** Pending start of the first process. */
  private opening: { resolve(): void; reject(error: Error): void } | undefined;
  /** Resolves when the first process has opened the store, cannot, or is stopped before. */
  private readonly begun: Promise<void>;
  private hasBegun = false;
  private begin!: () => void;
  private failure: { failure: Failure; isDamage: boolean } | undefined;
  private printed = '';

  constructor(private readonly options: VisitorsSupervisorOptions) {
    this.begun = new Promise(resolve => {
      this.begin = () => {
        this.hasBegun = true;
        resolve();
      };
    });
  }

  /** Resolves when the first process has opened the store. @throws the reason why it cannot */
  start(): Promise<void> {
    this.options.known.forget();
    setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    setInterval(() => this.ping(), this.options.pingEveryMs).unref();
    return new Promise((resolve, reject) => {
      this.opening = { resolve, reject };
      if (!this.stopping) this.launch();
    });
  }

  /** @param until number of records in the journal; to be called once */
  follow(until: number): void {
    this.next = until;
    this.catchUp();
  }

  /** See `Happened`. */
  happened(message: Happened): void {
    const { first, items } = message;
    const batch = { records: 0, visits: 0, bytes: 0 };
    for (const item of items) {
      if (typeof item === 'string') batch.records++;
      else batch.visits++;
      batch.bytes += typeof item === 'string' ? item.length : VISIT_BYTES;
    }
    if (batch.records > 0) this.next = first + batch.records;
    if (this.state !== 'following') {
      this.drop(batch.visits);
      return;
    }
    this.send(message);
    this.sent.push(batch);
    this.move(batch, 1);
    const { records, visits, bytes } = this.ahead;
    if (records + visits > MOST_AHEAD || bytes > MOST_AHEAD_BYTES) {
      this.state = 'behind';
      const facts = { records, visits, bytes };
      this.warn(facts, 'the process that writes visitors is behind; it goes on from the journal when it has caught up');
    }
  }

  /** A query waits for the visits that have happened. */
  awaited(): void {
    if (this.state === 'following') this.send({ type: 'awaited' });
  }

  /**
   * Waits for the first process to open the store.
   * @returns undefined where there is no process that follows, and where it ends before @throws what it throws
   */
  ask<R extends VisitorsRequest>(request: R): Promise<VisitorsReplies[R['kind']] | undefined> {
    if (!this.hasBegun) return this.begun.then(() => this.ask(request));
    if (this.state === 'away' || this.state === 'behind') return Promise.resolve(undefined);
    const reply = this.calls.call(request.kind, id => this.send({ type: 'request', id, request }));
    return reply as Promise<VisitorsReplies[R['kind']] | undefined>;
  }

  /** Resolves when the process has written everything to disk, and has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.begin();
    clearTimeout(this.restart);
    const { child } = this;
    if (child === undefined) return;
    const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
    const kill = setTimeout(() => child.kill('SIGKILL'), LONGEST_END_MS);
    this.send({ type: 'stop' });
    await ended;
    clearTimeout(kill);
  }

  private launch(): void {
    const { file, settings } = this.options;
    const { VITRINE_API_KEY: _, ...env } = process.env;
    const child = fork(fileURLToPath(file), [JSON.stringify(settings)], {
      env,
      execArgv: [],
      serialization: 'json',
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    this.child = child;
    this.startedMs = performance.now();
    this.silent = 0;
    this.failure = undefined;
    this.printed = '';
    const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_START_MS);
    child.on('message', message => {
      this.hear(message as FromVisitors);
      // From then on it is pinged. It may have warned of damage before.
      if (this.state !== 'away') clearTimeout(late);
    });
    child.stderr?.on('data', (text: Buffer) => {
      this.printed = `${this.printed}${text}`.slice(-MOST_PRINTED);
    });
    let ended = false;
    const end = (ending: string) => {
      clearTimeout(late);
      if (!ended) this.ended(ending);
      ended = true;
    };
    // Without a process there is no exit.
    child.on('error', error => child.pid === undefined && end(error.message));
    child.on('close', (code, signal) => end(signal ?? `exit code ${code}`));
  }

  private hear(message: FromVisitors): void {
    const { announced, known, tell } = this.options;
    this.silent = 0;
    switch (message.type) {
      case 'announced':
        announced.announce(BigInt(message.inode));
        this.wasDoubted = false;
        if (this.state === 'away') this.opened();
        break;
      case 'refused':
        this.failure = { ...message, isDamage: false };
        break;
      case 'failed':
        this.failure = message;
        break;
      case 'known':
        this.addKnown(message.known);
        break;
      case 'live':
        this.addKnown(message.known);
        tell({ type: 'live', next: message.next });
        break;
      case 'applied':
        this.addKnown(message.known);
        this.applied(message.next, message.batches);
        break;
      case 'sweep':
        this.addKnown(message.known);
        if (message.state === 'begins') known.renew();
        if (message.state === 'ends') known.renewed();
        tell({ type: 'visitors', count: message.visitors });
        break;
      case 'reply':
        this.calls.reply(message.id, message.reply);
        break;
      case 'failure':
        this.calls.fail(message.id, message.failure);
        break;
      case 'pong':
        tell({ type: 'visitors', count: message.visitors });
        break;
      default:
        tell(message);
    }
  }

  private opened(): void {
    this.state = 'open';
    this.opening?.resolve();
    this.opening = undefined;
    this.begin();
    this.catchUp();
  }

  /** Sends the process the length of the journal; later records and visits go to it. */
  private catchUp(): void {
    if (this.next === undefined || this.state === 'away') return;
    this.state = 'following';
    this.send({ type: 'follow', until: this.next });
  }

  private applied(next: number, batches: number): void {
    let visits = 0;
    for (const batch of this.sent.splice(0, batches)) {
      visits += batch.visits;
      this.move(batch, -1);
    }
    this.options.tell({ type: 'applied', next, visits });
    if (this.state === 'behind' && this.sent.length === 0) this.catchUp();
  }

  private ended(ending: string): void {
    const { announced, known, tell } = this.options;
    const { failure, printed } = this;
    this.child = undefined;
    this.state = 'away';
    // It may have written visitors whose keys it has not sent any more.
    known.forget();
    const lost = this.ahead.visits;
    for (const batch of this.sent.splice(0)) this.move(batch, -1);
    this.drop(lost);
    this.calls.replyAll(undefined);
    if (this.stopping) return;
    const error = failure && asError(failure.failure, 'writing visitors');
    if (this.opening) {
      this.opening.reject(error ?? new Error(`the process that writes visitors ended (${ending}) at its start`));
      this.opening = undefined;
      this.begin();
      return;
    }
    // Until the next process has inspected it.
    if (failure?.isDamage || BY_DAMAGE.includes(ending)) announced.doubt();
    this.wasDoubted = true;
    this.diedYoung = performance.now() - this.startedMs > LIVED_MS ? 0 : this.diedYoung + 1;
    const restartMs = this.diedYoung <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, SECOND_PAUSE_MS * 2 ** (this.diedYoung - 2));
    const facts = { ending, restartMs, ...(printed && { printed }), ...(error && { fault: error.stack }) };
    tell({ type: 'visitors-away', facts });
    this.restart = setTimeout(() => this.launch(), restartMs);
  }

  private ping(): void {
    const { child } = this;
    if (child === undefined || this.state === 'away') return;
    if (++this.silent > MOST_SILENT) {
      this.silent = 0;
      this.warn({ pid: child.pid }, 'the process that writes visitors does not answer; it is killed');
      child.kill('SIGKILL');
    } else {
      this.send({ type: 'ping' });
    }
  }

  private look(): void {
    if (this.wasDoubted || !this.options.announced.isDoubted) return;
    this.wasDoubted = true;
    this.send({ type: 'doubt' });
  }

  private addKnown({ anything, products }: KnownKeys): void {
    const { known } = this.options;
    for (const key of anything) known.add(Buffer.from(key, 'latin1'), false);
    for (const key of products) known.add(Buffer.from(key, 'latin1'), true);
  }

  private drop(visits: number): void {
    if (visits > 0) this.options.tell({ type: 'dropped', visits });
  }

  private move({ records, visits, bytes }: Batch, by: 1 | -1): void {
    this.ahead.records += by * records;
    this.ahead.visits += by * visits;
    this.ahead.bytes += by * bytes;
  }

  private warn(facts: object, message: string): void {
    this.options.tell({ type: 'warn', facts, message });
  }

  private send(message: ToVisitors): void {
    // A broken channel means that the process is ending, which `ended` deals with.
    this.child?.send(message, () => undefined);
  }
}
