/**
 * A further front end: listens on the same port as the first, answers queries with its own query threads and answer
 * cache, and relays all other requests to the first. It shares the snapshot and the filters of known visitors with the
 * others, in memory.
 */
import { workerData } from 'node:worker_threads';
import { AskingVisitors } from '../../behaviour/visitors/asking-visitors.js';
import { KnownVisitors } from '../../behaviour/visitors/known-visitors.js';
import { keepCompiledCode } from '../../threads/compiled-code.js';
import { RequestServer } from '../../threads/request-server.js';
import { PendingVisits } from '../behaviour/pending-visits.js';
import { openTransport } from '../http/uws-transport.js';
import { RunningImports } from '../imports/running-imports.js';
import { relayedLog } from '../observability/log.js';
import { FrontEnd } from './front-end.js';
import type { FromFrontEnd, FrontEndData, FrontEndProtocol } from './front-end-messages.js';
import { Relay } from './relay.js';
import { ReportedVisitors } from './reported-visitors.js';

const { known, asking, underWay, imports, ...share } = workerData as FrontEndData;
const { number, frontEnds, settings } = share;
const first = new RequestServer<FrontEndProtocol>();
const tell = (message: FromFrontEnd, handedOver: ArrayBuffer[] = []) => first.tell(message, handedOver);

const log = relayedLog(settings.logLevel, line => tell({ type: 'log', line }));
const damaged = (snapshotId: string) => tell({ type: 'damaged', snapshotId });
const frontEnd = new FrontEnd({
  ...share,
  imports: new RunningImports(imports),
  transport: openTransport(settings.http),
  damaged,
  log,
});
const { service } = frontEnd;
const visitors = new ReportedVisitors(
  new KnownVisitors(known),
  new AskingVisitors(asking),
  new PendingVisits(frontEnds, number, underWay),
  visits => tell({ type: 'visits', visits }),
  () => tell({ type: 'awaited' }),
);
const router = frontEnd.route(visitors);
const relay = new Relay(tell);

first.serve(
  {
    listen: async ({ port }) => {
      await frontEnd.listen(port, (incoming, outgoing) =>
        (router.knows(incoming.path) ? router : relay).handle(incoming, outgoing),
      );
      await frontEnd.started();
      keepCompiledCode('start');
    },
    prepare: ({ preparation }) => service.prepare(preparation),
    commit: ({ snapshotId }) => service.commit(snapshotId),
    discard: ({ snapshotId, signals }) => service.discard(snapshotId, signals),
    warm: ({ snapshotId, views, atRest }) => service.warm(snapshotId, views, atRest),
    rehearse: ({ snapshotId }) => service.rehearse(snapshotId),
    learn: ({ signals }) => service.learn(signals),
    withdraw: ({ snapshotId }) => service.withdraw(snapshotId),
    reload: ({ settings }) => frontEnd.reload(settings),
    place: ({ others }) => frontEnd.place(others),
    read: () => frontEnd.read(),
    flush: () => visitors.flush(),
    drain: async () => {
      await Promise.all([frontEnd.drain(), relay.drain()]);
      visitors.flush();
    },
    close: async () => {
      visitors.flush();
      frontEnd.disconnect();
      await frontEnd.close();
    },
  },
  message => relay.hear(message),
);
