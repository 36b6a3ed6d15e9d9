/** Metrics of the imports that wait for their turns. */
import type { MetricRegistry } from '../observability/metric-registry.js';
import type { ImportCoordinator } from './import-coordinator.js';

export function importQueueMetrics(registry: MetricRegistry, imports: ImportCoordinator): void {
  registry.gauge('imports_waiting', 'Imports that wait for their turn.', () => imports.queue().length);
  registry.gauge('imports_waiting_bytes', 'Bodies of the imports that wait, as sent.', () => imports.queue().bytes);
  registry.gauge(
    'imports_waiting_oldest_seconds',
    'How long the first of the imports that wait does so; 0: none.',
    () => {
      const { sinceMs } = imports.queue();
      return sinceMs === undefined ? 0 : (Date.now() - sinceMs) / 1000;
    },
  );
}
