/** How an import ends that has thrown: the status that is kept of it, and what its client is told. */
import { diskFault } from '../../errors/disk-fault.js';
import { Problem } from '../../errors/problem.js';
import type { Log } from '../observability/log.js';
import type { ImportStatus } from './import-status.js';
import { IngestDied } from './ingest-supervisor.js';

const UNAVAILABLE = 503;

/** @param log has the details of what is no fault of the import */
export function failureOf(id: string, error: unknown, log: Log): { final: ImportStatus; problem: Problem } {
  if (error instanceof IngestDied) {
    const reason = `${error.message}; all of it was applied or nothing: send it again to be sure`;
    return { final: { id, status: 'ABORTED', reason }, problem: new Problem('import_aborted', reason) };
  }
  if (error instanceof Problem) {
    const status = error.status === UNAVAILABLE ? 'ABORTED' : 'FAILURE';
    return { final: { id, status, reason: error.message }, problem: error };
  }
  log.error({ import: id, err: error }, 'import failed');
  const fault = diskFault(error);
  if (fault) return { final: { id, status: 'FAILURE', reason: fault.message }, problem: fault };
  const reason = 'the import failed inside the daemon; its log has the details under this id';
  return { final: { id, status: 'FAILURE', reason }, problem: new Problem('import_failed', `${reason}: ${id}`) };
}
