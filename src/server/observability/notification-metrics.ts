/** The metrics of notifications: outcomes by type, and the state of the journal. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { NOTIFICATION_TYPES, type NotificationType } from '../../behaviour/index.js';

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
  private readonly commits: Histogram;

  constructor(registry: Registry, readings: JournalReadings) {
    const registers = [registry];
    const { ended } = this;
    const writtenBytes = () => this.writtenBytes;
    new Counter({
      name: 'vitrine_notifications_total',
      help: 'Notifications by type and outcome.',
      labelNames: ['type', 'outcome'],
      registers,
      collect() {
        this.reset();
        for (const [type, counts] of ended) {
          for (const outcome of OUTCOMES) this.labels(type, outcome).inc(counts[outcome]);
        }
      },
    });
    new Counter({
      name: 'vitrine_journal_written_bytes_total',
      help: 'Bytes written to the journal of notifications.',
      registers,
      collect() {
        this.reset();
        this.inc(writtenBytes());
      },
    });
    new Gauge({
      name: 'vitrine_journal_bytes',
      help: 'Size of the journal of notifications.',
      registers,
      collect() {
        this.set(readings.totalBytes());
      },
    });
    new Gauge({
      name: 'vitrine_journal_waiting',
      help: 'Notifications that wait for the disk.',
      registers,
      collect() {
        this.set(readings.depth());
      },
    });
    this.commits = new Histogram({
      name: 'vitrine_journal_commit_seconds',
      help: 'Time to bring notifications to the disk, one observation for all that went together.',
      buckets: COMMIT_BUCKETS_S,
      registers,
    });
  }

  ending(type: NotificationType, outcome: NotificationOutcome): void {
    this.ended.get(type)![outcome]++;
  }

  committed(bytes: number, seconds: number): void {
    this.writtenBytes += bytes;
    this.commits.observe(seconds);
  }
}
