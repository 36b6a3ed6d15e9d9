/**
 * Supervises the ingest process: gives it one job at a time, and restarts it when it dies, with growing pauses. A job
 * in progress at a death is aborted; unless it was announced, it has changed nothing. A process that ends before it has
 * opened the catalog store for the first time is not restarted. A new one takes the place of one that rests and keeps
 * much memory.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { Problem } from '../../errors/problem.js';
import {
  type BaseTimes,
  type ImportOutcome,
  type IngestJob,
  type IngestReport,
  type OutcomeJob,
  REPAIR,
} from '../../imports/protocol.js';
import { within } from '../../kernel/within.js';
import type { Damage, SnapshotManifest } from '../../snapshot/index.js';
import { ingestStarting, shuttingDown } from '../admission/refusals.js';
import type { Counts } from '../observability/counts.js';
import type { Log } from '../observability/log.js';

/** The process died during a job. */
export class IngestDied extends Error {
  override readonly name = 'IngestDied';
}

export interface SupervisorOptions {
  /** The module of the process. */
  file: string;
  /** Its arguments: the data folder, and the settings it needs as JSON. */
  args: string[];
  log: Log;
  counts: Counts;
  /**
   * The process is ready, after a start or restart.
   * @param snapshot id of the announced snapshot
   * @param generation that of the store, in a fleet
   */
  onReady(snapshot: string | undefined, generation: number | undefined): void;
  /** A snapshot was announced between two jobs. */
  onAnnounced(snapshot: string, base?: BaseTimes): void;
  /** See the reports of these types. */
  onDamaged(damages: Damage[]): void;
  onRepairing(progress: Progress): void;
  onRepaired(result: Repaired): void;
  /** A rehearsal has written what an import would: see the report of that type. */
  onRehearsed(manifest: SnapshotManifest): void;
}

export type Progress = Omit<IngestReport & { type: 'progress' }, 'type' | 'id'>;

/** What has become of the announced snapshot: its id, or why it cannot be built again. */
export type Repaired = { snapshot: string } | { failure: string };

interface Running {
  id: string;
  onProgress(progress: Progress): void;
  resolve(outcome: ImportOutcome): void;
  reject(error: Error): void;
}

const FIRST_RESTART_MS = 250;
const SLOWEST_RESTART_MS = 30_000;
/** How long an import waits for a process that is starting. */
const LONGEST_START_MS = 60_000;
/** How long a process may take to end that has no job; after that it is killed. */
const LONGEST_END_MS = 10_000;
/** Lifetime after which the pauses before a restart begin small again. */
const STEADY_MS = 60_000;

/**
 * glibc gives blocks from this size on back to the system as soon as they are freed. By default it raises the bound to
 * 32 MB as blocks are freed, and keeps what is smaller: the ingest process then held on to a third of its peak. (With a
 * bound of 1 MB it rose to 260 MB in 680 small imports; with this one it stays at 145. A whole import of 20,000 products
 * takes 1 % more CPU.)
 */
const LARGE_BLOCKS = { MALLOC_MMAP_THRESHOLD_: `${128 << 10}`, MALLOC_TRIM_THRESHOLD_: `${1 << 20}` };
/** And keeps what threads have freed for each other, up to eight areas a core by default. */
const FEW_AREAS = { MALLOC_ARENA_MAX: '2' };

export class IngestSupervisor {
  private child: ChildProcess | undefined;
  private ready = false;
  /** Whether the catalog store takes a full import alone, because imports are missing in it. */
  needsFullImport = false;
  /** Whether a repair was asked for and has not ended: a process that died meanwhile leaves it to the next. */
  private repairDue = false;
  private stopping = false;
  /** Whether the process has been asked to end, so that a new one takes its place. */
  private renewing = false;
  private restartMs = FIRST_RESTART_MS;
  private restart: NodeJS.Timeout | undefined;
  private running: Running | undefined;
  /** Settled when no job runs. */
  private lastJob: Promise<unknown> = Promise.resolve();
  /** Called when a job can be run, or none ever can. */
  private waiting: (() => void)[] = [];
  /** Pending request for the files of a backup. */
  private staging: { resolve(snapshot: string | undefined): void; reject(error: Error): void } | undefined;
  /** Pending start of the first process. */
  private opening: { resolve(): void; reject(error: Error): void } | undefined;
  /** The reason that the process gave for not opening the store. */
  private refusal: string | undefined;

  constructor(private readonly options: SupervisorOptions) {}

  /** Whether a job can be run. */
  get available(): boolean {
    return this.ready && this.running === undefined && !this.stopping;
  }

  /** Resolves when the process has opened the catalog store; to be called again where it fails. @throws an Error with the reason why it cannot start */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.opening = { resolve, reject };
      this.launch();
    });
  }

  private launch(): void {
    const { file, args, log } = this.options;
    const startedMs = Date.now();
    const { VITRINE_API_KEY: _, ...env } = process.env;
    this.refusal = undefined;
    const child = fork(file, args, {
      // What the operator sets is for the daemon: with its bound of 1 MB this process would keep more from import to import.
      env: { ...env, ...LARGE_BLOCKS, ...FEW_AREAS },
      // Options of the daemon (a debugger's port, loaders) are not meant for the child; NODE_OPTIONS reaches both.
      // Build threads keep all cores busy: further threads that collect garbage would take time from them (a tenth of
      // all).
      execArgv: ['--single-threaded-gc'],
      serialization: 'json',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child = child;
    child.on('message', message => this.receive(message as IngestReport));
    child.on('error', error => {
      log.error({ err: error }, 'ingest process: cannot be reached');
      // Without a process there is no exit.
      if (child.pid === undefined) this.refuse(error.message);
    });
    child.on('exit', (code, signal) => this.ended(code, signal, Date.now() - startedMs));
  }

  /**
   * Waits for a process that is starting.
   * @throws Problem `starting` when none is ready in time, `shutting_down` when the daemon stops
   */
  async whenReady(): Promise<void> {
    if (!(await this.isReadyInTime())) throw ingestStarting();
    if (this.stopping) throw shuttingDown();
  }

  private async isReadyInTime(): Promise<boolean> {
    if (this.ready || this.stopping) return true;
    return within(new Promise<void>(resolve => this.waiting.push(resolve)), LONGEST_START_MS);
  }

  private wake(): void {
    for (const resume of this.waiting) resume();
    this.waiting = [];
  }

  /** Runs a job when the one before it has ended. @throws IngestDied */
  run(job: OutcomeJob, onProgress: (progress: Progress) => void): Promise<ImportOutcome> {
    const done = this.lastJob.then(() => this.runNow(job, onProgress));
    this.lastJob = done.catch(() => undefined);
    return done;
  }

  private async runNow(job: OutcomeJob, onProgress: (progress: Progress) => void): Promise<ImportOutcome> {
    // Since the caller waited for the process, another may have taken its place.
    await this.isReadyInTime();
    return new Promise((resolve, reject) => {
      if (!this.available) {
        reject(new IngestDied('the ingest process is not ready'));
        return;
      }
      this.running = { id: job.id, onProgress, resolve, reject };
      this.send(job);
    });
  }

  /** To be called when the daemon has done with a job: the process does ahead what the next one would have to do. */
  prepare(): void {
    if (this.available) this.send({ type: 'prepare' });
  }

  /** Asks for an inspection of the catalog store, which is restored where it is damaged, as it is at every start. */
  inspect(): void {
    if (this.ready && !this.stopping) this.send({ type: 'inspect' });
  }

  /** Asks for a repair of the announced snapshot; a process that is not ready yet repairs it at its start. */
  repair(): void {
    this.repairDue = true;
    if (this.ready && !this.stopping) this.send({ type: 'repair' });
  }

  /**
   * Has the snapshots and a copy of the catalog store put into the folder of a backup; one at a time.
   * @returns the id of the announced snapshot; undefined before the first import
   * @throws Problem
   */
  async stageBackup(): Promise<string | undefined> {
    await this.whenReady();
    return new Promise((resolve, reject) => {
      this.staging = { resolve, reject };
      this.send({ type: 'stage' });
    });
  }

  /** Waits for the job in progress. @param timeoutMs after which the process is killed. */
  async stop(timeoutMs: number): Promise<void> {
    this.stopping = true;
    this.wake();
    clearTimeout(this.restart);
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>(resolve => {
      const kill = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      child.once('exit', () => {
        clearTimeout(kill);
        resolve();
      });
      // A process that is still starting has no job, and recovery resumes after a crash.
      if (this.ready) this.send({ type: 'stop' });
      else child.kill('SIGKILL');
    });
  }

  /** Jobs that come from now on wait for the next process. */
  private renew(): void {
    const { child } = this;
    if (!child || !this.available || this.staging || this.repairDue) return;
    this.ready = false;
    this.renewing = true;
    this.send({ type: 'stop' });
    const kill = setTimeout(() => child.kill('SIGKILL'), LONGEST_END_MS);
    child.once('exit', () => clearTimeout(kill));
  }

  private send(job: IngestJob): void {
    // A broken channel means that the process is ending, which its exit handler deals with.
    this.child?.send(job, error => {
      if (error) this.options.log.warn({ err: error }, 'ingest process: a message was not delivered');
    });
  }

  private receive(report: IngestReport): void {
    const { options } = this;
    switch (report.type) {
      case 'refused':
        this.refusal = report.message;
        break;
      case 'opened':
        this.opened();
        break;
      case 'ready':
        this.opened();
        this.ready = true;
        this.needsFullImport = report.needsFullImport ?? false;
        this.wake();
        options.onReady(report.snapshot, report.generation);
        if (this.repairDue) this.repair();
        break;
      case 'announced':
        options.onAnnounced(report.snapshot, report.base);
        break;
      case 'damaged':
        options.onDamaged(report.damages);
        break;
      case 'repaired':
        this.repairDue = false;
        options.onRepaired(report);
        break;
      case 'staged':
        if ('failure' in report) this.staging?.reject(new Problem(report.failure.code, report.failure.message));
        else this.staging?.resolve(report.snapshot);
        this.staging = undefined;
        break;
      case 'worn':
        this.renew();
        break;
      case 'rehearsed':
        options.onRehearsed(report.manifest);
        break;
      default:
        this.receiveOfJob(report);
    }
  }

  private receiveOfJob(report: IngestReport & { type: 'progress' | 'done' | 'leaving' }): void {
    const { running } = this;
    if (report.type === 'progress' && report.id === REPAIR) {
      const { phase, done, total } = report;
      this.options.onRepairing({ phase, done, total });
      return;
    }
    if (running?.id !== report.id) return;
    if (report.type === 'progress') {
      const { phase, done, total } = report;
      running.onProgress({ phase, done, total });
    } else if (report.type === 'leaving') {
      // Otherwise the job would be given to the same process again.
      this.ready = false;
      this.running = undefined;
      running.reject(new IngestDied('the ingest process was ending, and had not begun it'));
    } else {
      this.running = undefined;
      this.needsFullImport = report.needsFullImport ?? this.needsFullImport;
      running.resolve(report.outcome);
    }
  }

  private ended(code: number | null, signal: string | null, livedMs: number): void {
    const { log, counts } = this.options;
    this.ready = false;
    this.child = undefined;
    const { running } = this;
    this.running = undefined;
    const ending = signal ?? `exit code ${code}`;
    running?.reject(new IngestDied(`the ingest process ended (${ending})`));
    this.staging?.reject(new Problem('backup_failed', `the ingest process ended (${ending}); repeat the backup`));
    this.staging = undefined;
    if (this.stopping) {
      this.opened();
      return;
    }
    if (this.opening) {
      this.refuse(this.refusal ?? `it ended (${ending}) before it had opened the catalog store; see what it printed`);
      return;
    }
    if (this.renewing) {
      this.renewing = false;
      log.info('a new ingest process takes the place of one that has built much');
      this.launch();
      return;
    }
    counts.ingestRestarts++;
    if (livedMs > STEADY_MS) this.restartMs = FIRST_RESTART_MS;
    log.error({ code, signal, restartMs: this.restartMs }, 'ingest process ended; it is started again');
    this.restart = setTimeout(() => this.launch(), this.restartMs);
    this.restartMs = Math.min(this.restartMs * 2, SLOWEST_RESTART_MS);
  }

  private opened(): void {
    this.opening?.resolve();
    this.opening = undefined;
  }

  private refuse(why: string): void {
    this.opening?.reject(new Error(`the ingest process cannot start: ${why}`));
    this.opening = undefined;
  }
}
