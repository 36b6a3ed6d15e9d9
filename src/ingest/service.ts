/**
 * The ingest service: runs imports and rollbacks, one at a time, against the catalog store of one data folder, and
 * brings the announced snapshot in line with the store after a crash.
 *
 * An import is one transaction: lines are applied, the snapshot is built from the result and verified, then both
 * become real together. Order: build (files of the snapshot), commit and flush (the catalog), announce (the pointer).
 * A crash before the commit leaves the old state; one after it is completed by `recover`. What is announced therefore
 * always belongs to the store's generation, unless a rollback has pinned an older snapshot at that generation: that
 * holds until an import changes the catalog.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import type { ImportChange } from '../build/input/import-change.js';
import { CatalogStore } from '../catalog/catalog-store.js';
import { Problem } from '../errors/problem.js';
import type {
  DocumentCounts,
  ImportCounts,
  ImportFailure,
  ImportJob,
  ImportOutcome,
  ImportPhase,
  RollbackJob,
} from '../imports/protocol.js';
import { applyCatalogImport } from './import/catalog-import.js';
import { inflate, PLAIN, requireFreeDisk } from './import/inflate.js';
import { applySiteImport, readBody } from './site/site-import.js';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from './site/site-settings.js';

/** Where snapshots come from and how they are announced. */
export interface SnapshotHost {
  /** Writes and verifies a snapshot of the store as it is inside the running transaction. Synchronous. */
  build(input: {
    store: CatalogStore;
    change: ImportChange;
    progress(phase: 'build' | 'verify', done: number, total: number): void;
  }): { id: string };
  /**
   * Makes a snapshot the announced one.
   * @param pinned the catalog's generation when this is a rollback
   * @throws Problem NOT_FOUND when there is no such snapshot
   */
  publish(id: string, pinned?: number): void;
  /** What is announced; `catalogGeneration` is absent when it should be built again. */
  announced(): { id: string; catalogGeneration?: number; pinned?: number } | undefined;
}

export type Progress = (phase: ImportPhase, done: number, total: number) => void;

/** Takes an unexpected error to the log. */
export type ErrorLog = (error: unknown, context: { id: string; job?: string }) => void;

/** A validation-only import ends its transaction with this, so that nothing is kept. */
class ValidationDone extends Error {
  constructor(readonly result: ImportResult) {
    super('validation done');
  }
}

/** What every kind of import comes to. */
export interface ImportResult {
  change: ImportChange;
  counts: ImportCounts | DocumentCounts;
  warnings: string[];
}

/** The catalog store and its spare copies on disk take up to about this much per byte of JSON lines. */
const DISK_PER_PLAIN_BYTE = 2;

export class IngestService {
  readonly store: CatalogStore;
  private readonly spool: string;

  constructor(
    dataDir: string,
    private readonly snapshots: SnapshotHost,
    private readonly log: ErrorLog,
    private readonly settings: SiteSettings = DEFAULT_SITE_SETTINGS,
  ) {
    this.store = CatalogStore.open(join(dataDir, 'catalog'));
    this.spool = join(dataDir, 'spool');
    fs.mkdirSync(this.spool, { recursive: true });
  }

  /**
   * To be called once at the start: waits for an ingest process that a killed daemon may have left at work, removes what
   * a crash left in the spool, and completes an import that it cut off between commit and announcement. When that build
   * fails, the log says so and the old snapshot stays announced.
   * @returns the announced snapshot's id, if there is one
   */
  recover(progress: Progress = () => {}): string | undefined {
    for (const name of fs.readdirSync(this.spool)) {
      if (name.endsWith(PLAIN)) fs.rmSync(join(this.spool, name), { force: true });
    }
    try {
      // There is one writer at a time, also over processes: beyond this point the store is as the other one left it.
      this.store.transaction(() => undefined);
      this.complete(progress);
    } catch (error) {
      this.log(error, { id: randomUUID() });
    }
    return this.snapshots.announced()?.id;
  }

  /** Builds and announces the snapshot of the store as it is, unless that, or a rollback's, is announced already. */
  private complete(progress: Progress): void {
    const { generation } = this.store;
    if (generation === 0 || this.store.needsUpgrade) return;
    const announced = this.snapshots.announced();
    if (announced && (announced.catalogGeneration === generation || announced.pinned === generation)) return;
    const { id } = this.snapshots.build({ store: this.store, change: { kind: 'full' }, progress });
    this.snapshots.publish(id);
  }

  /** Runs one import to its end; the body's file is gone afterwards. Never throws. */
  async import(job: ImportJob, progress: Progress): Promise<ImportOutcome> {
    return this.outcome(job.id, async () => {
      this.complete(progress);
      const plain = await inflate({ ...job, progress: (done, total) => progress('inflate', done, total) });
      try {
        await requireFreeDisk(this.spool, fs.statSync(plain).size * DISK_PER_PLAIN_BYTE);
        return await this.importPlain(job, plain, progress);
      } finally {
        fs.rmSync(plain, { force: true });
      }
    }).finally(() => this.discard(job));
  }

  /** Removes the body of an import that has ended or is not going to run. */
  discard(job: ImportJob): void {
    fs.rmSync(job.file, { force: true });
  }

  private async importPlain(job: ImportJob, file: string, progress: Progress): Promise<ImportOutcome> {
    const before = this.store.generation;
    let snapshot: string | undefined;
    let result: ImportResult;
    try {
      result = this.store.transaction(() => {
        const applied = this.apply(job, file, progress);
        if (job.validationOnly) throw new ValidationDone(applied);
        if (this.store.generation !== before) {
          const change = this.buildable(applied.change, before);
          snapshot = this.snapshots.build({ store: this.store, change, progress }).id;
        }
        return applied;
      });
    } catch (error) {
      if (!(error instanceof ValidationDone)) throw error;
      result = error.result;
    }
    await this.store.flushed();
    if (snapshot !== undefined) {
      progress('publish', 0, 1);
      const failure = this.announce(job.id, snapshot);
      if (failure !== undefined) return failure;
    }
    const { counts, warnings } = result;
    return {
      status: 'SUCCESS',
      ...(snapshot !== undefined && { snapshot }),
      counts,
      ...(warnings.length > 0 && { warnings }),
    };
  }

  /** Announces the snapshot of an import that is committed. @returns what is told where it cannot be */
  private announce(job: string, snapshot: string): ImportFailure | undefined {
    try {
      this.snapshots.publish(snapshot);
      return undefined;
    } catch (error) {
      const id = randomUUID();
      this.log(error, { id, job });
      // Older snapshots could not be removed: the next import tries again.
      if (this.snapshots.announced()?.id === snapshot) return undefined;
      const message =
        `what was imported is stored, but its snapshot could not be announced (error ${id}); ` +
        'queries are answered from the one before until the next import, or the next start of the daemon, announces it';
      return { status: 'FAILURE', code: 'publishing_failed', message, stored: true };
    }
  }

  private apply({ kind, mode, force }: ImportJob, file: string, progress: Progress): ImportResult {
    const { store } = this;
    if (kind === 'catalog') {
      return applyCatalogImport({
        store,
        file,
        mode,
        force,
        progress: (done, total) => progress('validate', done, total),
      });
    }
    progress('validate', 0, 1);
    const result = applySiteImport(kind, { store, body: readBody(file), mode, force, settings: this.settings });
    progress('validate', 1, 1);
    return result;
  }

  /** A build may start from the announced snapshot only where that is the catalog as it was just before. */
  private buildable(change: ImportChange, before: number): ImportChange {
    return this.snapshots.announced()?.catalogGeneration === before ? change : { kind: 'full' };
  }

  /** Announces an older snapshot and keeps it until the catalog changes. Never throws. */
  async rollback(job: RollbackJob): Promise<ImportOutcome> {
    return this.outcome(job.id, async () => {
      this.snapshots.publish(job.snapshot, this.store.generation);
      return {
        status: 'SUCCESS',
        snapshot: job.snapshot,
        counts: { instructions: 0, ...this.store.counts, warnings: 0 },
      };
    });
  }

  async close(): Promise<void> {
    await this.store.close();
  }

  private async outcome(job: string, run: () => Promise<ImportOutcome>): Promise<ImportOutcome> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Problem) {
        const { code, message, errors, errorDetails } = error;
        return {
          status: 'FAILURE',
          code,
          message,
          ...(errors !== undefined && { errors }),
          ...(errorDetails !== undefined && { errorDetails }),
        };
      }
      const id = randomUUID();
      this.log(error, { id, job });
      return {
        status: 'FAILURE',
        code: 'import_failed',
        message: `the import failed inside the service (error ${id})`,
      };
    }
  }
}
