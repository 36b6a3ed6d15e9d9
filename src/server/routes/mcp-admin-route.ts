/**
 * The address at which agents of the shop speak the Model Context Protocol, with an Api-Key: every call is held to what
 * the key may, and history and log name its actor.
 */
import { ACCESS, type Access } from '../../api/access.js';
import type { AdminDesk, DraftKind } from '../../api/agents/admin/admin-desk.js';
import { ADMIN_TOOLS, adminInstructions } from '../../api/agents/admin/admin-tools.js';
import { parseExplainOrder } from '../../api/explain-order.js';
import { searchKey } from '../../catalog/site/search-settings-document.js';
import type { Explanation } from '../../pages/explain/explanation.js';
import { type SharedSnapshot, siteOf } from '../../snapshot/index.js';
import { requireProducts } from '../admission/refusals.js';
import { AgentQueries, type AgentQueriesContext } from '../agents/agent-queries.js';
import type { Explanations } from '../agents/explanations.js';
import { LiveShop } from '../agents/live-shop.js';
import { McpServer } from '../agents/mcp-server.js';
import type { BehaviourClient } from '../behaviour/behaviour-client.js';
import type { Exchange } from '../http/exchange.js';
import type { Route } from '../http/router.js';
import type { Incoming } from '../http/transport.js';
import type { Imports } from '../imports/import-coordinator.js';
import type { Actor } from '../storage/actor.js';
import type { KeyRing } from '../storage/key-ring.js';
import { answer, receive } from './mcp-route.js';

export interface McpAdminRouteContext extends AgentQueriesContext {
  keys: KeyRing;
  imports: Imports;
  behaviour: Pick<BehaviourClient, 'requests'>;
  explanations: Explanations;
  /** The daemon's version. */
  version: string;
}

const BEARER = /^Bearer +(\S+)$/i;

export function mcpAdminRoute(context: McpAdminRouteContext): Route {
  const queries = new AgentQueries(context);
  const live = new LiveShop();
  const server = new McpServer<AdminDesk>({
    info: { name: 'vitrine-admin', title: 'Vitrine search administration', version: context.version },
    tools: ADMIN_TOOLS,
    instructions: adminInstructions,
    cacheScope: 'private',
  });
  return {
    name: 'mcp-admin',
    paths: ['/mcp/admin'],
    methods: {
      async POST(exchange, incoming) {
        const key = keyOf(incoming);
        const received = receive(exchange, incoming);
        // Whose fault it is, is known when the key is.
        received.catch(() => undefined);
        const { actor } = await keyHeld(context, exchange, key, ACCESS.adminTools);
        await answer(exchange, received, message => {
          const shared = context.service.current?.shared;
          const desk = queries.desk(live.of(shared), { exchange, client: undefined });
          return server.answer(message, { ...desk, ...adminDesk(context, exchange, key, actor) });
        });
      },
    },
  };
}

/** Clients of the protocol send keys by either header. */
function keyOf(incoming: Incoming): string {
  return incoming.header('api-key') || (BEARER.exec(incoming.header('authorization'))?.[1] ?? '');
}

async function keyHeld(
  { keys }: McpAdminRouteContext,
  exchange: Exchange,
  key: string,
  access: Access,
): Promise<{ actor: Actor }> {
  const actor = await keys.authorise(key, access);
  exchange.actor = actor.name;
  return { actor };
}

function adminDesk(
  context: McpAdminRouteContext,
  exchange: Exchange,
  key: string,
  actor: Actor,
): Omit<AdminDesk, 'shop' | 'ask'> {
  const { service, imports, behaviour, explanations, ticketSecret, placement } = context;
  return {
    async require(access, market) {
      const held = await keyHeld(context, exchange, key, access);
      if (market !== undefined) {
        held.actor.requireMarket(market);
        placement?.require(market);
      }
    },
    async explain(order) {
      const bytes = Buffer.from(JSON.stringify(order));
      const parsed = parseExplainOrder('application/json', bytes, ticketSecret);
      return JSON.parse(await explanations.explain(parsed)) as Explanation;
    },
    searches: order => behaviour.requests.searches(order),
    settings: (layer, name) => documentOf(requireProducts(service.current).shared, searchKey(layer, name)),
    change: (kind, body) => change(imports, actor, kind, body),
  };
}

function documentOf<Document>(shared: SharedSnapshot, key: string): Document | undefined {
  return siteOf(shared).get<Document>(key);
}

/** @returns the warnings of an import that is live */
async function change(imports: Imports, actor: Actor, kind: DraftKind, document: object): Promise<readonly string[]> {
  const pieces = [Buffer.from(JSON.stringify(document))];
  const [{ length }] = pieces as [Buffer];
  const body = { take: async () => (pieces.length > 0 ? pieces.splice(0) : undefined) };
  const order = { kind, mode: 'update' as const, encoding: 'identity' as const, force: false, validationOnly: false };
  const { id, done } = await imports.accept({ ...order, name: 'agent' }, actor, body, length);
  await done;
  return imports.status(id).warnings ?? [];
}
