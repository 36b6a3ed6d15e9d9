/**
 * The address at which agents of shoppers speak the Model Context Protocol: one message in each POST, one JSON reply.
 * There is nothing to stream and no session, so there is no GET and no DELETE, as the protocol wants it. What is asked is
 * admitted, queued and bounded like queries of a storefront.
 */

import type { ShopDesk } from '../../api/agents/agent-tool.js';
import {
  type McpHeaders,
  type McpMessage,
  ProtocolError,
  parseMessage,
  UNAVAILABLE,
} from '../../api/agents/mcp-protocol.js';
import { SHOPPER_TOOLS, shopperInstructions } from '../../api/agents/shopper/shopper-tools.js';
import { UCP_TOOLS, ucpInstructions } from '../../api/agents/ucp-tools.js';
import { Problem } from '../../errors/problem.js';
import type { Client } from '../admission/client-shares.js';
import { AgentQueries, type AgentQueriesContext } from '../agents/agent-queries.js';
import { LiveShop } from '../agents/live-shop.js';
import { McpServer, type McpServerOptions } from '../agents/mcp-server.js';
import type { Exchange } from '../http/exchange.js';
import type { Route } from '../http/router.js';
import { RETRY_AFTER } from '../http/storefront-headers.js';
import type { Incoming } from '../http/transport.js';
import { type RefusalContext, refuses } from './refuse.js';

export interface McpRouteContext extends AgentQueriesContext, RefusalContext {
  service: AgentQueriesContext['service'];
  /** The daemon's version. */
  version: string;
  clientOf(incoming: Incoming): Client | undefined;
}

/** Far above what a call of a tool needs. */
const MAX_BODY_BYTES = 65_536;

/** The tools for agents of shoppers at `/mcp`, and those that the Universal Commerce Protocol names at `/ucp/mcp`. */
export function mcpRoute(context: McpRouteContext): Route {
  return toolsRoute('mcp', '/mcp', context, { tools: SHOPPER_TOOLS, instructions: shopperInstructions });
}

export function ucpToolsRoute(context: McpRouteContext): Route {
  return toolsRoute('ucp-mcp', '/ucp/mcp', context, { tools: UCP_TOOLS, instructions: ucpInstructions });
}

type Offer = Pick<McpServerOptions<ShopDesk>, 'tools' | 'instructions'>;

function toolsRoute(name: string, path: string, context: McpRouteContext, offer: Offer): Route {
  const queries = new AgentQueries(context);
  const live = new LiveShop();
  const info = { name: 'vitrine', title: 'Vitrine product discovery', version: context.version };
  const server = new McpServer<ShopDesk>({ info, ...offer, cacheScope: 'public' });
  return {
    name,
    paths: [path],
    methods: {
      async POST(exchange, incoming) {
        const client = context.clientOf(incoming);
        const length = Number(incoming.header('content-length')) || 0;
        if (refuses(context, exchange, client, length)) return;
        const received = receive(exchange, incoming);
        await answer(exchange, received, message => {
          const shop = live.of(context.service.current?.shared);
          return server.answer(message, queries.desk(shop, { exchange, client }));
        });
      },
    },
  };
}

/** To be called while the handler runs. @returns the message @throws ProtocolError, Problem, ClientGone, later */
export async function receive(exchange: Exchange, incoming: Incoming): Promise<McpMessage> {
  const headers: McpHeaders = {
    version: incoming.header('mcp-protocol-version'),
    method: incoming.header('mcp-method'),
    name: incoming.header('mcp-name'),
  };
  const contentType = incoming.header('content-type').split(';', 1)[0]!.trim().toLowerCase();
  const body = exchange.readBody(MAX_BODY_BYTES, false, Number(incoming.header('content-length')) || 0);
  if (contentType !== 'application/json') {
    throw new Problem('media_type_unsupported', `Content-Type: found "${contentType}", expected application/json`);
  }
  return parseMessage(Buffer.from(await body.whole()).toString('utf8'), headers);
}

type Request = McpMessage & { kind: 'request' };

/** Replies to a message. Notices are taken, and change nothing. */
export async function answer(
  exchange: Exchange,
  received: Promise<McpMessage>,
  answerTo: (request: Request) => Promise<object>,
): Promise<void> {
  let id: Request['id'] | undefined;
  try {
    const message = await received;
    if (message.kind === 'notice') {
      exchange.reply(202, []);
      return;
    }
    ({ id } = message);
    exchange.json(200, await answerTo(message));
  } catch (error) {
    if (error instanceof ProtocolError) exchange.json(error.status, error.body);
    else if (error instanceof Problem && id !== undefined) exchange.json(error.status, failure(error, id), RETRY_AFTER);
    else exchange.fail(error);
  }
}

/** The daemon cannot answer for now, or not here. */
function failure(error: Problem, id: Request['id']): object {
  const { message, code, status } = error;
  return new ProtocolError(UNAVAILABLE, message, status, id, { code }).body;
}
