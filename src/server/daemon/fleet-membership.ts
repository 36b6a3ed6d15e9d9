/** Makes a daemon one of a fleet: what the fleet asks of it, and the imports that it hands on. */
import { hostname } from 'node:os';
import { learnedFile } from '../../behaviour/learning/learned-file.js';
import { rankingFile } from '../../behaviour/ranking/ranking-file.js';
import type { PlacedDaemon } from '../admission/placement.js';
import { behaviourFolder } from '../behaviour/folders.js';
import type { BehaviourExchange } from '../fleet/behaviour/behaviour-exchange.js';
import { FleetClient } from '../fleet/fleet-client.js';
import { FleetImports } from '../fleet/fleet-imports.js';
import type { ImportCoordinator } from '../imports/import-coordinator.js';
import type { ImportHistory } from '../imports/import-history.js';
import type { IngestSupervisor } from '../imports/ingest-supervisor.js';
import type { LiveSnapshot } from '../live-snapshot/live-snapshot.js';
import { type BehaviourParts, sharedBehaviour } from './fleet-behaviour.js';
import type { Opened } from './open.js';

/** The parts of the daemon that take part, some of which are made after the membership. */
export interface FleetParts {
  live(): LiveSnapshot;
  supervisor(): IngestSupervisor;
  imports(): { local: ImportCoordinator; history: ImportHistory };
  behaviour(): BehaviourParts;
  /** Takes over which other daemons hold which markets. */
  place(others: readonly PlacedDaemon[]): void;
}

export interface Membership {
  client: FleetClient;
  exchange: BehaviourExchange;
  /** What requests ask of imports; to be called when the parts are there. */
  imports(): FleetImports;
}

/** @param id of this daemon */
export function fleetMembership(opened: Opened, id: string, release: string, parts: FleetParts): Membership {
  const { settings, dataDir, folder, log, behaviour } = opened;
  const { fleet, port } = settings;
  const learning = behaviour.learning!;
  let made: FleetImports | undefined;
  const imports = (): FleetImports => {
    made ??= new FleetImports({ client, dataDir, requireWritable: () => folder.require(), ...parts.imports() });
    return made;
  };
  const client: FleetClient = new FleetClient({
    settings: fleet,
    dataDir,
    ranking: rankingFile(behaviourFolder(dataDir)),
    learned: learnedFile(behaviourFolder(dataDir)),
    self: { daemon: id, name: fleet.name === '' ? `${hostname()}:${port}` : fleet.name },
    placed: { address: fleet.address === '' ? `http://${hostname()}:${port}` : fleet.address, markets: fleet.markets },
    release,
    host: {
      runJob: async job => {
        await parts.supervisor().whenReady();
        return parts.supervisor().run(job, () => undefined);
      },
      adopt: snapshot => parts.live().adopt(snapshot),
      runImport: (...given) => imports().run(...given),
      told: (...given) => imports().told(...given),
      placed: others => parts.place(others),
      learn: learns => learning.lead(learns),
      adoptLearned: file => learning.adopt(file),
      offered: signals => learning.offer(signals),
    },
    log,
  });
  learning.share(client);
  return { client, exchange: sharedBehaviour(opened, client, parts.behaviour), imports };
}
