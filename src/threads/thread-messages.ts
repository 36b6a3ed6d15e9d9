/**
 * The messages between a thread and the one that started it. A protocol types the requests to the thread, the reply to
 * each kind of request, and the one-way messages of both directions.
 */
import type { TransferListItem } from 'node:worker_threads';
import type { Failure } from './failure.js';

export interface Protocol {
  /** A union of requests; each is answered once. */
  request: { kind: string };
  /** The reply by the kind of request; a kind that is missing is answered with undefined. */
  replies: object;
  /** One-way messages. */
  toThread: unknown;
  fromThread: unknown;
}

export type RequestOf<P extends Protocol, Kind extends P['request']['kind']> = Extract<P['request'], { kind: Kind }>;

export type ReplyTo<P extends Protocol, Kind> = Kind extends keyof P['replies'] ? P['replies'][Kind] : undefined;

export type TransferList = readonly TransferListItem[];

/** To the thread. */
export type ToThread<P extends Protocol> =
  | { type: 'request'; id: number; request: P['request'] }
  | { type: 'message'; message: P['toThread'] };

/** From the thread. */
export type FromThread<P extends Protocol> =
  /** Requests are being answered from now on. */
  | { type: 'ready' }
  /** The thread cannot do its work and ends. */
  | { type: 'refused'; failure: Failure }
  | { type: 'reply'; id: number; reply: unknown }
  | { type: 'failure'; id: number; failure: Failure }
  | { type: 'message'; message: P['fromThread'] };
