/**
 * What passes between the front end and a query thread. A thread keeps the snapshots it was given until it is told to
 * let go; one that was restarted answers `missing` and is given the snapshot again.
 */
import type { StorefrontRequest } from '../pages/requests.js';
import type { SharedSnapshot } from '../snapshot/index.js';
import type { Failure } from './failure.js';

export type QueryTask =
  | { kind: 'open'; snapshot: SharedSnapshot }
  /** Answers some queries of an open snapshot for nobody (see `warm-up.ts`). */
  | { kind: 'warm'; id: string; requests: StorefrontRequest[] }
  | { kind: 'release'; id: string }
  | {
      kind: 'answer';
      snapshotId: string;
      requests: StorefrontRequest[];
      /** For each request: whether its answer may be compressed. */
      gzip: boolean[];
    };

/** Numbers for each answer in `AnswerBatch.facts`. */
export const FACTS = 4;
export const FACT_END = 0;
export const FACT_GZIPPED = 1;
export const FACT_HITS = 2;
export const FACT_CORRECTED = 3;

export interface AnswerBatch {
  /** The bodies, one behind the other. A request that failed has no bytes. */
  bytes: ArrayBuffer;
  /** For each request: where its body ends, whether it is gzipped, hits, whether the phrase was corrected. */
  facts: Float64Array;
  /** By index of the request; absent when all succeeded. */
  failures?: Map<number, Failure>;
}

export type QueryResult = { kind: 'done' } | { kind: 'missing' } | { kind: 'answers'; batch: AnswerBatch };
