/** What `vitrine status` tells, and what it prints with --json. */
import type { UnfinishedImport } from '../../server/imports/import-coordinator.js';
import type { ImportRecord } from '../../server/imports/import-history.js';
import type { Latency } from './latency.js';

export interface DaemonStatus {
  state: 'ready' | 'degraded' | 'not ready';
  /** Why it is not ready, or degraded. */
  reasons: string[];
  version: string;
  node: string;
  transport: string;
  upSeconds: number;
  /** Absent while none is live. Its id is told with a key. */
  snapshot?: { id?: string; generation: number; products: number; bytes: number; ageSeconds: number };
  queries: QueryStatus;
  /** Or why they are not told. */
  imports: ImportsStatus | string;
  memory: { residentBytes: number; heapUsedBytes: number };
  /** Of the file system with the data folder. */
  disk: { freeBytes: number; sizeBytes: number };
  /** Absent where the daemon is alone. */
  fleet?: { isUp: boolean; isWriter: boolean; hasWriter: boolean; daemons: number; behindSeconds: number };
  /** What an operator should look at; empty: nothing. */
  attention: Attention[];
}

export interface ImportsStatus {
  unfinished: UnfinishedImport[];
  /** Of those that have ended. */
  last?: ImportRecord;
}

export interface QueryStatus {
  /** Of the time that was looked at. */
  overSeconds: number;
  count: number;
  perSecond: number;
  refused: number;
  /** Replies that say that the daemon was at fault. */
  failed: number;
  /** Absent where nothing was asked in that time. */
  latency?: Latency;
  /** Since the start of the daemon. */
  ever: { count: number; refused: number; failed: number; latency?: Latency };
}

export interface Attention {
  what: string;
  /** The page about it, of the daemon's documentation. */
  page?: string;
}
