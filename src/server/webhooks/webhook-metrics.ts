/** Metrics of webhooks, by receiver. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Webhooks } from './webhooks.js';

type Member = 'pending' | 'delivered' | 'failed' | 'dropped';

export function webhookMetrics(registry: Registry, webhooks: Webhooks): void {
  const labelNames = ['target'];
  const read = (member: Member): [string, number][] =>
    webhooks.status().targets.map(target => [target.name, target[member]]);
  new Gauge({
    name: 'vitrine_webhook_pending',
    help: 'Events that a receiver has yet to be told.',
    labelNames,
    registers: [registry],
    collect() {
      for (const [target, value] of read('pending')) this.set({ target }, value);
    },
  });
  const counter = (name: string, help: string, member: Member) =>
    new Counter({
      name: `vitrine_webhook_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const [target, value] of read(member)) this.inc({ target }, value);
      },
    });
  counter('delivered_total', 'Events that a receiver has taken.', 'delivered');
  counter('failed_attempts_total', 'Requests that a receiver has not taken.', 'failed');
  counter('dropped_total', 'Events that were given up.', 'dropped');
}
