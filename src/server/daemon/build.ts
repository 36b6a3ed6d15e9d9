/**
 * Constructs the parts of a daemon: front ends, behaviour and the journal, the live snapshot, exports and imports, and
 * their routes. Nothing listens yet.
 */

import { endStaging } from '../../backup/staged-folder.js';
import type { Disposer } from '../../kernel/disposer.js';
import { within } from '../../kernel/within.js';
import { removeJoin, type SharedSnapshot, storeJoin, writeAskedView } from '../../snapshot/index.js';
import { Readiness } from '../admission/readiness.js';
import { BackupClient } from '../backup/backup-client.js';
import type { BehaviourClient } from '../behaviour/behaviour-client.js';
import { behaviourMetrics } from '../behaviour/behaviour-metrics.js';
import { campaignMetrics } from '../behaviour/campaign-metrics.js';
import { unopenedJournal } from '../behaviour/daemon-journal.js';
import { Erasures } from '../behaviour/erasures.js';
import { ExportClient } from '../exports/export-client.js';
import type { FleetClient } from '../fleet/fleet-client.js';
import { budgetMetrics, fleetMetrics } from '../fleet/fleet-metrics.js';
import type { FrontEnd } from '../front-ends/front-end.js';
import type { FrontEndWorker } from '../front-ends/front-end-worker.js';
import type { Router } from '../http/router.js';
import type { ImportCoordinator } from '../imports/import-coordinator.js';
import { importQueueMetrics } from '../imports/import-queue-metrics.js';
import type { IngestSupervisor } from '../imports/ingest-supervisor.js';
import { SnapshotList } from '../imports/snapshot-list.js';
import { LiveSnapshot } from '../live-snapshot/live-snapshot.js';
import type { Recovery } from '../live-snapshot/recovery.js';
import { StoredJoins } from '../live-snapshot/stored-joins.js';
import { KeptAskedView } from '../queries/asked-views.js';
import { KeyRing } from '../storage/key-ring.js';
import { type BuildInfo, buildInfo } from './build-info.js';
import { daemonMetrics } from './daemon-metrics.js';
import type { Membership } from './fleet-membership.js';
import { firstFrontEnd, furtherFrontEnds } from './front-end-parts.js';
import { importCoordinator, ingestSupervisor, membershipOf, sharedActs } from './import-parts.js';
import type { Opened } from './open.js';
import { otherRoutes, shownOf } from './other-routes.js';
import { servedFiles } from './served-files.js';
import { snapshotRecovery } from './snapshot-recovery.js';
import type { StartOptions } from './start-options.js';
import { webhooksOf } from './webhook-parts.js';

const MIB = 1_048_576;
/** How long the end of the last import is waited for when the ingest process has ended. */
const LONGEST_END_OF_IMPORT_MS = 5000;
const LACKS_IMPORTS =
  'the catalog store was damaged and lacks imports: queries are answered as before; import the full catalog (PUT)';

type Shared = 'settings' | 'dataDir' | 'folder' | 'log' | 'lastWords' | 'queryThreads' | 'announced' | 'visitors';

export interface Daemon extends Pick<Opened, Shared> {
  info: BuildInfo;
  /** The front end of the main thread. */
  frontEnd: FrontEnd;
  /** The front ends of other threads. */
  others: readonly FrontEndWorker[];
  router: Router;
  keys: KeyRing;
  live: LiveSnapshot;
  /** The list of those that are kept. */
  snapshots: SnapshotList;
  recovery: Recovery;
  joins: StoredJoins;
  asked: KeptAskedView;
  readiness: Readiness;
  exports: ExportClient;
  imports: ImportCoordinator;
  supervisor: IngestSupervisor;
  /** Undefined where the daemon is alone. */
  fleet: Membership | undefined;
}

/** @throws Problem of the data folder's contents, or the reason why a thread cannot start */
export async function build(opened: Opened, options: StartOptions, disposer: Disposer): Promise<Daemon> {
  const { settings, dataDir, folder, log, ticketSecrets, behaviour } = opened;
  const info = buildInfo(opened.transport);
  const damaged = (id: string) => recovery.unreadable(id);
  const acts = await sharedActs(opened);
  const frontEnd = firstFrontEnd(opened, options, info.version, acts?.shared, damaged);
  disposer.add(() => frontEnd.close());
  const others = furtherFrontEnds(opened, options, info.version, frontEnd, behaviour, acts?.shared, damaged);
  disposer.add(async () => {
    await Promise.all(others.map(other => other.close()));
  });
  const joins = storedJoins(opened, () => imports.idle());
  const fleet = await membershipOf(opened, acts, info.version, {
    live: () => live,
    supervisor: () => supervisor,
    imports: () => ({ local: imports, history }),
    behaviour: () => ({ journal: notifications.journal, erasures, acts: acts! }),
    place: daemons => {
      frontEnd.place(daemons);
      // The death of a front end ends the daemon.
      for (const other of others)
        other.place(daemons).catch((err: unknown) => log.warn({ err }, 'a front end has died'));
    },
  });
  const live = liveSnapshot(
    opened,
    frontEnd,
    others,
    behaviour,
    joins,
    () => recovery,
    fleet?.client,
    snapshot => {
      const { createdAt, counts } = snapshot.manifest;
      told?.events.snapshotLive(snapshot.id, counts.products, createdAt);
    },
  );
  const recovery = snapshotRecovery(
    opened,
    live,
    () => supervisor,
    () => erasures,
    frontEnd.counts,
    disposer,
  );
  const asked = new KeptAskedView({
    most: () => frontEnd.service.asked.most(),
    write: view => writeAskedView(dataDir, view),
    log,
  });
  const readiness = new Readiness(
    () => live.current,
    () => [
      ...recovery.degradations(),
      ...folder.degradations(),
      ...behaviour.degradations(),
      ...(supervisor.needsFullImport ? [LACKS_IMPORTS] : []),
      ...(fleet?.client.degradations() ?? []),
    ],
    () => behaviour.isOpening,
    () => fleet?.client.outdated(),
    () => exports.canRead,
  );
  const metrics = daemonMetrics(info, dataDir, { frontEnd, others, live, readiness, recovery, folder });
  behaviourMetrics(metrics.registry, behaviour);
  if (behaviour.ledger) campaignMetrics(metrics.registry, behaviour.ledger.ledger.counts);
  const told = await webhooksOf(opened, readiness, [frontEnd, ...others], metrics.registry);
  if (told) disposer.add(() => told.close());
  const notifications = unopenedJournal(dataDir, settings.behaviour, metrics.registry, log, (text, number) => {
    behaviour.recorded(text, number);
    fleet?.exchange.recorded(text, number);
  });
  disposer.add(notifications.close);
  if (fleet) disposer.add(() => fleet.exchange.close());
  behaviour.onDamagedSegment(file => {
    notifications.journal.mend(file).catch((error: unknown) => {
      log.warn({ file, err: error }, 'damaged notifications cannot be put aside');
    });
  });
  await folder.whenWritable('the journal of notifications', async () => {
    await notifications.open();
    behaviour.follow(notifications.journal.size);
    behaviour.ledger?.settleBy(record => notifications.journal.append(record));
    fleet?.exchange.follow(notifications.journal.size);
  });
  // Exports and erasures cover the visits that other front ends have not reported yet.
  const reported = () => Promise.all(others.map(other => other.flush()));
  let backups: BackupClient | undefined;
  const erasures = new Erasures({
    dataDir,
    ...notifications,
    eraseVisitors: customerKeys => reported().then(() => behaviour.requests.eraseVisitors(customerKeys)),
    renewVisitors: () => behaviour.requests.renewVisitors(),
    // Orders that are resumed may come before the first backup.
    endBackups: async () => backups?.endForErasure(),
    requireWritable: () => folder.require(),
    log,
  });
  disposer.add(() => erasures.close());
  await folder.whenWritable('the orders to forget customers', () => erasures.resume());
  disposer.add(() => live.close());

  const exports = new ExportClient(
    options.exportThread ?? new URL('../exports/export-thread.js', import.meta.url),
    dataDir,
    error => log.error({ err: error }, 'what reads exports has ended; the next export starts it again'),
    ({ message }) => {
      log.error({ fault: message }, 'an export has met damage; the catalog store is inspected');
      supervisor.inspect();
    },
  );
  disposer.add(() => exports.close());
  const supervisor: IngestSupervisor = ingestSupervisor(
    opened,
    options,
    frontEnd,
    exports,
    live,
    recovery,
    fleet,
    info.version,
  );
  const { imports, history } = await importCoordinator(
    opened,
    supervisor,
    live,
    fleet?.client,
    record => {
      metrics.importEnded(record.kind, record.outcome.toLowerCase());
      told?.events.importEnded(record);
    },
    info.version,
  );
  importQueueMetrics(metrics.registry, imports);
  if (fleet) fleetMetrics(metrics.registry, fleet.client);
  const ledger = behaviour.ledger?.ledger;
  const { leases } = ledger ?? {};
  if (ledger && leases) budgetMetrics(metrics.registry, () => leases.held(id => ledger.book.spendOf(id)));

  const keys = new KeyRing(dataDir, settings.apiKey, (facts, message) => log.error(facts, message));
  backups = new BackupClient({
    dataDir,
    release: info.version,
    shop: () => ticketSecrets.shop,
    journal: notifications.journal,
    behaviour: behaviour.requests,
    supervisor,
    caughtUp: async () => fleet?.exchange.catchUp(),
    requireWritable: () => folder.require(),
  });
  await folder.whenWritable('the folder of backups', async () => endStaging(dataDir));
  disposer.add(() => backups.close());
  // What has become of the last import is on disk then.
  disposer.add(async () => {
    await within(imports.idle(), LONGEST_END_OF_IMPORT_MS);
  });
  // Before backups: one may wait for an import, for which there is a limit of time.
  disposer.add(() => supervisor.stop(settings.limits.shutdownSeconds * 1000));
  // Before the supervisor, also where the start has failed: what waits is left to the next one.
  disposer.add(() => imports.stop());

  const snapshots = new SnapshotList(dataDir);
  const shown = settings.previewPage ? () => shownOf(live) : undefined;
  const routes = otherRoutes({
    dataDir,
    keys,
    ticketSecret: ticketSecrets.memory,
    maxImportBytes: settings.limits.importBytes,
    mcp: settings.mcp,
    counts: frontEnd.counts,
    caching: settings.answerCacheMb > 0,
    shown,
    docs: settings.docs,
    version: info.version,
    service: frontEnd.service,
    encoder: frontEnd.encoder,
    reported,
    erasures,
    fleet: fleet?.client,
    exchange: fleet?.exchange,
    behaviour,
    ranges: frontEnd.ranges,
    notifications,
    folder,
    live,
    snapshots,
    readiness,
    exports,
    backups,
    imports: fleet?.imports() ?? imports,
    placement: frontEnd.placement,
    acts,
    metrics,
    webhooks: told?.webhooks,
  });
  const files = servedFiles(settings);
  const router = frontEnd.route(behaviour, routes, files, shown);
  const { announced, queryThreads, visitors, lastWords } = opened;
  return {
    settings,
    dataDir,
    log,
    lastWords,
    queryThreads,
    announced,
    visitors,
    folder,
    info,
    frontEnd,
    others,
    router,
    keys,
    live,
    snapshots,
    recovery,
    joins,
    asked,
    readiness,
    exports,
    imports,
    supervisor,
    fleet,
  };
}

function storedJoins({ settings, dataDir, log }: Opened, idle: () => Promise<void>): StoredJoins {
  const leastFreeBytes = settings.limits.minFreeDiskMb * MIB;
  return new StoredJoins({
    store: (snapshot, how, stop) => storeJoin(snapshot, { leastFreeBytes, ...how }, stop),
    remove: () => removeJoin(dataDir),
    idle,
    log,
  });
}

function liveSnapshot(
  { announced, snapshots, running: imports, log }: Opened,
  { service, counts }: FrontEnd,
  others: readonly FrontEndWorker[],
  behaviour: BehaviourClient,
  joins: StoredJoins,
  recovery: () => Recovery,
  fleet: FleetClient | undefined,
  wentLive: (snapshot: SharedSnapshot) => void,
): LiveSnapshot {
  const live = new LiveSnapshot({
    load: (...args) => announced.load(...args),
    rehearse: snapshots.rehearseLoad,
    compare: snapshots.compare,
    readRest: snapshots.readRest,
    verifyAll: snapshots.verifyAll,
    wentLive: snapshot => {
      joins.wentLive(snapshot);
      recovery().wentLive();
      fleet?.wentLive(snapshot.id);
      wentLive(snapshot);
    },
    verified: () => joins.verified(),
    damaged: error => void recovery().suspect(error),
    removeJoins: () => joins.remove(),
    service,
    others,
    compile: snapshot => behaviour.setSnapshot(snapshot),
    imports,
    counts,
    log,
  });
  behaviour.onSignals(signals => {
    live.learn(signals).catch((error: unknown) => log.error({ err: error }, 'what was learned cannot be used'));
  });
  return live;
}
