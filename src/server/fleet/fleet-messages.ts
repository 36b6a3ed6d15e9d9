/** The messages between the main thread and the fleet thread, which has the daemon's connection to the fleet. */
import type { FleetStatus } from '../../api/fleet-status.js';
import type { SharedSettings } from '../../api/shared-settings.js';
import type { FleetSettings } from '../../fleet/fleet-settings.js';
import type { Holder } from '../../fleet/lease.js';
import type { SharedSignals } from '../../snapshot/index.js';
import type { Failure } from '../../threads/failure.js';
import type { PlacedDaemon } from '../admission/placement.js';
import type { ImportOrder } from '../imports/import-coordinator.js';
import type { ImportRecord } from '../imports/import-history.js';
import type { ImportStatus } from '../imports/import-status.js';

export interface FleetThreadData {
  settings: FleetSettings;
  dataDir: string;
  /** The file with what was learned of weights. */
  ranking: string;
  /** The file with what was learned of behaviour. */
  learned: string;
  /** The id of this daemon, and what it is called. */
  self: Holder;
  /** Where clients reach it, and the markets that it holds. */
  placed: PlacedDaemon;
  /** Version of this daemon. */
  release: string;
}

/** Goes the way of imports, without a body. */
export interface RollbackOrder {
  kind: 'rollback';
  /** Id of a kept snapshot, or `PREVIOUS_SNAPSHOT`. */
  snapshot: string;
}

/** An import or rollback as any daemon has received it. */
export interface SubmittedImport {
  id: string;
  order: ImportOrder | RollbackOrder;
  actor: { key: string; name: string; markets?: readonly string[] };
}

/** How an import has ended, or how far it is. */
export interface ImportOutcomeRecord {
  status: ImportStatus;
  /** Of one that has succeeded: the generation of the store with which it is live. */
  generation?: number;
  /** Of one that has ended and is in the history. */
  record?: ImportRecord;
  /** Why it has failed, as its client is told. */
  failure?: Failure;
}

export function hasEnded({ status }: ImportOutcomeRecord): boolean {
  return status.status !== 'WAITING' && status.status !== 'IN_PROGRESS';
}

/** What the fleet thread asks of the main thread. */
export type FleetAsk =
  /** To apply a change to the store. */
  | { kind: 'follow'; generation: number; order: unknown; body?: string; kept: readonly number[] }
  /** To make the store from a copy, which is moved; absent where it is in its place. */
  | { kind: 'restore'; generation: number; file?: string }
  /** To begin a term. */
  | { kind: 'term'; token: number }
  /** To answer queries from a snapshot whose files are there. */
  | { kind: 'adopt'; snapshot: string }
  /** To build the snapshot of the store. Its answer is the id. */
  | { kind: 'build' }
  /** To learn from behaviour, or to leave that to another daemon. */
  | { kind: 'learn'; learns: boolean }
  /** To take a file in the place of what was learned. */
  | { kind: 'adopt-learned'; file: string }
  /** To announce it on disk. */
  | { kind: 'announce'; snapshot: string; pinned?: number }
  /** To run an import, as the writer. Its answer is an ImportOutcomeRecord. */
  | { kind: 'import'; submitted: SubmittedImport; file: string; bytes: number };

/** What this daemon knows of the fleet. */
export interface FleetState {
  isUp: boolean;
  writer: Holder | undefined;
  isWriter: boolean;
  /** The newest snapshot of the fleet. */
  newest: { generation: number; snapshot: string } | undefined;
  /** Whether no server has taken the connection when it was tried. */
  isAway: boolean;
  /** Whether the newest snapshot was asked for since this thread has begun. */
  hasLooked: boolean;
  /** Since when this daemon has lacked it, in milliseconds since 1970; undefined where it is live here. */
  behindSinceMs: number | undefined;
  /** Why the data folder cannot be one of this fleet. */
  refusal: string | undefined;
  /** Why this daemon does not get on. */
  fault: string | undefined;
}

export interface FleetProtocol {
  request: /** Publishes the announced snapshot, as the writer; replied to when it is live where the quorum wants it. */
    | { kind: 'publish' }
    /** Hands an import to the writer, durably. */
    | { kind: 'submit'; submitted: SubmittedImport; file?: string }
    /** Hands the lease over, and takes none, or may take it again. */
    | { kind: 'drain'; isDrained: boolean }
    /** Has all daemons have these settings. */
    | { kind: 'share'; settings: SharedSettings }
    | { kind: 'status' }
    | { kind: 'close' };
  replies: {
    /** On how many daemons of how many it is live. */
    publish: { live: number; of: number };
    drain: undefined;
    status: FleetStatus;
  };
  toThread:
    | { type: 'answer'; id: number; answer: unknown }
    | { type: 'answer'; id: number; failure: Failure }
    /** The ingest process is ready, with the generation of its store. */
    | { type: 'store'; generation: number }
    | { type: 'live'; snapshot: string }
    /** A snapshot was built and accepted, and is about to be live here and published. */
    | { type: 'built'; snapshot: string }
    /** This daemon, which learns, has written the learned file. */
    | { type: 'learned' }
    /** It has compiled what it has learned. */
    | { type: 'compiled'; signals: SharedSignals }
    /** How far an import is that this daemon runs as the writer. */
    | { type: 'progress'; status: ImportStatus };
  fromThread:
    | { type: 'ask'; id: number; ask: FleetAsk }
    | { type: 'state'; state: FleetState }
    /** What another daemon has compiled. */
    | { type: 'signals'; signals: SharedSignals }
    /** The data folder has other shared settings than before. */
    | { type: 'settings' }
    /** The other daemons that are in service. */
    | { type: 'placed'; others: PlacedDaemon[] }
    | { type: 'outcome'; id: string; outcome: ImportOutcomeRecord };
}

/** Asks the main thread. @throws what it throws */
export type AskMain = <Answer = undefined>(ask: FleetAsk) => Promise<Answer>;
