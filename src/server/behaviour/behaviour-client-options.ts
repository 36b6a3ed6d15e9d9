/** What a client of behaviour is made with. */
import type { BehaviourSettings } from '../../behaviour/index.js';
import type { Log } from '../observability/log.js';

export interface BehaviourClientOptions {
  dataDir: string;
  settings: BehaviourSettings;
  log: Log;
  /** The module of the thread. */
  file?: string | URL | undefined;
  /** Most visits that wait for the thread; further ones are dropped. */
  maxVisits?: number;
  /** How often the process that writes visitors is asked whether it runs; for tests. */
  pingEveryMs?: number;
  /** See `VisitorsSettings`; for tests. */
  visitsEveryMs?: number;
  /** How long clicks of campaigns count; absent where retail media is switched off. */
  attributionDays?: number | undefined;
  /** Whether the daemon is one of a fleet. */
  isShared?: boolean;
  /** Number of front ends that report visits; this thread's is the first. */
  frontEnds?: number;
}
