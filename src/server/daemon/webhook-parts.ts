/** Tells the receivers of webhooks what happens in the daemon, where the settings name some. */
import type { Registry } from 'prom-client';
import type { Readiness } from '../admission/readiness.js';
import type { Counts } from '../observability/counts.js';
import { DaemonEvents } from '../webhooks/daemon-events.js';
import { webhookMetrics } from '../webhooks/webhook-metrics.js';
import { Webhooks } from '../webhooks/webhooks.js';
import type { Opened } from './open.js';

export interface Told {
  webhooks: Webhooks;
  events: DaemonEvents;
  close(): Promise<void>;
}

/** A front end, whose searches are counted. */
interface Counting {
  read(): { counts: Counts } | Promise<{ counts: Counts }>;
}

export async function webhooksOf(
  { settings, dataDir, log }: Pick<Opened, 'settings' | 'dataDir' | 'log'>,
  readiness: Readiness,
  frontEnds: readonly Counting[],
  registry: Registry,
): Promise<Told | undefined> {
  const webhooks = await Webhooks.open(settings.webhooks, dataDir, log);
  if (!webhooks) return undefined;
  webhookMetrics(registry, webhooks);
  const events = new DaemonEvents(webhooks, settings.webhooks, {
    degradations: () => readiness.degradations(),
    searches: async () => {
      const readings = await Promise.all(frontEnds.map(frontEnd => frontEnd.read()));
      const sum = (of: (counts: Counts) => number): number =>
        readings.reduce((total, { counts }) => total + of(counts), 0);
      return { searches: sum(counts => counts.searches), withoutHits: sum(counts => counts.zeroHitSearches) };
    },
  });
  return {
    webhooks,
    events,
    close: async () => {
      events.close();
      await webhooks.close();
    },
  };
}
