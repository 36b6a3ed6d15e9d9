/**
 * Runs one import at a time, from the lock that is taken before the body is read to the swap of the live snapshot. An
 * import ends when queries are answered from its result; until then the next one is refused.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFault } from '../../errors/disk-fault.js';
import { Problem } from '../../errors/problem.js';
import type { ImportJob, ImportOutcome, RollbackJob } from '../../imports/protocol.js';
import { diskTooFull } from '../admission/refusals.js';
import type { BodyReader } from '../http/body.js';
import type { Log } from '../observability/log.js';
import type { Actor } from '../storage/actor.js';
import type { ImportBegun, ImportHistory, ImportRecord } from './import-history.js';
import type { ImportStatus, ImportStatuses } from './import-status.js';
import { IngestDied, type IngestSupervisor } from './ingest-supervisor.js';

export interface ImportCoordinatorOptions {
  dataDir: string;
  statuses: ImportStatuses;
  history: ImportHistory;
  supervisor: IngestSupervisor;
  /** Takes the announced snapshot into service. */
  adopt(snapshot: string): Promise<void>;
  /** Id of the snapshot that queries are answered from. */
  live(): string | undefined;
  minFreeDiskBytes: number;
  maxInflatedBytes: number;
  importEnded(kind: string, outcome: string): void;
  log: Log;
}

export type ImportOrder = Omit<ImportJob, 'type' | 'id' | 'file' | 'maxInflatedBytes' | 'markets'>;

const UNAVAILABLE = 503;

/** An import whose body has been received. */
export interface Accepted {
  id: string;
  /** Resolves when the import has succeeded. @throws Problem with the reason of its failure */
  done: Promise<void>;
}

export class ImportCoordinator {
  private running: string | undefined;
  private ended: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ImportCoordinatorOptions) {}

  /** Removes bodies that an earlier process has left in the spool. */
  async emptySpool(): Promise<void> {
    const spool = join(this.options.dataDir, 'spool');
    await mkdir(spool, { recursive: true });
    for (const name of await readdir(spool)) await rm(join(spool, name), { recursive: true, force: true });
  }

  status(id: string): ImportStatus {
    return this.options.statuses.get(id);
  }

  /** The last imports of every kind, newest first. */
  history(limit: number): ImportRecord[] {
    return this.options.history.list(limit);
  }

  /** Resolves when no import runs. */
  async idle(): Promise<void> {
    await this.ended;
  }

  /**
   * Receives the body and starts the import, which waits for an ingest process that is starting.
   * @param expectedBytes length of the body, 0 when unknown
   * @throws Problem CONFLICT, UNAVAILABLE, and what reading the body throws; the lock is released then
   */
  async accept(order: ImportOrder, actor: Actor, body: BodyReader, expectedBytes: number): Promise<Accepted> {
    const id = this.lock();
    const begun = beginning(id, order, actor);
    const file = join(this.options.dataDir, 'spool', id);
    try {
      await this.checkDisk(expectedBytes);
      await this.options.statuses.set({ id, status: 'WAITING' }, Date.now());
      await this.options.history.begin(begun);
      await spool(body, file);
    } catch (error) {
      await this.abandon(begun, file, error).finally(() => {
        this.running = undefined;
      });
      throw error;
    }
    const { maxInflatedBytes } = this.options;
    const { markets } = actor;
    const job: ImportJob = { type: 'import', id, file, maxInflatedBytes, ...order, ...(markets && { markets }) };
    return { id, done: this.track(this.execute(job, begun)) };
  }

  /** Rolls back to a kept snapshot, or to `PREVIOUS_SNAPSHOT`. @throws Problem. */
  async rollback(snapshot: string, actor: Actor): Promise<void> {
    const id = this.lock();
    await this.track(this.execute({ type: 'rollback', id, snapshot }, beginning(id, { kind: 'rollback' }, actor)));
  }

  private lock(): string {
    if (this.running !== undefined)
      throw new Problem('import_in_progress', `import ${this.running} is in progress; try again when it has ended`);
    this.running = randomUUID();
    return this.running;
  }

  private track(done: Promise<void>): Promise<void> {
    this.ended = done.catch(() => undefined);
    return done;
  }

  private async execute(job: ImportJob | RollbackJob, begun: ImportBegun): Promise<void> {
    const { statuses, supervisor } = this.options;
    const { id } = job;
    let final: ImportStatus;
    let problem: Problem | undefined;
    let snapshot: string | undefined;
    try {
      await supervisor.whenReady();
      await statuses.set({ id, status: 'IN_PROGRESS' }, Date.now());
      const { id: started, ...rest } = begun;
      this.options.log.debug({ import: started, ...rest }, 'import started');
      const outcome = await supervisor.run(job, progress => statuses.progress(id, progress));
      ({ final, problem } = conclude(id, await this.takeIntoService(job, outcome)));
      if (outcome.status === 'SUCCESS') snapshot = outcome.snapshot;
    } catch (error) {
      if (job.type === 'import') await this.removeBody(job.file);
      ({ final, problem } = this.failure(id, error));
    }
    supervisor.prepare();
    await this.record(begun, final, snapshot);
    // A client that reads the final status must be able to import again.
    this.running = undefined;
    await this.keepStatus(final);
    if (problem !== undefined) throw problem;
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

  /** A status that cannot be written, as on a full disk, is told all the same until the daemon ends. */
  private async keepStatus(status: ImportStatus): Promise<void> {
    try {
      await this.options.statuses.set(status, Date.now());
    } catch (error) {
      this.options.log.error({ import: status.id, err: error }, 'the outcome of the import is not on disk');
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

  /**
   * Counts the end of an import, logs it in one line, and adds it to the history.
   * @param snapshot that it has made, or gone back to
   */
  private async record(begun: ImportBegun, final: ImportStatus, snapshot?: string): Promise<void> {
    const { history, importEnded, log } = this.options;
    const endedMs = Date.now();
    const { reason, stored, counts } = final;
    const record: ImportRecord = {
      ...begun,
      outcome: final.status as ImportRecord['outcome'],
      ...(reason !== undefined && { reason }),
      ...(stored && { stored }),
      ...(snapshot !== undefined && { snapshot }),
      ...(counts && { counts }),
      endedAt: new Date(endedMs).toISOString(),
      durationMs: endedMs - Date.parse(begun.startedAt),
    };
    const { id, ...line } = record;
    importEnded(begun.kind, record.outcome.toLowerCase());
    log.info({ import: id, ...line }, 'import ended');
    try {
      await history.end(record);
    } catch (error) {
      // The outcome of the import stays, and its status has it.
      log.error({ import: id, err: error }, 'the import is missing from the history');
    }
  }

  private failure(id: string, error: unknown): { final: ImportStatus; problem: Problem } {
    if (error instanceof IngestDied) {
      const reason = `${error.message}; all of it was applied or nothing: send it again to be sure`;
      return { final: { id, status: 'ABORTED', reason }, problem: new Problem('import_aborted', reason) };
    }
    if (error instanceof Problem) {
      const status = error.status === UNAVAILABLE ? 'ABORTED' : 'FAILURE';
      return { final: { id, status, reason: error.message }, problem: error };
    }
    this.options.log.error({ import: id, err: error }, 'import failed');
    const fault = diskFault(error);
    if (fault) return { final: { id, status: 'FAILURE', reason: fault.message }, problem: fault };
    const reason = 'the import failed inside the daemon; its log has the details under this id';
    return { final: { id, status: 'FAILURE', reason }, problem: new Problem('import_failed', `${reason}: ${id}`) };
  }

  private async abandon(begun: ImportBegun, file: string, error: unknown): Promise<void> {
    const { id } = begun;
    const reason = error instanceof Error ? error.message : String(error);
    await rm(file, { force: true });
    if (this.options.statuses.get(id).status === 'NOT_FOUND') return;
    const final: ImportStatus = { id, status: 'ABORTED', reason };
    await this.record(begun, final);
    await this.keepStatus(final);
  }

  private async checkDisk(expectedBytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.options.dataDir);
    if (bavail * bsize < this.options.minFreeDiskBytes + expectedBytes) {
      throw diskTooFull();
    }
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

function conclude(id: string, outcome: ImportOutcome): { final: ImportStatus; problem: Problem | undefined } {
  if (outcome.status === 'SUCCESS') {
    const { counts, warnings } = outcome;
    return { final: { id, status: 'SUCCESS', counts, ...(warnings && { warnings }) }, problem: undefined };
  }
  const { code, message, errors, errorDetails, stored } = outcome;
  return {
    final: {
      id,
      status: 'FAILURE',
      reason: message,
      ...(stored && { stored }),
      ...(errorDetails !== undefined && { errorDetails }),
    },
    problem: new Problem(code, message, errors, errorDetails),
  };
}

/** Writes the body to disk as it arrives; the socket is paused while the disk is behind. */
async function spool(body: BodyReader, file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for (let chunks = await body.take(); chunks !== undefined; chunks = await body.take())
      await writeAll(handle, chunks);
  } catch (error) {
    throw diskFault(error) ?? error;
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: Awaited<ReturnType<typeof open>>, chunks: Uint8Array[]): Promise<void> {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const { bytesWritten } = await handle.write(chunk, at);
      at += bytesWritten;
    }
  }
}
