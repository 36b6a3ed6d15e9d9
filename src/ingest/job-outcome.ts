/** What a job that has thrown is answered with. */
import { randomUUID } from 'node:crypto';
import { diskFault } from '../errors/disk-fault.js';
import { Problem } from '../errors/problem.js';
import type { ImportFailure, ImportOutcome } from '../imports/protocol.js';

/** Logs an unexpected error. */
export type ErrorLog = (error: unknown, context: { id: string; job?: string }) => void;

/**
 * Never rejects.
 * @param suspect called with what may come from a damaged store
 * @param unexpected logs an error under the id that the reply has
 */
export async function outcomeOf(
  run: () => Promise<ImportOutcome>,
  suspect: (error: unknown) => void,
  unexpected: (error: unknown, id: string) => void,
): Promise<ImportOutcome> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'internal') suspect(error);
    const problem = error instanceof Problem ? error : diskFault(error);
    if (problem) {
      const { code, message, errors, errorDetails } = problem;
      return {
        status: 'FAILURE',
        code,
        message,
        ...(errors !== undefined && { errors }),
        ...(errorDetails !== undefined && { errorDetails }),
      };
    }
    const id = randomUUID();
    unexpected(error, id);
    return { status: 'FAILURE', code: 'import_failed', message: `the import failed inside the service (error ${id})` };
  }
}

/** Of an import that is stored, and whose snapshot could not be announced. @param id of the logged error */
export function notAnnounced(id: string): ImportFailure {
  const message =
    `what was imported is stored, but its snapshot could not be announced (error ${id}); ` +
    'queries are answered from the one before until the next import, or the next start of the daemon, announces it';
  return { status: 'FAILURE', code: 'publishing_failed', message, stored: true };
}
