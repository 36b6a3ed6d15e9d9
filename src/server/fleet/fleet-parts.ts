/** All of a fleet that needs the connection to its servers, opened together. */
import { BodyStore } from '../../fleet/body-store.js';
import { Checkpoints } from '../../fleet/checkpoints.js';
import { FleetConnection } from '../../fleet/connection.js';
import { FleetDocuments } from '../../fleet/documents.js';
import { frame } from '../../fleet/frame.js';
import { ImportLog } from '../../fleet/import-log.js';
import { LearnedStore } from '../../fleet/learned-store.js';
import { LEASE_MS, WriterLease } from '../../fleet/lease.js';
import { PartsStore } from '../../fleet/parts-store.js';
import { PointerStore } from '../../fleet/pointer.js';
import { MANIFEST_VERSION, type SharedSignals } from '../../snapshot/index.js';
import type { AskMain, FleetState, FleetThreadData } from './fleet-messages.js';
import { ImportQueue } from './import-queue.js';
import { LearnedExchange } from './learned-exchange.js';
import { Lineage } from './lineage.js';
import { LogFollower } from './log-follower.js';
import { longestQuorumMs, Members } from './members.js';
import { SharedFiles } from './shared-files.js';
import { SnapshotExchange } from './snapshot-exchange.js';
import { StoreCheckpoints } from './store-checkpoints.js';

/** Imports that wait for the writer; further ones are refused. */
const MOST_WAITING = 10_000;
const OUTCOMES_KEPT_MS = 86_400_000;
/** Of the message by which a writer tells that it has stored a file. */
export const STORED_VERSION = 1;
export const storedSubject = (cluster: string): string => `vitrine.${cluster}.stored`;

/** What the parts tell. */
export interface FleetEvents {
  /** The connection is there, or gone. */
  changed(isUp: boolean): void;
  /** This daemon has the lease. */
  acquired(): void;
  lost(why: string): void;
  /** Another daemon, or none, is the writer. */
  writer(writer: FleetState['writer']): void;
  /** Other markets are at other daemons. */
  placed(): void;
  /** The log takes no changes from this daemon in its term. */
  refused(): void;
  /** The data folder has other shared settings than before. */
  settingsChanged(): void;
  /** Another daemon has compiled what it has learned. */
  offered(signals: SharedSignals): void;
  failed(error: unknown): void;
  /** See LogFollower. */
  awaitsSnapshot(generation: number): boolean;
}

export interface FleetParts {
  connection: FleetConnection;
  members: Members;
  lease: WriterLease;
  follower: LogFollower;
  exchange: SnapshotExchange;
  imports: ImportQueue;
  checkpoints: Checkpoints;
  stored: StoreCheckpoints;
  files: SharedFiles;
  learned: LearnedExchange;
  lineage: Lineage;
  pointer: PointerStore;
  /** Of imports that have ended, by their ids. */
  outcomes: FleetDocuments;
}

export const FleetParts = {
  /** Makes what the servers lack. @throws where they do not answer in time */
  async open(
    { settings, dataDir, ranking, learned, self, placed, release, ask }: FleetThreadData & { ask: AskMain },
    {
      changed,
      acquired,
      lost,
      writer,
      placed: tellPlaced,
      refused,
      settingsChanged,
      offered,
      failed,
      awaitsSnapshot,
    }: FleetEvents,
    signal: AbortSignal,
  ): Promise<FleetParts> {
    const connection = await FleetConnection.open({ settings, name: self.name, changed }, signal);
    const [documents, leases, pointers, ended] = await Promise.all([
      connection.bucket('documents'),
      connection.bucket('lease', LEASE_MS),
      connection.bucket('pointer', 0, true),
      connection.bucket('outcomes', OUTCOMES_KEPT_MS),
    ]);
    await connection.requireStream('imports', { mostMessages: MOST_WAITING });
    const bodies = await connection.objects('bodies');
    const parts = new PartsStore(await connection.objects('parts'));
    const log = await ImportLog.open(connection);
    const pointer = new PointerStore(pointers);
    const shared = new FleetDocuments(documents);
    const outcomes = new FleetDocuments(ended);
    const follower = new LogFollower({ log, dataDir, ask, awaitsSnapshot });
    const checkpoints = new Checkpoints(pointers, new PartsStore(bodies));
    await checkpoints.read();
    const members = new Members(shared, { ...self, release, placed, format: MANIFEST_VERSION }, tellPlaced);
    const exchanged = new LearnedExchange({
      store: new LearnedStore(pointers, new PartsStore(bodies)),
      learnedFile: learned,
      ask,
      offer: offered,
      failed,
    });
    return {
      connection,
      pointer,
      outcomes,
      follower,
      checkpoints,
      lineage: await Lineage.open(shared, parts, dataDir),
      members,
      files: new SharedFiles({
        documents: shared,
        dataDir,
        ranking,
        cluster: settings.cluster,
        settingsChanged,
        failed,
      }),
      learned: exchanged,
      exchange: new SnapshotExchange({
        dataDir,
        parts,
        pointer,
        markets: placed.markets,
        stored: file => connection.nats.publish(storedSubject(connection.cluster), frame(STORED_VERSION, file)),
        alongside: () => exchanged.published(),
      }),
      lease: new WriterLease({ bucket: leases, holder: self, acquired, lost, changed: writer }),
      imports: new ImportQueue({
        connection,
        bodies: new BodyStore(bodies),
        outcomes,
        dataDir,
        ask,
        acceptedAs: id => follower.acceptedAs(id),
        untilLive: async generation => {
          const { live } = await members.liveOn(generation, settings.quorum, longestQuorumMs(settings));
          if (live === 0) throw new Error(`generation ${generation} of the fleet is not published`);
        },
        live: () => members.live,
        refused,
        failed,
      }),
      stored: new StoreCheckpoints({ checkpoints, log, follower, dataDir, ask, mostLogged: settings.mostLogged }),
    };
  },
};
