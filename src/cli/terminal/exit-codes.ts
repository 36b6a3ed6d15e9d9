/**
 * Exit codes of the commands: 0 success, 1 failure, 2 wrong usage, 3 success but for items that were left out. Commands throw the errors below; `main.ts` prints
 * their messages on standard error and exits with the code, so that scripts can distinguish failures from wrong usage.
 */
export const EXIT_OK = 0;
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
export const EXIT_INCOMPLETE = 3;

/** The command failed. `message` is a complete sentence for the user. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** The command line is wrong: an option is missing or has an invalid value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The message of a thrown value. */
export function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
