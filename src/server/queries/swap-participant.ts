/** What every front end does when one snapshot takes the place of another. */
import type { SharedSignals, SharedSnapshot, ViewManifest } from '../../snapshot/index.js';

/** A snapshot that shall become live. */
export interface Preparation {
  snapshot: SharedSnapshot;
  signals: SharedSignals | undefined;
  /** Views that each thread answers something from, so that no visitor waits for what comes first. */
  views: readonly ViewManifest[];
  /** All threads at once: there is nothing else that they could answer from. Otherwise the others go on. */
  together: boolean;
}

/** A front end, wherever it runs, in the replacement of the live snapshot: a two-phase commit (see live-snapshot.ts). */
export interface SwapParticipant {
  /** @throws when a thread cannot open the snapshot; it is to be discarded then. */
  prepare(preparation: Preparation): Promise<void>;
  /** Resolves when every new query is answered from the prepared snapshot. */
  commit(id: string): Promise<void>;
  /** A prepared snapshot will not become live. @param signals of the one that is, which are given out again */
  discard(id: string, signals: SharedSignals | undefined): Promise<void>;
  /** Answers something from further views of the live snapshot. @throws what a thread throws. */
  warm(id: string, views: readonly ViewManifest[]): Promise<void>;
  /** Resolves when every new query is answered by the signals; of a snapshot that is not live they are of no use. */
  learn(signals: SharedSignals): Promise<void>;
  /** The live snapshot must not be used any more. */
  withdraw(id: string): Promise<void>;
}
