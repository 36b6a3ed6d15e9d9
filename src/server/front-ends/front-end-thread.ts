/**
 * A further front end: listens on the same port as the first, answers queries with its own share of threads and its own
 * cache, and passes everything else on to the first. What it shares with the others is the snapshot, in memory that none
 * of them changes, and what is known of visitors.
 */
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { visitorKey } from '../../behaviour/visitors/index.js';
import { KnownVisitors } from '../../behaviour/visitors/known-visitors.js';
import { Disposer } from '../../kernel/disposer.js';
import { PendingVisits } from '../behaviour/pending-visits.js';
import { Router } from '../http/router.js';
import { StorefrontHeaders } from '../http/storefront-headers.js';
import type { Listening } from '../http/transport.js';
import { openTransport } from '../http/uws-transport.js';
import { Counts } from '../observability/counts.js';
import { type FrontEndReading, readFrontEnd } from '../observability/front-end-reading.js';
import { RouteLatency } from '../observability/latency.js';
import { relayedLog } from '../observability/log.js';
import { LoopLag } from '../observability/loop-lag.js';
import { QueryService } from '../queries/query-service.js';
import { onVisit } from '../queries/visits.js';
import { queryRoutes } from '../routes/query-routes.js';
import { asFailure } from '../threads/failure.js';
import { MessageBuffer } from '../threads/message-buffer.js';
import type { BegunVisit, FromFrontEnd, FrontEndData, Order, ToFrontEnd } from './front-end-messages.js';
import { Relay } from './relay.js';

const { number, frontEnds, settings, threads, queryWorker, threadData, ...shared } = workerData as FrontEndData;
const { limits } = settings;
const port = parentPort!;
const tell = (message: FromFrontEnd, handedOver: ArrayBuffer[] = []) => port.postMessage(message, handedOver);

const closing = new Disposer();
const transport = openTransport();
const log = relayedLog(settings.logLevel, line => tell({ type: 'log', line }));
const counts = new Counts();
const routes: RouteLatency[] = [];
const lag = new LoopLag();
closing.add(() => lag.close());
const serving = new QueryService({
  threads,
  filename: queryWorker,
  threadData,
  limits,
  cacheBytes: (settings.answerCacheMb * 1_048_576) / frontEnds,
  counts,
  log,
});
closing.add(() => serving.close());

const known = new KnownVisitors(shared.known);
const underWay = new PendingVisits(frontEnds, number, shared.underWay);
const visits = new MessageBuffer<BegunVisit>(gathered => tell({ type: 'visits', visits: gathered }));
const bootId = randomBytes(4).toString('hex');
let requests = 0;
const frontEnd = new Router({
  routes: queryRoutes({
    service: serving,
    counts,
    caching: settings.answerCacheMb > 0,
    maxBodyBytes: limits.queryBodyBytes,
    ticketSecret: threadData.ticketSecret,
    mayKnow: (market, customerKey, what) => known.mayKnow(visitorKey(market, customerKey), what),
    settled: (market, customerKey) => {
      const settled = underWay.settled(market, customerKey);
      if (settled) visits.flush();
      return settled;
    },
    onVisit: onVisit(counts, visit => {
      const { market, customerKey, type } = visit;
      let slot: number | undefined;
      if (customerKey !== undefined) {
        // Before the answer goes out: the visitor's next query may come to any front end.
        slot = underWay.begin(market, customerKey);
        known.add(visitorKey(market, customerKey), type === 'view');
      }
      visits.add({ visit, slot });
    }),
  }),
  files: new Map(),
  hosts: settings.hosts.map(host => host.toLowerCase()),
  maxUrlBytes: limits.urlBytes,
  metrics: {
    route: name => {
      const route = new RouteLatency(name);
      routes.push(route);
      return route;
    },
  },
  context: {
    log,
    counts,
    storefrontHeaders: new StorefrontHeaders(settings.corsOrigin),
    bodyIdleMs: limits.bodyIdleSeconds * 1000,
    newId: () => `${bootId}-${(++requests).toString(36)}`,
  },
});
const relay = new Relay(tell);
let listening: Listening | undefined;
closing.add(() => listening?.close());

async function obey(order: Order): Promise<FrontEndReading | undefined> {
  switch (order.kind) {
    case 'listen':
      listening = await transport.listen(
        settings.host,
        order.port,
        (incoming, outgoing) => (frontEnd.knows(incoming.path) ? frontEnd : relay).handle(incoming, outgoing),
        true,
      );
      break;
    case 'prepare':
      await serving.prepare(order.preparation);
      break;
    case 'commit':
      await serving.commit(order.snapshotId);
      break;
    case 'discard':
      await serving.discard(order.snapshotId, order.signals);
      break;
    case 'warm':
      await serving.warm(order.snapshotId, order.views);
      break;
    case 'learn':
      await serving.learn(order.signals);
      break;
    case 'withdraw':
      await serving.withdraw(order.snapshotId);
      break;
    case 'read':
      return readFrontEnd(counts, serving.read(), lag, routes);
    case 'flush':
      visits.flush();
      break;
    case 'drain':
      listening?.stopListening();
      await Promise.all([frontEnd.drain(), relay.drain()]);
      visits.flush();
      break;
    case 'close':
      visits.flush();
      await closing.run();
      break;
  }
  return undefined;
}

port.on('message', (message: ToFrontEnd) => {
  if (message.type !== 'order') {
    relay.hear(message);
    return;
  }
  const { id, order } = message;
  obey(order).then(
    reading => tell({ type: 'done', id, ...(reading && { reading }) }),
    (error: unknown) => tell({ type: 'failed', id, failure: asFailure(error) }),
  );
});
