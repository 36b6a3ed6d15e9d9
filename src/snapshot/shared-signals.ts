/** What behaviour tells, compiled for one snapshot and shared by all threads: the counterpart of its parts. */
export interface SharedSignals {
  /** Ordinals in the signals are those of this snapshot. */
  snapshotId: string;
  /** Market → bytes of a signals part (index/signals.ts). */
  products: Map<string, SharedArrayBuffer>;
  /** `market|locale` of a view → bytes of a part of learned phrases (index/learned-phrases.ts). */
  phrases: Map<string, SharedArrayBuffer>;
}
