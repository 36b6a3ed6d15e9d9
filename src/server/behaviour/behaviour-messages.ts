/**
 * The messages between the main thread and the behaviour thread, which takes requests once the visitor store is open.
 */
import type { Visit } from '../../behaviour/activities/activity.js';
import type { VisitorInMarket } from '../../behaviour/visitors/index.js';
import type { SharedSignals, SharedSnapshot } from '../../snapshot/index.js';

export interface BehaviourThreadData {
  /** Folder of the visitor store and of the learned file. */
  dir: string;
  journalDir: string;
  visitorDays: number;
  mostVisitors: number;
  halfLifeDays: number;
  learnSeconds: number;
  /** See SignalBoundsOptions. */
  ticketDays: number;
  rangeSignals: number;
  /** See `KnownVisitors`. */
  known: SharedArrayBuffer;
  /** See `WatchedFile`. */
  watch: SharedArrayBuffer;
}

export type BehaviourRequest =
  | { kind: 'count-searches'; market: string; customerKey: string; phrases: readonly string[] | 'all' }
  | { kind: 'export'; customerKey: string }
  | { kind: 'erase'; customerKeys: readonly string[] }
  /** Writes a copy of the visitors and of what was learned to a folder. */
  | { kind: 'copy'; to: string }
  /** Writes all files anew, without those who were erased; replied to with false by a thread that stops. */
  | { kind: 'renew' }
  /** Compiles signals for this snapshot; later signals are compiled for it too. */
  | { kind: 'compile'; snapshot: SharedSnapshot }
  /** Writes everything to disk. The last request. */
  | { kind: 'stop' };

export type ToBehaviour =
  /** The journal has `until` records; later ones are sent by `happened`. */
  | { type: 'follow'; until: number }
  /** Journal records as JSON, with consecutive numbers from `first`, and visits, in order of time. */
  | { type: 'happened'; first: number; items: (string | Visit)[] };

export type FromBehaviour =
  /** The visitor store has caught up with the journal: readers see the effects of all records below `next`. */
  | { type: 'live'; next: number }
  /** Readers see the effects of all records below `next`, and of `visits` more visits. */
  | { type: 'applied'; next: number; visits: number }
  /** New signals, for the snapshot of the last `compile`. */
  | { type: 'signals'; signals: SharedSignals }
  /** A file of the journal has damaged records. */
  | { type: 'damaged-segment'; file: string }
  | { type: 'state'; visitors: number; compileSeconds: number }
  | { type: 'warn'; facts: object; message: string };

export interface BehaviourProtocol {
  request: BehaviourRequest;
  replies: {
    'count-searches': number;
    export: VisitorInMarket[];
    erase: number[];
    copy: true;
    renew: boolean;
    compile: SharedSignals;
  };
  toThread: ToBehaviour;
  fromThread: FromBehaviour;
}
