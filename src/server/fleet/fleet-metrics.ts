/** Metrics of a daemon's fleet. */
import { Gauge, type Registry } from 'prom-client';
import type { FleetStatus } from '../../api/fleet-status.js';
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
