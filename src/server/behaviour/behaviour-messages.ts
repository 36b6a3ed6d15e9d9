/**
 * The messages between the main thread and the behaviour thread, which takes requests once it has
 * read what was learned, and messages once the visitor store is open.
 */
import type { ListedSearch, SearchesOrder } from '../../api/agents/admin/admin-desk.js';
import type { LedgerPiece } from '../../behaviour/campaigns/campaign-memory.js';
import type { ReportOrder } from '../../behaviour/campaigns/campaign-report.js';
import type { AllTerms } from '../../behaviour/campaigns/campaign-terms.js';
import type { JournalName } from '../../behaviour/learning/journal-names.js';
import type { SharedSignals, SharedSnapshot } from '../../snapshot/index.js';
import type { Happened, VisitorsReplies, VisitorsRequest } from './visitors-messages.js';

export interface BehaviourThreadData {
  /** Folder of the visitor store and of the learned file. */
  dir: string;
  searchedFile: string;
  journalDir: string;
  visitorDays: number;
  mostVisitors: number;
  halfLifeDays: number;
  learnSeconds: number;
  /** Whether the daemon is one of a fleet: it learns when it is told to. */
  isShared: boolean;
  /** See SignalBoundsOptions. */
  ticketDays: number;
  rangeSignals: number;
  /** Of retail media; undefined where it is switched off. */
  attributionDays: number | undefined;
  /** See `KnownVisitors`. */
  known: SharedArrayBuffer;
  /** See `AnnouncedFile`. */
  announced: SharedArrayBuffer;
  /** How often the process that writes visitors is asked whether it runs. */
  pingEveryMs?: number | undefined;
  /** See `VisitorsSettings`. */
  visitsEveryMs?: number | undefined;
}

export type BehaviourRequest =
  /** About visitors; of what was learned, too, where it is erased, copied or written anew. */
  | VisitorsRequest
  /** Compiles signals for this snapshot; later signals are compiled for it too. */
  | { kind: 'compile'; snapshot: SharedSnapshot }
  /** Has the thread learn, or not, as the daemon of the fleet that does. */
  | { kind: 'lead'; leads: boolean; names: readonly JournalName[] }
  /** Takes a file of another daemon in the place of what was learned. */
  | { kind: 'adopt'; file: string; names: readonly JournalName[] }
  /** What campaigns have been shown, clicked and billed. */
  | { kind: 'campaign-report'; order: ReportOrder }
  /** What visitors search for most. */
  | { kind: 'searches'; order: SearchesOrder }
  /** Writes everything to disk. The last request. */
  | { kind: 'stop' };

export type ToBehaviour =
  /** The journal has `until` records; later ones are sent by `happened`. The ledger may want what it says of campaigns. */
  | { type: 'follow'; until: number; wantsLedger: boolean }
  | Happened
  /** What the daemon of the fleet that learns has compiled. */
  | { type: 'offered'; signals: SharedSignals }
  /** A query waits for the effects of visits. */
  | { type: 'awaited' };

export type FromBehaviour =
  /** The visitor store has caught up with the journal: readers see the effects of all records below `next`. */
  | { type: 'live'; next: number }
  /** Readers see the effects of all records below `next`, and of `visits` more visits. */
  | { type: 'applied'; next: number; visits: number }
  /** New signals, for the snapshot of the last `compile`. */
  | { type: 'signals'; signals: SharedSignals }
  /** What the journal says of campaigns, in the order of pieces. */
  | { type: 'ledger'; piece: LedgerPiece }
  /** The campaigns of the snapshot of the last `compile`. */
  | { type: 'campaigns'; terms: AllTerms }
  /** A file of the journal has damaged records. */
  | { type: 'damaged-segment'; file: string }
  /** This daemon learns for its fleet, and has written the learned file. */
  | { type: 'learned' }
  | { type: 'visitors'; count: number }
  | { type: 'compiled'; seconds: number }
  /** The process that writes visitors has ended; `live` is sent when another one has caught up. */
  | { type: 'visitors-away'; facts: object }
  /** The next visits are lost, because there was no process that writes visitors, or it has ended before. */
  | { type: 'dropped'; visits: number }
  | { type: 'warn'; facts: object; message: string };

export interface BehaviourProtocol {
  request: BehaviourRequest;
  /** About visitors undefined where there is no process that writes them, or it ends before. */
  replies: { [Kind in keyof VisitorsReplies]: VisitorsReplies[Kind] | undefined } & {
    compile: SharedSignals;
    lead: boolean;
    adopt: boolean;
    'campaign-report': Uint8Array | undefined;
    searches: ListedSearch[];
  };
  toThread: ToBehaviour;
  fromThread: FromBehaviour;
}
