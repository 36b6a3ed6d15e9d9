/** What passes between the front end and the behaviour thread. */
import type { Visit } from '../../behaviour/activities/activity.js';
import type { VisitorInMarket } from '../../behaviour/visitors/index.js';
import type { SharedSignals, SharedSnapshot } from '../../snapshot/index.js';
import type { Failure } from '../../threads/failure.js';

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

/** Each is answered once; see `Answers`. */
export type Question =
  | { kind: 'count-searches'; market: string; customerKey: string; phrases: readonly string[] | 'all' }
  | { kind: 'export'; customerKey: string }
  | { kind: 'erase'; customerKey: string }
  /** What is learned from now on is for this snapshot. */
  | { kind: 'compile'; snapshot: SharedSnapshot };

export interface Answers {
  'count-searches': number;
  export: VisitorInMarket[];
  erase: number;
  compile: SharedSignals;
}

export type ToBehaviour =
  /** The journal has so many records; what comes behind them is told. */
  | { type: 'follow'; until: number }
  /** Journal records as JSON, numbered through from `first`, and visits, in the order in which they happened. */
  | { type: 'happened'; first: number; items: (string | Visit)[] }
  | { type: 'ask'; id: number; question: Question }
  | { type: 'stop' };

export type FromBehaviour =
  | { type: 'opened' }
  /** The folder cannot be used. */
  | { type: 'refused'; failure: Failure }
  /** Visitors have caught up with the journal: the effects of all records below `next` are seen by readers. */
  | { type: 'live'; next: number }
  /** The effects of all records below `next`, and of so many more visits, are seen by readers. */
  | { type: 'applied'; next: number; visits: number }
  | { type: 'answer'; id: number; answer: Answers[keyof Answers] }
  | { type: 'failed'; id: number; failure: Failure }
  /** There is news, for the snapshot asked for last. */
  | { type: 'signals'; signals: SharedSignals }
  | { type: 'state'; visitors: number; compileSeconds: number }
  | { type: 'warn'; facts: object; message: string };
