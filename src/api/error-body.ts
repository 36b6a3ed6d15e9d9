/** Error replies: the one form of body that every route uses. */
import { diskFault } from '../errors/disk-fault.js';
import { Problem } from '../errors/problem.js';

/**
 * @param extra.id of an INTERNAL error, which the log explains
 * @returns the status and the body, JSON
 */
export function errorBody(problem: Problem, extra: { id?: string } = {}): { status: number; body: string } {
  const { status, error, code } = problem;
  // JSON.stringify drops members that are undefined.
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

/** Returns a Problem as it is; for anything but a disk that takes nothing, an INTERNAL error without details. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const fault = diskFault(thrown);
  if (fault) return fault;
  return new Problem('internal', 'The request failed inside the daemon; its log has the details under this id.');
}
