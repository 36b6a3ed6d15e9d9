/** Signals learned from behaviour, compiled for one snapshot and, like its parts, shared by all threads. */
export interface SharedSignals {
  /** Ordinals in the signals are those of this snapshot. */
  snapshotId: string;
  /** Market → bytes of a signals part (index/signals.ts). */
  products: Map<string, SharedArrayBuffer>;
  /** `market|locale` of a view → bytes of a part of learned phrases (index/learned-phrases.ts). */
  phrases: Map<string, SharedArrayBuffer>;
}
