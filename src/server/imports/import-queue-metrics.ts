/** Metrics of the imports that wait for their turns. */
import { Gauge, type Registry } from 'prom-client';
import type { ImportCoordinator } from './import-coordinator.js';

export function importQueueMetrics(registry: Registry, imports: ImportCoordinator): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `vitrine_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('imports_waiting', 'Imports that wait for their turn.', () => imports.queue().length);
  gauge('imports_waiting_bytes', 'Bodies of the imports that wait, as sent.', () => imports.queue().bytes);
  gauge('imports_waiting_oldest_seconds', 'How long the first of the imports that wait does so; 0: none.', () => {
    const { sinceMs } = imports.queue();
    return sinceMs === undefined ? 0 : (Date.now() - sinceMs) / 1000;
  });
}
