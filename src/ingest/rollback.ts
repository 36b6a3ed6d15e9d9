/**
 * Rollbacks to a kept snapshot. The snapshot is announced at once, because the live one may be a mistake; then the
 * catalog store is taken back to the generation of that snapshot, so that exports and all later imports build on what is
 * live. The pointer names the generation of that transaction from the beginning: a start that finds the store before it
 * completes the rollback. A snapshot that another release has written cannot be announced: there a snapshot is built within
 * the transaction that takes the store back, and announced behind it, as for an import.
 */
import type { CatalogStore } from '../catalog/catalog-store.js';
import type { RestoredCounts } from '../catalog/restore-records.js';
import { Problem } from '../errors/problem.js';
import { PREVIOUS_SNAPSHOT } from '../imports/protocol.js';
import type { AddedEntry, RedoLog } from './redo-log.js';

export interface AnnouncedSnapshot {
  id: string;
  /** Absent when it must be built again. */
  catalogGeneration?: number;
  /** See `Pointer`. */
  pinned?: number;
}

/** The snapshots that there are. */
export interface KeptSnapshots {
  announced(): AnnouncedSnapshot | undefined;
  /**
   * Announces a snapshot.
   * @param pinned for a rollback, the generation of the transaction that takes the catalog back
   * @throws `snapshot_unknown` when it is not kept
   */
  publish(id: string, pinned?: number): void;
  /** The generation of a snapshot's catalog. @throws as `publish` */
  generation(id: string): number;
  /** Whether this release reads its format. @throws as `publish` */
  isReadable(id: string): boolean;
  /** Ids of the kept snapshots with the generations of their catalogs, newest first. */
  kept(): { id: string; generation: number }[];
}

/**
 * Has a change accepted by the fleet, inside its transaction.
 * @param snapshot that it led to
 * @throws Problem `fleet_unavailable` where it is not: the transaction is to be given up
 */
export type AcceptChange = (change: AddedEntry, generation: number, snapshot: string) => void;

export class Rollback {
  constructor(
    private readonly store: CatalogStore,
    private readonly snapshots: KeptSnapshots,
    private readonly redo: RedoLog,
    /** Builds a snapshot of the store, the running transaction included. @returns its id */
    private readonly build: () => string,
    private readonly accept: AcceptChange = () => undefined,
  ) {}

  /** The generation of the store that has the catalog of the announced snapshot; undefined as `catalogGeneration`. */
  generationOf({ catalogGeneration, pinned }: AnnouncedSnapshot): number | undefined {
    const isTakenBack = pinned !== undefined && this.store.rollbacks.at(pinned) === catalogGeneration;
    return isTakenBack && catalogGeneration !== undefined ? pinned : catalogGeneration;
  }

  /**
   * Rolls back.
   * @param name the id of a kept snapshot, or `PREVIOUS_SNAPSHOT`
   * @param swapped called with the snapshot that is announced, each time that it is another
   * @throws `snapshot_unknown`, or `rollback_impossible` when the store cannot be taken back
   */
  async run(name: string, swapped: (id: string) => void): Promise<{ snapshot: string; counts: RestoredCounts }> {
    const { store, snapshots } = this;
    const snapshot = name === PREVIOUS_SNAPSHOT ? this.previous() : name;
    const generation = snapshots.generation(snapshot);
    if (!snapshots.isReadable(snapshot)) return this.rebuilt(generation);
    if (generation === store.generation) {
      snapshots.publish(snapshot);
      return { snapshot, counts: { added: 0, changed: 0, removed: 0 } };
    }
    store.rollbacks.require(generation);
    const before = snapshots.announced();
    try {
      snapshots.publish(snapshot, store.generation + 1);
      swapped(snapshot);
      const { counts, durable } = this.takeBack(generation, () => snapshot);
      await Promise.all([store.flushed(), durable]);
      return { snapshot, counts };
    } catch (error) {
      if (before && before.id !== snapshots.announced()?.id) {
        snapshots.publish(before.id, before.pinned);
        swapped(before.id);
      }
      throw error;
    }
  }

  /** Takes the store back to a generation, and announces a snapshot of that. @throws as `run` */
  private async rebuilt(generation: number): Promise<{ snapshot: string; counts: RestoredCounts }> {
    const { store, snapshots } = this;
    if (generation === store.generation) {
      const announced = snapshots.announced();
      const isBuilt = announced !== undefined && this.generationOf(announced) === generation;
      const snapshot = isBuilt ? announced.id : this.build();
      if (!isBuilt) snapshots.publish(snapshot);
      return { snapshot, counts: { added: 0, changed: 0, removed: 0 } };
    }
    store.rollbacks.require(generation);
    let snapshot!: string;
    const { counts, durable } = this.takeBack(generation, () => {
      snapshot = this.build();
      return snapshot;
    });
    await Promise.all([store.flushed(), durable]);
    snapshots.publish(snapshot);
    return { snapshot, counts };
  }

  /**
   * Completes the rollback that the end of the process has cut off between its announcement and its transaction.
   * @returns whether there is one
   * @throws what the transaction throws; the snapshot that the store is at is announced then, where it is kept
   */
  complete({ id, pinned }: AnnouncedSnapshot): boolean {
    const { store, snapshots } = this;
    if (pinned !== store.generation + 1) return false;
    try {
      this.takeBack(snapshots.generation(id), () => id);
      return true;
    } catch (error) {
      const own = snapshots.kept().find(({ generation }) => generation === store.generation);
      if (own) snapshots.publish(own.id);
      throw error;
    }
  }

  /** @param taken called before the transaction ends; returns the snapshot that goes with it */
  private takeBack(to: number, taken: () => string): { counts: RestoredCounts; durable: Promise<void> } {
    const { store } = this;
    const added = this.redo.addRollback(to, store.generation + 1);
    try {
      const counts = store.transaction(() => {
        const restored = store.rollbacks.restore(to);
        store.recordChanges(restored.changes);
        this.accept(added, store.generation, taken());
        return restored.counts;
      });
      return { counts, durable: added.durable };
    } catch (error) {
      added.remove();
      throw error;
    }
  }

  /** The newest kept snapshot of those that the live one follows from: those that were rolled back are none of them. */
  private previous(): string {
    const announced = this.snapshots.announced();
    if (!announced) throw new Problem('snapshot_unknown', 'no snapshot is live yet: import a catalog first');
    const kept = this.snapshots.kept();
    const earliest = Math.min(...kept.map(({ generation }) => generation));
    for (let generation = this.snapshots.generation(announced.id) - 1; generation >= earliest; generation--) {
      generation = this.origin(generation);
      const found = kept.find(one => one.generation === generation);
      if (found) return found.id;
    }
    throw new Problem('snapshot_unknown', `no snapshot before ${announced.id}, the live one, is kept`);
  }

  /** The generation that a rollback took the store back to; the given one where that is of no rollback. */
  private origin(generation: number): number {
    const to = this.store.rollbacks.at(generation);
    return to === undefined ? generation : this.origin(to);
  }
}
