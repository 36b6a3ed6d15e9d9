/** A snapshot in shared memory. */
import type { SnapshotManifest } from './manifest.js';

/** A loaded snapshot as plain data and shared memory, which can be posted to any thread. */
export interface SharedSnapshot {
  id: string;
  dataDir: string;
  /** Its views have no overlays: they name joined parts. */
  manifest: SnapshotManifest;
  /** Parts by file, or joined parts by name. Card files are not among them: threads read those by position. */
  parts: Map<string, SharedArrayBuffer>;
  /** The names of joined parts in `parts`, by those that tell the files they are joined from. */
  joined?: Map<string, string>;
}
