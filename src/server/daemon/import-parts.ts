/** The parts of a daemon that import: the supervisor of the ingest process, the order of imports, and the fleet. */
import { fileURLToPath } from 'node:url';
import { requireMarkets } from '../../snapshot/index.js';
import { LastActs } from '../behaviour/last-acts.js';
import type { ExportClient } from '../exports/export-client.js';
import type { FleetClient } from '../fleet/fleet-client.js';
import type { FrontEnd } from '../front-ends/front-end.js';
import { ImportCoordinator } from '../imports/import-coordinator.js';
import { ImportHistory, type ImportRecord } from '../imports/import-history.js';
import { ImportStatuses } from '../imports/import-status.js';
import { RepairTraces, traceBase } from '../imports/import-trace.js';
import { IngestSupervisor } from '../imports/ingest-supervisor.js';
import { WaitingImports } from '../imports/waiting-imports.js';
import type { LiveSnapshot } from '../live-snapshot/live-snapshot.js';
import type { Recovery } from '../live-snapshot/recovery.js';
import { openTracer } from '../observability/tracing.js';
import type { FleetParts, Membership } from './fleet-membership.js';
import type { Opened } from './open.js';
import type { StartOptions } from './start-options.js';

const MIB = 1_048_576;

/** Of a daemon that is alone, nothing of it is loaded. */
export async function membershipOf(
  opened: Opened,
  acts: LastActs | undefined,
  release: string,
  parts: FleetParts,
): Promise<Membership | undefined> {
  const { settings, dataDir } = opened;
  const { servers, markets } = settings.fleet;
  requireMarkets(dataDir, markets);
  if (servers.length === 0 || !acts) return undefined;
  const { fleetMembership } = await import('./fleet-membership.js');
  return fleetMembership(opened, acts.shared.daemon, release, parts);
}

/** What visitors have done last at which daemon of a fleet; undefined where the daemon is alone. */
export async function sharedActs({ settings, dataDir, log }: Opened): Promise<LastActs | undefined> {
  const { daemonId, forgetStoreFleet } = await import('../fleet/kept-id.js');
  if (settings.fleet.servers.length === 0) {
    await forgetStoreFleet(dataDir);
    return undefined;
  }
  return new LastActs(await daemonId(dataDir, (facts, message) => log.error(facts, message)));
}

export function ingestSupervisor(
  { settings, index, dataDir, log }: Opened,
  options: StartOptions,
  { counts }: FrontEnd,
  exports: ExportClient,
  live: LiveSnapshot,
  recovery: Recovery,
  fleet: Membership | undefined,
  version: string,
): IngestSupervisor {
  const tracer = openTracer(version);
  const traces = tracer && new RepairTraces(tracer);
  const adopt = (snapshot: string): void => {
    live.adopt(snapshot).then(
      () => fleet?.client.publishIfWriter(),
      (error: unknown) => log.error({ snapshot, err: error }, 'snapshot cannot be used'),
    );
  };
  const { site, overlay, scrubHours, rehearse } = settings;
  const member = fleet && { settings: settings.fleet, daemon: fleet.client.self.daemon };
  return new IngestSupervisor({
    file: options.ingestProcess ?? fileURLToPath(new URL('../../ingest/process.js', import.meta.url)),
    args: [dataDir, JSON.stringify({ index, site, overlay, scrubHours, rehearse, fleet: member })],
    log,
    counts,
    onReady: (snapshot, generation) => {
      exports.storeReady();
      if (generation !== undefined) fleet?.client.storeReady(generation);
      if (snapshot !== undefined) adopt(snapshot);
    },
    onAnnounced: (snapshot, base) => {
      if (tracer && base) traceBase(tracer, snapshot, base);
      adopt(snapshot);
    },
    onDamaged: damages => recovery.found({ damages, snapshots: [] }),
    onRepairing: progress => {
      traces?.progress(progress.phase);
      recovery.building(progress);
    },
    onRepaired: result => {
      traces?.ended(result);
      void recovery.repaired(result);
    },
    onRehearsed: manifest => void live.rehearse(manifest),
  });
}

export async function importCoordinator(
  { settings, dataDir, folder, running, log }: Opened,
  supervisor: IngestSupervisor,
  live: LiveSnapshot,
  fleet: FleetClient | undefined,
  importEnded: (record: ImportRecord) => void,
  version: string,
): Promise<{ imports: ImportCoordinator; history: ImportHistory }> {
  const waiting = await WaitingImports.open(dataDir, (file, why) =>
    log.error({ file, why }, 'an import that waited is damaged, and given up: send it again'),
  );
  const left = waiting.left.map(({ begun }) => begun.id);
  const history = await ImportHistory.open(dataDir, new Set(left));
  const { importQueue: most, importQueueMb } = settings.limits;
  const imports = new ImportCoordinator({
    dataDir,
    statuses: await ImportStatuses.open(dataDir, Date.now(), {
      warn: (facts, message) => log.warn(facts, message),
      waiting: left.filter(id => !history.get(id)),
      ended: id => history.get(id),
    }),
    history,
    waiting,
    limits: { most, mostBytes: importQueueMb * MIB },
    running,
    supervisor,
    requireWritable: () => folder.require(),
    adopt: async snapshot => {
      fleet?.built(snapshot);
      await live.adopt(snapshot);
      await fleet?.publish();
    },
    live: () => live.current?.shared.id,
    minFreeDiskBytes: settings.limits.minFreeDiskMb * MIB,
    maxInflatedBytes: settings.limits.inflatedBytes,
    importEnded,
    log,
    tracer: openTracer(version),
  });
  await folder.whenWritable('the imports that wait', () => imports.resume());
  return { imports, history };
}
