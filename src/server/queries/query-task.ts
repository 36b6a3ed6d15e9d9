/**
 * What passes between the front end and a query thread. A thread keeps the snapshots it was given until it is to
 * release them; one that was restarted answers `missing` and is given the snapshot again.
 */

import type { VisitorReaderOptions } from '../../behaviour/visitors/index.js';
import type { PagesConfig } from '../../pages/pages.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { SharedSignals, SharedSnapshot } from '../../snapshot/index.js';
import type { Failure } from '../../threads/failure.js';

/** What a thread is started with. */
export interface QueryThreadData extends PagesConfig {
  /** Where visitors are found. */
  visitors: VisitorReaderOptions;
}

/** How long queries may compute before they are answered with what they have found. */
export interface QueryBudget {
  /** One query. */
  queryMs: number;
  /** All queries of a task. What one leaves is for those behind it. */
  taskMs: number;
}

export type QueryTask =
  /** Answered when the thread has started. */
  | { kind: 'start' }
  /** Signals: those of the snapshot, if there are any. */
  | { kind: 'open'; snapshot: SharedSnapshot; signals: SharedSignals | undefined }
  /** Signals from now on; of no use for a snapshot that is not open. */
  | { kind: 'learn'; signals: SharedSignals }
  /** Runs some queries on an open snapshot without an answer (see `warm-up.ts`). */
  | { kind: 'warm'; id: string; requests: StorefrontRequest[] }
  | { kind: 'release'; id: string }
  /** Explains a query of an open snapshot, and what became of some products in it, named by their keys. */
  | {
      kind: 'explain';
      snapshotId: string;
      request: StorefrontRequest;
      products: readonly string[];
      budget: QueryBudget;
    }
  | {
      kind: 'answer';
      snapshotId: string;
      requests: StorefrontRequest[];
      /** For each request: whether its answer may be compressed. */
      gzip: boolean[];
      budget: QueryBudget;
    };

/** Numbers for each answer in `AnswerBatch.facts`. */
export const FACTS = 5;
export const FACT_GZIPPED = 0;
export const FACT_HITS = 1;
export const FACT_CORRECTED = 2;
export const FACT_PERSONAL = 3;
export const FACT_DEGRADED = 4;

export interface AnswerBatch {
  /** By request: its answer's bytes, each in memory of its own; undefined for a request that failed. */
  bodies: (ArrayBuffer | undefined)[];
  /** For each request: whether its body is gzipped, hits, whether the phrase was corrected, whether it is personal or degraded. */
  facts: Float64Array;
  /** By index of the request; absent when all succeeded. */
  failures?: Map<number, Failure>;
}

/** JSON, or what kept it from being made. */
export type ExplainOutcome = { json: string } | { failure: Failure };

export type QueryResult =
  | { kind: 'done' }
  | { kind: 'missing' }
  | { kind: 'answers'; batch: AnswerBatch }
  | { kind: 'explained'; outcome: ExplainOutcome };
