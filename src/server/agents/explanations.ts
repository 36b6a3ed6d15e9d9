/**
 * Explanations of queries. A query thread makes them on the live snapshot, one at a time, so that the other threads stay
 * free for storefronts.
 */
import { inOrder, type ParsedExplainOrder } from '../../api/explain-order.js';
import { asError } from '../../threads/failure.js';
import { requireProducts, tooManyExplanations } from '../admission/refusals.js';
import { SerialQueue } from '../admission/serial-queue.js';
import type { QueryService } from '../queries/query-service.js';
import type { SearchEncoder } from '../queries/search-encoder.js';

/** Most explanations that wait. */
const MOST_WAITING = 16;

/** Runs explanations, each on the next thread. */
export class Explanations {
  private thread = 0;
  private readonly waiting = new SerialQueue(MOST_WAITING, tooManyExplanations);

  constructor(
    private readonly service: QueryService,
    private readonly encoder: SearchEncoder | undefined,
  ) {}

  /** @returns JSON. @throws Problem of the query, with its path in the order. */
  explain(order: ParsedExplainOrder): Promise<string> {
    return this.waiting.run(() => this.run(order));
  }

  private async run({ request, products }: ParsedExplainOrder): Promise<string> {
    const { service } = this;
    const { pool, batcher } = service;
    const asked = (await this.encoder?.encoded(request)) ?? request;
    const generation = requireProducts(service.current);
    this.thread = (this.thread + 1) % pool.size;
    const { thread } = this;
    service.retain(generation);
    try {
      const outcome = await batcher.alone(thread, () => pool.explain(thread, generation.shared, asked, products));
      if ('failure' in outcome) throw inOrder(asError(outcome.failure, 'an explanation'));
      return outcome.json;
    } finally {
      service.release(generation);
    }
  }
}
