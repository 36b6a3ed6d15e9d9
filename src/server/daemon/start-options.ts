/** Options of a daemon beside its settings; tests replace threads and processes by them. */

import type { ReadAhead, SnapshotSource } from '../live-snapshot/read-ahead.js';
import type { Settings } from '../settings/daemon-settings.js';

export interface StartOptions {
  /** Whether SIGTERM and SIGINT stop the daemon and end the process. Default: true. */
  signals?: boolean;
  /** Reads the settings again at SIGHUP; without it, that signal has its default effect. */
  reload?(): Promise<Settings>;
  /** The module of the query threads. */
  queryWorker?: string;
  /** The module of the ingest process. */
  ingestProcess?: string;
  /** The module of the export thread. */
  exportThread?: string | URL;
  /** The module of the behaviour thread. */
  behaviourThread?: string | URL;
  /** What has begun to read the announced snapshot of the data folder. */
  announced?: ReadAhead;
  /** Where snapshots come from. */
  snapshots?: SnapshotSource;
}
