/** What a request ends with when it is not answered as it should be. */
import type { components } from './openapi.js';

export type ErrorReply = components['schemas']['Error'];

/**
 * A refusal in the daemon's own words, or the want of any reply. `message` names what was wrong, what was found and
 * what was expected; programs branch on `code`.
 */
export class VitrineError extends Error {
  /** Of HTTP; 0 where no reply came. */
  readonly status: number;
  /** As the table of errors in the description of the interface has it; undefined where no daemon has replied. */
  readonly code: ErrorReply['code'] | undefined;
  /** The paths of a body, or the parameters, that are wrong. */
  readonly errors: NonNullable<ErrorReply['errors']>;
  /** Of a catalog that was refused: what is wrong with how many of its records. */
  readonly details: ErrorReply['errorDetails'];
  /** Of a fault of the daemon: how its log calls it. */
  readonly id: string | undefined;
  /** How long the daemon has asked to wait before the request is repeated. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, reply: Partial<ErrorReply>, more: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(reply.message ?? `status ${status}`, more.cause === undefined ? {} : { cause: more.cause });
    this.name = 'VitrineError';
    this.status = status;
    this.code = reply.code;
    this.errors = reply.errors ?? [];
    this.details = reply.errorDetails;
    this.id = reply.id;
    this.retryAfterMs = more.retryAfterMs;
  }
}
