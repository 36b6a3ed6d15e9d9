import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { Client } from '../admission/client-shares.js';
import type { AnswerEncoding } from '../http/encoding.js';
import type { UnreadBody } from './query-task.js';

/** A request that is not answered from the cache. */
export interface QueuedRequest {
  request: StorefrontRequest;
  /** That of its answer, unless it is too short. */
  encoding: AnswerEncoding;
  /** The answer key; empty when the answer is neither shared nor cached. */
  key: string;
  /** Whether the answer may depend on stored data of the visitor. */
  own: boolean;
  /** What the request does not have yet. */
  body?: UnreadBody | undefined;
  /** Whose share of the threads it is of; undefined where clients are not told apart. */
  client?: Client | undefined;
}
