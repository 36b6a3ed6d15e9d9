/** Metrics of campaigns: of all together, because there may be ten thousand. */
import { INVALID_REASONS } from '../../behaviour/activities/verdict.js';
import { fromMicros } from '../../behaviour/campaigns/campaign-terms.js';
import type { LedgerCounts } from '../../behaviour/campaigns/ledger.js';
import type { MetricRegistry } from '../observability/metric-registry.js';

export function campaignMetrics(registry: MetricRegistry, counts: LedgerCounts): void {
  registry.counter(
    'campaign_spend_total',
    'What campaigns were billed since the start, in units of their currencies, added up.',
    () => fromMicros(counts.spendMicros),
  );
  registry.counters(
    'campaign_events_total',
    'Clicks and impressions that were billed, and those that do not count, by reason.',
    ['outcome'],
    () => [[counts.billed, 'billed'], ...INVALID_REASONS.map(reason => [counts.invalid[reason] ?? 0, reason] as const)],
  );
  registry.gauges(
    'campaigns',
    'Campaigns that compete by their budgets and pacing, and those that do not at the moment.',
    ['state'],
    () => [
      [counts.open, 'open'],
      [counts.closed, 'closed'],
    ],
  );
}
