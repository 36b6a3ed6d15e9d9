/**
 * The ingest service: runs imports and rollbacks, one at a time, against the catalog store of one data folder, and
 * announces the snapshot of the store after a crash.
 *
 * An import is one transaction, in this order: apply the lines, build and verify the files of the snapshot, commit and
 * flush the catalog, announce the snapshot by the pointer. A crash before the commit leaves the old state; one after it
 * is completed by `recover`. The announced snapshot therefore has the store's generation, unless a rollback has pinned
 * an older one at that generation: it stays until an import changes the catalog.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { combinedChange, groupChanges, type ImportChange } from '../build/input/import-change.js';
import { CatalogStore } from '../catalog/catalog-store.js';
import { inspectStore } from '../catalog/inspect-store.js';
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
import { generationOfId, type SnapshotManifest } from '../snapshot/index.js';
import { applyCatalogImport } from './import/catalog-import.js';
import { inflate, PLAIN_SUFFIX, requireFreeDisk } from './import/inflate.js';
import { storeDir, storeFile } from './recover-store.js';
import { rehearsal } from './rehearsal.js';
import { applySiteImport, readBody } from './site/site-import.js';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from './site/site-settings.js';

/** What a snapshot is built from. */
interface SnapshotInput {
  store: CatalogStore;
  change: ImportChange;
  progress(phase: 'build' | 'verify', done: number, total: number): void;
}

/** Builds and announces snapshots for the service. */
export interface SnapshotHost {
  /** Writes and verifies a snapshot of the store, the running transaction included. Synchronous. */
  build(input: SnapshotInput): { id: string };
  /** As `build`, for a rehearsal: writes no manifest. @returns it; undefined where everything would be built */
  rehearse?(input: SnapshotInput): SnapshotManifest | undefined;
  /** Removes snapshots beyond the retention, and files that no snapshot names. */
  tidy?(): void;
  /** Resolves when nothing uses the store any more. */
  close?(): Promise<void>;
  /**
   * Announces a snapshot.
   * @param pinned for a rollback, the catalog's generation at which the snapshot is pinned
   * @throws `snapshot_unknown` when it is not kept
   */
  publish(id: string, pinned?: number): void;
  /** Does a step of what can be done ahead of the next import. Synchronous. @returns whether more is left */
  prepareNext?(): boolean;
  /** Reads one more file of the announced snapshot, as `verify` would. Synchronous. @returns whether more are left */
  verifyNext?(): boolean;
  /** Reads what has not been verified of the announced snapshot; files that are damaged are put aside. Synchronous. */
  verify?(): void;
  /** The announced snapshot; `catalogGeneration` is absent when it must be built again. */
  announced(): { id: string; catalogGeneration?: number; pinned?: number } | undefined;
}

export type ImportProgress = (phase: ImportPhase, done: number, total: number) => void;

/** Logs an unexpected error. */
export type ErrorLog = (error: unknown, context: { id: string; job?: string }) => void;

/** Thrown to abort the transaction of a validation-only import. */
class ValidationDone extends Error {
  constructor(readonly result: ImportResult) {
    super('validation done');
  }
}

/** The result of an applied import of any kind. */
export interface ImportResult {
  change: ImportChange;
  counts: ImportCounts | DocumentCounts;
  warnings: string[];
}

/** Bytes of the catalog store, its freed pages included, for each byte of JSON lines; an upper estimate. */
const DISK_PER_PLAIN_BYTE = 2;

export class IngestService {
  readonly store: CatalogStore;
  /** Whether the store was found to be damaged: another process is to restore it. */
  isDamaged = false;
  private readonly spool: string;

  constructor(
    private readonly dataDir: string,
    private readonly snapshots: SnapshotHost,
    private readonly log: ErrorLog,
    private readonly settings: SiteSettings = DEFAULT_SITE_SETTINGS,
  ) {
    this.store = CatalogStore.open(storeDir(dataDir));
    this.spool = join(dataDir, 'spool');
    fs.mkdirSync(this.spool, { recursive: true });
  }

  /**
   * To be called once at the start: waits for an ingest process of a killed daemon that is still working, removes
   * inflated bodies that a crash left in the spool and files that it left of a build, and announces the snapshot of an
   * import that was interrupted between commit and announcement. When that build fails, the error is logged and the old
   * snapshot stays announced.
   * @returns the id of the announced snapshot, if there is one
   */
  recover(progress: ImportProgress = () => {}): string | undefined {
    for (const name of fs.readdirSync(this.spool)) {
      if (name.endsWith(PLAIN_SUFFIX)) fs.rmSync(join(this.spool, name), { force: true });
    }
    try {
      // A write transaction waits for those of other processes: afterwards the store has all changes of the old one.
      this.store.transaction(() => undefined);
      this.noticeLoss();
      // A build takes equal files as they are, and those of one that was interrupted may not be on the disk yet.
      this.tidy();
      this.completeAnnouncement(progress);
    } catch (error) {
      this.log(error, { id: randomUUID() });
    }
    return this.snapshots.announced()?.id;
  }

  /** Notices that the store lacks imports, because it was damaged: see recover-store.ts. */
  private noticeLoss(): void {
    const announced = this.snapshots.announced();
    const generation = announced && (announced.catalogGeneration ?? generationOfId(announced.id));
    this.store.refresh();
    if (generation === undefined || !(generation > this.store.generation)) return;
    const error = new Error(
      `the catalog store has generation ${this.store.generation}, and snapshot ${announced!.id} is live: imports are ` +
        'missing; the next one must be of the full catalog (PUT)',
    );
    this.store.markLoss(generation);
    this.log(error, { id: randomUUID() });
  }

  /**
   * Builds and announces a snapshot of the store, unless one of its generation, or a pinned one, is announced.
   * @returns the id of what it has announced
   */
  private completeAnnouncement(progress: ImportProgress): string | undefined {
    const { generation } = this.store;
    if (generation === 0 || this.store.needsFullImport) return undefined;
    const announced = this.snapshots.announced();
    if (announced && (announced.catalogGeneration === generation || announced.pinned === generation)) return undefined;
    const change = this.changeSince(announced?.catalogGeneration);
    const { id } = this.snapshots.build({ store: this.store, change, progress });
    this.snapshots.publish(id);
    return id;
  }

  /**
   * To be called when no import runs: builds the announced snapshot again where a file of it is missing.
   * @returns its id, or why it cannot be built
   */
  repair(): { snapshot: string } | { failure: string } {
    try {
      this.completeAnnouncement(() => undefined);
      const announced = this.snapshots.announced();
      if (announced?.catalogGeneration !== undefined) return { snapshot: announced.id };
      return { failure: 'the catalog store cannot make it again: import the catalog, or roll back' };
    } catch (error) {
      this.log(error, { id: randomUUID() });
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Runs one import to its end, and removes the file of its body. Never throws. */
  async import(job: ImportJob, progress: ImportProgress): Promise<ImportOutcome> {
    return this.outcomeOf(job.id, async () => {
      this.completeAnnouncement(progress);
      const plain = await inflate({ ...job, progress: (done, total) => progress('inflate', done, total) });
      try {
        await requireFreeDisk(this.spool, fs.statSync(plain).size * DISK_PER_PLAIN_BYTE);
        return await this.importPlain(job, plain, progress);
      } finally {
        fs.rmSync(plain, { force: true });
      }
    }).finally(() => this.discard(job));
  }

  /**
   * To be called when no import runs: does a step of what the next ones need. Never throws.
   * @returns whether more is left
   */
  prepareNext(): boolean {
    try {
      return this.snapshots.prepareNext?.() ?? false;
    } catch (error) {
      this.log(error, { id: randomUUID() });
      return false;
    }
  }

  /** A rehearsal of imports (see rehearsal.ts), to be run step by step while no import runs. Never throws. */
  *rehearsal(): Generator<SnapshotManifest | undefined, void> {
    const { store, spool, snapshots } = this;
    const rehearse = snapshots.rehearse?.bind(snapshots);
    try {
      // Otherwise the next import completes an announcement first, or builds everything.
      const isUsual = !store.needsFullImport && snapshots.announced()?.catalogGeneration === store.generation;
      if (!rehearse || !isUsual) return;
      while (snapshots.verifyNext?.()) yield undefined;
      yield* rehearsal({ store, spool, rehearse });
      snapshots.tidy?.();
    } catch (error) {
      this.log(error, { id: randomUUID() });
    }
  }

  /** To be called when an import has been answered: removes what its snapshot has replaced. Never throws. */
  tidy(): void {
    try {
      this.snapshots.tidy?.();
    } catch (error) {
      // The next import tries again.
      this.log(error, { id: randomUUID() });
    }
  }

  /** Removes the body of an import that has ended or is not going to run. */
  discard(job: ImportJob): void {
    fs.rmSync(job.file, { force: true });
  }

  private async importPlain(job: ImportJob, file: string, progress: ImportProgress): Promise<ImportOutcome> {
    const before = this.store.generation;
    let snapshot: string | undefined;
    let result: ImportResult;
    try {
      result = this.store.transaction(() => {
        const applied = this.apply(job, file, progress);
        if (job.validationOnly) throw new ValidationDone(applied);
        if (this.store.generation !== before) {
          this.store.recordChanges(groupChanges(applied.change));
          const change = this.usableChange(applied.change, before);
          snapshot = this.snapshots.build({ store: this.store, change, progress }).id;
        }
        return applied;
      });
    } catch (error) {
      if (!(error instanceof ValidationDone)) throw error;
      result = error.result;
    }
    await this.store.flushed();
    if (snapshot === undefined && !job.validationOnly) snapshot = this.restored(progress);
    else if (snapshot !== undefined) {
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

  /**
   * After an import that changes nothing, which may have been sent because the shop was damaged: verifies the announced
   * snapshot.
   * @returns the id of the one that was built in its place, where files of it were damaged
   */
  private restored(progress: ImportProgress): string | undefined {
    this.snapshots.verify?.();
    return this.completeAnnouncement(progress);
  }

  /** Announces the snapshot of a committed import. @returns the outcome where that fails */
  private announce(job: string, snapshot: string): ImportFailure | undefined {
    try {
      this.snapshots.publish(snapshot);
      return undefined;
    } catch (error) {
      const id = randomUUID();
      this.log(error, { id, job });
      // Announced, though its pointer may not be on the disk yet: where a power loss takes it back, `recover` announces
      // the snapshot of the stored catalog again.
      if (this.snapshots.announced()?.id === snapshot) return undefined;
      const message =
        `what was imported is stored, but its snapshot could not be announced (error ${id}); ` +
        'queries are answered from the one before until the next import, or the next start of the daemon, announces it';
      return { status: 'FAILURE', code: 'publishing_failed', message, stored: true };
    }
  }

  private apply({ kind, mode, force }: ImportJob, file: string, progress: ImportProgress): ImportResult {
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

  /** What an import changes in the announced snapshot, which after a rollback is not that of the catalog before it. */
  private usableChange(change: ImportChange, before: number): ImportChange {
    const generation = this.snapshots.announced()?.catalogGeneration;
    return generation === before ? change : this.changeSince(generation);
  }

  /** What the catalog has changed since a generation. @param generation undefined where there is no usable snapshot */
  private changeSince(generation: number | undefined): ImportChange {
    return combinedChange(generation === undefined ? undefined : this.store.changesSince(generation));
  }

  /** Announces an older snapshot, pinned until the catalog changes. Never throws. */
  async rollback(job: RollbackJob): Promise<ImportOutcome> {
    return this.outcomeOf(job.id, async () => {
      this.snapshots.publish(job.snapshot, this.store.generation);
      return {
        status: 'SUCCESS',
        snapshot: job.snapshot,
        counts: { instructions: 0, ...this.store.counts, warnings: 0 },
      };
    });
  }

  async close(): Promise<void> {
    await this.snapshots.close?.();
    await this.store.close();
  }

  /** After an unexpected error, which may come of a damaged store; nothing writes to it meanwhile. */
  private inspect(): void {
    const found = inspectStore(storeFile(this.dataDir));
    if (found.state === 'sound') return;
    this.isDamaged = true;
    const fault = found.state === 'damaged' ? found.fault : 'its file is missing';
    this.log(new Error(`the catalog store is damaged: ${fault}`), { id: randomUUID() });
  }

  private async outcomeOf(job: string, run: () => Promise<ImportOutcome>): Promise<ImportOutcome> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'internal') this.inspect();
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
