/** Metrics of a daemon's fleet. */
import { Gauge, type Registry } from 'prom-client';
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
  const bytes = streamGauge('stream_bytes', 'Bytes of a stream, bucket or store.');
  const messages = streamGauge('stream_messages', 'Messages of a stream, bucket or store.');
  const lacking = streamGauge('stream_replicas_lacking', 'NATS servers on which a stream is missing or behind.');
  new Gauge({
    name: 'vitrine_fleet_daemons',
    help: 'Daemons of the fleet that run.',
    registers,
    async collect() {
      const status = await fleet.status();
      this.set(status.daemons.length);
      for (const stream of status.streams) {
        bytes.labels(stream.name).set(stream.bytes);
        messages.labels(stream.name).set(stream.messages);
        lacking.labels(stream.name).set(stream.replicas - stream.current);
      }
    },
  });

  function streamGauge(name: string, help: string): Gauge<'stream'> {
    return new Gauge({ name: `vitrine_fleet_${name}`, help, labelNames: ['stream'], registers });
  }
}
