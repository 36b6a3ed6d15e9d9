/**
 * Messages between the daemon and its ingest process (a forked child, JSON over IPC). One job runs at a time.
 */
import type { ErrorCode, Fault } from '../errors/problem.js';

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
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** PUT replaces everything; POST applies instructions, or what the body itself says. */
export type ImportMode = 'replace' | 'update';

export interface ImportJob {
  type: 'import';
  id: string;
  kind: ImportKind;
  mode: ImportMode;
  /** The received body, spooled to disk; the ingest process deletes it when done. */
  file: string;
  encoding: 'gzip' | 'identity';
  force: boolean;
  validationOnly: boolean;
  name?: string;
  maxInflatedBytes: number;
}

export interface RollbackJob {
  type: 'rollback';
  id: string;
  snapshot: string;
}

/** Cancels nothing; lets the process finish its job and exit. */
export interface StopJob {
  type: 'stop';
}

export type IngestJob = ImportJob | RollbackJob | StopJob;

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

/** What an import of anything but the catalog did to its records. */
export interface DocumentCounts {
  added: number;
  changed: number;
  removed: number;
}

/** How an import ended, or why it was refused. `snapshot` is set when a new one was announced. */
export type ImportOutcome =
  | { status: 'SUCCESS'; snapshot?: string; counts: ImportCounts | DocumentCounts; warnings?: string[] }
  | ImportFailure;

export interface ImportFailure {
  status: 'FAILURE';
  code: ErrorCode;
  message: string;
  errors?: Fault[];
  errorDetails?: unknown;
  /** The catalog store has what was imported, but its snapshot is not announced. */
  stored?: true;
}

export type IngestReport =
  /** The catalog store is open. */
  | { type: 'opened' }
  /** It cannot be opened; the process ends. */
  | { type: 'refused'; message: string }
  /** After start and recovery; `snapshot` is the id the pointer names, absent while there is none. */
  | { type: 'ready'; snapshot?: string }
  | { type: 'progress'; id: string; phase: ImportPhase; done: number; total: number }
  | { type: 'done'; id: string; outcome: ImportOutcome };
