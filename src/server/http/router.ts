/**
 * Routing: finds the handler for a path and method, and answers requests that have none. Every request goes through an
 * Exchange.
 */
import { Problem } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';
import { shuttingDown } from '../admission/refusals.js';
import type { RouteLatency } from '../observability/latency.js';
import { type Area, Exchange, type ExchangeContext, preflight } from './exchange.js';
import { type StaticFile, serveFile } from './static-files.js';
import type { StorefrontHeaders } from './storefront-headers.js';
import type { Incoming, Outgoing } from './transport.js';

export type RouteHandler = (exchange: Exchange, incoming: Incoming) => void | Promise<void>;

export interface Route {
  /** Its name in metrics. */
  name: string;
  paths: string[];
  /** By method; HEAD is answered by the handler of GET. */
  methods: { GET?: RouteHandler; POST?: RouteHandler; PUT?: RouteHandler; DELETE?: RouteHandler };
}

/** Without HEAD, which GET implies, and OPTIONS of storefront paths. */
export interface RouteListing {
  path: string;
  methods: string[];
}

export interface RouterOptions {
  routes: Route[];
  files: Map<string, StaticFile>;
  /** Answers for the paths of `files` that are in it, in place of them. */
  pages: Map<string, RouteHandler>;
  /** Host names, in lower case and without port, that requests may name; none: any. */
  hosts: readonly string[];
  maxUrlBytes: number;
  /** Whether administration has a port of its own (see `handleAdmin`). */
  adminApart?: boolean;
  /** The counter of a route's requests. */
  latencyOf(route: string): RouteLatency;
  context: Omit<ExchangeContext, 'ended'>;
}

interface Target {
  latency: RouteLatency;
  methods: Route['methods'];
}

export class Router {
  /** Number of requests in progress. */
  private open = 0;
  private stopping = false;
  private whenIdle: (() => void) | undefined;
  private readonly targets = new Map<string, Target>();
  private readonly unmatched: RouteLatency;
  private readonly context: ExchangeContext;
  private hosts: readonly string[];

  constructor(private readonly options: RouterOptions) {
    const { routes, files, pages, hosts, latencyOf, context } = options;
    this.hosts = hosts;
    this.unmatched = latencyOf('unmatched');
    for (const { name, paths, methods } of routes) {
      const target = { latency: latencyOf(name), methods };
      for (const path of paths) this.targets.set(path, target);
    }
    const page = latencyOf('page');
    for (const [path, file] of files) {
      const serve: RouteHandler = (exchange, incoming) => serveFile(exchange, incoming.header('if-none-match'), file);
      this.targets.set(path, { latency: page, methods: { GET: pages.get(path) ?? serve } });
    }
    this.context = {
      ...context,
      ended: () => {
        this.open--;
        if (this.open === 0) this.whenIdle?.();
      },
    };
  }

  /** The handler of a transport. Never throws. */
  readonly handle = (incoming: Incoming, outgoing: Outgoing): void => {
    const { path } = incoming;
    const hidden = this.options.adminApart && isForOperators(path);
    this.take(incoming, outgoing, hidden ? undefined : this.targets.get(path));
  };

  /** The handler of a port for administration, metrics and health alone. Never throws. */
  readonly handleAdmin = (incoming: Incoming, outgoing: Outgoing): void => {
    const { path } = incoming;
    const shown = isForOperators(path) || FOR_ALL.has(path);
    this.take(incoming, outgoing, shown ? this.targets.get(path) : undefined);
  };

  private take(incoming: Incoming, outgoing: Outgoing, target: Target | undefined): void {
    const area = areaOf(incoming.path);
    this.open++;
    const exchange = new Exchange(
      this.context,
      incoming,
      outgoing,
      area,
      target?.latency ?? this.unmatched,
      this.stopping,
    );
    try {
      this.check(exchange, incoming);
      if ((area === 'storefront' || area === 'agents') && exchange.method === 'OPTIONS') {
        preflight(exchange);
        return;
      }
      this.handlerFor(exchange, target)(exchange, incoming)?.catch((error: unknown) => exchange.fail(error));
    } catch (error) {
      exchange.fail(error);
    }
  }

  /** Whether a route or a page answers the path, for some method. */
  knows(path: string): boolean {
    return this.targets.has(path);
  }

  /** Every path that a route answers, with its methods; the pages are not among them. */
  get routes(): RouteListing[] {
    return this.options.routes.flatMap(({ paths, methods }) =>
      paths.map(path => ({ path, methods: Object.keys(methods) })),
    );
  }

  /** Takes other settings for the requests to come. @param hosts see RouterOptions */
  reload(hosts: readonly string[], storefrontHeaders: StorefrontHeaders): void {
    this.hosts = hosts;
    this.context.storefrontHeaders = storefrontHeaders;
  }

  /** Refuses new requests. Resolves when those in progress have ended. */
  async drain(): Promise<void> {
    this.stopping = true;
    if (this.open === 0) return;
    await new Promise<void>(resolve => {
      this.whenIdle = resolve;
    });
  }

  /** @throws Problem for requests that are refused whatever their route */
  private check(exchange: Exchange, incoming: Incoming): void {
    const { maxUrlBytes } = this.options;
    const { hosts } = this;
    const length = exchange.path.length + exchange.query.length;
    if (length > maxUrlBytes) {
      throw new Problem(
        'url_too_long',
        `url: ${length} bytes long, expected at most ${maxUrlBytes}; send long values in a body`,
      );
    }
    if (exchange.area === 'public') return;
    if (this.stopping) throw shuttingDown();
    if (hosts.length > 0 && !hosts.includes(hostName(incoming.header('host')))) {
      throw new Problem(
        'cluster_unknown',
        'cluster not found: this daemon does not answer to the host name of the request',
      );
    }
    if (exchange.area === 'agents') this.checkOrigin(incoming.header('origin'));
  }

  /**
   * A page of another site must not reach agents' tools through a browser of this network: its host name may have been
   * made to lead here (DNS rebinding), so that the name of the host is no sign of trust. Programs send no Origin.
   * @throws Problem
   */
  private checkOrigin(origin: string): void {
    if (origin === '' || this.context.storefrontHeaders.names(origin) || isTrusted(origin, this.hosts)) return;
    throw new Problem(
      'origin_refused',
      `Origin: found ${quote(origin)}, expected one that the setting corsOrigin names, or of a host that the setting hosts does`,
    );
  }

  private handlerFor({ area, method, path }: Exchange, target: Target | undefined): RouteHandler {
    if (target === undefined) throw notFound(path);
    const known = target.methods;
    const handler = method === 'HEAD' ? known.GET : known[method as keyof typeof known];
    if (handler !== undefined) return handler;
    const allowed = Object.keys(known);
    // The storefront's interface has no 405: a wrong method of a query is an unknown endpoint.
    if (area === 'storefront') throw notFound(`${method} ${path}`);
    return exchange => {
      const message = `${method} ${path}: expected ${allowed.join(' or ')}`;
      exchange.fail(new Problem('method_not_allowed', message), ['Allow', allowed.join(', ')]);
    };
  }
}

function notFound(what: string): Problem {
  return new Problem('endpoint_unknown', `endpoint not valid: ${what.length > 200 ? `${what.slice(0, 200)}…` : what}`);
}

/** What the ports of shops and of operators both answer. */
const FOR_ALL: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/openapi.json']);

function isForOperators(path: string): boolean {
  return path.startsWith('/api/admin/') || path === '/metrics' || path === '/mcp/admin';
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isTrusted(origin: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return LOOPBACK.has(hostname) || hosts.includes(hostname);
}

function areaOf(path: string): Area {
  if (path.startsWith('/api/storefront/')) return 'storefront';
  if (path === '/mcp' || path === '/mcp/admin' || path === '/ucp/mcp') return 'agents';
  if (path.startsWith('/ucp/') || path === '/.well-known/ucp') return 'storefront';
  return path.startsWith('/api/') ? 'admin' : 'public';
}

/** Without the port; an IPv6 address keeps its brackets. */
function hostName(header: string): string {
  return header.toLowerCase().replace(/:\d*$/, '');
}
