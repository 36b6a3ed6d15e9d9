/**
 * One request and its reply. Every route answers through an Exchange, which guarantees exactly one reply, one form of
 * errors and the common headers, and counts and logs the request (without its query string).
 */

import { gzip as gzipAsync, gzipSync } from 'node:zlib';
import type { Tracer } from '@opentelemetry/api';
import { asProblem, errorBody } from '../../api/error-body.js';
import { OLD_ADMIN, SUNSET_HEADERS } from '../../api/sunset.js';
import { MarketElsewhere } from '../../errors/problem.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { Counts } from '../observability/counts.js';
import type { RouteLatency } from '../observability/latency.js';
import type { Log } from '../observability/log.js';
import { type Computed, type SlowQueries, toHundredths } from '../observability/slow-queries.js';
import { BodyReader, ClientGone } from './body.js';
import type { BodyMemory } from './body-memory.js';
import { type AnswerEncoding, acceptedEncodings, type EncodedBody, MIN_COMPRESSED_BYTES } from './encoding.js';
import type { Lease } from './lease.js';
import { givenRequestId } from './request-id.js';
import { RequestTrace } from './request-trace.js';
import { JSON_TYPE, type ListedHeaders, RETRY_AFTER, type StorefrontHeaders } from './storefront-headers.js';
import type { Incoming, Outgoing, SendOptions } from './transport.js';

/** Replies to storefronts and to agents allow pages of other origins to read them, and their timing. */
export type Area = 'storefront' | 'agents' | 'admin' | 'public';

/** The rest of a reply that is sent in pieces (see transport.ts); `close` aborts it. */
export type ReplyStream = Pick<Outgoing, 'write' | 'onWritable' | 'finish' | 'close'>;

/** What all exchanges share. */
export interface ExchangeContext {
  log: Log;
  counts: Counts;
  slowQueries: SlowQueries;
  /** Undefined: nothing is traced. */
  tracer: Tracer | undefined;
  storefrontHeaders: StorefrontHeaders;
  bodyIdleMs: number;
  bodies: BodyMemory;
  newId(): string;
  /** Called when the exchange has ended, by a reply or by a disconnect. */
  ended(exchange: Exchange): void;
}

/**
 * Up to so many bytes replies to administrators are compressed at once, which takes a third of a millisecond:
 * a thread of Node's pool would have to wait for a core where queries want all of them.
 */
const MOST_AT_ONCE_BYTES = 65_536;
/** Of nearly all answers. */
const LASTING: SendOptions = { head: false, close: false, lasting: true };

export class Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** The encoding that an answer to a query may have. */
  readonly answerEncoding: AnswerEncoding;
  /** Whether the client takes gzip. */
  readonly gzip: boolean;
  /** Who sends the request, once its Api-Key is checked; log lines name it. */
  actor: string | undefined;
  /** What is asked, once it is read; of queries alone. Log lines name its kind, market and locale. */
  asked: StorefrontRequest | undefined;
  /** What a query thread has spent on it; undefined where none has. */
  computed: Computed | undefined;
  readonly trace: RequestTrace | undefined;
  /** Of the answer to a query, beside the usual headers: names and values in turn. */
  answerHeaders: readonly string[] = [];
  /** Called once when the client disconnects before the whole reply was handed to the system. */
  onGone: (() => void) | undefined;
  /** Called once when the exchange has ended, by a reply or by a disconnect. */
  onEnd: (() => void) | undefined;
  private readonly startedMs = performance.now();
  private readonly origin: string;
  private replied = false;
  private over = false;
  private body: BodyReader | undefined;
  /** That of the bytes of the reply. */
  private lease: Lease | undefined;
  private requestId: string | undefined;
  /** Whether the client has named the request: the reply repeats it. */
  private readonly named: boolean;

  constructor(
    private readonly context: ExchangeContext,
    incoming: Incoming,
    private readonly outgoing: Outgoing,
    readonly area: Area,
    private readonly latency: RouteLatency,
    /** Whether to close the connection after the reply. */
    private readonly close: boolean,
  ) {
    this.method = incoming.method;
    this.path = incoming.path;
    this.query = incoming.query;
    const { answer, other } = acceptedEncodings(incoming.header('accept-encoding'));
    this.answerEncoding = answer ?? 'identity';
    this.gzip = other === 'gzip';
    this.origin = isShown(area) && context.storefrontHeaders.askOrigin ? incoming.header('origin') : '';
    this.requestId = givenRequestId(incoming);
    this.named = this.requestId !== undefined;
    this.trace = context.tracer && new RequestTrace(context.tracer, incoming, latency.route);
    outgoing.onAborted = () => {
      this.body?.abort();
      context.counts.clientsGone++;
      this.onGone?.();
      this.end();
    };
    outgoing.onFinished = () => this.end();
  }

  /** Whether the client disconnected before the reply. */
  get gone(): boolean {
    return this.outgoing.aborted;
  }

  /** Identifies the request in the log, and in the reply to a failed one: as the client has named it, if it has. */
  get id(): string {
    return (this.requestId ??= this.context.newId());
  }

  get log(): Log {
    return this.context.log;
  }

  /** The request's body; must be asked for while the handler runs. @param later, announcedBytes see BodyReader. */
  readBody(maxBytes: number, later = false, announcedBytes = 0): BodyReader {
    const { bodyIdleMs, bodies } = this.context;
    this.body = new BodyReader(this.outgoing, maxBytes, bodyIdleMs, bodies, later, announcedBytes);
    return this.body;
  }

  /** @param headers names and values in turn. */
  reply(status: number, headers: readonly string[], body?: Uint8Array): void {
    if (this.replied || this.gone) return;
    this.replied = true;
    if (this.body === undefined) this.send(status, headers, body);
    else this.body.discard(() => this.send(status, headers, body));
  }

  /**
   * Begins a reply whose length is not known. The request's time is taken here.
   * @param headers names and values in turn.
   */
  stream(status: number, headers: readonly string[]): ReplyStream {
    if (!this.replied && !this.gone) {
      this.replied = true;
      // All of it that a reply depends on has been read; the connection's next request comes through the same socket.
      this.body?.discard(() => undefined);
      this.outgoing.start(status, this.account(status, headers), this.sendOptions());
    }
    return this.outgoing;
  }

  private send(status: number, headers: readonly string[], body: Uint8Array | undefined): void {
    this.outgoing.send(status, this.account(status, headers), body, this.sendOptions());
  }

  /** @param lasting see there */
  private sendOptions(lasting = false): SendOptions {
    if (lasting && this.method !== 'HEAD' && !this.close) return LASTING;
    return { head: this.method === 'HEAD', close: this.close, lasting };
  }

  /** Counts and logs the reply. @returns its headers with those that all replies of its area have. */
  private account(status: number, headers: readonly string[]): readonly string[] {
    const elapsedMs = this.record(status);
    if (isShown(this.area)) {
      return this.withId([...headers, ...this.context.storefrontHeaders.of(Math.round(elapsedMs), this.origin)]);
    }
    return this.withId(this.path.startsWith(OLD_ADMIN) ? [...headers, ...SUNSET_HEADERS] : headers);
  }

  private withId(headers: readonly string[]): readonly string[] {
    return this.named ? [...headers, 'X-Request-Id', this.id] : headers;
  }

  /** As `withId`, of a list that may be sent again as it is. */
  private sendListed(status: number, { headers, lasting }: ListedHeaders, body: Uint8Array): void {
    const { answerHeaders } = this;
    const own = answerHeaders.length > 0;
    const all = own ? [...headers, ...answerHeaders] : headers;
    this.outgoing.send(status, this.withId(all), body, this.sendOptions(lasting && !this.named && !own));
  }

  /** Counts and logs the reply. @returns how long it took */
  private record(status: number): number {
    const elapsedMs = performance.now() - this.startedMs;
    this.latency.record(status, elapsedMs);
    const { asked, context } = this;
    this.trace?.replied(status, this.id, asked);
    if (asked !== undefined && elapsedMs > context.slowQueries.thresholdMs) {
      const { id: request, computed } = this;
      context.slowQueries.add({ request, asked, status, ms: elapsedMs, computed }, Date.now());
    }
    if (this.log.isLevelEnabled('debug')) {
      this.log.debug({ ...this.facts(), status, ms: toHundredths(elapsedMs) }, 'request');
    }
    return elapsedMs;
  }

  /** Replies with the answer to a query, and retains it until all of it was handed to the system. */
  answer({ body, lease, encoding }: EncodedBody): void {
    if (this.replied || this.gone) return;
    this.replied = true;
    this.lease = lease;
    lease.retain();
    if (this.body === undefined) this.sendAnswer(encoding, body);
    else this.body.discard(() => this.sendAnswer(encoding, body));
  }

  private sendAnswer(encoding: AnswerEncoding, body: Uint8Array): void {
    const elapsedMs = Math.round(this.record(200));
    this.sendListed(200, this.context.storefrontHeaders.ofAnswer(encoding, elapsedMs, this.origin), body);
  }

  /**
   * Refuses a query for lack of capacity, in most cases before anything of it is read: when many are refused, there is
   * time for little else.
   * @param body of the error 503
   */
  refuse(body: Uint8Array): void {
    if (this.replied || this.gone) return;
    this.replied = true;
    if (this.body === undefined) this.sendRefusal(body);
    else this.body.discard(() => this.sendRefusal(body));
  }

  private sendRefusal(body: Uint8Array): void {
    const elapsedMs = Math.round(this.record(503));
    this.sendListed(503, this.context.storefrontHeaders.ofRefusal(elapsedMs, this.origin), body);
  }

  json(status: number, value: unknown, headers: readonly string[] = []): void {
    this.text(status, JSON.stringify(value), [...JSON_TYPE, ...headers]);
  }

  /**
   * Replies with a text, compressed where that saves bytes. @param headers names and values in turn, with the content
   * type.
   */
  text(status: number, text: string, headers: readonly string[]): void {
    const body = Buffer.from(text);
    const varying = [...headers, 'Vary', 'Accept-Encoding'];
    if (!this.gzip || body.length < MIN_COMPRESSED_BYTES) {
      this.reply(status, varying, body);
      return;
    }
    const encoded = [...varying, 'Content-Encoding', 'gzip'];
    if (this.area !== 'storefront' && body.length <= MOST_AT_ONCE_BYTES) {
      this.reply(status, encoded, gzipSync(body));
      return;
    }
    gzipAsync(body, (error, compressed) => {
      if (error !== null) this.reply(status, varying, body);
      else this.reply(status, encoded, compressed);
    });
  }

  /**
   * Replies with an error. Anything but a Problem is a defect: the caller gets an id, the details are logged.
   * @param headers names and values in turn, beside the usual ones.
   */
  fail(error: unknown, headers: readonly string[] = []): void {
    if (error instanceof ClientGone) {
      this.log.debug(this.facts(), error.message);
      return;
    }
    const problem = asProblem(error);
    const defect = problem.error === 'INTERNAL';
    const { status, body } = errorBody(problem, defect ? { id: this.id } : {});
    if (defect) this.log.error({ ...this.facts(), err: error }, 'request failed');
    const isPassing = problem.error === 'UNAVAILABLE' || problem.code === 'import_in_progress';
    const retry = isPassing ? RETRY_AFTER : [];
    const elsewhere = problem instanceof MarketElsewhere ? ['Vitrine-Market-At', problem.addresses.join(', ')] : [];
    this.text(status, body, [...JSON_TYPE, ...headers, ...retry, ...elsewhere]);
  }

  /** What log lines say of the request. */
  private facts(): Record<string, string> {
    const { id, method, path, asked, actor } = this;
    const kind = asked && { query: asked.query, market: asked.market, locale: asked.locale };
    return { request: id, method, path, ...kind, ...(actor !== undefined && { actor }) };
  }

  private end(): void {
    if (this.over) return;
    this.over = true;
    this.lease?.release();
    this.body?.release();
    this.trace?.end();
    this.onEnd?.();
    this.context.ended(this);
  }
}

/** Whether pages of other origins may ask for it. */
function isShown(area: Area): boolean {
  return area === 'storefront' || area === 'agents';
}

/** Replies to a CORS preflight request. */
export function preflight(exchange: Exchange): void {
  exchange.reply(204, [
    'Access-Control-Allow-Methods',
    'GET, POST, OPTIONS',
    'Access-Control-Allow-Headers',
    'Content-Type, X-Request-Id, traceparent, MCP-Protocol-Version, Mcp-Method, Mcp-Name, UCP-Agent',
    'Access-Control-Max-Age',
    '86400',
  ]);
}
