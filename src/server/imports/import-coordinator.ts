/**
 * Runs one import at a time, from the place that is taken before the body is read to the swap of the live snapshot. An
 * import ends when queries are answered from its result. Until then imports of the catalog wait for their turns, on disk
 * (see waiting-imports.ts), and others are refused.
 */
import { randomUUID } from 'node:crypto';
import { rm, statfs } from 'node:fs/promises';
import { Problem } from '../../errors/problem.js';
import type { ImportJob, ImportOutcome, RollbackJob } from '../../imports/protocol.js';
import { diskTooFull, shuttingDown } from '../admission/refusals.js';
import type { Actor } from '../storage/actor.js';
import { failureOf } from './import-failure.js';
import type { ImportBegun, ImportRecord } from './import-history.js';
import { ImportRecorder, type ImportRecorderOptions } from './import-recorder.js';
import { conclude, type ImportStatus } from './import-status.js';
import { type ImportTurn, ImportTurns, type TurnLimits } from './import-turns.js';
import { IngestDied, type IngestSupervisor } from './ingest-supervisor.js';
import type { RunningImports } from './running-imports.js';
import { type ArrivingPieces, spool } from './spool.js';
import type { WaitingImport, WaitingImports } from './waiting-imports.js';

export interface ImportCoordinatorOptions extends ImportRecorderOptions {
  dataDir: string;
  waiting: WaitingImports;
  limits: TurnLimits;
  running: RunningImports;
  supervisor: IngestSupervisor;
  /** @throws Problem where the data folder cannot be written to */
  requireWritable(): void;
  /** Takes the announced snapshot into service. */
  adopt(snapshot: string): Promise<void>;
  /** Id of the snapshot that queries are answered from. */
  live(): string | undefined;
  minFreeDiskBytes: number;
  maxInflatedBytes: number;
}

export type ImportOrder = Omit<ImportJob, 'type' | 'id' | 'file' | 'keepsBody' | 'maxInflatedBytes' | 'markets'>;

/** An import whose body has been received. */
export interface Accepted {
  id: string;
  /**
   * Resolves with true when the import has succeeded, with false when the daemon stops before: the next start runs it.
   * @throws Problem with the reason of its failure
   */
  done: Promise<boolean>;
}

/** What requests ask of imports, alone or in a fleet. */
export type Imports = Pick<ImportCoordinator, 'accept' | 'rollback' | 'status' | 'history' | 'unfinished'>;

/** An import that has not ended. */
export interface UnfinishedImport extends ImportBegun {
  status: 'WAITING' | 'IN_PROGRESS';
  /** As `ImportStatus` has them. */
  place?: number;
  progress?: NonNullable<ImportStatus['progress']>;
}

export class ImportCoordinator {
  private readonly turns: ImportTurns;
  private executed: Promise<unknown> = Promise.resolve();
  /** As `executed`, of the last import that the ingest process was given. */
  private ended: Promise<unknown> = Promise.resolve();
  private stopping = false;
  private readonly recorder: ImportRecorder;

  constructor(private readonly options: ImportCoordinatorOptions) {
    this.turns = new ImportTurns(options.limits);
    this.recorder = new ImportRecorder(options);
  }

  /**
   * To be called at the start, again where the disk was at fault: takes up the imports that an earlier process has left
   * waiting.
   */
  async resume(): Promise<void> {
    const { waiting, history, log } = this.options;
    await waiting.tidy();
    await history.tidy();
    for (const { begun } of waiting.left) {
      if (history.get(begun.id)) await waiting.remove(begun.id);
      else await history.begin(begun);
    }
    // Nothing is written from here on: all get their places, or none where the disk is at fault.
    for (const left of waiting.left) {
      const { begun, number, job, body } = left;
      if (history.get(begun.id)) continue;
      log.info({ import: begun.id, kind: begun.kind, name: begun.name }, 'an import waits since before the start');
      const turn = this.turns.restore(begun, number, body.bytes);
      this.runInTurn(turn, { ...job, file: waiting.bodyOf(begun.id) }, left).catch(() => undefined);
    }
  }

  status(id: string): ImportStatus {
    const status = this.options.statuses.get(id);
    const place = status.status === 'WAITING' ? this.turns.placeOf(id) : undefined;
    return place ? { ...status, place } : status;
  }

  /** The last imports of every kind that have ended, newest first. */
  history(limit: number): ImportRecord[] {
    return this.options.history.list(limit);
  }

  /** Those that have not, in the order in which they run. */
  unfinished(): UnfinishedImport[] {
    return this.turns.all.map(({ begun }) => {
      const { status, place, progress } = this.status(begun.id);
      const isRunning = status === 'IN_PROGRESS';
      return {
        ...begun,
        status: isRunning ? status : 'WAITING',
        ...(place !== undefined && { place }),
        ...(isRunning && progress && { progress }),
      };
    });
  }

  /** How many wait, with how many bytes, and since when the first of them does, in milliseconds. */
  queue(): { length: number; bytes: number; sinceMs: number | undefined } {
    const { waiting, waitingBytes } = this.turns;
    const [first] = waiting;
    return { length: waiting.length, bytes: waitingBytes, sinceMs: first && Date.parse(first.begun.startedAt) };
  }

  /** Resolves when no import runs; one that waits for the ingest process does not. */
  async idle(): Promise<void> {
    await this.ended;
  }

  /** No further import begins; those that wait are left to the next start. */
  stop(): void {
    this.stopping = true;
    this.turns.stop();
  }

  /**
   * Receives the body and starts the import, which waits for an ingest process that is starting. One of the catalog waits
   * for those before it as well.
   * @param expectedBytes length of the body, 0 when unknown
   * @throws Problem CONFLICT, UNAVAILABLE, and what reading the body throws; the place is free then
   */
  async accept(order: ImportOrder, actor: Actor, body: ArrivingPieces, expectedBytes: number): Promise<Accepted> {
    const { statuses, history, waiting, maxInflatedBytes, requireWritable } = this.options;
    requireWritable();
    const id = randomUUID();
    const begun = beginning(id, order, actor);
    const turn = this.turns.enter(begun, order.kind === 'catalog', expectedBytes);
    const file = waiting.bodyOf(id);
    const { markets } = actor;
    const job = { type: 'import' as const, id, file, maxInflatedBytes, ...order, ...(markets && { markets }) };
    let left: WaitingImport | undefined;
    try {
      await this.checkDisk(expectedBytes);
      await statuses.set({ id, status: 'WAITING' }, Date.now());
      await history.begin(begun);
      const sum = await spool(body, file, turn.waited, bytes => this.turns.grow(turn, bytes));
      if (sum) {
        const { file: _, ...rest } = job;
        left = { begun, number: turn.number, job: { ...rest, keepsBody: true }, body: sum };
        await waiting.keep(left);
      }
    } catch (error) {
      await this.abandon(begun, error).finally(() => this.turns.leave(turn));
      throw error;
    }
    return { id, done: this.runInTurn(turn, { ...job, ...(left && { keepsBody: true as const }) }, left) };
  }

  /**
   * As `accept`, of an import that is kept elsewhere until it has ended.
   * @param file the body, which is removed
   */
  async take(id: string, order: ImportOrder, actor: Actor, file: string, bytes: number): Promise<Accepted> {
    const { statuses, history, maxInflatedBytes, requireWritable } = this.options;
    requireWritable();
    const begun = beginning(id, order, actor);
    const turn = this.turns.enter(begun, order.kind === 'catalog', bytes);
    await statuses.set({ id, status: 'WAITING' }, Date.now());
    await history.begin(begun);
    const { markets } = actor;
    const job = { type: 'import' as const, id, file, maxInflatedBytes, ...order, ...(markets && { markets }) };
    return { id, done: this.runInTurn(turn, job) };
  }

  /** Rolls back to a kept snapshot, or to `PREVIOUS_SNAPSHOT`. @throws Problem. */
  async rollback(snapshot: string, actor: Actor, id: string = randomUUID()): Promise<void> {
    this.options.requireWritable();
    const turn = this.turns.enter(beginning(id, { kind: 'rollback' }, actor), false, 0);
    await this.runInTurn(turn, { type: 'rollback', id, snapshot });
  }

  /** @param left of an import that is on disk */
  private async runInTurn(turn: ImportTurn, job: ImportJob | RollbackJob, left?: WaitingImport): Promise<boolean> {
    if (!(await turn.come)) {
      if (left) return false;
      throw shuttingDown();
    }
    const { running } = this.options;
    running.begin();
    const done = this.execute(job, turn, left).finally(() => running.end());
    this.executed = done.catch(() => undefined);
    return await done;
  }

  /** @returns false where it is left to the next start */
  private async execute(job: ImportJob | RollbackJob, turn: ImportTurn, left?: WaitingImport): Promise<boolean> {
    const { supervisor } = this.options;
    const { begun } = turn;
    const { id } = job;
    const waitedMs = Date.now() - Date.parse(begun.startedAt);
    let final: ImportStatus;
    let problem: Problem | undefined;
    let snapshot: string | undefined;
    try {
      const outcome = await this.run(job, begun, left);
      ({ final, problem } = conclude(id, await this.takeIntoService(job, outcome)));
      if (outcome.status === 'SUCCESS') snapshot = outcome.snapshot;
    } catch (error) {
      if (left && this.stopping) return await this.putBack(left);
      if (job.type === 'import' && !left) await this.removeBody(job.file);
      ({ final, problem } = failureOf(id, error, this.options.log));
    }
    supervisor.prepare();
    if (problem?.code === 'fleet_unavailable') {
      // It has not ended: the next writer runs it, or publishes what has become of it.
      this.turns.leave(turn);
      await this.recorder.keepStatus({ id, status: 'WAITING' });
      throw problem;
    }
    await this.recorder.end(left ? { ...begun, waitedMs } : begun, final, snapshot);
    if (left) await this.forget(id);
    // A client that reads the final status must be able to import again.
    this.turns.leave(turn);
    await this.recorder.keepStatus(final);
    if (problem !== undefined) throw problem;
    return true;
  }

  /** Has the ingest process run it; one that is on disk again where the process ends meanwhile. @throws IngestDied, Problem */
  private async run(job: ImportJob | RollbackJob, begun: ImportBegun, left?: WaitingImport): Promise<ImportOutcome> {
    const { statuses, supervisor, waiting, log } = this.options;
    for (;;) {
      await this.ingestReady(left !== undefined);
      const hindrance = left && (await waiting.begin(left));
      if (hindrance !== undefined) throw new Problem('import_aborted', `${hindrance}; send it again`);
      const { id, ...rest } = begun;
      await statuses.set({ id, status: 'IN_PROGRESS' }, Date.now());
      log.debug({ import: id, ...rest }, 'import started');
      // A process that keeps much memory may have been asked to end meanwhile.
      await this.ingestReady(left !== undefined);
      if (left && this.stopping) throw shuttingDown();
      this.ended = this.executed;
      try {
        return await supervisor.run(job, progress => this.recorder.progress(id, progress));
      } catch (error) {
        if (!left || this.stopping || !(error instanceof IngestDied)) throw error;
        log.warn({ import: id, err: error }, 'the import is begun again');
      }
    }
  }

  /** @param patiently waits for as long as it takes */
  private async ingestReady(patiently: boolean): Promise<void> {
    for (;;) {
      try {
        return await this.options.supervisor.whenReady();
      } catch (error) {
        if (!patiently || !(error instanceof Problem) || error.code !== 'starting') throw error;
      }
    }
  }

  /** A stop is no fault of an import: however often one comes amid it, the import is begun again. */
  private async putBack(left: WaitingImport): Promise<false> {
    try {
      await this.options.waiting.putBack(left);
    } catch (error) {
      this.options.log.warn({ import: left.begun.id, err: error }, 'the stop counts as an attempt of the import');
    }
    return false;
  }

  /** What has ended is not run again, even where its file stays: the history has it. */
  private async forget(id: string): Promise<void> {
    try {
      await this.options.waiting.remove(id);
    } catch (error) {
      this.options.log.warn({ import: id, err: error }, 'the files of an import are left in the spool');
    }
  }

  /** After an import that the ingest process has not ended: otherwise that removes the body. */
  private async removeBody(file: string): Promise<void> {
    try {
      await rm(file, { force: true });
    } catch (error) {
      // The next start empties the spool.
      this.options.log.warn({ err: error }, 'the body of an import is left in the spool');
    }
  }

  /** @returns the outcome; in place of a success, the failure to use its snapshot */
  private async takeIntoService(job: ImportJob | RollbackJob, outcome: ImportOutcome): Promise<ImportOutcome> {
    if (outcome.status !== 'SUCCESS' || outcome.snapshot === undefined) return outcome;
    const { id } = job;
    try {
      await this.options.adopt(outcome.snapshot);
      return outcome;
    } catch (error) {
      if (error instanceof Problem && error.code === 'fleet_unavailable') throw error;
      if (job.type === 'rollback') {
        await this.rollForward(id, error);
        throw error;
      }
      this.options.log.error({ import: id, snapshot: outcome.snapshot, err: error }, 'snapshot cannot be used');
      const message =
        'what was imported is stored, but its snapshot cannot be taken into service; queries are answered from the ' +
        `one before, and the log has the details under this id: ${id}`;
      return { status: 'FAILURE', code: 'publishing_failed', message, stored: true };
    }
  }

  /** Takes the catalog to the snapshot that is still live, after a rollback to one that cannot be used. */
  private async rollForward(id: string, why: unknown): Promise<void> {
    const snapshot = this.options.live();
    if (snapshot === undefined) return;
    const outcome = await this.options.supervisor.run({ type: 'rollback', id, snapshot }, () => undefined);
    const { log } = this.options;
    log.error({ import: id, snapshot, outcome, err: why }, 'the rollback is taken back: its snapshot cannot be used');
  }

  private async abandon(begun: ImportBegun, error: unknown): Promise<void> {
    const { id } = begun;
    const reason = error instanceof Error ? error.message : String(error);
    await this.forget(id);
    if (this.options.statuses.get(id).status === 'NOT_FOUND') return;
    const final: ImportStatus = { id, status: 'ABORTED', reason };
    await this.recorder.end(begun, final);
    await this.recorder.keepStatus(final);
  }

  private async checkDisk(expectedBytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.options.dataDir);
    if (bavail * bsize < this.options.minFreeDiskBytes + expectedBytes) throw diskTooFull();
  }
}

function beginning(
  id: string,
  order: Pick<ImportBegun, 'kind' | 'name'> & { validationOnly?: boolean },
  actor: Actor,
): ImportBegun {
  const { kind, name, validationOnly } = order;
  return {
    id,
    kind,
    ...(name !== undefined && { name }),
    ...(validationOnly && { validationOnly: true as const }),
    actor: actor.name,
    key: actor.key,
    startedAt: new Date().toISOString(),
  };
}
