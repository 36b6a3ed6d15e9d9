/** What the dispatcher of batches takes and is told. */
import type { FairJob } from '../admission/fair-queue.js';

export interface BatchJob extends FairJob {
  /** Jobs of different groups (snapshots) never share a batch. */
  readonly group: object;
  /** Whether all clients that waited for it have disconnected: it is skipped. */
  readonly abandoned: boolean;
}

/** A batch that a thread has run. */
export interface BatchResult {
  /** How long it took. */
  ms: number;
  /** How long ago it ended: the front end was busy since. */
  lateMs: number;
  /** Completes each of its jobs; called when the thread has its next batch. Must not throw. */
  complete(): void;
}
