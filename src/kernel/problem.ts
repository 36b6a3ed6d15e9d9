/**
 * The errors a caller can be told about. Every floor throws a Problem when input is at fault or the daemon cannot
 * serve it; `api/errors.ts` turns the code into a status and a body. Anything else that is thrown is a defect (500).
 */
export type ProblemCode =
  | 'BAD_REQUEST'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_ACCEPTABLE'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'INTERNAL'
  | 'UNAVAILABLE';

/** A fault inside a request: where (a parameter name or JSON pointer), and what was found and expected there. */
export interface Fault {
  path: string;
  message: string;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly code: ProblemCode,
    message: string,
    /** Single faults, when there are several or one has a path of its own. */
    readonly errors?: Fault[],
    /** The summary of a refused import (see `ingest/import/error-details.ts`). */
    readonly errorDetails?: unknown,
  ) {
    super(message);
  }
}

/** The usual case: one parameter or path is wrong. The message starts with its name. */
export function badRequest(path: string, message: string): Problem {
  return new Problem('BAD_REQUEST', `${path}: ${message}`, [{ path, message }]);
}
