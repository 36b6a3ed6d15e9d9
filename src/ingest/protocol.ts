/**
 * Messages between the daemon and its ingest process (a forked child, JSON over IPC). One job runs at a time.
 */
export type ImportKind = 'catalog';

/** PUT replaces everything; POST applies instructions. */
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

/** How an import ended, or why it was refused. `snapshot` is set when a new one was announced. */
export type ImportOutcome =
  | { status: 'SUCCESS'; snapshot?: string; counts: ImportCounts; warnings?: string[] }
  | { status: 'FAILURE'; code: import('../kernel/problem.js').ProblemCode; message: string; errorDetails?: unknown };

export type IngestReport =
  /** After start and recovery; `snapshot` is the id the pointer names, absent while there is none. */
  | { type: 'ready'; snapshot?: string }
  | { type: 'progress'; id: string; phase: ImportPhase; done: number; total: number }
  | { type: 'done'; id: string; outcome: ImportOutcome };
