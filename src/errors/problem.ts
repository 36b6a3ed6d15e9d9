/**
 * The errors a caller can be told about. Every floor throws a Problem when input is at fault or the daemon cannot serve
 * it; the table of errors says what its code means. Anything else that is thrown is a defect (500).
 */
import { ERROR_NAMES, ERRORS, type ErrorCode, type ErrorName, type ErrorStatus } from './error-table.js';

export type { ErrorCode, ErrorName } from './error-table.js';

/** One fault inside a request: where (a parameter name or JSON pointer) and what was found and expected there. */
export interface Fault {
  path: string;
  message: string;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  /** The status that the error is answered with. */
  readonly status: ErrorStatus;
  /** The name of the status. */
  readonly error: ErrorName;

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Single faults, when there are several or one has a path of its own. */
    readonly errors?: Fault[],
    /** The summary of a refused import (see `imports/error-details.ts`). */
    readonly errorDetails?: unknown,
  ) {
    super(message);
    this.status = ERRORS[code].status;
    this.error = ERROR_NAMES[this.status];
  }
}

/** The daemon does not hold the market of a request: others of its fleet do. */
export class MarketElsewhere extends Problem {
  constructor(
    market: string,
    held: readonly string[],
    /** Where clients reach the daemons that hold it. */
    readonly addresses: readonly string[],
  ) {
    const where = addresses.length > 0 ? `ask ${addresses.join(' or ')}` : 'no daemon that runs holds it';
    super('market_elsewhere', `market: this daemon holds ${held.join(', ')}, and not ${market.slice(0, 64)}; ${where}`);
  }
}

/**
 * The usual case: one parameter or path is wrong.
 * @param path name of the parameter or header, or a JSON pointer; the message starts with it
 * @param message what was found there, and what was expected
 */
export function badRequest(path: string, message: string, code: ErrorCode = 'parameter_invalid'): Problem {
  return new Problem(code, `${path}: ${message}`, [{ path, message }]);
}

/** A required parameter, header or member is absent. @param expected what should stand there */
export function missing(path: string, expected: string, code: ErrorCode = 'parameter_missing'): Problem {
  return badRequest(path, `missing; ${expected}`, code);
}
