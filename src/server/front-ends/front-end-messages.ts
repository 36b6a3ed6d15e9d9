/** The messages between the first front end, which is the daemon's main thread, and a further one. */
import type { Visit } from '../../behaviour/activities/activity.js';
import type { SharedSignals, ViewManifest } from '../../snapshot/index.js';
import type { PlacedDaemon } from '../admission/placement.js';
import type { SharedActs } from '../behaviour/last-acts.js';
import type { FrontEndReading } from '../observability/front-end-reading.js';
import type { QueryThreadData } from '../queries/query-task.js';
import type { Preparation } from '../queries/swap-participant.js';
import type { LiveSettings } from '../settings/changed-settings.js';
import type { Settings } from '../settings/daemon-settings.js';
import type { EncoderOptions } from '../settings/encoder-settings.js';
import type { Relayed, RelayedReply } from './relay-messages.js';

/** The data that a front end is started with. */
export interface FrontEndData {
  /** Its number; the first front end is 0. */
  number: number;
  frontEnds: number;
  /** The daemon's version. */
  version: string;
  settings: Omit<Settings, 'apiKey' | 'webhooks'>;
  /** Undefined: there is none. */
  encoder: EncoderOptions | undefined;
  /** Query threads of all front ends, and their module. */
  queryThreads: number;
  queryWorker: string;
  threadData: QueryThreadData;
  /** Undefined where the daemon is alone. */
  acts: SharedActs | undefined;
  /** See `RunningImports`. */
  imports: SharedArrayBuffer;
  /** See `KnownVisitors`, `AskingVisitors` and `PendingVisits`. */
  known: SharedArrayBuffer;
  asking: SharedArrayBuffer;
  underWay: SharedArrayBuffer;
}

/** The requests to a further front end; for most see `SwapParticipant`. */
export type Order =
  | { kind: 'listen'; port: number }
  | { kind: 'prepare'; preparation: Preparation }
  | { kind: 'commit'; snapshotId: string }
  | { kind: 'discard'; snapshotId: string; signals: SharedSignals | undefined }
  | { kind: 'warm'; snapshotId: string; views: readonly ViewManifest[]; atRest: boolean }
  | { kind: 'rehearse'; snapshotId: string }
  | { kind: 'learn'; signals: SharedSignals }
  | { kind: 'withdraw'; snapshotId: string }
  | { kind: 'reload'; settings: Omit<LiveSettings, 'apiKey'> }
  | { kind: 'place'; others: readonly PlacedDaemon[] }
  | { kind: 'read' }
  /** Reports the visits that are buffered. */
  | { kind: 'flush' }
  /** Stops listening and refuses requests; replied to when those in progress have ended. */
  | { kind: 'drain' }
  /** Ends the thread. The last request. */
  | { kind: 'close' };

/** A visit, with its slot among the pending ones; see `PendingVisits.begin`. */
export interface BegunVisit {
  visit: Visit;
  slot: number | undefined;
}

export type FromFrontEnd =
  | { type: 'visits'; visits: BegunVisit[] }
  /** A query waits for visits. */
  | { type: 'awaited' }
  /** A query came upon a damaged record of a snapshot. */
  | { type: 'damaged'; snapshotId: string }
  /** A line for the log. */
  | { type: 'log'; line: string }
  | Relayed;

export interface FrontEndProtocol {
  request: Order;
  replies: { read: FrontEndReading };
  toThread: RelayedReply;
  fromThread: FromFrontEnd;
}
