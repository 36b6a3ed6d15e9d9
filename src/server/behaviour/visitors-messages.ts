/** The messages between the behaviour thread and the process that writes visitors, as JSON. */
import type { Visit } from '../../behaviour/activities/activity.js';
import type { VisitorInMarket } from '../../behaviour/visitors/index.js';
import type { Failure } from '../../threads/failure.js';

/** The only argument of the process, as JSON. */
export interface VisitorsSettings {
  /** Folder of the visitor store. */
  dir: string;
  journalDir: string;
  visitorDays: number;
  mostVisitors: number;
  /** How long visits wait for others to share a commit where no query waits for them; absent: some milliseconds. */
  visitsEveryMs?: number | undefined;
}

export type VisitorsRequest =
  | { kind: 'count-searches'; market: string; customerKey: string; phrases: readonly string[] | 'all' }
  | { kind: 'export'; customerKey: string }
  | { kind: 'erase'; customerKeys: readonly string[] }
  /** Writes a copy of the store to a folder. */
  | { kind: 'copy'; to: string }
  /** Writes the file anew, without those who were erased; replied to with false by a process that stops. */
  | { kind: 'renew' };

export interface VisitorsReplies {
  'count-searches': number;
  export: VisitorInMarket[];
  erase: number[];
  copy: true;
  renew: boolean;
}

/** Journal records as JSON, with consecutive numbers from `first`, and visits, in order of time. */
export interface Happened {
  type: 'happened';
  first: number;
  items: (string | Visit)[];
  /** Whether a query waits for the effects. */
  awaited: boolean;
}

export type ToVisitors =
  /** The journal has `until` records; later ones are sent by `happened`, until another `follow` comes. */
  | { type: 'follow'; until: number }
  | Happened
  /** A query waits for the effects of visits. */
  | { type: 'awaited' }
  | { type: 'request'; id: number; request: VisitorsRequest }
  /** A query has read what cannot be right. */
  | { type: 'doubt' }
  /** Answered by `pong`: tells that the process runs. */
  | { type: 'ping' }
  /** Apply what has arrived, close the store, and end. */
  | { type: 'stop' };

/** Keys of visitors of whom anything is stored, and of those of whom products are; see `visitorKey`; as Latin-1. */
export interface KnownKeys {
  anything: string[];
  products: string[];
}

export type FromVisitors =
  /** The file with this inode is that of the store: the store is open, or the file was written anew. */
  | { type: 'announced'; inode: string }
  /** The store cannot be opened; the process ends. */
  | { type: 'refused'; failure: Failure }
  /** The process ends after this error. */
  | { type: 'failed'; failure: Failure; isDamage: boolean }
  /** Readers see the effects of all records below `next`, and of no `happened` yet. */
  | { type: 'live'; next: number; known: KnownKeys }
  /** Readers see the effects of all records below `next`, and of as many more `happened`. */
  | { type: 'applied'; next: number; batches: number; known: KnownKeys }
  /** Of the sweep through all visitors; the filters of known ones are filled between `begins` and `ends`. */
  | { type: 'sweep'; state: 'begins' | 'goes-on' | 'ends'; known: KnownKeys; visitors: number }
  /** Further keys, of records that it catches up with. */
  | { type: 'known'; known: KnownKeys }
  | { type: 'reply'; id: number; reply: unknown }
  | { type: 'failure'; id: number; failure: Failure }
  | { type: 'damaged-segment'; file: string }
  | { type: 'warn'; facts: object; message: string }
  | { type: 'pong'; visitors: number };
