/** One snapshot in use with what was derived from it: its cached answers, and its queries in flight. */
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { SharedSnapshot } from '../../snapshot/index.js';
import type { Client } from '../admission/client-shares.js';
import type { DropReason } from '../admission/refusals.js';
import type { AnswerEncoding } from '../http/encoding.js';
import type { Computed } from '../observability/slow-queries.js';
import { AnswerCache } from './answer-cache.js';
import type { BatchJob } from './batch.js';
import type { Outcome } from './outcomes.js';
import type { CostKind } from './query-costs.js';
import type { UnreadBody } from './query-task.js';

export class Generation {
  readonly cache: AnswerCache;
  /** Queries in flight whose answer may be shared, by answer key. */
  readonly inFlight = new Map<string, InFlightQuery>();
  /** Number of queries that wait for or run on this snapshot. */
  pending = 0;
  /** Whether it was replaced: nothing new is derived from it. */
  retired = false;
  /** Resolves when it is retired and the last query that uses it has ended. */
  readonly ended: Promise<void>;
  markEnded!: () => void;

  constructor(
    readonly shared: SharedSnapshot,
    cacheBytes: number,
  ) {
    this.cache = new AnswerCache(cacheBytes);
    this.ended = new Promise(resolve => {
      this.markEnded = resolve;
    });
  }

  get hasProducts(): boolean {
    return this.shared.manifest.counts.products > 0;
  }
}

/** A request that waits for a query. One of its two callbacks is called, once; neither may throw. */
export interface Waiter {
  /** Whether the client has disconnected. */
  readonly gone: boolean;
  /** @param computed undefined where that is not known */
  settle(outcome: Outcome, computed?: Computed): void;
  /** The query was dropped for lack of capacity. */
  shed(reason: DropReason): void;
}

/** What a query thread is to answer. */
export interface Execution {
  request: StorefrontRequest;
  /** That of its answer, unless it is too short. */
  encoding: AnswerEncoding;
  /** The answer key; empty when the answer is neither shared nor cached. */
  key: string;
  /** Whether equal requests of other visitors may wait for it. */
  shareable: boolean;
  /** What the request does not have yet. */
  body: UnreadBody | undefined;
  /** Of those that are thought to take as long. */
  kind: CostKind;
  /** How long it is thought to take. */
  costMs: number;
  /** Whose share of the threads it is of; undefined where clients are not told apart. */
  client: Client | undefined;
}

/** One execution of a query, and the requests that wait for it. */
export class InFlightQuery implements BatchJob {
  readonly request: StorefrontRequest;
  readonly encoding: AnswerEncoding;
  readonly key: string;
  readonly shareable: boolean;
  readonly body: UnreadBody | undefined;
  readonly kind: CostKind;
  readonly costMs: number;
  readonly client: Client | undefined;
  readonly waiters: Waiter[];
  /** How often it came upon damage: see held-queries.ts. */
  attempts = 0;
  /** Once a query thread has answered it. */
  computed: Computed | undefined;

  constructor(
    readonly group: Generation,
    { request, encoding, key, shareable, body, kind, costMs, client }: Execution,
    waiters: readonly Waiter[],
  ) {
    this.request = request;
    this.encoding = encoding;
    this.key = key;
    this.shareable = shareable;
    this.body = body;
    this.kind = kind;
    this.costMs = costMs;
    this.client = client;
    this.waiters = [...waiters];
  }

  get abandoned(): boolean {
    return this.waiters.every(waiter => waiter.gone);
  }
}
