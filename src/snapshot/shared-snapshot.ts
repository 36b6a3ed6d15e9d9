/** A snapshot in shared memory. */
import type { ViewName } from './asked-view.js';
import type { SnapshotManifest } from './manifest.js';

/** Which pages of some parts have been read: see unread-parts.ts. */
export interface UnreadParts {
  /** The place of each file's first page in `read`. */
  places: ReadonlyMap<string, number>;
  /** In shared memory: what is known of each page, and whether all has been read, and verified. */
  read: Int32Array;
  /** The parts whose pages have checksums, which are in memory; an earlier release has written the others. */
  sealed: ReadonlySet<string>;
}

/** A loaded snapshot as plain data and shared memory, which can be posted to all threads. */
export interface SharedSnapshot {
  id: string;
  dataDir: string;
  /** Its views have no overlays: they name joined parts. */
  manifest: SnapshotManifest;
  /** Parts by file, or joined parts by name. Card files are not among them: threads read those by position. */
  parts: Map<string, SharedArrayBuffer>;
  /** Those of `parts` that are read page by page; absent where all have been read. */
  unread?: UnreadParts;
  /** The names of joined parts in `parts`, by those that tell the files they are joined from. */
  joined?: Map<string, string>;
  /** Joined parts that were read from where an earlier daemon had stored them. */
  stored?: ReadonlySet<string>;
  /** The snapshot to whose stored joined parts the last overlays were joined at a start. */
  onto?: string;
  /** The view that a start reads and prepares before the others; absent: the first of the manifest. */
  asked?: ViewName;
  /** Why joined parts that an earlier daemon had stored could not be read. */
  unusable?: string;
}
