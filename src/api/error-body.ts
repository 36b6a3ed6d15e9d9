/** Errors as callers see them: the one body that every route answers with. */
import { Problem } from '../errors/problem.js';

/**
 * @param extra.id of an INTERNAL error: the caller quotes it, the log explains it.
 * @returns the status and the body, JSON.
 */
export function errorBody(problem: Problem, extra: { id?: string } = {}): { status: number; body: string } {
  const { status, error, code } = problem;
  // Members without a value are left out: JSON.stringify drops undefined.
  const body = {
    status,
    error,
    code,
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
  return new Problem('internal', 'The request failed inside the daemon; its log has the details under this id.');
}
