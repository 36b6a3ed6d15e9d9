/**
 * Errors as callers see them: the one table from code to status, and the one body that every route answers with.
 */
import { Problem, type ProblemCode } from '../kernel/problem.js';

export const STATUS: Readonly<Record<ProblemCode, number>> = {
  BAD_REQUEST: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

/**
 * @param extra.id of an INTERNAL error: the caller quotes it, the log explains it.
 * @returns the status and the body, JSON.
 */
export function errorBody(problem: Problem, extra: { id?: string } = {}): { status: number; body: string } {
  const status = STATUS[problem.code];
  // Members without a value are left out: JSON.stringify drops undefined.
  const body = {
    status,
    error: problem.code,
    message: problem.message,
    id: extra.id,
    errors: problem.errors,
    errorDetails: problem.errorDetails,
  };
  return { status, body: JSON.stringify(body) };
}

/** A Problem as it is; anything else is a defect, of which callers learn only that it happened. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem('INTERNAL', 'The request failed inside the daemon; its log has the details under this id.');
}
