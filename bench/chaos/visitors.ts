/** Visitors that notify, each once under a name of their own, and whether the journal has all that was acknowledged. */
import { replay } from '../../src/behaviour/index.js';
import type { Outcome, Shop } from './shop.js';

export class Visitors {
  /** Those whose notification was acknowledged, in order. */
  readonly acknowledged: string[] = [];
  private sent = 0;

  get count(): number {
    return this.sent;
  }

  /** Those acknowledged among the last that notified: of some the outcome is not known. */
  newest(count: number): string[] {
    const first = this.sent - count;
    return this.acknowledged.filter(customer => Number(customer.slice(1)) >= first);
  }

  async notify(shop: Shop): Promise<Outcome> {
    const customer = `c${this.sent++}`;
    const outcome = await shop.notify(customer);
    if (outcome.status === 204) this.acknowledged.push(customer);
    return outcome;
  }

  /** What the journal lacks, or has more than once; empty where all is well. */
  async faults(journal: string): Promise<string[]> {
    const found = new Map<string, number>();
    for await (const batch of replay(journal)) {
      for (const { record } of batch) found.set(record.customerKey!, (found.get(record.customerKey!) ?? 0) + 1);
    }
    const lost = this.acknowledged.filter(customer => !found.has(customer));
    const twice = [...found].filter(([, times]) => times > 1);
    return [
      ...(lost.length > 0 ? [`${lost.length} notifications are lost: ${lost.slice(0, 5)}`] : []),
      ...(twice.length > 0 ? [`${twice.length} notifications are in the journal twice: ${twice.slice(0, 5)}`] : []),
    ];
  }
}
