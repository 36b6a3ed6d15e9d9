/** Metrics of a daemon's fleet, and of what it holds of campaigns' budgets. */
import { Gauge, type Registry } from 'prom-client';
import type { FleetStatus } from '../../api/fleet-status.js';
import { fromMicros } from '../../behaviour/campaigns/campaign-terms.js';
import type { HeldParts } from '../../behaviour/campaigns/leased-budgets.js';
import type { FleetClient } from './fleet-client.js';

export function fleetMetrics(registry: Registry, fleet: FleetClient): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `vitrine_fleet_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
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
  new Gauge({
    name: 'vitrine_fleet_daemons',
    help: 'Daemons of the fleet that run.',
    registers,
    async collect() {
      this.set((await read()).daemons.length);
    },
  });

  new Gauge({
    name: 'vitrine_fleet_whole_daemons',
    help: 'Daemons in service that hold all markets: one of them writes.',
    registers,
    async collect() {
      this.set(inService(await read()).filter(({ markets }) => !markets).length);
    },
  });
  new Gauge({
    name: 'vitrine_fleet_market_daemons',
    help: 'Daemons in service that hold a market, of the markets that some daemons alone hold.',
    labelNames: ['market'],
    registers,
    async collect() {
      this.reset();
      for (const [market, daemons] of placed(await read())) this.set({ market }, daemons);
    },
  });

  function streamGauge(name: string, help: string, value: (stream: FleetStatus['streams'][number]) => number): void {
    new Gauge({
      name: `vitrine_fleet_${name}`,
      help,
      labelNames: ['stream'],
      registers,
      async collect() {
        for (const stream of (await read()).streams) this.labels(stream.name).set(value(stream));
      },
    });
  }
}

/** @param held what this daemon holds of budgets at the moment */
export function budgetMetrics(registry: Registry, held: () => HeldParts): void {
  const gauge = (name: string, help: string, value: (of: HeldParts) => number) =>
    new Gauge({
      name: `vitrine_fleet_budget_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(value(held()));
      },
    });
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
function placed(status: FleetStatus): Map<string, number> {
  const named = new Set(status.daemons.flatMap(({ markets = [] }) => markets));
  const serving = inService(status);
  return new Map(
    [...named].map(market => [market, serving.filter(({ markets }) => markets?.includes(market) ?? true).length]),
  );
}
