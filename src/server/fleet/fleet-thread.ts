/**
 * The fleet thread: has the daemon's connection to the fleet, and does all that travels over it. It follows the log and the
 * pointer, takes part in the election of the writer, and as the writer publishes snapshots and takes imports. What
 * changes the daemon it asks of the main thread.
 */
import { workerData } from 'node:worker_threads';
import { isStreamMissing } from '../../fleet/connection.js';
import { unframe } from '../../fleet/frame.js';
import { LogReplaced } from '../../fleet/import-log.js';
import type { StoredFile } from '../../fleet/parts-store.js';
import { MANIFEST_VERSION, readPointer } from '../../snapshot/index.js';
import { RequestServer } from '../../threads/request-server.js';
import {
  type FleetProtocol,
  type FleetState,
  type FleetThreadData,
  hasEnded,
  type ImportOutcomeRecord,
} from './fleet-messages.js';
import { FleetParts, STORED_VERSION, storedSubject } from './fleet-parts.js';
import { fleetStatus } from './fleet-status.js';
import { AHEAD } from './lineage.js';
import { StoreBehind } from './log-follower.js';
import { mayWrite } from './may-write.js';
import { longestQuorumMs } from './members.js';
import { PointedSnapshot } from './pointed-snapshot.js';
import { Questions } from './questions.js';
import { generationOf } from './snapshot-exchange.js';
import { TakenSnapshot } from './taken-snapshot.js';
import { WriterTerm } from './writer-term.js';

/** What is missed otherwise is seen so often. */
const LOOK_EVERY_MS = 1000;
/** How long an import waits for a connection. */
const LONGEST_CONNECT_MS = 5000;
const LOOK_FOR_CONNECTION_MS = 50;

const { settings, dataDir, ranking, learned, self, placed, release } = workerData as FleetThreadData;
const server = new RequestServer<FleetProtocol>();

const questions = new Questions((id, ask) => server.tell({ type: 'ask', id, ask }));
const { ask } = questions;

const state: FleetState = {
  isUp: false,
  writer: undefined,
  isWriter: false,
  newest: undefined,
  isAway: false,
  hasLooked: false,
  refusal: undefined,
  behindSinceMs: undefined,
  fault: undefined,
};
const closing = new AbortController();
const taken = new TakenSnapshot();
let pointed: PointedSnapshot | undefined;
let term: WriterTerm | undefined;
let storeGeneration: number | undefined;
let fleet: FleetParts | undefined;
let openedMs = 0;
let step: Promise<void> = Promise.resolve();
let isDue = false;
let isDrained = false;
let toldPlaced = '';
let timer: NodeJS.Timeout | undefined;

server.serve(
  {
    publish: () => inTurn(async () => requireTerm().publish()),
    submit: async ({ submitted, file }) => {
      const { imports } = await whenConnected();
      await imports.submit(submitted, file);
    },
    drain: ({ isDrained }) => drain(isDrained),
    share: async ({ settings }) => {
      const { files } = await whenConnected();
      await files.shareSettings(settings);
    },
    status: () => {
      const connection = state.isUp ? fleet?.connection : undefined;
      return fleetStatus(
        { cluster: settings.cluster, self: self.daemon },
        state,
        fleet?.members.alive ?? [],
        connection,
      );
    },
    close: close,
  },
  message => {
    if (message.type === 'answer') questions.answered(message);
    else if (message.type === 'live') {
      taken.live = message.snapshot;
      void pointed?.tellLive();
    } else if (message.type === 'built') {
      if (term?.current !== undefined) fleet?.exchange.prepare(message.snapshot);
      return;
    } else if (message.type === 'learned') {
      fleet?.learned.learned();
      return;
    } else if (message.type === 'compiled') {
      fleet?.learned.compiled(message.signals);
      return;
    } else if (message.type === 'progress') {
      fleet?.imports.tell(message.status).catch(failed);
      return;
    } else {
      storeGeneration = message.generation;
      // The process that has become ready is in no term.
      term?.end();
      const pointer = readPointer(dataDir);
      taken.announced = pointer && { snapshot: pointer.snapshot, generation: generationOf(pointer) };
      fleet?.follower.opened(message.generation);
    }
    look();
  },
);
// Where it fails the thread ends, and the next one tries again: servers that form a cluster then do not answer in time.
open().catch((error: unknown) => {
  if (!closing.signal.aborted) throw error;
});

async function open(): Promise<void> {
  const opened = await FleetParts.open(
    { settings, dataDir, ranking, learned, self, placed, release, ask },
    {
      changed: isUp => {
        tell({ isUp, isAway: !isUp });
        learn();
        look();
      },
      acquired: () => look(),
      lost: why => {
        term?.end();
        tell({ fault: `this daemon is no longer the writer: ${why}` });
        look();
      },
      writer: writer => {
        tell({ writer });
        look();
      },
      placed: tellPlaced,
      refused: () => {
        term?.end();
        look();
      },
      settingsChanged: () => server.tell({ type: 'settings' }),
      offered: signals => server.tell({ type: 'signals', signals }),
      failed,
      awaitsSnapshot,
    },
    closing.signal,
  );
  const { members, checkpoints, files, outcomes, lease, follower } = opened;
  if (storeGeneration !== undefined) follower.opened(storeGeneration);
  term = new WriterTerm({
    parts: opened,
    settings,
    ask,
    changed: isWriter => {
      tell({ isWriter });
      learn();
    },
    published: to => {
      follower.committed(to.generation);
      taken.announced = { snapshot: to.snapshot, generation: to.generation };
    },
    failed,
  });
  pointed = new PointedSnapshot({
    parts: opened,
    dataDir,
    taken,
    ask,
    isWriter: () => term?.current !== undefined,
    behindSinceMs: () => state.behindSinceMs,
    tell,
    look,
    failed,
  });
  fleet = opened;
  openedMs = performance.now();
  tell({ isUp: true });
  await files.start();
  await members.start();
  await checkpoints.watch(failed);
  await opened.learned.start();
  await pointed.start();
  await outcomes.watch<ImportOutcomeRecord>('>', (id, document) => document && tellOutcome(id, document.value), failed);
  const { nats, cluster } = opened.connection;
  for (const subject of ['log', 'imports'])
    nats.subscribe(`vitrine.${cluster}.${subject}.>`, { callback: () => look() });
  nats.subscribe(storedSubject(cluster), {
    callback: (error, { data }) => {
      if (error || term?.current !== undefined) return;
      try {
        opened.exchange.offer(unframe<StoredFile>(STORED_VERSION, 'a file that was stored', data).head);
      } catch (error) {
        failed(error);
      }
    },
  });
  await lease.start();
  pointed.startChecking();
  look();
}

/** Has the daemon take the next step towards what the fleet has, now or when the step that runs has ended. */
function look(): void {
  if (isDue || closing.signal.aborted) return;
  isDue = true;
  clearTimeout(timer);
  const advanced = inTurn(async () => {
    isDue = false;
    try {
      await advance();
      if (state.fault !== undefined) tell({ fault: undefined });
    } catch (error) {
      // The servers have lost their streams, which the next thread makes again, or another daemon has made.
      if (isStreamMissing(error) || error instanceof LogReplaced) throw error;
      failed(error);
    }
    timer = setTimeout(look, LOOK_EVERY_MS);
  });
  // Ends the thread.
  advanced.catch((error: unknown) =>
    setImmediate(() => {
      throw error;
    }),
  );
}

/** Applies what was accepted, takes up the snapshot of the pointer, and becomes the writer where it was elected. */
async function advance(): Promise<void> {
  if (!fleet || !term || !pointed || storeGeneration === undefined || !state.isUp) return;
  const { follower, lease, members, checkpoints, stored, lineage } = fleet;
  if (refuses(await lineage.refusal(storeGeneration))) return;
  let isBehind = false;
  try {
    await follower.catchUp(term.current, checkpoints.newest?.generation);
  } catch (error) {
    if (!(error instanceof StoreBehind)) throw error;
    // Queries are answered from the fleet's snapshot meanwhile.
    isBehind = true;
    await stored.restore();
  }
  if (refuses(term.current === undefined && !isBehind && follower.isAhead ? AHEAD : undefined)) return;
  const hasAll = !isBehind && !follower.isPostponed;
  lease.want(!isDrained && hasAll && term.isPossible && mayWrite(fleet, placed, openedMs));
  if (lease.term !== undefined && !isBehind) {
    await pointed.settled();
    await term.advance(lease.term);
  }
  for (const [id, outcome] of await fleet.imports.ended()) void tellOutcome(id, outcome);
  await pointed.takeUp();
  await members.tell({ ...(follower.applied !== undefined && { store: follower.applied }) });
}

/** Whether another daemon publishes the snapshot of a generation, in the format of this release, which is not live here yet. */
function awaitsSnapshot(generation: number): boolean {
  const { writer } = state;
  if (!fleet || writer === undefined || writer.daemon === self.daemon) return false;
  const { alive, live = -1 } = fleet.members;
  return (
    live < generation && alive.some(({ daemon, format }) => daemon === writer.daemon && format === MANIFEST_VERSION)
  );
}

/** Tells why the store is none of this fleet. @returns whether it is not */
function refuses(refusal: string | undefined): boolean {
  if (refusal !== state.refusal) tell({ refusal });
  return refusal !== undefined;
}

/** Tells how an import stands: one that was sent to this daemon has succeeded when it answers queries from its outcome. */
async function tellOutcome(id: string, outcome: ImportOutcomeRecord): Promise<void> {
  const { generation } = outcome;
  const isOwn = hasEnded(outcome) && fleet?.imports.claimOutcome(id);
  if (isOwn && generation !== undefined) await fleet?.members.liveHere(generation, longestQuorumMs(settings));
  server.tell({ type: 'outcome', id, outcome });
}

/** Has this daemon learn where it is the writer, and where it was and the fleet has no other one: none learns then. */
function learn(): void {
  if (!fleet || !term) return;
  const { current } = term;
  if (current === undefined && !state.isUp && fleet.members.isAlone) return;
  fleet.learned.lead(current);
}

/** Tells where the other markets are, when that has changed. */
function tellPlaced(): void {
  if (placed.markets.length === 0) return;
  const others = fleet?.members.placed ?? [];
  const text = JSON.stringify(others);
  if (text === toldPlaced) return;
  toldPlaced = text;
  server.tell({ type: 'placed', others });
}

function requireTerm(): WriterTerm {
  connected();
  return term!;
}

function connected(): FleetParts {
  if (!fleet || !state.isUp) throw new Error('the servers of the fleet cannot be reached');
  return fleet;
}

/** Waits for a connection that is being made. @throws where that takes too long */
async function whenConnected(): Promise<FleetParts> {
  for (const endMs = performance.now() + LONGEST_CONNECT_MS; performance.now() < endMs; ) {
    if (fleet && state.isUp) return fleet;
    await new Promise(resolve => setTimeout(resolve, LOOK_FOR_CONNECTION_MS));
  }
  return connected();
}

/** Runs a task when those before it have ended. */
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const done = step.then(run);
  step = done.then(
    () => undefined,
    () => undefined,
  );
  return done;
}

function tell(change: Partial<FleetState>): void {
  Object.assign(state, change);
  server.tell({ type: 'state', state: { ...state } });
}

function failed(error: unknown): void {
  if (!closing.signal.aborted) tell({ fault: error instanceof Error ? error.message : String(error) });
}

async function drain(wanted: boolean): Promise<undefined> {
  isDrained = wanted;
  if (wanted) {
    term?.end();
    await fleet?.lease.yield();
  }
  await fleet?.members.tell({ isDrained });
  look();
  return undefined;
}

/** Hands the lease over. */
async function close(): Promise<void> {
  closing.abort(new Error('the daemon stops'));
  clearTimeout(timer);
  pointed?.stop();
  fleet?.imports.stop();
  await fleet?.lease.stop();
  await fleet?.files.close();
  await fleet?.learned.close();
  await fleet?.members.stop();
  await fleet?.connection.close();
}
