/**
 * The route of explanations. A query thread makes them on the live snapshot, one at a time, so that the other threads
 * stay free for storefronts; an explanation is not cached and is no visit.
 */
import { ACCESS } from '../../api/access.js';
import { inOrder, type ParsedExplainOrder, parseExplainOrder } from '../../api/explain-order.js';
import type { TicketSecret } from '../../pages/shared/tickets/ticket-secret.js';
import { asError } from '../../threads/failure.js';
import type { Placement } from '../admission/placement.js';
import { requireProducts, tooManyExplanations } from '../admission/refusals.js';
import { SerialQueue } from '../admission/serial-queue.js';
import type { Route } from '../http/router.js';
import type { QueryService } from '../queries/query-service.js';
import type { SearchEncoder } from '../queries/search-encoder.js';
import type { KeyRing } from '../storage/key-ring.js';
import { authorise } from './authorise.js';

export interface ExplainRouteContext {
  service: QueryService;
  /** Undefined: there is none. */
  encoder: SearchEncoder | undefined;
  keys: KeyRing;
  ticketSecret: TicketSecret;
  /** Undefined where the daemon holds all markets. */
  placement: Placement | undefined;
}

const MAX_BODY_BYTES = 65_536;
/** Most explanations that wait. */
const MOST_WAITING = 16;
const JSON_HEADERS = ['Content-Type', 'application/json;charset=utf-8', 'Cache-Control', 'no-store'];

export function explainRoute({ service, encoder, keys, ticketSecret, placement }: ExplainRouteContext): Route {
  const explanations = new Explanations(service, encoder);
  const waiting = new SerialQueue(MOST_WAITING, tooManyExplanations);
  return {
    name: 'explain',
    paths: ['/api/admin/v3/explain', '/api/admin/v4/explain'],
    methods: {
      async POST(exchange, incoming) {
        const contentType = incoming.header('content-type') || undefined;
        const body = exchange.readBody(MAX_BODY_BYTES, true);
        const actor = await authorise(keys, exchange, incoming, ACCESS.explain);
        const order = parseExplainOrder(contentType, await body.whole(), ticketSecret);
        actor.requireMarket(order.request.market);
        placement?.require(order.request.market);
        exchange.text(200, await waiting.run(() => explanations.explain(order)), JSON_HEADERS);
      },
    },
  };
}

/** Runs explanations, each on the next thread. */
class Explanations {
  private thread = 0;

  constructor(
    private readonly service: QueryService,
    private readonly encoder: SearchEncoder | undefined,
  ) {}

  /** @returns JSON. @throws Problem of the query, with its path in the order. */
  async explain({ request, products }: ParsedExplainOrder): Promise<string> {
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
