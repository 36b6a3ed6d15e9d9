/** Metrics of campaigns: of all together, because there may be ten thousand. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { INVALID_REASONS } from '../../behaviour/activities/verdict.js';
import { fromMicros } from '../../behaviour/campaigns/campaign-terms.js';
import type { LedgerCounts } from '../../behaviour/campaigns/ledger.js';

export function campaignMetrics(registry: Registry, counts: LedgerCounts): void {
  const registers = [registry];
  new Counter({
    name: 'vitrine_campaign_spend_total',
    help: 'What campaigns were billed since the start, in units of their currencies, added up.',
    registers,
    collect() {
      this.reset();
      this.inc(fromMicros(counts.spendMicros));
    },
  });
  new Counter({
    name: 'vitrine_campaign_events_total',
    help: 'Clicks and impressions that were billed, and those that do not count, by reason.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      this.inc({ outcome: 'billed' }, counts.billed);
      for (const reason of INVALID_REASONS) this.inc({ outcome: reason }, counts.invalid[reason] ?? 0);
    },
  });
  new Gauge({
    name: 'vitrine_campaigns',
    help: 'Campaigns that compete by their budgets and pacing, and those that do not at the moment.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, counts.open);
      this.set({ state: 'closed' }, counts.closed);
    },
  });
}
