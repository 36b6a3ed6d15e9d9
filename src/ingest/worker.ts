/**
 * The ingest process's side of its messages: takes jobs from the parent, runs one at a time at low priority, reports
 * progress (at most ten times a second a phase) and outcomes, and ends when the parent goes away.
 */
import os from 'node:os';
import type { ImportPhase, IngestJob, IngestReport } from '../imports/protocol.js';
import type { IngestService, Progress } from './service.js';

/** What of `process` is needed, so that tests can stand in for the parent. */
export interface Parent {
  send(report: IngestReport): void;
  onJob(take: (job: IngestJob) => void): void;
  onGone(leave: () => void): void;
  exit(code: number): void;
}

const REPORT_EVERY_MS = 100;
/** Below the daemon's own threads: a build takes what they leave. */
const NICENESS = 10;

export function lowerPriority(): void {
  os.setPriority(NICENESS);
}

/** Passes on the first and last report of each phase and otherwise one per interval. */
function throttled(id: string, parent: Parent): Progress {
  let phase: ImportPhase | undefined;
  let next = 0;
  return (current, done, total) => {
    const now = performance.now();
    if (current === phase && now < next && done < total) return;
    if (current === phase && done >= total && next === Number.POSITIVE_INFINITY) return;
    phase = current;
    // The last report of a phase may come again for every line of the last piece of a file: once is enough.
    next = done >= total ? Number.POSITIVE_INFINITY : now + REPORT_EVERY_MS;
    parent.send({ type: 'progress', id, phase: current, done, total });
  };
}

/** Says that the store is open, recovers, says so too, and serves jobs from then on. */
export function serve(service: IngestService, parent: Parent): void {
  let busy: Promise<void> | undefined;
  let leaving = false;

  const leave = (): void => {
    if (leaving) return;
    leaving = true;
    void (busy ?? Promise.resolve()).then(() => service.close()).then(() => parent.exit(0));
  };

  const run = async (job: Exclude<IngestJob, { type: 'stop' }>): Promise<void> => {
    const progress = throttled(job.id, parent);
    const outcome = job.type === 'import' ? await service.import(job, progress) : await service.rollback(job);
    parent.send({ type: 'done', id: job.id, outcome });
  };

  parent.onGone(leave);
  parent.onJob(job => {
    if (job.type === 'stop') return leave();
    if (busy || leaving) {
      if (job.type === 'import') service.discard(job);
      const message = leaving ? 'the ingest process is stopping' : 'another import is in progress';
      const code = leaving ? 'shutting_down' : 'import_in_progress';
      return parent.send({ type: 'done', id: job.id, outcome: { status: 'FAILURE', code, message } });
    }
    busy = run(job).finally(() => {
      busy = undefined;
    });
  });

  // Recovery may build a whole snapshot, and can be tried again by another process; what comes before it cannot.
  parent.send({ type: 'opened' });
  const snapshot = service.recover();
  parent.send({ type: 'ready', ...(snapshot !== undefined && { snapshot }) });
}
