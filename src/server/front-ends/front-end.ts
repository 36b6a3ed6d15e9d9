/**
 * A front end: takes connections and answers queries with its share of the query threads, a queue and an answer cache
 * of its own. The first one of a daemon runs in the main thread and answers everything else too; further ones run in
 * threads of their own (see front-end-thread.ts). The query threads begin to start when it is made.
 */
import { randomBytes } from 'node:crypto';
import { CappedVisitors } from '../../behaviour/campaigns/capped-visitors.js';
import { signingSecret } from '../../pages/shared/tickets/ticket-secret.js';
import { type Client, ClientShares } from '../admission/client-shares.js';
import { type PlacedDaemon, Placement } from '../admission/placement.js';
import { RefusalPace } from '../admission/refusal-pace.js';
import { LastActs, type SharedActs } from '../behaviour/last-acts.js';
import { AddressRanges } from '../http/address-ranges.js';
import { BodyMemory } from '../http/body-memory.js';
import { ClientAddresses } from '../http/client-addresses.js';
import { OwedReplies } from '../http/owed-replies.js';
import { pageDocuments } from '../http/page-document.js';
import { type Route, Router } from '../http/router.js';
import type { StaticFile } from '../http/static-files.js';
import { StorefrontHeaders } from '../http/storefront-headers.js';
import type { Handler, Incoming, Listening, Transport } from '../http/transport.js';
import type { RunningImports } from '../imports/running-imports.js';
import { Counts } from '../observability/counts.js';
import { type FrontEndReading, readFrontEnd } from '../observability/front-end-reading.js';
import { RouteLatency } from '../observability/latency.js';
import type { Log } from '../observability/log.js';
import { LoopLag } from '../observability/loop-lag.js';
import { SlowQueries } from '../observability/slow-queries.js';
import { openTracer } from '../observability/tracing.js';
import { QueryService } from '../queries/query-service.js';
import type { QueryThreadData } from '../queries/query-task.js';
import { SearchEncoder } from '../queries/search-encoder.js';
import { onVisit, type QueryVisitors } from '../queries/visits.js';
import { mcpRoute, ucpToolsRoute } from '../routes/mcp-route.js';
import type { Shown } from '../routes/operation-routes.js';
import { queryRoutes } from '../routes/query-routes.js';
import { ucpRoutes } from '../routes/ucp-routes.js';
import type { LiveSettings } from '../settings/changed-settings.js';
import type { Settings } from '../settings/daemon-settings.js';
import type { EncoderOptions } from '../settings/encoder-settings.js';

const MIB = 1_048_576;
/** How far the queries of a client that has had more than its share are put back, of how long they may wait. */
const MOST_DELAY_SHARE = 0.5;
const FORWARDED =
  'requests come through a proxy (X-Forwarded-For), and behaviour.addressHeader is not set: all visitors have the address of the proxy, teach no more than one range of addresses may, and cannot be told apart where one asks for more than its share';

export interface FrontEndOptions {
  /** Its number; the first front end is 0. */
  number: number;
  frontEnds: number;
  /** The daemon's settings: threads, queue and cache are divided among the front ends. */
  settings: Omit<Settings, 'apiKey' | 'webhooks'>;
  /** Each front end has an encoder of its own; undefined: there is none. */
  encoder: EncoderOptions | undefined;
  /** Number of query threads of all front ends together. */
  queryThreads: number;
  /** The daemon's version. */
  version: string;
  /** The module of the query threads. */
  queryWorker: string;
  threadData: QueryThreadData;
  transport: Transport;
  imports: RunningImports;
  /** Undefined where the daemon is alone. */
  acts: SharedActs | undefined;
  /** See QueryServiceOptions. */
  damaged(id: string): void;
  log: Log;
}

export class FrontEnd {
  readonly counts = new Counts();
  readonly service: QueryService;
  /** Undefined: texts have no vectors. */
  readonly encoder: SearchEncoder | undefined;
  /** The clients that have not taken their replies. */
  readonly owed: OwedReplies;
  /** Undefined where the daemon holds all markets. */
  readonly placement: Placement | undefined;
  private readonly bodies: BodyMemory;
  /** Of addresses that requests come from. */
  readonly ranges: AddressRanges;
  private readonly addresses: ClientAddresses;
  /** Undefined where one address may have all. */
  private readonly clients: ClientShares | undefined;
  private readonly pace = new RefusalPace();
  private readonly lag = new LoopLag();
  private readonly latencies: RouteLatency[] = [];
  private router: Router | undefined;
  private listening: Listening | undefined;

  constructor(private readonly options: FrontEndOptions) {
    const { number, frontEnds, settings, encoder, queryThreads, queryWorker, threadData, imports, damaged, log } =
      options;
    const { limits, answerCacheMb, behaviour } = settings;
    // One front end alone says so: all of them have clients of the same kind.
    const forwarded = number === 0 && behaviour.rangeSignals > 0 ? () => log.warn({}, FORWARDED) : undefined;
    this.addresses = new ClientAddresses(behaviour.addressHeader, forwarded);
    this.ranges = new AddressRanges(signingSecret(threadData.ticketSecret), this.addresses);
    this.owed = new OwedReplies({
      idleMs: limits.writeIdleSeconds * 1000,
      bytes: (limits.unreadMb * MIB) / frontEnds,
    });
    this.bodies = new BodyMemory((limits.bodiesMb * MIB) / frontEnds);
    const threads = Math.floor(queryThreads / frontEnds) + (number < queryThreads % frontEnds ? 1 : 0);
    const { clientShare: share, queueDeadlineMs } = limits;
    const mostDelayMs = queueDeadlineMs * MOST_DELAY_SHARE;
    this.clients = share < 1 ? new ClientShares({ share, threads, mostDelayMs }) : undefined;
    const { markets } = settings.fleet;
    this.placement = markets.length > 0 ? new Placement(markets) : undefined;
    this.encoder = encoder && new SearchEncoder(encoder, this.counts, log);
    this.service = new QueryService({
      threads,
      filename: queryWorker,
      threadData,
      limits: { ...limits, queue: Math.ceil(limits.queue / frontEnds) },
      cacheBytes: (answerCacheMb * MIB) / frontEnds,
      rehearses: settings.rehearse,
      imports,
      damaged,
      counts: this.counts,
      log,
    });
  }

  /**
   * Sets its routes; to be called once, before it listens.
   * @param visitors reads visitors and takes their visits
   * @param others routes beside those of the queries
   * @param files of the page and of the documentation, by path
   * @param shown what the page shows of the live snapshot
   */
  route(
    visitors: QueryVisitors,
    others: Route[] = [],
    files = new Map<string, StaticFile>(),
    shown?: () => Shown,
  ): Router {
    const { settings, threadData, version, log } = this.options;
    const { limits } = settings;
    const bootId = randomBytes(4).toString('hex');
    let requests = 0;
    const context = {
      service: this.service,
      pace: this.pace,
      counts: this.counts,
      caching: settings.answerCacheMb > 0,
      ticketSecret: threadData.ticketSecret,
      encoder: this.encoder,
      placement: this.placement,
      clientOf: (incoming: Incoming) => this.clientOf(incoming),
    };
    const queries = queryRoutes({
      ...context,
      maxBodyBytes: limits.queryBodyBytes,
      visitors,
      capped: threadData.campaigns && new CappedVisitors(threadData.campaigns.capped),
      acts: this.options.acts && new LastActs(this.options.acts.daemon, this.options.acts.memory),
      personalOrder: settings.pages.personalOrder,
      ranges: this.ranges,
      onVisit: onVisit(this.counts, visitors),
    });
    const forAgents = { ...context, version, publicUrl: settings.publicUrl };
    const agents = [
      ...(settings.mcp ? [mcpRoute(forAgents)] : []),
      ...(settings.ucp ? [...ucpRoutes(forAgents), ucpToolsRoute(forAgents)] : []),
    ];
    this.router = new Router({
      routes: [...queries, ...agents, ...others],
      files,
      pages: shown ? pageDocuments(files, shown, this.handle, this.options.acts !== undefined) : new Map(),
      hosts: lowerCase(settings.hosts),
      maxUrlBytes: limits.urlBytes,
      adminApart: settings.adminPort !== undefined,
      latencyOf: name => this.latencyOf(name),
      context: {
        log,
        counts: this.counts,
        slowQueries: new SlowQueries(log, settings.slowQueryMs || Number.POSITIVE_INFINITY),
        tracer: openTracer(version),
        storefrontHeaders: new StorefrontHeaders(settings.corsOrigin),
        bodyIdleMs: limits.bodyIdleSeconds * 1000,
        bodies: this.bodies,
        newId: () => `${bootId}-${(++requests).toString(36)}`,
      },
    });
    return this.router;
  }

  /** Takes over those settings that can change while it runs. */
  reload({ logLevel, hosts, corsOrigin }: Omit<LiveSettings, 'apiKey'>): void {
    this.options.log.level = logLevel;
    this.router!.reload(lowerCase(hosts), new StorefrontHeaders(corsOrigin));
  }

  /** Takes over which daemons hold the other markets. */
  place(others: readonly PlacedDaemon[]): void {
    this.placement?.set(others);
  }

  /** Resolves when its query threads answer, and texts are encoded. @throws an Error with the reason why one cannot */
  async started(): Promise<void> {
    await Promise.all([this.service.started(), this.encoder?.start()]);
  }

  /**
   * Starts to listen.
   * @param handler answers requests; by default the routes
   * @returns the port
   * @throws Problem UNAVAILABLE when it cannot listen on the address
   */
  async listen(port: number, handler: Handler = this.handle): Promise<number> {
    const { settings, transport, frontEnds } = this.options;
    const { owed } = this;
    this.listening = await transport.listen(settings.host, port, handler, { owed, shared: frontEnds > 1 });
    return this.listening.port;
  }

  /** Answers a request by the routes. */
  readonly handle: Handler = (incoming, outgoing) => this.router!.handle(incoming, outgoing);

  /** Its counters, for metrics. */
  read(): FrontEndReading {
    const { bytes, closed } = this.owed;
    const unread = { unreadBytes: bytes, slowReaders: closed, bodyBytes: this.bodies.bytes };
    return readFrontEnd(this.counts, { ...this.service.read(), ...unread }, this.lag, this.latencies);
  }

  /** Stops listening and refuses new requests. Resolves when those in progress have ended. */
  async drain(): Promise<void> {
    this.listening?.stopListening();
    this.pace.releaseAll();
    await this.router?.drain();
  }

  /** Closes all connections. */
  disconnect(): void {
    this.listening?.close();
  }

  /** Ends the query threads. */
  async close(): Promise<void> {
    this.lag.close();
    await Promise.all([this.service.end(), this.encoder?.close()]);
  }

  /** Whose share a request is of; undefined where clients are not told apart. */
  private clientOf(incoming: Incoming): Client | undefined {
    const name = this.clients && this.addresses.apart(incoming);
    return name === undefined ? undefined : this.clients!.of(name, performance.now());
  }

  private latencyOf(route: string): RouteLatency {
    const latency = new RouteLatency(route);
    this.latencies.push(latency);
    return latency;
  }
}

function lowerCase(hosts: readonly string[]): string[] {
  return hosts.map(host => host.toLowerCase());
}
