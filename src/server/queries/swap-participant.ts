/** A front end's part in the replacement of the live snapshot, a two-phase commit: see `LiveSnapshot`. */
import type { SharedSignals, SharedSnapshot, ViewManifest } from '../../snapshot/index.js';

/** A snapshot to be made live. */
export interface Preparation {
  snapshot: SharedSnapshot;
  signals: SharedSignals | undefined;
  /** Views that each thread runs warm-up queries on, so that the first queries of visitors are not slower. */
  views: readonly ViewManifest[];
  /**
   * Whether in all threads at once, as when no snapshot is live; otherwise one after the other, while the others answer
   * queries.
   */
  together: boolean;
}

/** A front end of this or another thread. */
export interface SwapParticipant {
  /** Opens the snapshot in all query threads. @throws when a thread cannot open it; `discard` must follow then */
  prepare(preparation: Preparation): Promise<void>;
  /** Makes the prepared snapshot live; resolves when every new query is answered from it. */
  commit(id: string): Promise<void>;
  /** Gives up the prepared snapshot. @param signals of the live one, to be used again */
  discard(id: string, signals: SharedSignals | undefined): Promise<void>;
  /**
   * Runs warm-up queries on further views of the live snapshot.
   * @param atRest whether when threads have no queries, unless they always have some
   * @throws what a thread throws.
   */
  warm(id: string, views: readonly ViewManifest[], atRest: boolean): Promise<void>;
  /**
   * Runs queries of all pages on the live snapshot, in between those of visitors. Resolves when all have run over one view, and
   * goes on. Never throws what a query does.
   */
  rehearse(id: string): Promise<void>;
  /** Resolves when every new query is answered with the signals; ignored for a snapshot that is not live. */
  learn(signals: SharedSignals): Promise<void>;
  /** Takes the live snapshot out of use; resolves when the last query that uses it has ended. */
  withdraw(id: string): Promise<void>;
}
