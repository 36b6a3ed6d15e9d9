/** The spans of a request, where an SDK of OpenTelemetry is registered (see tracing.ts). */
import {
  type Attributes,
  type Context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { Incoming } from './transport.js';

const HEADERS: TextMapGetter<Incoming> = {
  get: (incoming, name) => incoming.header(name) || undefined,
  keys: () => [],
};

/** The span of a request, in the trace that its headers name, and below it that of its query where one is computed. */
export class RequestTrace {
  private readonly span: Span;
  private readonly within: Context;
  private query: Span | undefined;

  constructor(
    private readonly tracer: Tracer,
    incoming: Incoming,
    route: string,
  ) {
    const { method, path } = incoming;
    const from = propagation.extract(ROOT_CONTEXT, incoming, HEADERS);
    const attributes = { 'http.request.method': method, 'http.route': route, 'url.path': path };
    this.span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, from);
    this.within = trace.setSpan(from, this.span);
  }

  /** A query waits for a thread, or for an equal one. */
  beginQuery(request: StorefrontRequest): void {
    this.query = this.tracer.startSpan(`query ${request.query}`, { attributes: attributesOf(request) }, this.within);
  }

  /** @param computeMs of a query thread; undefined where that is not known */
  endQuery(computeMs: number | undefined): void {
    if (computeMs !== undefined) this.query?.setAttribute('vitrine.compute_ms', computeMs);
    this.query?.end();
    this.query = undefined;
  }

  replied(status: number, id: string, asked: StorefrontRequest | undefined): void {
    this.span.setAttributes({
      'http.response.status_code': status,
      'vitrine.request': id,
      ...(asked && attributesOf(asked)),
    });
    if (status >= 500) this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  /** The reply was handed to the system, or the client has gone. */
  end(): void {
    this.endQuery(undefined);
    this.span.end();
  }
}

function attributesOf({ query, market, locale }: StorefrontRequest): Attributes {
  return { 'vitrine.query': query, 'vitrine.market': market, 'vitrine.locale': locale };
}
