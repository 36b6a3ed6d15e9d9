/**
 * Keeps the announced snapshot that of the catalog store: builds it, announces it, and tells what the store has changed
 * since it. The announced snapshot has the store's generation, or it is the one that a rollback has taken the store back
 * to (see rollback.ts); where a crash came between commit and announcement, `complete` announces one.
 */
import { randomUUID } from 'node:crypto';
import { combinedChange, type ImportChange } from '../build/input/import-change.js';
import type { CatalogStore } from '../catalog/catalog-store.js';
import type { ImportFailure } from '../imports/protocol.js';
import { generationOfId, leastGeneration } from '../snapshot/index.js';
import type { ImportProgress } from './apply-import.js';
import { type ErrorLog, notAnnounced } from './job-outcome.js';
import type { RedoLog } from './redo-log.js';
import { type AcceptChange, Rollback } from './rollback.js';
import type { SnapshotHost } from './snapshot-host.js';

export interface StoreAnnouncerOptions {
  store: CatalogStore;
  snapshots: SnapshotHost;
  redo: RedoLog;
  accept: AcceptChange;
  /** Called when a snapshot of everything has been built. */
  builtWhole(): void;
  log: ErrorLog;
}

export class StoreAnnouncer {
  readonly rollbacks: Rollback;
  private readonly store: CatalogStore;
  private readonly snapshots: SnapshotHost;

  constructor(private readonly options: StoreAnnouncerOptions) {
    const { store, snapshots, redo, accept } = options;
    this.store = store;
    this.snapshots = snapshots;
    this.rollbacks = new Rollback(store, snapshots, redo, () => this.build(() => {}), accept);
  }

  /** Notices that the store lacks imports, because it was damaged: see recover-store.ts. */
  noticeLoss(): void {
    const announced = this.snapshots.announced();
    if (!announced) return;
    const { id, catalogGeneration = generationOfId(id), pinned } = announced;
    const generation = leastGeneration(catalogGeneration, pinned);
    this.store.refresh();
    if (!(generation > this.store.generation)) return;
    const error = new Error(
      `the catalog store has generation ${this.store.generation}, and snapshot ${id} is live: imports are ` +
        'missing; the next one must be of the full catalog (PUT)',
    );
    this.store.markLoss(generation);
    this.options.log(error, { id: randomUUID() });
  }

  /**
   * Completes a rollback that was cut off; builds and announces a snapshot of the store, unless one that has its catalog
   * is announced, or one that an earlier version rolled back to, which left the store as it was.
   * @returns the id of what it has announced
   */
  complete(progress: ImportProgress): string | undefined {
    const { generation } = this.store;
    if (generation === 0 || this.store.needsFullImport) return undefined;
    const announced = this.snapshots.announced();
    if (announced && this.rollbacks.complete(announced)) return undefined;
    const since = announced && this.rollbacks.generationOf(announced);
    if (since === generation || (announced?.pinned === generation && !this.store.rollbacks.at(generation)))
      return undefined;
    const id = this.build(progress);
    this.snapshots.publish(id);
    return id;
  }

  /** Announces the snapshot of a committed import. @returns the outcome where that fails */
  announce(job: string, snapshot: string): ImportFailure | undefined {
    try {
      this.snapshots.publish(snapshot);
      return undefined;
    } catch (error) {
      const id = randomUUID();
      this.options.log(error, { id, job });
      // Announced, though its pointer may not be on the disk yet: where a power loss takes it back, `recover` announces
      // the snapshot of the stored catalog again.
      if (this.snapshots.announced()?.id === snapshot) return undefined;
      return notAnnounced(id);
    }
  }

  /** What an import changes in the announced snapshot, which may not be that of the catalog before it. */
  usableChange(change: ImportChange, before: number): ImportChange {
    const announced = this.snapshots.announced();
    const generation = announced && this.rollbacks.generationOf(announced);
    return generation === before ? change : this.changeSince(generation);
  }

  /**
   * The generation of the newest catalog that was committed: a store that was restored is behind the announced snapshot,
   * and one that lacks imports does not tell.
   * @param follows whether the daemon is one of a fleet that does not write
   */
  committed(follows: boolean): number | undefined {
    const announced = this.snapshots.announced();
    // What a daemon that follows has fetched may be ahead of its store.
    if (!announced || this.store.needsFullImport || follows) return undefined;
    const { id, catalogGeneration = generationOfId(id), pinned } = announced;
    return Math.max(this.store.generation, leastGeneration(catalogGeneration, pinned));
  }

  /** Builds a snapshot of the store, the running transaction included, upon the announced one. @returns its id */
  private build(progress: ImportProgress): string {
    const announced = this.snapshots.announced();
    const change = this.changeSince(announced && this.rollbacks.generationOf(announced));
    return this.write(change, progress);
  }

  /** Has a snapshot of the store written, the running transaction included. @returns its id */
  write(change: ImportChange, progress: ImportProgress): string {
    const { id, isWhole = false } = this.snapshots.build({ store: this.store, change, progress });
    if (isWhole) this.options.builtWhole();
    return id;
  }

  /** What the catalog has changed since a generation. @param generation undefined where there is no usable snapshot */
  private changeSince(generation: number | undefined): ImportChange {
    return combinedChange(generation === undefined ? undefined : this.store.changesSince(generation));
  }
}
