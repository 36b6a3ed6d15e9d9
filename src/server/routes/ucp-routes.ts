/**
 * The catalog half of the Universal Commerce Protocol by REST: the profile by which agents find the shop, and its three
 * operations, which are admitted, queued and bounded like queries of a storefront.
 */
import { getProduct, lookupCatalog, searchCatalog, type UcpOperation } from '../../api/agents/ucp-catalog.js';
import { ucpProfile } from '../../api/agents/ucp-profile.js';
import { readJson } from '../../api/json-body.js';
import { badRequest } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';
import { AgentQueries } from '../agents/agent-queries.js';
import { LiveShop } from '../agents/live-shop.js';
import type { Route } from '../http/router.js';
import type { Incoming } from '../http/transport.js';
import type { McpRouteContext } from './mcp-route.js';
import { refuses } from './refuse.js';

export interface UcpRoutesContext extends McpRouteContext {
  /** Where agents reach the daemon; undefined: where the profile is asked for. */
  publicUrl: string | undefined;
}

const MAX_BODY_BYTES = 65_536;
const OPERATIONS: Readonly<Record<string, UcpOperation>> = {
  search: searchCatalog,
  lookup: lookupCatalog,
  product: getProduct,
};
/** The protocol wants profiles to be kept for a minute at least. */
const PROFILE_HEADERS = ['Content-Type', 'application/json;charset=utf-8', 'Cache-Control', 'public, max-age=300'];
const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-fA-F:.]+\](:\d+)?$/;

export function ucpRoutes(context: UcpRoutesContext): Route[] {
  const queries = new AgentQueries(context);
  const live = new LiveShop();
  const operations = Object.entries(OPERATIONS).map(([name, operation]): Route => {
    return {
      name: `ucp-${name}`,
      paths: [`/ucp/v1/catalog/${name}`],
      methods: {
        async POST(exchange, incoming) {
          const client = context.clientOf(incoming);
          const length = Number(incoming.header('content-length')) || 0;
          if (refuses(context, exchange, client, length)) return;
          const contentType = incoming.header('content-type') || undefined;
          const body = await exchange.readBody(MAX_BODY_BYTES, false, length).whole();
          const desk = queries.desk(live.of(context.service.current?.shared), { exchange, client });
          exchange.json(200, await operation(readJson(contentType, body), desk));
        },
      },
    };
  });
  const profile: Route = {
    name: 'ucp-profile',
    paths: ['/.well-known/ucp'],
    methods: {
      GET: (exchange, incoming) => {
        const base = context.publicUrl ?? addressOf(incoming);
        exchange.text(200, JSON.stringify(ucpProfile(base)), PROFILE_HEADERS);
      },
    },
  };
  return [...operations, profile];
}

/** Where the client has asked. @throws Problem for a host that is none */
function addressOf(incoming: Incoming): string {
  const host = incoming.header('host');
  if (!HOST.test(host)) throw badRequest('Host', `found ${quote(host)}, expected a host name`);
  // Of a proxy that ends TLS; a client that invents it misleads itself.
  const scheme = incoming.header('x-forwarded-proto') === 'https' ? 'https' : 'http';
  return `${scheme}://${host}`;
}
