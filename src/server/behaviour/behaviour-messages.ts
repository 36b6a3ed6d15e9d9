/** What passes between the main thread and the behaviour thread, which takes requests once the store is open. */
import type { Visit } from '../../behaviour/activities/activity.js';
import type { VisitorInMarket } from '../../behaviour/visitors/index.js';
import type { SharedSignals, SharedSnapshot } from '../../snapshot/index.js';

export interface BehaviourThreadData {
  /** Folder of visitors and of what is learned. */
  dir: string;
  journalDir: string;
  visitorDays: number;
  halfLifeDays: number;
  learnSeconds: number;
  /** See `KnownVisitors`. */
  known: SharedArrayBuffer;
}

export type BehaviourRequest =
  | { kind: 'count-searches'; market: string; customerKey: string; phrases: readonly string[] | 'all' }
  | { kind: 'export'; customerKey: string }
  | { kind: 'erase'; customerKey: string }
  /** What is learned from now on is for this snapshot. */
  | { kind: 'compile'; snapshot: SharedSnapshot }
  /** Brings everything to the disk. The last one. */
  | { kind: 'stop' };

export type ToBehaviour =
  /** The journal has so many records; what comes behind them is told. */
  | { type: 'follow'; until: number }
  /** Journal records as JSON, numbered through from `first`, and visits, in the order in which they happened. */
  | { type: 'happened'; first: number; items: (string | Visit)[] };

export type FromBehaviour =
  /** Visitors have caught up with the journal: the effects of all records below `next` are seen by readers. */
  | { type: 'live'; next: number }
  /** The effects of all records below `next`, and of so many more visits, are seen by readers. */
  | { type: 'applied'; next: number; visits: number }
  /** There is news, for the snapshot asked for last. */
  | { type: 'signals'; signals: SharedSignals }
  | { type: 'state'; visitors: number; compileSeconds: number }
  | { type: 'warn'; facts: object; message: string };

export interface BehaviourProtocol {
  request: BehaviourRequest;
  replies: { 'count-searches': number; export: VisitorInMarket[]; erase: number; compile: SharedSignals };
  toThread: ToBehaviour;
  fromThread: FromBehaviour;
}
