/** The messages between the main thread and the thread that exchanges behaviour with the fleet. */
import type { Visit } from '../../../behaviour/activities/activity.js';
import type { NotificationRecord } from '../../../behaviour/index.js';
import type { JournalName } from '../../../behaviour/learning/journal-names.js';
import type { NumberedText } from '../../../fleet/behaviour-stream.js';
import type { BudgetClaim, BudgetGrant, OwnSpend } from '../../../fleet/budget-shares.js';
import type { FleetSettings } from '../../../fleet/fleet-settings.js';
import type { Holder } from '../../../fleet/lease.js';
import type { Failure } from '../../../threads/failure.js';

export interface ExchangeThreadData {
  settings: FleetSettings;
  dataDir: string;
  journalDir: string;
  self: Holder;
  /** Of the stream. */
  mostBytes: number;
  mostAgeMs: number;
}

/** What has become of records that were to be written to the journal. */
export interface TakenRecords {
  /** Their numbers at their origin: those that are on disk. */
  stored: number[];
  /** Number of records of the journal. */
  size: number;
}

/** On how many daemons a customer was forgotten, of those that run. */
export interface ToldErasure {
  erased: number;
  of: number;
}

export type ExchangeAsk =
  | { kind: 'take'; daemon: string; records: NotificationRecord[] }
  | { kind: 'erase'; customerKeys: string[] };

export interface ExchangeProtocol {
  request: /** Tells the fleet to forget a customer; replied to when its daemons have, or that takes too long. */
    | { kind: 'erase'; customerKey: string }
    /** Replied to when the journal has what the stream has now. */
    | { kind: 'catch-up' }
    /** Asks for parts of campaigns' budgets. */
    | { kind: 'claim'; claims: BudgetClaim[] }
    /** Also gives back what is held of budgets. */
    | { kind: 'close'; spends: OwnSpend[] };
  replies: { erase: ToldErasure; claim: BudgetGrant[] };
  toThread:
    | { type: 'answer'; id: number; answer: unknown }
    | { type: 'answer'; id: number; failure: Failure }
    /** The journal has `size` records; later ones are sent by `recorded`. */
    | { type: 'follow'; size: number }
    /** Records of this daemon that are on disk. */
    | { type: 'recorded'; records: NumberedText[] }
    | { type: 'visits'; visits: Visit[] };
  fromThread:
    | { type: 'ask'; id: number; ask: ExchangeAsk }
    /** Of other daemons. */
    | { type: 'visits'; daemon: string; visits: Visit[] }
    /** What the fleet calls the journal of this daemon. */
    | { type: 'named'; names: JournalName[] }
    | { type: 'fault'; fault: string };
}
