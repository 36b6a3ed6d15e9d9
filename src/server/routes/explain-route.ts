/**
 * The route of explanations. A query thread makes them on the live snapshot, one at a time, so that the other threads
 * stay free for storefronts; an explanation is not cached and is no visit.
 */
import { ACCESS } from '../../api/access.js';
import { parseExplainOrder } from '../../api/explain-order.js';
import type { TicketSecret } from '../../pages/shared/tickets/ticket-secret.js';
import type { Placement } from '../admission/placement.js';
import type { Explanations } from '../agents/explanations.js';
import type { Route } from '../http/router.js';
import type { KeyRing } from '../storage/key-ring.js';
import { authorise } from './authorise.js';

export interface ExplainRouteContext {
  explanations: Explanations;
  keys: KeyRing;
  ticketSecret: TicketSecret;
  /** Undefined where the daemon holds all markets. */
  placement: Placement | undefined;
}

const MAX_BODY_BYTES = 65_536;
const JSON_HEADERS = ['Content-Type', 'application/json;charset=utf-8', 'Cache-Control', 'no-store'];

export function explainRoute({ explanations, keys, ticketSecret, placement }: ExplainRouteContext): Route {
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
        exchange.text(200, await explanations.explain(order), JSON_HEADERS);
      },
    },
  };
}
