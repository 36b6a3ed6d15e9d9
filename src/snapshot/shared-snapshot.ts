/** A snapshot in shared memory. */
import type { SnapshotManifest } from './manifest.js';

/** In shared memory: which of some parts have been read. */
export interface UnreadParts {
  /** The place of each file in `read`. */
  places: ReadonlyMap<string, number>;
  /** 1 where the part is in memory. */
  read: Int32Array;
}

/** A loaded snapshot as plain data and shared memory, which can be posted to any thread. */
export interface SharedSnapshot {
  id: string;
  dataDir: string;
  /** Its views have no overlays: they name joined parts. */
  manifest: SnapshotManifest;
  /** Parts by file, or joined parts by name. Card files are not among them: threads read those by position. */
  parts: Map<string, SharedArrayBuffer>;
  /** Those of `parts` that are read later; absent where all have been. */
  unread?: UnreadParts;
  /** The names of joined parts in `parts`, by those that tell the files they are joined from. */
  joined?: Map<string, string>;
  /** Joined parts that were read from where an earlier daemon had stored them. */
  stored?: ReadonlySet<string>;
  /** Why joined parts that an earlier daemon had stored could not be read. */
  unusable?: string;
}
