/** Metrics of the visitor store and of learning. */
import type { MetricRegistry } from '../observability/metric-registry.js';
import type { BehaviourClient } from './behaviour-client.js';

export function behaviourMetrics(registry: MetricRegistry, client: BehaviourClient): void {
  const { counts } = client;
  registry.gauge(
    'visitors',
    'Visitors remembered, in all markets; brought up to date now and then.',
    () => counts.visitors,
  );
  registry.gauge(
    'behaviour_waiting',
    'Visits and notifications whose effects queries do not see yet.',
    () => client.depth,
  );
  registry.gauge(
    'learning_compile_seconds',
    'Time it took to bring what was learned to queries, the last time.',
    () => {
      return counts.compileSeconds;
    },
  );
  registry.counter(
    'visits_dropped_total',
    'Visits that are not remembered for lack of capacity.',
    () => counts.visitsDropped,
  );
  registry.counter('behaviour_thread_failures_total', 'Behaviour threads that died.', () => counts.threadFailures);
  registry.counter(
    'visitor_process_failures_total',
    'Processes that write visitors that died.',
    () => counts.processFailures,
  );
}
