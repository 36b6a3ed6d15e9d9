/** The metrics of notifications: outcomes by type, and the state of the journal. */
import { NOTIFICATION_TYPES, type NotificationType } from '../../behaviour/index.js';
import { emptyHistogram, observe } from './histogram.js';
import type { MetricRegistry } from './metric-registry.js';

/**
 * recorded: stored and learned from. synthetic: stored only. ignored: the request asked not to store it. refused:
 * invalid. shed: not stored for lack of capacity. A payment with some invalid lines is both recorded and refused.
 */
const OUTCOMES = ['recorded', 'synthetic', 'ignored', 'refused', 'shed'] as const;
export type NotificationOutcome = (typeof OUTCOMES)[number];

const COMMIT_BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Values that are read at a scrape. */
export interface JournalReadings {
  totalBytes(): number;
  depth(): number;
}

export class NotificationMetrics {
  private readonly ended = new Map(
    NOTIFICATION_TYPES.map(type => [type, { recorded: 0, synthetic: 0, ignored: 0, refused: 0, shed: 0 }]),
  );
  private writtenBytes = 0;
  private readonly commits = emptyHistogram(COMMIT_BUCKETS_S);

  constructor(registry: MetricRegistry, readings: JournalReadings) {
    registry.counters('notifications_total', 'Notifications by type and outcome.', ['type', 'outcome'], () =>
      [...this.ended].flatMap(([type, counts]) => OUTCOMES.map(outcome => [counts[outcome], type, outcome] as const)),
    );
    registry.counter(
      'journal_written_bytes_total',
      'Bytes written to the journal of notifications.',
      () => this.writtenBytes,
    );
    registry.gauge('journal_bytes', 'Size of the journal of notifications.', () => readings.totalBytes());
    registry.gauge('journal_waiting', 'Notifications that wait for the disk.', () => readings.depth());
    registry.histograms(
      'journal_commit_seconds',
      'Time to bring notifications to the disk, one observation for all that went together.',
      { labels: [], bounds: COMMIT_BUCKETS_S },
      () => [[this.commits]],
    );
  }

  ending(type: NotificationType, outcome: NotificationOutcome): void {
    this.ended.get(type)![outcome]++;
  }

  committed(bytes: number, seconds: number): void {
    this.writtenBytes += bytes;
    observe(this.commits, COMMIT_BUCKETS_S, seconds);
  }
}
