/**
 * How a command ends: 0 it did what was asked, 1 it could not, 2 it was asked wrongly. Commands throw; `main.ts` prints
 * the message on standard error and ends with the code, so that a script can tell the two apart.
 */
export const EXIT_OK = 0;
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

/** The command was understood and could not be done. `message` is for people and stands on its own. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** The command line itself is at fault: an option is missing or makes no sense. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a thrown value says to the person at the terminal. */
export function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
