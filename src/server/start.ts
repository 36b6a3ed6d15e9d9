/**
 * Puts the daemon together and takes it apart: what is opened here is closed here, in the opposite order.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Disposer } from '../kernel/disposer.js';
import { announcedSnapshot, loadSnapshot, verifyAll, verifyCards } from '../snapshot/index.js';
import { BehaviourClient, behaviourFolder, journalFolder } from './behaviour/behaviour-client.js';
import { behaviourMetrics } from './behaviour/behaviour-metrics.js';
import { openJournal } from './behaviour/open-journal.js';
import { ExportClient } from './exports/export-client.js';
import { FrontEndWorker } from './front-ends/front-end-worker.js';
import { type Route, type RouteListing, Router } from './http/router.js';
import { loadStaticFiles } from './http/static-files.js';
import { StorefrontHeaders } from './http/storefront-headers.js';
import { unusedPort } from './http/unused-port.js';
import { openTransport } from './http/uws-transport.js';
import { ImportCoordinator } from './imports/import-coordinator.js';
import { ImportHistory } from './imports/import-history.js';
import { ImportStatuses } from './imports/import-status.js';
import { IngestSupervisor } from './imports/ingest-supervisor.js';
import { snapshotBytes, summariseSnapshots } from './imports/snapshot-list.js';
import { readFrontEnd } from './observability/front-end-reading.js';
import { openLog } from './observability/log.js';
import { LoopLag } from './observability/loop-lag.js';
import { Metrics } from './observability/metrics.js';
import { LiveSnapshot } from './queries/live-snapshot.js';
import { QueryService } from './queries/query-service.js';
import { ReadAhead, type SnapshotSource } from './queries/read-ahead.js';
import { onVisit } from './queries/visits.js';
import { explainRoute } from './routes/explain-route.js';
import { exportRoutes } from './routes/export-routes.js';
import { importCatalog, importHistory, importStatus, rollback, snapshots } from './routes/import-routes.js';
import { notificationRoutes } from './routes/notification-routes.js';
import { openApiRoute } from './routes/openapi-route.js';
import { operationRoutes } from './routes/operation-routes.js';
import { type QueryContext, queryRoutes } from './routes/query-routes.js';
import { siteRoutes } from './routes/site-routes.js';
import { topicRoute } from './routes/topic-route.js';
import { type VisitorKeeper, visitorRoutes } from './routes/visitor-routes.js';
import type { Settings } from './settings/daemon-settings.js';
import { KeyRing } from './storage/api-keys.js';
import { lockDataFolder } from './storage/data-lock.js';
import { ticketSecret } from './storage/ticket-secret.js';

export interface RunningServer {
  /** For a browser on this machine. */
  url: string;
  port: number;
  /** What it answers, beside the pages. */
  routes: readonly RouteListing[];
  /** Not ready from now on; finishes what is under way, then lets go of everything. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Whether SIGTERM and SIGINT stop the daemon and end the process; true unless told otherwise. */
  signals?: boolean;
  /** The module of the query threads. */
  queryWorker?: string;
  /** The module of the ingest process. */
  ingestProcess?: string;
  /** The module of the export thread. */
  exportThread?: string | URL;
  /** The module of the behaviour thread. */
  behaviourThread?: string | URL;
  /** Where snapshots come from. */
  snapshots?: SnapshotSource;
}

const MIB = 1_048_576;

/** Resolves when requests are taken and the announced snapshot, if there is one, is live. @throws Problem. */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<RunningServer> {
  const dataDir = resolve(settings.data);
  const { limits } = settings;
  const source = options.snapshots ?? { announced: announcedSnapshot, load: loadSnapshot, verifyAll, verifyCards };
  const closing = new Disposer();
  try {
    mkdirSync(dataDir, { recursive: true });
    closing.add(lockDataFolder(dataDir));
    const { log, write: writeLog, flush } = openLog(settings.logLevel);
    closing.add(flush);
    const transport = openTransport();
    if (transport.warning !== undefined) log.warn({ transport: transport.name }, transport.warning);
    const frontEnds = transport.shares ? settings.frontEnds : 1;
    if (frontEnds < settings.frontEnds) {
      log.warn({ transport: transport.name }, 'one front end alone: here a port cannot be shared');
    }

    const build = { version: packageVersion(), node: process.versions.node, transport: transport.name };
    const metrics: Metrics = new Metrics(build, {
      frontEnds: async () => {
        const others = await Promise.all(lines.map(line => line.read()));
        return [readFrontEnd(counts, serving.read(), lag, metrics.routes), ...others];
      },
      ready: () => reasons().length === 0,
      snapshot: () => {
        const manifest = live.current?.shared.manifest;
        if (manifest === undefined) return undefined;
        const { catalogGeneration, createdAt, counts } = manifest;
        return { generation: catalogGeneration, createdAt, bytes: snapshotBytes(manifest), products: counts.products };
      },
    });
    const { counts } = metrics;
    const lag = new LoopLag();
    closing.add(() => lag.close());
    // What takes longest begins first, each in threads of its own: reading the snapshot, opening the store of visitors,
    // and the query threads' own start.
    const ahead = new ReadAhead(source, dataDir);
    const opening = BehaviourClient.open({
      dataDir,
      settings: settings.behaviour,
      log,
      file: options.behaviourThread,
      frontEnds,
    });
    // A failure is told below, where it is waited for.
    const opened = opening.catch(() => undefined);
    closing.add(async () => (await opened)?.close());
    const secret = await ticketSecret(dataDir);
    const threads = Math.max(frontEnds, settings.workers || availableParallelism() - frontEnds);
    const threadsOf = (frontEnd: number) => Math.floor(threads / frontEnds) + (frontEnd < threads % frontEnds ? 1 : 0);
    const limitsOfOne = { ...limits, queue: Math.ceil(limits.queue / frontEnds) };
    const queryWorker = options.queryWorker ?? fileURLToPath(new URL('./queries/query-thread.js', import.meta.url));
    const threadData = {
      settings: settings.pages,
      discountThreshold: settings.index.discountThreshold,
      ticketSecret: secret,
      visitors: { dir: behaviourFolder(dataDir), visitorDays: settings.behaviour.visitorDays },
    };
    const serving = new QueryService({
      threads: threadsOf(0),
      filename: queryWorker,
      threadData,
      limits: limitsOfOne,
      cacheBytes: (settings.answerCacheMb * MIB) / frontEnds,
      counts,
      log,
    });
    closing.add(() => serving.close());
    const behaviour = await opening;
    const { apiKey: _, ...told } = settings;
    const lines = Array.from({ length: frontEnds - 1 }, (_, i) => {
      const number = i + 1;
      return new FrontEndWorker({
        file: new URL('./front-ends/front-end-thread.js', import.meta.url),
        data: {
          number,
          frontEnds,
          settings: { ...told, limits: limitsOfOne },
          threads: threadsOf(number),
          queryWorker,
          threadData,
          ...behaviour.shared,
        },
        handler: (incoming, outgoing) => frontEnd.handle(incoming, outgoing),
        visited: visits => {
          for (const { visit, slot } of visits) behaviour.told(visit, number, slot);
        },
        writeLog,
      });
    });
    closing.add(async () => {
      await Promise.all(lines.map(line => line.close()));
    });
    behaviourMetrics(metrics.registry, behaviour);
    const recorded = (text: string, number: number) => behaviour.recorded(text, number);
    const notifications = await openJournal(dataDir, settings.behaviour, metrics.registry, log, recorded);
    closing.add(notifications.close);
    behaviour.follow(notifications.journal.size);

    const live: LiveSnapshot = new LiveSnapshot({
      load: (id, previous) => ahead.load(id, previous),
      verifyCards: source.verifyCards,
      verifyAll: source.verifyAll,
      serving,
      others: lines,
      compile: shared => behaviour.setSnapshot(shared),
      counts,
      log,
    });
    closing.add(() => live.close());
    behaviour.onSignals(signals => {
      live.learn(signals).catch((error: unknown) => log.error({ err: error }, 'what was learned cannot be used'));
    });
    let stopping = false;
    const reasons = () => {
      if (stopping) return ['the daemon is shutting down'];
      if (live.current === undefined) return ['no snapshot is live yet'];
      return live.current.hasProducts ? [] : ['the live snapshot has no products'];
    };

    const exports = new ExportClient(
      options.exportThread ?? new URL('./exports/export-thread.js', import.meta.url),
      dataDir,
      error => log.error({ err: error }, 'export thread failed; the next export starts a new one'),
    );
    closing.add(() => exports.close());

    const supervisor = new IngestSupervisor({
      file: options.ingestProcess ?? fileURLToPath(new URL('../ingest/process.js', import.meta.url)),
      args: [dataDir, JSON.stringify({ index: settings.index, site: settings.site })],
      log,
      counts,
      onReady: snapshot => {
        exports.storeReady();
        if (snapshot === undefined) return;
        live.adopt(snapshot).catch((error: unknown) => log.error({ snapshot, err: error }, 'snapshot cannot be used'));
      },
    });
    const desk = new ImportCoordinator({
      dataDir,
      statuses: await ImportStatuses.open(dataDir, Date.now()),
      history: await ImportHistory.open(dataDir),
      supervisor,
      adopt: snapshot => live.adopt(snapshot),
      minFreeDiskBytes: limits.minFreeDiskMb * MIB,
      maxInflatedBytes: limits.inflatedBytes,
      importEnded: (kind, outcome) => metrics.importEnded(kind, outcome),
      log,
    });
    await desk.prepare();
    closing.add(() => supervisor.stop(limits.shutdownSeconds * 1000));
    const announced = await ahead.announced;
    if (announced === undefined) supervisor.start();

    const keys = new KeyRing(dataDir, settings.apiKey);
    const queries: QueryContext = {
      service: serving,
      counts,
      caching: settings.answerCacheMb > 0,
      maxBodyBytes: limits.queryBodyBytes,
      ticketSecret: secret,
      mayKnow: (market, customerKey, what) => behaviour.mayKnow(market, customerKey, what),
      settled: (market, customerKey) => behaviour.settled(market, customerKey),
      onVisit: onVisit(counts, visit => behaviour.visited(visit)),
    };
    const admin = {
      keys,
      desk,
      maxImportBytes: limits.importBytes,
      listSnapshots: async () => ({
        live: live.current?.shared.id,
        snapshots: await summariseSnapshots(dataDir),
      }),
    };
    const allTold = () => Promise.all(lines.map(line => line.flush()));
    const visitors: VisitorKeeper = {
      exportVisitor: customerKey => allTold().then(() => behaviour.exportVisitor(customerKey)),
      eraseVisitor: customerKey => allTold().then(() => behaviour.eraseVisitor(customerKey)),
    };
    const views = () => live.current?.shared.manifest.views.map(({ market, locale }) => ({ market, locale })) ?? [];
    const bootId = randomBytes(4).toString('hex');
    let requests = 0;
    const frontEnd = new Router({
      routes: [
        ...queryRoutes(queries),
        ...adminRoutes(admin),
        ...siteRoutes(admin),
        ...notificationRoutes({ ...notifications, behaviour, live, keys, ticketSecret: secret }),
        explainRoute({ service: serving, keys, ticketSecret: secret }),
        topicRoute({ live, keys, ticketSecret: secret }),
        ...visitorRoutes({ ...notifications, keys, journalDir: journalFolder(dataDir), visitors }),
        ...exportRoutes({ keys, exports, liveSnapshot: () => live.current?.shared }),
        ...operationRoutes(metrics, views, reasons),
        openApiRoute(build.version),
      ],
      files: loadStaticFiles(fileURLToPath(new URL('../../bundle/web', import.meta.url))),
      hosts: settings.hosts.map(host => host.toLowerCase()),
      maxUrlBytes: limits.urlBytes,
      metrics,
      context: {
        log,
        counts,
        storefrontHeaders: new StorefrontHeaders(settings.corsOrigin),
        bodyIdleMs: limits.bodyIdleSeconds * 1000,
        newId: () => `${bootId}-${(++requests).toString(36)}`,
      },
    });
    const port = frontEnds === 1 ? settings.port : await unusedPort(settings.host, settings.port);
    const listening = await transport.listen(settings.host, port, frontEnd.handle, frontEnds > 1);
    closing.add(() => listening.close());
    await Promise.all(lines.map(line => line.listen(listening.port)));
    const url = `http://${urlHost(settings.host)}:${listening.port}`;
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= (async () => {
        log.info({}, 'stopping');
        stopping = true;
        listening.stopListening();
        const done = Promise.all([frontEnd.drain(), desk.idle(), ...lines.map(line => line.drain())]);
        if (!(await within(done, limits.shutdownSeconds * 1000)))
          log.warn({}, 'stopping with requests still under way');
        log.info({}, 'stopped');
        await closing.run();
      })();
      return stopped;
    };
    if (options.signals !== false) closing.add(stopOnSignals(stop));
    log.info({ ...build, url, threads, frontEnds, data: dataDir }, 'listening');
    if (announced !== undefined) {
      await live.adopt(announced).catch((error: unknown) => {
        // One that is damaged does not keep the daemon from starting: an import can replace it.
        if (!stopping) log.error({ snapshot: announced, err: error }, 'the announced snapshot cannot be used');
      });
      // Queries are answered first: the process would take the cores that they are made ready with.
      if (!stopping) supervisor.start();
    }
    return { url, port: listening.port, routes: frontEnd.routes, stop };
  } catch (error) {
    await closing.run();
    throw error;
  }
}

/** The catalog import is answered under v4 alone, the others under both versions. */
function adminRoutes(context: Parameters<typeof importCatalog>[0]): Route[] {
  const receive = importCatalog(context);
  const both = (path: string) => [`/api/admin/v3/${path}`, `/api/admin/v4/${path}`];
  return [
    { name: 'import-catalog', paths: ['/api/admin/v4/import/catalog'], methods: { PUT: receive, POST: receive } },
    { name: 'import-status', paths: both('import/status'), methods: { GET: importStatus(context) } },
    { name: 'import-history', paths: both('import/history'), methods: { GET: importHistory(context) } },
    { name: 'snapshots', paths: both('snapshots'), methods: { GET: snapshots(context) } },
    { name: 'snapshots-rollback', paths: both('snapshots/rollback'), methods: { POST: rollback(context) } },
  ];
}

/** @returns takes the handlers away again. */
function stopOnSignals(stop: () => Promise<void>): () => void {
  let interrupted = false;
  const onSignal = (signal: NodeJS.Signals) => {
    // Somebody at a terminal who presses Ctrl-C again does not want to wait.
    if (signal === 'SIGINT' && interrupted) process.exit(1);
    interrupted = signal === 'SIGINT';
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return () => {
    process.off('SIGTERM', onSignal);
    process.off('SIGINT', onSignal);
  };
}

async function within(done: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>(resolve => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  try {
    return await Promise.race([done.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
