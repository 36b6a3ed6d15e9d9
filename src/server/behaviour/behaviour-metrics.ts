/** Metrics of the visitor store and of learning. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { BehaviourClient } from './behaviour-client.js';

export function behaviourMetrics(registry: Registry, client: BehaviourClient): void {
  const registers = [registry];
  const { counts } = client;
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `vitrine_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name: `vitrine_${name}`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  gauge('visitors', 'Visitors remembered, in all markets; brought up to date now and then.', () => counts.visitors);
  gauge('behaviour_waiting', 'Visits and notifications whose effects queries do not see yet.', () => client.depth);
  gauge('learning_compile_seconds', 'Time it took to bring what was learned to queries, the last time.', () => {
    return counts.compileSeconds;
  });
  counter('visits_dropped_total', 'Visits that are not remembered for lack of capacity.', () => counts.visitsDropped);
  counter('behaviour_thread_failures_total', 'Behaviour threads that died.', () => counts.threadFailures);
  counter('visitor_process_failures_total', 'Processes that write visitors that died.', () => counts.processFailures);
}
