/**
 * One snapshot in service with all that was derived from it: its cached answers, and its queries under way.
 */
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { SharedSnapshot } from '../../snapshot/index.js';
import { AnswerCache } from './answer-cache.js';
import type { BatchJob, DropReason } from './batcher.js';
import type { Outcome } from './query-pool.js';

export class Generation {
  readonly cache: AnswerCache;
  /** Queries under way by answer key, for those who ask the same meanwhile. */
  readonly flights = new Map<string, InFlightQuery>();
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

/** Somebody who waits for a query. */
export interface Waiter {
  /** The client is gone. */
  readonly gone: boolean;
  settle(outcome: Outcome): void;
  /** The query was dropped for lack of capacity. */
  shed(reason: DropReason): void;
}

/** One execution of a query and those who wait for it. */
export class InFlightQuery implements BatchJob {
  readonly passengers: Waiter[] = [];

  /**
   * @param key the answer key; empty when the answer is neither shared nor kept.
   * @param open whether others who ask the same may come along; otherwise it is the visitor's own.
   */
  constructor(
    readonly group: Generation,
    readonly request: StorefrontRequest,
    readonly gzip: boolean,
    readonly key: string,
    readonly open: boolean,
  ) {}

  get abandoned(): boolean {
    return this.passengers.every(passenger => passenger.gone);
  }
}
