/**
 * A further front end: listens on the same port as the first, answers queries with its own share of threads and its own
 * cache, and passes everything else on to the first. What it shares with the others is the snapshot, in memory that none
 * of them changes, and what is known of visitors.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { KnownVisitors } from '../../behaviour/visitors/known-visitors.js';
import { PendingVisits } from '../behaviour/pending-visits.js';
import { openTransport } from '../http/uws-transport.js';
import type { FrontEndReading } from '../observability/front-end-reading.js';
import { relayedLog } from '../observability/log.js';
import { asFailure } from '../../threads/failure.js';
import { FrontEnd } from './front-end.js';
import type { FromFrontEnd, FrontEndData, Order, ToFrontEnd } from './front-end-messages.js';
import { Relay } from './relay.js';
import { ReportedVisitors } from './reported-visitors.js';

const { known, underWay, ...share } = workerData as FrontEndData;
const { number, frontEnds, settings } = share;
const port = parentPort!;
const tell = (message: FromFrontEnd, handedOver: ArrayBuffer[] = []) => port.postMessage(message, handedOver);

const log = relayedLog(settings.logLevel, line => tell({ type: 'log', line }));
const frontEnd = new FrontEnd({ ...share, transport: openTransport(), log });
const visitors = new ReportedVisitors(
  new KnownVisitors(known),
  new PendingVisits(frontEnds, number, underWay),
  visits => tell({ type: 'visits', visits }),
);
const router = frontEnd.route(visitors);
const relay = new Relay(tell);

async function obey(order: Order): Promise<FrontEndReading | undefined> {
  switch (order.kind) {
    case 'listen':
      await frontEnd.listen(order.port, (incoming, outgoing) =>
        (router.knows(incoming.path) ? router : relay).handle(incoming, outgoing),
      );
      await frontEnd.started();
      break;
    case 'prepare':
      await frontEnd.service.prepare(order.preparation);
      break;
    case 'commit':
      await frontEnd.service.commit(order.snapshotId);
      break;
    case 'discard':
      await frontEnd.service.discard(order.snapshotId, order.signals);
      break;
    case 'warm':
      await frontEnd.service.warm(order.snapshotId, order.views);
      break;
    case 'learn':
      await frontEnd.service.learn(order.signals);
      break;
    case 'withdraw':
      await frontEnd.service.withdraw(order.snapshotId);
      break;
    case 'read':
      return frontEnd.read();
    case 'flush':
      visitors.flush();
      break;
    case 'drain':
      await Promise.all([frontEnd.drain(), relay.drain()]);
      visitors.flush();
      break;
    case 'close':
      visitors.flush();
      frontEnd.disconnect();
      await frontEnd.close();
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
