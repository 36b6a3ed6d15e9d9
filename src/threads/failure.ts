/** What went wrong in another thread: the part of an error that survives the way to the thread that asked. */
import { type ErrorCode, Problem } from '../errors/problem.js';

/** A Problem in plain data, or a defect with its stack. */
export type Failure =
  | { kind: 'problem'; code: ErrorCode; message: string; errors?: Problem['errors'] }
  | { kind: 'defect'; stack: string };

export function asFailure(error: unknown): Failure {
  if (error instanceof Problem) {
    const { code, message, errors } = error;
    return { kind: 'problem', code, message, ...(errors && { errors }) };
  }
  return asDefect(error);
}

/** Of an error that is no answer to a request, a Problem too. */
export function asDefect(error: unknown): Failure {
  return { kind: 'defect', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** @param what the work in progress, for the message of a defect */
export function asError(failure: Failure, what: string): Error {
  if (failure.kind === 'problem') return new Problem(failure.code, failure.message, failure.errors);
  const defect = new Error(`${what} failed in its thread`);
  defect.stack = failure.stack;
  return defect;
}
