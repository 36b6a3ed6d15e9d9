/**
 * Messages between the daemon and the ingest process, a forked child (JSON over IPC). One job runs at a time.
 */
import type { ErrorCode, Fault } from '../errors/problem.js';
import type { Damage, SnapshotManifest } from '../snapshot/index.js';

export const IMPORT_KINDS = [
  'catalog',
  'pages',
  'pages-publish',
  'navigation',
  'navigation-nodes',
  'templates',
  'product-sets',
  'search-settings',
  'search-settings-publish',
  'configuration',
  'campaigns',
  'campaigns-publish',
  'campaign',
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * PUT replaces all records of the kind, or one item; POST applies instructions, or the type that the body states; DELETE
 * removes one item.
 */
export type ImportMode = 'replace' | 'update' | 'remove';

/** Which item an import is of, and what of it has to hold (RFC 9110, 13.1). */
export interface ItemOrder {
  id: string;
  /** It has one of these entity tags; `*`: it exists. */
  ifMatch?: readonly string[];
  /** It does not exist. */
  ifNoneMatch?: true;
}

export interface ImportJob {
  type: 'import';
  id: string;
  kind: ImportKind;
  mode: ImportMode;
  /** The received body, spooled to disk; the ingest process deletes it when done, unless `keepsBody`. */
  file: string;
  /** The daemon runs it again after a crash, and deletes the body itself. */
  keepsBody?: true;
  encoding: 'gzip' | 'identity';
  force: boolean;
  validationOnly: boolean;
  name?: string;
  item?: ItemOrder;
  /** The only markets that it may change; absent: all. */
  markets?: readonly string[];
  maxInflatedBytes: number;
}

/** In place of an id: the snapshot before the live one. */
export const PREVIOUS_SNAPSHOT = 'previous';

export interface RollbackJob {
  type: 'rollback';
  id: string;
  /** Id of a kept snapshot, or `PREVIOUS_SNAPSHOT`. */
  snapshot: string;
}

/** Asks the process to exit when its job has ended. */
export interface StopJob {
  type: 'stop';
}

/**
 * Tells that the daemon has done with the last job, whose snapshot is live if it has one: when no job follows soon,
 * what the next one would have to do before its own work is done ahead.
 */
export interface PrepareJob {
  type: 'prepare';
}

/** Asks for the announced snapshot to be built again where files of it are damaged, when the job that runs has ended. */
export interface RepairJob {
  type: 'repair';
}

/** In place of the id of a job, with the progress of a repair. */
export const REPAIR = 'repair';

/** Asks for an inspection of the catalog store, when the job that runs has ended: a damaged one ends the process. */
export interface InspectJob {
  type: 'inspect';
}

/** Asks for the snapshots and a copy of the catalog store, for a backup: see backup/staged-folder.ts. */
export interface StageJob {
  type: 'stage';
}

/** Of a daemon in a fleet: applies a change that the fleet has accepted to the catalog store; nothing is built. */
export interface FollowJob {
  type: 'follow';
  id: string;
  generation: number;
  /** The order as the redo log stores it. */
  order: unknown;
  /** The file of its body, which is moved; absent where it has none. */
  body?: string;
  /** The generations that the writer can be rolled back to; of others nothing is kept. */
  kept: readonly number[];
}

/** Of a daemon in a fleet: the next process makes the store from a copy of another daemon's, unless this one is newer. */
export interface RestoreJob {
  type: 'restore';
  id: string;
  /** That of the copy. */
  generation: number;
  /** The copy, which is moved; absent where it is in its place. */
  file?: string;
}

/** Of a daemon in a fleet: announces a snapshot that was fetched as a whole, of a generation that the store has. */
export interface AnnounceJob {
  type: 'announce';
  id: string;
  snapshot: string;
  /** See `Pointer`. */
  pinned?: number;
}

/** Of a daemon in a fleet: it has become the writer. */
export interface TermJob {
  type: 'term';
  id: string;
  token: number;
}

/** Of a daemon in a fleet: builds the snapshot of its store, unless that is announced: the one of the fleet has another format. */
export interface BuildJob {
  type: 'build';
  id: string;
}

/** Of a daemon in a fleet: tells the generation of the store when the jobs before it have ended. */
export interface GenerationJob {
  type: 'generation';
  id: string;
}

/** Jobs of daemons in a fleet. */
export type FleetJob = FollowJob | RestoreJob | AnnounceJob | BuildJob | TermJob | GenerationJob;

/** Jobs with an outcome; one runs at a time. */
export type OutcomeJob = ImportJob | RollbackJob | FleetJob;

export type IngestJob = OutcomeJob | PrepareJob | RepairJob | InspectJob | StageJob | StopJob;

export type ImportPhase = 'inflate' | 'validate' | 'build' | 'verify' | 'publish';

export interface ImportCounts {
  instructions: number;
  productGroups: number;
  products: number;
  variants: number;
  content: number;
  translations: number;
  warnings: number;
}

/**
 * Numbers of documents, or of their entries, that an import other than of the catalog changed; of records of all kinds
 * that a rollback did.
 */
export interface DocumentCounts {
  added: number;
  changed: number;
  removed: number;
}

/**
 * Result of an import or rollback. `snapshot` is set when one was announced; `generation`, that of the store, of the jobs of
 * a fleet.
 */
export type ImportOutcome =
  | {
      status: 'SUCCESS';
      snapshot?: string;
      generation?: number;
      counts: ImportCounts | DocumentCounts;
      warnings?: string[];
    }
  | ImportFailure;

export interface ImportFailure {
  status: 'FAILURE';
  code: ErrorCode;
  message: string;
  errors?: Fault[];
  errorDetails?: unknown;
  /** The import is committed to the catalog store, but its snapshot could not be announced. */
  stored?: true;
}

/** When a new base was begun and when it was complete, in milliseconds since 1970. */
export interface BaseTimes {
  begunMs: number;
  builtMs: number;
}

export type IngestReport =
  /** The catalog store is open. */
  | { type: 'opened' }
  /** The catalog store cannot be opened; the process ends. */
  | { type: 'refused'; message: string }
  /**
   * Start and recovery have ended; `snapshot` is the id of the announced snapshot, absent while there is none.
   * `needsFullImport`: the catalog store lacks imports, or an older version wrote it. `generation`: that of the store, of a
   * daemon in a fleet.
   */
  | { type: 'ready'; snapshot?: string; needsFullImport?: boolean; generation?: number }
  /**
   * A snapshot was announced: one of the same catalog with a new base, which no job asked for, or that of a rollback,
   * which goes on.
   */
  | { type: 'announced'; snapshot: string; base?: BaseTimes }
  /** Files of the announced snapshot are damaged, and were put aside. */
  | { type: 'damaged'; damages: Damage[] }
  /** A repair has ended. `snapshot`: the announced one, all of whose files are there; otherwise why it is not. */
  | { type: 'repaired'; snapshot: string }
  | { type: 'repaired'; failure: string }
  /** What a backup needs is there. `snapshot`: the announced one, absent before the first import. */
  | { type: 'staged'; snapshot?: string }
  | { type: 'staged'; failure: { code: ErrorCode; message: string } }
  /** A rehearsal has written what this manifest names, which is never announced. */
  | { type: 'rehearsed'; manifest: SnapshotManifest }
  /** The process rests, and has much memory that it has no use for: a new one should take its place. */
  | { type: 'worn' }
  /** The process is ending, and has not begun this job. */
  | { type: 'leaving'; id: string }
  /** `id`: of the job, or `REPAIR`. */
  | { type: 'progress'; id: string; phase: ImportPhase; done: number; total: number }
  /** `needsFullImport` as before; absent where the job was not begun. */
  | { type: 'done'; id: string; outcome: ImportOutcome; needsFullImport?: boolean };
