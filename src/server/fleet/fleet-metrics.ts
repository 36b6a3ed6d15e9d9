/** Metrics of a daemon's fleet, and of what it holds of campaigns' budgets. */
import type { FleetStatus } from '../../api/fleet-status.js';
import { fromMicros } from '../../behaviour/campaigns/campaign-terms.js';
import type { HeldParts } from '../../behaviour/campaigns/leased-budgets.js';
import type { MetricRegistry } from '../observability/metric-registry.js';
import type { FleetClient } from './fleet-client.js';

export function fleetMetrics(registry: MetricRegistry, fleet: FleetClient): void {
  const gauge = (name: string, help: string, read: () => number) => registry.gauge(`fleet_${name}`, help, read);
  gauge('up', 'Whether the NATS servers are reached.', () => Number(fleet.state?.isUp ?? false));
  gauge('is_writer', 'Whether this daemon is the writer.', () => Number(fleet.state?.isWriter ?? false));
  gauge('has_writer', 'Whether the fleet has a writer, as far as is known.', () => Number(!!fleet.state?.writer));
  gauge(
    'generation',
    'Catalog generation of the newest snapshot of the fleet.',
    () => fleet.state?.newest?.generation ?? 0,
  );
  gauge('behind_seconds', 'For how long this daemon has lacked that snapshot; 0: it has it.', () => {
    const { behindSinceMs } = fleet.state ?? {};
    return behindSinceMs === undefined ? 0 : (Date.now() - behindSinceMs) / 1000;
  });
  let reading: Promise<FleetStatus> | undefined;
  // One for all that are read by a scrape.
  const read = () =>
    (reading ??= fleet.status().finally(() => {
      reading = undefined;
    }));
  streamGauge('stream_bytes', 'Bytes of a stream, bucket or store.', ({ bytes }) => bytes);
  streamGauge('stream_messages', 'Messages of a stream, bucket or store.', ({ messages }) => messages);
  const lacking = 'NATS servers on which a stream is missing or behind.';
  streamGauge('stream_replicas_lacking', lacking, ({ replicas, current }) => Math.max(0, replicas - current));
  registry.gauge('fleet_daemons', 'Daemons of the fleet that run.', async () => (await read()).daemons.length);
  registry.gauge(
    'fleet_whole_daemons',
    'Daemons in service that hold all markets: one of them writes.',
    async () => inService(await read()).filter(({ markets }) => !markets).length,
  );
  registry.gauges(
    'fleet_market_daemons',
    'Daemons in service that hold a market, of the markets that some daemons alone hold.',
    ['market'],
    async () => placed(await read()).map(([market, daemons]) => [daemons, market]),
  );

  function streamGauge(name: string, help: string, value: (stream: FleetStatus['streams'][number]) => number): void {
    registry.gauges(`fleet_${name}`, help, ['stream'], async () =>
      (await read()).streams.map(stream => [value(stream), stream.name]),
    );
  }
}

/** @param held what this daemon holds of budgets at the moment */
export function budgetMetrics(registry: MetricRegistry, held: () => HeldParts): void {
  const gauge = (name: string, help: string, value: (of: HeldParts) => number) =>
    registry.gauge(`fleet_budget_${name}`, help, () => value(held()));
  gauge('parts', 'Campaigns of whose budgets this daemon holds a part.', ({ parts }) => parts);
  const units = 'in units of their currencies, added up';
  gauge('held', `What it may still bill of these parts, ${units}.`, ({ micros }) => fromMicros(micros));
  gauge('spent', `What it has billed itself to campaigns, ever, ${units}.`, ({ spentMicros }) =>
    fromMicros(spentMicros),
  );
  gauge(
    'renewed_seconds',
    'How long ago the fleet has granted a part; after 540 this daemon bills nothing.',
    ({ renewedMs }) => renewedMs / 1000,
  );
}

function inService({ daemons }: FleetStatus): FleetStatus['daemons'] {
  return daemons.filter(({ isDrained }) => !isDrained);
}

/** On how many daemons each market is that some do not hold. */
function placed(status: FleetStatus): (readonly [market: string, daemons: number])[] {
  const named = new Set(status.daemons.flatMap(({ markets = [] }) => markets));
  const serving = inService(status);
  return [...named].map(market => [market, serving.filter(({ markets }) => markets?.includes(market) ?? true).length]);
}
