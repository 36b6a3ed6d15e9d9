/** How the files of a backup are reported to the daemon. */
import { diskFault } from '../errors/disk-fault.js';
import { type ErrorCode, Problem } from '../errors/problem.js';

/** The id of the announced snapshot in the folder of a backup, or why there is none. */
export type Staged = { snapshot?: string } | { failure: { code: ErrorCode; message: string } };

/**
 * Never rejects.
 * @param stage returns the id of the announced snapshot; undefined before the first import
 * @param unexpected logs an error that is no Problem
 */
export async function staged(
  stage: () => Promise<string | undefined> | undefined,
  unexpected: (error: unknown) => void,
): Promise<Staged> {
  try {
    const snapshot = await stage();
    return { ...(snapshot !== undefined && { snapshot }) };
  } catch (error) {
    const problem = error instanceof Problem ? error : diskFault(error);
    if (!problem) unexpected(error);
    const { code, message } = problem ?? new Problem('backup_failed', 'the log of the daemon tells why');
    return { failure: { code, message } };
  }
}
