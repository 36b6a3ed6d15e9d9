/**
 * The tasks of query threads and their results. A thread keeps a snapshot open until the task `release`; a restarted
 * thread answers `missing`, upon which the snapshot is opened again.
 */

import type { QueryName } from '../../api/query-parameters.js';
import type { VisitorReaderOptions } from '../../behaviour/visitors/visitor-reader.js';
import type { PagesConfig } from '../../pages/pages.js';
import type { AutocompleteRequest, SearchPageRequest, StorefrontRequest } from '../../pages/shared/requests.js';
import type { SharedSignals, SharedSnapshot } from '../../snapshot/index.js';
import type { Failure } from '../../threads/failure.js';
import type { AnswerEncoding } from '../http/encoding.js';
import type { ThreadMemory } from '../observability/front-end-reading.js';
import type { Sample } from './rehearsal.js';

/** What a thread is set up with, once. */
export interface QueryThreadData extends Omit<PagesConfig, 'cardMemory' | 'workspaces'> {
  /** Memory of each thread for the records of cards; 0: none. */
  cardMemoryBytes: number;
  /** The visitor store that queries read. */
  visitors: VisitorReaderOptions;
  /** Where campaigns stand: see `CampaignStanding` and `CappedVisitors`; absent where retail media is switched off. */
  campaigns?: { standing: SharedArrayBuffer; capped: SharedArrayBuffer } | undefined;
}

/** What is prepared of a view: what all queries need, or what those with recommendations need besides. */
export type Prepared = 'queries' | 'recommendations';

/** Time limits after which queries are answered with what they have found. */
export interface QueryBudget {
  /** Of one query. */
  queryMs: number;
  /** Of all queries of a task; the time that one leaves is used by those behind it. */
  taskMs: number;
}

/** The body of a request that is too long to be read by the front end, which other requests wait for. */
export interface UnreadBody {
  query: QueryName;
  /** The query string, of which the request was made. */
  rawQuery: string;
  contentType: string | undefined;
  bytes: Uint8Array;
  /** The header, if any. */
  referer: string;
}

export type QueryTask =
  /** Replied to when the thread has started and is set up. */
  | { kind: 'start'; data: QueryThreadData }
  /** Opens a snapshot, with its signals if there are any; sets up a thread that replaces another. */
  | { kind: 'open'; snapshot: SharedSnapshot; signals: SharedSignals | undefined; data: QueryThreadData }
  /** Opens the visitor store, which otherwise waits for the first query of a customer. */
  | { kind: 'open-visitors'; visitors: VisitorReaderOptions }
  /** Replaces the signals of a snapshot; ignored where it is not open. */
  | { kind: 'learn'; signals: SharedSignals }
  /**
   * Runs queries on an open snapshot, without results (see `warm-up.ts`). `queryMs`: the time limit of each, if any.
   */
  | { kind: 'warm'; id: string; requests: StorefrontRequest[]; queryMs?: number }
  /**
   * Completes a word of an open snapshot, without a result, which shows that the view of the request can be read. Most
   * words are rare: the products of a letter would have to be gone through before the first answer.
   */
  | { kind: 'first'; id: string; request: AutocompleteRequest }
  /**
   * Computes for some milliseconds what queries like this one need on an open snapshot, unless it is there; asked again
   * for as long as the result is `more`.
   */
  | { kind: 'prepare'; id: string; request: SearchPageRequest; what: Prepared; ms: number }
  /** Looks for a product in the answer to a search on an open snapshot (see `rehearsal.ts`). */
  | { kind: 'sample'; id: string; request: SearchPageRequest }
  /** Follows the first of all queries of the rehearsal. */
  | { kind: 'rehearsed' }
  | { kind: 'release'; id: string }
  /** Collects the garbage that released snapshots have left, where that is much. */
  | { kind: 'collect' }
  /** Explains a query on an open snapshot, and why products named by key are listed or not. */
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
      /** By index of the request, those that are to be read; absent when there are none. */
      bodies?: ReadonlyMap<number, UnreadBody>;
      /** For each request that of its answer, unless it is too short. */
      encodings: AnswerEncoding[];
      budget: QueryBudget;
      /** Buffers of earlier answers, for the thread to use again. */
      spent: ArrayBuffer[];
    };

/** Number of facts for each answer in `AnswerBatch.facts`. */
export const FACTS = 8;
export const FACT_ENCODED = 0;
export const FACT_HITS = 1;
export const FACT_CORRECTED = 2;
export const FACT_PERSONAL = 3;
export const FACT_DEGRADED = 4;
export const FACT_BYTES = 5;
export const FACT_MS = 6;
export const FACT_SECOND = 7;

export interface AnswerBatch {
  /**
   * By request: its answer, at the beginning of memory of its own that may be larger; undefined for a request that
   * failed.
   */
  bodies: (ArrayBuffer | undefined)[];
  /**
   * For each request: whether its body is encoded as was asked for, its hits, whether the phrase was corrected, whether
   * the answer is personal or degraded, the length of its body, how long it took, and the second that it holds for, if
   * for one alone.
   */
  facts: Float64Array;
  /** Look-ups in the caches of views: by cache hits and misses. */
  lookups: Float64Array;
  memory: ThreadMemory;
  /** How long the thread took for all of them. */
  ms: number;
  /** When it ended, since 1970. */
  endedMs: number;
  /** By index of the request, milliseconds by phase (`PHASE_NAMES`) of those that took long; absent when none did. */
  stages?: Map<number, Float64Array>;
  /** By index of the request; absent when all succeeded. */
  failures?: Map<number, Failure>;
}

/** JSON, or the reason why it could not be made. */
export type ExplainOutcome = { json: string } | { failure: Failure };

export type QueryResult =
  | { kind: 'done' }
  | { kind: 'missing' }
  | { kind: 'more' }
  | { kind: 'sampled'; sample: Sample | undefined }
  | { kind: 'answers'; batch: AnswerBatch }
  | { kind: 'explained'; outcome: ExplainOutcome };
