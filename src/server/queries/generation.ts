/**
 * One snapshot in service with all that was derived from it: its cached answers, and its queries in flight.
 */
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { SharedSnapshot } from '../../snapshot/index.js';
import type { DropReason } from '../admission/refusals.js';
import { AnswerCache } from './answer-cache.js';
import type { BatchJob } from './batcher.js';
import type { Outcome } from './query-pool.js';

export class Generation {
  readonly cache: AnswerCache;
  /** Queries in flight whose answer may be shared, by answer key. */
  readonly inFlight = new Map<string, InFlightQuery>();
  /** Queries that wait for or run on this snapshot. */
  pending = 0;
  /** No longer live: nothing new is derived from it. */
  retired = false;

  constructor(
    readonly shared: SharedSnapshot,
    cacheBytes: number,
  ) {
    this.cache = new AnswerCache(cacheBytes);
  }

  get hasProducts(): boolean {
    return this.shared.manifest.counts.products > 0;
  }
}

/** A request that waits for a query. One of the two is called, once; neither may throw. */
export interface Waiter {
  /** The client has gone away. */
  readonly gone: boolean;
  settle(outcome: Outcome): void;
  /** The query was dropped for lack of capacity. */
  shed(reason: DropReason): void;
}

/** One execution of a query, and the requests that wait for it. */
export class InFlightQuery implements BatchJob {
  readonly waiters: Waiter[];

  /**
   * @param key the answer key; empty when the answer is neither shared nor kept.
   * @param shareable whether equal requests of others may wait for it; otherwise the answer is the visitor's own.
   */
  constructor(
    readonly group: Generation,
    readonly request: StorefrontRequest,
    readonly gzip: boolean,
    readonly key: string,
    readonly shareable: boolean,
    first: Waiter,
  ) {
    this.waiters = [first];
  }

  get abandoned(): boolean {
    return this.waiters.every(waiter => waiter.gone);
  }
}
