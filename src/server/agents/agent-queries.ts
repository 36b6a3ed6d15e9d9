/**
 * Asks storefront queries from inside a front end, for agents: parsed like those of requests, answered from the same
 * cache and by the same queue and threads, without a visitor. An agent's question is no visit.
 */
import type { AgentShop } from '../../api/agents/agent-shop.js';
import type { AskedParameters, ShopDesk } from '../../api/agents/agent-tool.js';
import { parseStorefrontQuery, type QueryName } from '../../api/parse-query.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { TicketSecret } from '../../pages/shared/tickets/ticket-secret.js';
import { asError } from '../../threads/failure.js';
import type { Client } from '../admission/client-shares.js';
import type { Placement } from '../admission/placement.js';
import { type DropReason, overloaded, requireProducts } from '../admission/refusals.js';
import type { Exchange } from '../http/exchange.js';
import type { Counts } from '../observability/counts.js';
import type { Answer } from '../queries/answer-cache.js';
import { answerKey } from '../queries/answer-key.js';
import type { Generation, Waiter } from '../queries/generation.js';
import type { Outcome } from '../queries/outcomes.js';
import type { QueryService } from '../queries/query-service.js';
import type { SearchEncoder } from '../queries/search-encoder.js';

export interface AgentQueriesContext {
  service: QueryService;
  counts: Counts;
  /** False: every query is computed, none is shared. */
  caching: boolean;
  ticketSecret: TicketSecret;
  /** Undefined: texts have no vectors. */
  encoder: SearchEncoder | undefined;
  /** Undefined where the daemon holds all markets. */
  placement: Placement | undefined;
}

/** Whose question it is, and whether it still waits. */
export interface Asker {
  exchange: Pick<Exchange, 'gone'>;
  /** Whose share a request is of; undefined where clients are not told apart. */
  client: Client | undefined;
}

/** Of answers that are read here: they are decoded at once. */
const ENCODING = 'identity';
const VISITOR = { touchpoint: 'DESKTOP', userContext: 'SYNTHETIC' };

export class AgentQueries {
  constructor(private readonly context: AgentQueriesContext) {}

  /** What tools work with. */
  desk(shop: AgentShop, asker: Asker): ShopDesk {
    return { shop, ask: (name, parameters, body) => this.ask(name, parameters, body, asker) };
  }

  /** @returns the answer @throws Problem as the query's route would answer it */
  private async ask(
    name: QueryName,
    parameters: AskedParameters,
    body: object | undefined,
    asker: Asker,
  ): Promise<unknown> {
    const { service, counts, caching, ticketSecret, encoder, placement } = this.context;
    const generation = requireProducts(service.current);
    const request = parse(name, parameters, body, ticketSecret);
    placement?.require(request.market);
    const key = caching ? `${ENCODING} ${answerKey(request)}` : '';
    const cached = caching ? generation.cache.get(key, Date.now()) : undefined;
    if (cached) {
      counts.cacheHits++;
      return read(cached);
    }
    if (caching) counts.cacheMisses++;
    const encoded = encoder?.encoded(request) ?? request;
    if (!(encoded instanceof Promise)) return this.answered(generation, encoded, key, asker);
    // The snapshot stays open meanwhile, though another one may be live then.
    service.retain(generation);
    return new Promise((resolve, reject) => {
      encoded
        .then(asked => this.enqueue(generation, asked, key, new AskingAgent(asker, resolve, reject)), reject)
        .finally(() => service.release(generation));
    });
  }

  /** Never settles where the client has gone. */
  private answered(generation: Generation, request: StorefrontRequest, key: string, asker: Asker): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.enqueue(generation, request, key, new AskingAgent(asker, resolve, reject));
    });
  }

  private enqueue(generation: Generation, request: StorefrontRequest, key: string, waiter: AskingAgent): void {
    // An answer without the vector is no answer to the whole question.
    const isUnencoded = request.query === 'search-page' && request.unencoded !== undefined;
    const { client } = waiter.asker;
    const ownKey = isUnencoded ? '' : key;
    this.context.service.enqueue(generation, { request, encoding: ENCODING, key: ownKey, own: false, client }, waiter);
  }
}

class AskingAgent implements Waiter {
  constructor(
    readonly asker: Asker,
    private readonly resolve: (answer: unknown) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  get gone(): boolean {
    return this.asker.exchange.gone;
  }

  settle(outcome: Outcome): void {
    try {
      if ('failure' in outcome) throw asError(outcome.failure, 'a query');
      this.resolve(read(outcome.answer));
    } catch (error) {
      this.reject(error);
    }
  }

  shed(reason: DropReason): void {
    this.reject(overloaded(reason));
  }
}

/** At once: the memory of an answer is used again when it has been given. */
function read({ body }: Answer): unknown {
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8'));
}

function parse(
  name: QueryName,
  parameters: AskedParameters,
  body: object | undefined,
  ticketSecret: TicketSecret,
): StorefrontRequest {
  const query = new URLSearchParams(VISITOR);
  for (const [parameter, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(parameter, String(value));
  }
  const message = { method: body ? ('POST' as const) : ('GET' as const), rawQuery: query.toString() };
  if (!body) return parseStorefrontQuery(name, message, { ticketSecret });
  const json = { contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
  return parseStorefrontQuery(name, { ...message, ...json }, { ticketSecret });
}
