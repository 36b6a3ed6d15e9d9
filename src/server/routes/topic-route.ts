/** The route that issues tickets of topics. Nothing is stored, because a ticket contains the whole topic. */
import { ACCESS } from '../../api/access.js';
import { issueTopic, parseTopic } from '../../api/discovery-topics.js';
import type { TicketSecret } from '../../pages/shared/tickets/ticket-secret.js';
import type { Placement } from '../admission/placement.js';
import { requireProducts } from '../admission/refusals.js';
import type { Route } from '../http/router.js';
import type { LiveSnapshot } from '../live-snapshot/live-snapshot.js';
import type { KeyRing } from '../storage/key-ring.js';
import { authorise } from './authorise.js';

export interface TopicRouteContext {
  live: LiveSnapshot;
  keys: KeyRing;
  ticketSecret: TicketSecret;
  /** Undefined where the daemon holds all markets. */
  placement: Placement | undefined;
}

/** Enough for the longest rules and text, in any script. */
const MAX_BODY_BYTES = 131_072;

export function topicRoute({ live, keys, ticketSecret, placement }: TopicRouteContext): Route {
  const path = 'discovery-agent/topics';
  return {
    name: 'discovery-agent-topics',
    paths: [`/api/admin/v3/${path}`, `/api/admin/v4/${path}`],
    methods: {
      async POST(exchange, incoming) {
        const contentType = incoming.header('content-type') || undefined;
        const body = exchange.readBody(MAX_BODY_BYTES, true);
        const actor = await authorise(keys, exchange, incoming, ACCESS.topic);
        const topic = parseTopic(contentType, await body.whole());
        actor.requireMarket(topic.market);
        placement?.require(topic.market);
        const { views } = requireProducts(live.current).shared.manifest;
        exchange.json(200, { resultTicket: issueTopic(topic, views, ticketSecret) });
      },
    },
  };
}
