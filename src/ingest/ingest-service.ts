/**
 * The ingest service: runs imports and rollbacks, one at a time, against the catalog store of one data folder, and
 * announces the snapshot of the store after a crash.
 *
 * An import is one transaction, in this order: apply the lines, build and verify the files of the snapshot, commit and
 * flush the catalog, announce the snapshot by the pointer. A crash before the commit leaves the old state; one after it
 * is completed by `recover`. The announced snapshot therefore has the store's generation, or it is the one that a
 * rollback has taken the store back to (see rollback.ts).
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { groupChanges } from '../build/input/import-change.js';
import { CatalogStore } from '../catalog/catalog-store.js';
import type { AppliedImport } from '../catalog/store-state.js';
import { diskFault } from '../errors/disk-fault.js';
import type { FleetJob, ImportCounts, ImportJob, ImportOutcome, RollbackJob } from '../imports/protocol.js';
import type { SnapshotManifest } from '../snapshot/index.js';
import type { AcceptedLog } from './accepted-log.js';
import { applyImport, type ImportProgress, type ImportResult, type ImportSettings } from './apply-import.js';
import { FleetMember } from './fleet-member.js';
import { inflate, PLAIN_SUFFIX, requireFreeDisk } from './import/inflate.js';
import { type ErrorLog, outcomeOf } from './job-outcome.js';
import { storeDir } from './recover-store.js';
import { RedoLog } from './redo-log.js';
import { ALL_STEPS, rehearsal } from './rehearsal.js';
import { replay } from './replay.js';
import type { AcceptChange } from './rollback.js';
import { DEFAULT_SITE_SETTINGS } from './site/site-settings.js';
import type { SnapshotHost } from './snapshot-host.js';
import { type Staged, staged } from './staged.js';
import { StoreAnnouncer } from './store-announcer.js';
import { StoreWatch } from './store-watch.js';

/** Thrown to abort the transaction of a validation-only import. */
class ValidationDone extends Error {
  constructor(readonly result: ImportResult) {
    super('validation done');
  }
}

/** Bytes of the catalog store, its freed pages included, for each byte of JSON lines; an upper estimate. */
const DISK_PER_PLAIN_BYTE = 2;

export class IngestService {
  readonly store: CatalogStore;
  readonly watch: StoreWatch;
  readonly redo: RedoLog;
  private readonly spool: string;
  private readonly announcer: StoreAnnouncer;
  /** Undefined where the daemon is alone. */
  readonly fleet: FleetMember | undefined;
  /** Steps of a rehearsal of imports since the last build of everything, in which the engine drops compiled code. */
  private rehearsedSteps = 0;
  private readonly accept: AcceptChange = (...change) => this.fleet?.accept(...change);

  constructor(
    dataDir: string,
    private readonly snapshots: SnapshotHost,
    private readonly log: ErrorLog,
    private readonly settings: ImportSettings = DEFAULT_SITE_SETTINGS,
    acceptedLog?: AcceptedLog,
  ) {
    this.store = CatalogStore.open(storeDir(dataDir));
    this.watch = new StoreWatch(dataDir, fault => log(fault, { id: randomUUID() }));
    this.spool = join(dataDir, 'spool');
    const lost = (error: Error) => log(error, { id: randomUUID() });
    const { store } = this;
    const redo = new RedoLog({
      dataDir,
      isLong: () => snapshots.copySoon?.(store),
      lost,
      needsAcceptance: acceptedLog !== undefined,
    });
    this.redo = redo;
    this.fleet = acceptedLog && new FleetMember({ dataDir, store, redo, snapshots, settings, log: acceptedLog });
    this.announcer = new StoreAnnouncer({
      store,
      snapshots,
      redo,
      accept: this.accept,
      builtWhole: () => {
        this.rehearsedSteps = 0;
      },
      log,
    });
    fs.mkdirSync(this.spool, { recursive: true });
  }

  /**
   * To be called once at the start, before `recover`. Never rejects.
   * @param lacksImports whether the store was restored from a copy or is behind its snapshot: imports are applied again
   * @returns how many were; undefined where the disk is full or read-only: the next process is to try again, before any is
   * given up
   */
  async replay(lacksImports: boolean): Promise<number | undefined> {
    try {
      // Waits for another process, as in `recover`.
      this.store.transaction(() => undefined);
      this.store.refresh();
      if (lacksImports) return await replay(this.redo, this.store, this.settings);
      this.redo.forgetAfter(this.store.generation);
    } catch (error) {
      this.log(error, { id: randomUUID() });
      if (lacksImports && diskFault(error)) return undefined;
    }
    return 0;
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
      // In a fleet, it comes again from the others, and so does the snapshot.
      if (!this.fleet) this.announcer.noticeLoss();
      // A build takes equal files as they are, and those of one that was interrupted may not be on the disk yet.
      this.tidy();
      if (!this.fleet) this.announcer.complete(progress);
    } catch (error) {
      this.log(error, { id: randomUUID() });
    }
    return this.snapshots.announced()?.id;
  }

  /**
   * To be called when no import runs: builds the announced snapshot again where a file of it is missing.
   * @returns its id, or why it cannot be built
   */
  repair(progress: ImportProgress): { snapshot: string } | { failure: string } {
    try {
      this.announcer.complete(progress);
      const announced = this.snapshots.announced();
      if (announced?.catalogGeneration !== undefined) return { snapshot: announced.id };
      return { failure: 'the catalog store cannot make it again: import the catalog, or roll back' };
    } catch (error) {
      this.log(error, { id: randomUUID() });
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Runs a job of a daemon in a fleet. Never throws. */
  async ofFleet(job: FleetJob, progress: ImportProgress): Promise<ImportOutcome> {
    return this.outcomeOf(job.id, async () => {
      if (!this.fleet) throw new Error('the daemon is in no fleet');
      return this.fleet.run(job, () => this.announcer.complete(progress));
    });
  }

  /** Runs one import to its end, and removes the file of its body. Never throws. */
  async import(job: ImportJob, progress: ImportProgress): Promise<ImportOutcome> {
    return this.outcomeOf(job.id, async () => {
      this.watch.requireFile();
      this.fleet?.requireWriter();
      this.announcer.complete(progress);
      if (job.keepsBody && this.store.lastImport?.id === job.id) return this.appliedBefore(this.store.lastImport);
      const plain = await inflate({ ...job, progress: (done, total) => progress('inflate', done, total) });
      try {
        await requireFreeDisk(this.spool, fs.statSync(plain).size * DISK_PER_PLAIN_BYTE);
        return await this.importPlain(job, plain, progress);
      } finally {
        if (plain !== job.file) fs.rmSync(plain, { force: true });
      }
    }).finally(() => this.discard(job));
  }

  /** To be called when no import runs: does a step of what the next ones need. Never throws. @returns whether more is left */
  prepareNext(): boolean {
    try {
      return this.snapshots.prepareNext?.() ?? false;
    } catch (error) {
      this.log(error, { id: randomUUID() });
      return false;
    }
  }

  /**
   * A rehearsal of imports (see rehearsal.ts), to be run step by step while no import runs: what is left of the one since
   * the last build of everything. Never throws.
   */
  *rehearsal(): Generator<SnapshotManifest | undefined, void> {
    const { store, spool, snapshots } = this;
    const rehearse = snapshots.rehearse?.bind(snapshots);
    try {
      // Otherwise the next import completes an announcement first, or builds everything.
      const announced = store.needsFullImport ? undefined : snapshots.announced();
      const { rehearsedSteps: done } = this;
      if (
        done === ALL_STEPS ||
        !rehearse ||
        !announced ||
        this.announcer.rollbacks.generationOf(announced) !== store.generation
      )
        return;
      while (snapshots.verifyNext?.()) yield undefined;
      for (const manifest of rehearsal({ store, spool, rehearse, done })) {
        this.rehearsedSteps++;
        yield manifest;
      }
      snapshots.tidy?.(this.announcer.committed(this.follows));
      this.rehearsedSteps = ALL_STEPS;
    } catch (error) {
      this.log(error, { id: randomUUID() });
      this.rehearsedSteps = ALL_STEPS;
    } finally {
      snapshots.rehearsed?.();
    }
  }

  /** To be called when an import has been answered: removes what its snapshot has replaced. Never throws. */
  tidy(): void {
    try {
      this.snapshots.tidy?.(this.announcer.committed(this.follows));
      // Those that follow keep what the writer does.
      if (this.follows) return;
      this.store.rollbacks.keepOnly(this.snapshots.kept().map(({ generation }) => generation));
    } catch (error) {
      // The next import tries again.
      this.log(error, { id: randomUUID() });
    }
  }

  /** Removes the body of an import that has ended or is not going to run. */
  discard(job: ImportJob): void {
    if (!job.keepsBody) fs.rmSync(job.file, { force: true });
  }

  /** The outcome of an import that was cut off when the store had it: its snapshot is announced by now. */
  private appliedBefore({ counts }: AppliedImport): ImportOutcome {
    const snapshot = this.snapshots.announced()?.id;
    return {
      status: 'SUCCESS',
      ...(snapshot !== undefined && { snapshot }),
      counts: counts as unknown as ImportCounts,
    };
  }

  private async importPlain(job: ImportJob, file: string, progress: ImportProgress): Promise<ImportOutcome> {
    const before = this.store.generation;
    let snapshot: string | undefined;
    let result: ImportResult;
    const redo = job.validationOnly ? undefined : this.redo.addImport(job, before + 1);
    try {
      result = this.store.transaction(() => {
        const applied = applyImport(job, file, this.store, this.settings, progress);
        if (job.validationOnly) throw new ValidationDone(applied);
        if (this.store.generation !== before) {
          this.store.recordChanges(groupChanges(applied.change));
          this.store.recordImport({ id: job.id, counts: { ...applied.counts } });
          const change = this.announcer.usableChange(applied.change, before);
          snapshot = this.announcer.write(change, progress);
          this.accept(redo!, this.store.generation, snapshot);
        }
        return applied;
      });
    } catch (error) {
      redo?.remove();
      this.fleet?.requireSettled();
      if (!(error instanceof ValidationDone)) throw error;
      result = error.result;
    }
    await Promise.all([this.store.flushed(), redo?.durable]);
    if (this.store.generation === before) redo?.remove();
    if (snapshot === undefined && !job.validationOnly) snapshot = this.restored(progress);
    else if (snapshot !== undefined) {
      progress('publish', 0, 1);
      const failure = this.announcer.announce(job.id, snapshot);
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
    return this.announcer.complete(progress);
  }

  /**
   * Announces an older snapshot, and takes the catalog back to it. Never throws.
   * @param swapped called when a snapshot has been announced
   */
  async rollback({ id, snapshot }: RollbackJob, swapped: (snapshot: string) => void): Promise<ImportOutcome> {
    return this.outcomeOf(id, async () => {
      this.fleet?.requireWriter();
      try {
        return { status: 'SUCCESS', ...(await this.announcer.rollbacks.run(snapshot, swapped)) };
      } finally {
        this.fleet?.requireSettled();
      }
    });
  }

  /**
   * Puts what a backup has of the catalog into its folder. Never rejects.
   * @param idle see stage-backup.ts
   */
  stageBackup(idle: () => Promise<void>): Promise<Staged> {
    const { snapshots, store } = this;
    return staged(
      () => snapshots.stageBackup?.(store, idle),
      error => this.log(error, { id: randomUUID() }),
    );
  }

  /** Whether a copy of the store is being made, or is going to be. */
  get isCopying(): boolean {
    return this.snapshots.isCopying?.() ?? false;
  }

  async close(): Promise<void> {
    await this.snapshots.close?.();
    // The store is still whole: the next process restores it from a copy.
    if (this.watch.isGone) await this.snapshots.rescue?.(this.store);
    await this.store.close();
  }

  /** Whether another daemon of the fleet writes. */
  private get follows(): boolean {
    return this.fleet?.isWriter === false;
  }

  private outcomeOf(job: string, run: () => Promise<ImportOutcome>): Promise<ImportOutcome> {
    const unexpected = (error: unknown, id: string) => this.log(error, { id, job });
    return outcomeOf(run, error => this.watch.suspect(error), unexpected);
  }
}
