/**
 * What happens in the daemon as events of webhooks: ends of imports and new snapshots are told to it; whether queries are
 * answered otherwise than they should be, and how many searches find nothing, it looks at by itself.
 */
import type { ImportRecord } from '../imports/import-history.js';
import type { WebhookSettings } from '../settings/webhook-settings.js';
import type { Webhooks } from './webhooks.js';

const LOOK_EVERY_MS = 5000;
/** Reasons may tell how far a repair is: when they alone change, they are told no more often than this. */
const REASONS_EVERY_MS = 300_000;

/** Searches since the start, and those of them without hits. */
export interface SearchCounts {
  searches: number;
  withoutHits: number;
}

export interface Observed {
  degradations(): string[];
  searches(): Promise<SearchCounts>;
}

export class DaemonEvents {
  private readonly timers: NodeJS.Timeout[] = [];
  private degraded = '';
  private degradedToldMs = 0;
  private counted: SearchCounts = { searches: 0, withoutHits: 0 };

  constructor(
    private readonly webhooks: Webhooks,
    private readonly settings: WebhookSettings,
    private readonly observed: Observed,
  ) {
    this.every(LOOK_EVERY_MS, () => this.lookAtDegradations());
    if (webhooks.wants('searches.without_hits')) {
      this.every(settings.searchMinutes * 60_000, () => void this.countSearches());
    }
  }

  importEnded({
    id,
    kind,
    name,
    outcome,
    reason,
    snapshot,
    counts,
    startedAt,
    endedAt,
    durationMs,
  }: ImportRecord): void {
    const data = { id, kind, name, outcome, reason, snapshot, counts, startedAt, endedAt, durationMs };
    this.webhooks.tell('import.ended', data);
  }

  snapshotLive(id: string, products: number, createdAt: string): void {
    this.webhooks.tell('snapshot.live', { id, products, createdAt });
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  private every(ms: number, run: () => void): void {
    const timer = setInterval(run, ms);
    timer.unref();
    this.timers.push(timer);
  }

  /** Told when it begins and ends, and when the reasons are others than were told a while ago. */
  private lookAtDegradations(): void {
    const reasons = this.observed.degradations();
    const text = reasons.join('\n');
    if (text === this.degraded) return;
    const turns = text === '' || this.degraded === '';
    if (!turns && Date.now() - this.degradedToldMs < REASONS_EVERY_MS) return;
    this.degraded = text;
    this.degradedToldMs = Date.now();
    this.webhooks.tell('daemon.degraded', { degraded: reasons.length > 0, reasons });
  }

  private async countSearches(): Promise<void> {
    const now = await this.observed.searches();
    const searches = now.searches - this.counted.searches;
    const withoutHits = now.withoutHits - this.counted.withoutHits;
    this.counted = now;
    const { searchesLeast, withoutHitsShare, searchMinutes } = this.settings;
    if (searches < searchesLeast || withoutHits <= withoutHitsShare * searches) return;
    const share = Math.round((withoutHits / searches) * 10_000) / 10_000;
    this.webhooks.tell('searches.without_hits', { searches, withoutHits, share, minutes: searchMinutes });
  }
}
