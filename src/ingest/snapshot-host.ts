/** What the ingest service has made of the store: snapshots, copies, backups, and what can be done ahead of imports. */
import type { ImportChange } from '../build/input/import-change.js';
import type { CatalogStore } from '../catalog/catalog-store.js';
import type { SnapshotManifest } from '../snapshot/index.js';
import type { KeptSnapshots } from './rollback.js';

/** What a snapshot is built from. */
interface SnapshotInput {
  store: CatalogStore;
  change: ImportChange;
  progress(phase: 'build' | 'verify', done: number, total: number): void;
}

/** Builds and announces snapshots for the service. */
export interface SnapshotHost extends KeptSnapshots {
  /**
   * Writes and verifies a snapshot of the store, the running transaction included. Synchronous.
   * @returns its id, and whether all of it was built
   */
  build(input: SnapshotInput): { id: string; isWhole?: boolean };
  /** As `build`, for a rehearsal: writes no manifest. @returns it; undefined where everything would be built */
  rehearse?(input: SnapshotInput): SnapshotManifest | undefined;
  /** Called when a rehearsal has ended, from which on imports need nothing of the build of everything before it. */
  rehearsed?(): void;
  /**
   * Removes snapshots beyond the retention, and files that no snapshot names.
   * @param committed no snapshot of a later generation is of an import that was committed; undefined where that is not known
   */
  tidy?(committed?: number): void;
  /** Resolves when nothing uses the store. */
  close?(): Promise<void>;
  /** Whether a copy of the store is being made, or is going to be. */
  isCopying?(): boolean;
  /** Copies a store whose file was removed. Never rejects. */
  rescue?(store: CatalogStore): Promise<void>;
  /** Copies the store without waiting for imports to rest. */
  copySoon?(store: CatalogStore): void;
  /** See stage-backup.ts. */
  stageBackup?(store: CatalogStore, idle: () => Promise<void>): Promise<string | undefined>;
  /** Does a step of what can be done ahead of the next import. Synchronous. @returns whether more is left */
  prepareNext?(): boolean;
  /** Reads one more file of the announced snapshot, as `verify` would. Synchronous. @returns whether more are left */
  verifyNext?(): boolean;
  /** Reads what has not been verified of the announced snapshot; files that are damaged are put aside. Synchronous. */
  verify?(): void;
}
