/**
 * The routes of storefront queries: answered from the cache, by an equal query in flight, or by a new query. A query
 * counts as a visit however it was answered.
 */

import { createHash } from 'node:crypto';
import { parseStorefrontQuery, parseWithoutBody, QUERIES_WITH_BODY, type QueryName } from '../../api/parse-query.js';
import { QUERY_PARAMETERS } from '../../api/query-parameters.js';
import type { CappedVisitors } from '../../behaviour/campaigns/capped-visitors.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { TicketSecret } from '../../pages/shared/tickets/ticket-secret.js';
import { asError } from '../../threads/failure.js';
import type { Client } from '../admission/client-shares.js';
import type { Placement } from '../admission/placement.js';
import type { RefusalPace } from '../admission/refusal-pace.js';
import { type DropReason, requireProducts } from '../admission/refusals.js';
import type { LastActs } from '../behaviour/last-acts.js';
import type { AddressRanges } from '../http/address-ranges.js';
import type { Exchange } from '../http/exchange.js';
import type { Route, RouteHandler } from '../http/router.js';
import type { Incoming } from '../http/transport.js';
import type { Counts } from '../observability/counts.js';
import type { Computed } from '../observability/slow-queries.js';
import type { Answer } from '../queries/answer-cache.js';
import { answerKey, rawAnswerKey } from '../queries/answer-key.js';
import type { Generation, Waiter } from '../queries/generation.js';
import type { Outcome } from '../queries/outcomes.js';
import type { QueryService } from '../queries/query-service.js';
import type { UnreadBody } from '../queries/query-task.js';
import type { SearchEncoder } from '../queries/search-encoder.js';
import type { QueryVisitors, Visiting, VisitListener, Visitor } from '../queries/visits.js';
import { REFUSED, refuses } from './refuse.js';

/** Longer bodies have no raw key, and are read in a query thread: of what a body may hold, some take long to read. */
const MAX_RAW_BODY_BYTES = 4096;
/** Answers to longer bodies are neither shared nor cached: hashing many of them would hold the main thread up. */
const MAX_KEYED_BODY_BYTES = 65_536;
/** A topic has a ticket in its body, which is read here: its market stands in there. */
const MAX_TOPIC_BYTES = 131_072;

export interface QueryContext {
  service: QueryService;
  /** Of refusals. */
  pace: RefusalPace;
  counts: Counts;
  /** False: every query is computed, none is shared. */
  caching: boolean;
  maxBodyBytes: number;
  /** Signs the tokens that queries return and later queries carry. */
  ticketSecret: TicketSecret;
  visitors: Pick<QueryVisitors, 'mayKnow' | 'settled'>;
  /** Undefined: texts have no vectors. */
  encoder: SearchEncoder | undefined;
  /** Visitors who have seen a campaign as often as it allows; undefined: there are no campaigns. */
  capped: Pick<CappedVisitors, 'maybe'> | undefined;
  /** Undefined where the daemon is alone. */
  acts: LastActs | undefined;
  /** Undefined where the daemon holds all markets. */
  placement: Placement | undefined;
  /** Whether search pages depend on what is known of the visitor. */
  personalOrder: boolean;
  ranges: AddressRanges;
  /** Whose share a request is of; undefined where clients are not told apart. */
  clientOf(incoming: Incoming): Client | undefined;
  onVisit: VisitListener;
}

/** One route for each query. */
export function queryRoutes(context: QueryContext): Route[] {
  return (Object.keys(QUERY_PARAMETERS) as QueryName[]).map(name => {
    const route = new QueryRoute(name, context);
    const handle: RouteHandler = (exchange, incoming) => route.handle(exchange, incoming);
    const methods = QUERIES_WITH_BODY.has(name) ? { POST: handle } : { GET: handle, POST: handle };
    return { name, paths: [`/api/storefront/v3/queries/${name}`], methods };
  });
}

/** What of a request is needed when its handler has returned. */
interface Received {
  /** Empty where the answer does not depend on it. */
  referer: string;
  range: number | undefined;
  contentType?: string | undefined;
  body?: Uint8Array | undefined;
  /** Where the request is counted among those of a client. */
  client?: Client | undefined;
}

class QueryRoute {
  constructor(
    private readonly name: QueryName,
    private readonly context: QueryContext,
  ) {}

  /** @throws Problem, at once or later. */
  handle(exchange: Exchange, incoming: Incoming): void | Promise<void> {
    // Landing pages can depend on the page that the visitor comes from.
    const referer = this.name === 'landing-page' ? incoming.header('referer') : '';
    // Learning bounds how many views of a product come from one range.
    const range = this.name === 'product-page' ? this.context.ranges.of(incoming, Date.now()) : undefined;
    const received = { referer, range };
    // What the visitor has just done at another daemon.
    const awaited = this.context.acts?.awaited(incoming);
    if (exchange.method !== 'POST' && !awaited) return this.serve(exchange, received, incoming);
    const client = this.context.clientOf(incoming);
    const length = Number(incoming.header('content-length')) || 0;
    if (this.refuses(exchange, client, length)) return;
    if (exchange.method !== 'POST') return awaited!.then(() => this.serve(exchange, { ...received, client }));
    const contentType = incoming.header('content-type') || undefined;
    const body = exchange.readBody(this.maxBodyBytes, false, length);
    const serve = (bytes: Uint8Array) => this.serve(exchange, { ...received, contentType, body: bytes, client });
    return body.whole().then(bytes => (awaited ? awaited.then(() => serve(bytes)) : serve(bytes)));
  }

  private get maxBodyBytes(): number {
    const { maxBodyBytes } = this.context;
    return this.name === 'discovery-agent-topic' ? Math.min(maxBodyBytes, MAX_TOPIC_BYTES) : maxBodyBytes;
  }

  /**
   * @param incoming of a request that has not been counted among those of its client, while its handler runs
   * @param waited whether it has waited for the visitor's earlier visits
   */
  private serve(exchange: Exchange, received: Received, incoming?: Incoming, waited = false): void | Promise<void> {
    const { referer, range, contentType, body } = received;
    const { service, counts, caching } = this.context;
    const generation = requireProducts(service.current);
    const { answerEncoding: encoding } = exchange;
    const now = Date.now();
    const raw = caching && (body?.length ?? 0) <= MAX_RAW_BODY_BYTES ? rawAnswerKey(exchange.query) : undefined;
    const rawKey = raw && `${this.name} ${encoding} ${raw.key}\0${referer}${rawBody(contentType, body)}`;
    if (raw && rawKey) {
      const found = generation.cache.getRaw(rawKey, now);
      if (found && this.serves(found.answer, found.request, raw)) {
        counts.cacheHits++;
        exchange.asked = found.request;
        if (isVisit(exchange)) noteVisit(this.context, exchange, found.request, { visitor: raw, range }, found.answer);
        exchange.answer(found.answer);
        return;
      }
    }
    const client = incoming ? this.context.clientOf(incoming) : received.client;
    // The others were not refused before.
    if (incoming && this.refuses(exchange, client)) return;
    const { request, unread } = this.parse(exchange, received);
    exchange.asked = request;
    this.context.placement?.require(request.market);
    const keyed = caching && (body?.length ?? 0) <= MAX_KEYED_BODY_BYTES;
    const key = keyed ? `${encoding} ${answerKey(request)}${unread ? digestOf(unread) : ''}` : '';
    const waiting = new WaitingRequest(this.context, exchange, { generation, request, key, rawKey, range });
    const own = this.isKnown(request, request) || this.isCapped(request);
    const settled = own && !waited ? this.context.visitors.settled(request.market, request.customerKey!) : undefined;
    // Another snapshot may be live by then.
    if (settled) return settled.then(() => this.serve(exchange, { ...received, client }, undefined, true));
    const cached = keyed ? generation.cache.get(key, now) : undefined;
    if (cached && this.serves(cached, request, request)) {
      counts.cacheHits++;
      waiting.settle({ answer: cached });
      return;
    }
    if (keyed) counts.cacheMisses++;
    const { encoder } = this.context;
    const encoded = encoder ? encoder.encoded(request) : request;
    const enqueue = (asked: StorefrontRequest) => {
      exchange.trace?.beginQuery(asked);
      // An answer without the vector is no answer to the whole question.
      const ownKey = isUnencoded(asked) && key ? `${key}unencoded` : key;
      service.enqueue(generation, { request: asked, encoding, key: ownKey, own, body: unread, client }, waiting);
    };
    if (!(encoded instanceof Promise)) return enqueue(encoded);
    // The snapshot stays open meanwhile, though another one may be live then.
    service.retain(generation);
    return encoded.then(enqueue).finally(() => service.release(generation));
  }

  /** Leaves a long body to a query thread. @throws Problem */
  private parse(exchange: Exchange, received: Received): { request: StorefrontRequest; unread?: UnreadBody } {
    const { name } = this;
    const { referer, contentType, body } = received;
    const { query: rawQuery } = exchange;
    const origin = { referer, ticketSecret: this.context.ticketSecret };
    if (body && body.length > MAX_RAW_BODY_BYTES && name !== 'discovery-agent-topic') {
      const unread = { query: name, rawQuery, contentType, bytes: body, referer };
      return { request: parseWithoutBody(name, rawQuery, origin), unread };
    }
    const method = exchange.method === 'POST' ? 'POST' : 'GET';
    return { request: parseStorefrontQuery(name, { method, rawQuery, contentType, body }, origin) };
  }

  private refuses(exchange: Exchange, client: Client | undefined, bodyBytes = 0): boolean {
    return refuses(this.context, exchange, client, bodyBytes);
  }

  private serves(answer: Answer, request: StorefrontRequest, visitor: Visitor): boolean {
    if (answer.second > 0 && this.isCapped(visitor)) return false;
    return !answer.personal || !this.isKnown(request, visitor);
  }

  /** Whether answers in which campaigns compete may be others for the visitor. */
  private isCapped({ customerKey }: Visitor): boolean {
    return customerKey !== undefined && this.context.capped?.maybe(customerKey) === true;
  }

  /** Whether the answer may depend on stored data of the visitor. */
  private isKnown(request: StorefrontRequest, { customerKey }: Visitor): boolean {
    if (customerKey === undefined) return false;
    const { personalOrder, visitors } = this.context;
    const what = rememberedFor(request, personalOrder);
    return what !== undefined && visitors.mayKnow(request.market, customerKey, what);
  }
}

/** Notes a visit, which the visitor's next request to another daemon of a fleet waits for. */
function noteVisit(
  { acts, onVisit }: QueryContext,
  exchange: Exchange,
  request: StorefrontRequest,
  visiting: Visiting,
  answer: Answer,
): void {
  const visit = onVisit(request, visiting, answer);
  if (acts && visit) exchange.answerHeaders = acts.cookieOf(visit);
}

/** What became of a request. */
interface Asked {
  generation: Generation;
  request: StorefrontRequest;
  /** Empty where answers are not cached. */
  key: string;
  rawKey: string | undefined;
  range: number | undefined;
}

/**
 * A request that waits for its answer. (As an object literal with a getter it would have a hidden class of its own, which
 * lies in the old space and holds all that the request needs until the next full collection: a third of the main thread's
 * time was collecting garbage.)
 */
class WaitingRequest implements Waiter {
  constructor(
    private readonly context: QueryContext,
    private readonly exchange: Exchange,
    private readonly asked: Asked,
  ) {}

  get gone(): boolean {
    return this.exchange.gone;
  }

  settle(outcome: Outcome, computed?: Computed): void {
    const { exchange } = this;
    exchange.computed = computed;
    exchange.trace?.endQuery(computed?.ms);
    const { generation, request, key, rawKey, range } = this.asked;
    try {
      if ('failure' in outcome) throw asError(outcome.failure, 'a query');
      if (rawKey) generation.cache.alias(key, rawKey, request);
      if (isVisit(exchange)) noteVisit(this.context, exchange, request, { visitor: request, range }, outcome.answer);
      exchange.answer(outcome.answer);
    } catch (error) {
      // The other waiters of the same query are answered all the same.
      exchange.fail(error);
    }
  }

  shed(reason: DropReason): void {
    this.exchange.refuse(REFUSED[reason]);
  }
}

function isUnencoded(request: StorefrontRequest): boolean {
  return request.query === 'search-page' && request.unencoded !== undefined;
}

/** A request for the head alone is none. */
function isVisit({ method }: Exchange): boolean {
  return method !== 'HEAD';
}

/** The kind of stored data that a query may depend on. */
function rememberedFor(request: StorefrontRequest, personalOrder: boolean): 'anything' | 'products' | undefined {
  switch (request.query) {
    case 'autocomplete':
      return request.q === '' ? 'anything' : 'products';
    case 'search-page':
      return personalOrder ? 'products' : undefined;
    case 'landing-page':
    case 'product-page':
    case 'cart-page':
    case 'add-to-cart-popup':
      return 'anything';
    default:
      return undefined;
  }
}

/** Of a body that has not been read, for the answer key. */
function digestOf({ contentType, bytes }: UnreadBody): string {
  return createHash('sha256')
    .update(`${contentType ?? ''}\0`)
    .update(bytes)
    .digest('base64');
}

/**
 * The body as received, for the raw key: clients send the same body with every page. A POST without one is told from a
 * GET, because there are parameters that count on GET alone.
 */
function rawBody(contentType: string | undefined, body: Uint8Array | undefined): string {
  if (body === undefined) return '';
  return `\0${contentType ?? ''}\0${Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1')}`;
}
