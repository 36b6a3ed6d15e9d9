/** The daemon's journal of notifications, with its newest records in memory and its metrics. */
import { type BehaviourSettings, Journal, LatestNotifications } from '../../behaviour/index.js';
import type { Log } from '../observability/log.js';
import type { Metrics } from '../observability/metrics.js';
import { NotificationMetrics } from '../observability/notification-metrics.js';
import { journalFolder } from './folders.js';

const MIB = 1_048_576;
const DAY_MS = 86_400_000;
const EXPIRE_EVERY_MS = 3_600_000;

export interface DaemonJournal {
  journal: Journal;
  latest: LatestNotifications;
  metrics: NotificationMetrics;
  /** @throws Problem UNAVAILABLE when a newer version wrote the journal */
  open(): Promise<void>;
  /** Writes the records that still wait. */
  close(): Promise<void>;
}

/** @param recorded called for every record that is on disk, with its text and number */
export function unopenedJournal(
  dataDir: string,
  settings: BehaviourSettings,
  registry: Metrics['registry'],
  log: Log,
  recorded: (text: string, number: number) => void,
): DaemonJournal {
  const dir = journalFolder(dataDir);
  const latest = new LatestNotifications();
  const metrics: NotificationMetrics = new NotificationMetrics(registry, {
    totalBytes: () => journal.totalBytes,
    depth: () => journal.depth,
  });
  const journal: Journal = new Journal({
    dir,
    segmentBytes: settings.segmentMb * MIB,
    maxBytes: settings.journalMb * MIB,
    maxAgeMs: settings.journalDays * DAY_MS,
    maxWaiting: settings.queue,
    recorded: ({ type, settles }, text, number) => {
      if (settles === undefined) latest.add(type, text);
      recorded(text, number);
    },
    committed: (_records, bytes, seconds) => metrics.committed(bytes, seconds),
    warn: (facts, message) => log.warn(facts, message),
  });
  const expiry = setInterval(() => {
    journal.expire().catch((error: unknown) => log.warn({ err: error }, 'old notifications stay'));
  }, EXPIRE_EVERY_MS);
  expiry.unref();
  return {
    journal,
    latest,
    metrics,
    open: async () => {
      await journal.open();
      await latest.load(dir);
    },
    close: async () => {
      clearInterval(expiry);
      await journal.close();
    },
  };
}
