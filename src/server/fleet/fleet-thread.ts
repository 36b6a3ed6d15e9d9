/**
 * The fleet thread: has the daemon's connection to the fleet, and does all that travels over it. It follows the log and the
 * pointer, takes part in the election of the writer, and as the writer publishes snapshots and takes imports. What
 * changes the daemon it asks of the main thread.
 */
import { statSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { isStreamMissing } from '../../fleet/connection.js';
import { unframe } from '../../fleet/frame.js';
import { LogReplaced } from '../../fleet/import-log.js';
import type { StoredFile } from '../../fleet/parts-store.js';
import { type FleetPointer, mayFollow } from '../../fleet/pointer.js';
import { MANIFEST_VERSION, readPointer } from '../../snapshot/index.js';
import { pointerFile } from '../../snapshot/manifest.js';
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
import { PointerCheck } from './pointer-check.js';
import { Questions } from './questions.js';
import { generationOf, OtherFormat } from './snapshot-exchange.js';
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
/** The pointer as it was read last. */
let target: FleetPointer | undefined;
/** Asks for it beside the steps, of which one may take long. */
let check: PointerCheck | undefined;
const taken = new TakenSnapshot();
let term: WriterTerm | undefined;
let storeGeneration: number | undefined;
let fleet: FleetParts | undefined;
let openedMs = 0;
let step: Promise<void> = Promise.resolve();
let isDue = false;
let adopting: Promise<void> = Promise.resolve();
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
      void tellLive();
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
  const { members, checkpoints, files, pointer, outcomes, lease, follower } = opened;
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
  fleet = opened;
  openedMs = performance.now();
  tell({ isUp: true });
  await files.start();
  await members.start();
  await checkpoints.watch(failed);
  await opened.learned.start();
  const newest = await pointer.get();
  if (newest) moved(newest);
  tell({ hasLooked: true });
  await pointer.watch(moved, failed);
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
  check = new PointerCheck({ pointer, known: () => target, moved });
  check.start();
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
  if (!fleet || !term || storeGeneration === undefined || !state.isUp) return;
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
    await adopting.catch(failed);
    await term.advance(lease.term);
  }
  for (const [id, outcome] of await fleet.imports.ended()) void tellOutcome(id, outcome);
  if (term.current === undefined && target && !taken.has(target)) await takeUp(target);
  await members.tell({ ...(follower.applied !== undefined && { store: follower.applied }) });

  async function takeUp(to: FleetPointer): Promise<void> {
    try {
      await adoptNewest();
    } catch (error) {
      if (!(error instanceof OtherFormat)) throw error;
      return buildInstead(to);
    }
    if (taken.live !== to.snapshot) return look();
    await tellLive();
    // Until the store has it, a start would find a store that lacks imports.
    if ((follower.applied ?? 0) < to.generation) return look();
    const { snapshot, pinned } = to;
    await ask({ kind: 'announce', snapshot, ...(pinned !== undefined && { pinned }) });
    taken.announced = { snapshot, generation: to.generation };
  }
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

/** Where another release has built the snapshot, this one builds its own when its store has what it was built from. */
async function buildInstead(to: FleetPointer): Promise<void> {
  if (!fleet || (fleet.follower.applied ?? 0) < to.generation) return look();
  const snapshot = await ask<string | undefined>({ kind: 'build' });
  if (snapshot === undefined) return;
  taken.builtInstead(to, snapshot);
  await tellLive();
}

/** Tells the fleet, and those who ask this daemon, where the snapshot of the pointer is live here. */
async function tellLive(): Promise<void> {
  if (!target || !taken.isLive(target)) return;
  const { snapshot, generation } = target;
  tell({ behindSinceMs: undefined });
  await fleet?.members.tell({ snapshot, generation });
}

/** Tells how an import stands: one that was sent to this daemon has succeeded when it answers queries from its outcome. */
async function tellOutcome(id: string, outcome: ImportOutcomeRecord): Promise<void> {
  const { generation } = outcome;
  const isOwn = hasEnded(outcome) && fleet?.imports.claimOutcome(id);
  if (isOwn && generation !== undefined) await fleet?.members.liveHere(generation, longestQuorumMs(settings));
  server.tell({ type: 'outcome', id, outcome });
}

function moved(to: FleetPointer): void {
  const { generation, snapshot } = to;
  // A server that was away may tell of what it knew before.
  if (!mayFollow(target, to)) return;
  const isFirst = target === undefined;
  target = to;
  // A daemon that was stopped meanwhile, or cut off, has lacked it since it knew last that there was none.
  const sinceMs = isFirst && taken.live !== snapshot ? announcedMs() : check?.confirmedMs;
  const behindSinceMs = state.behindSinceMs ?? sinceMs ?? Date.now();
  tell({ newest: { generation, snapshot }, behindSinceMs });
  void tellLive();
  // The next step builds one of its own where it has another format.
  adoptNewest().catch((error: unknown) => {
    if (!(error instanceof OtherFormat)) failed(error);
  });
  look();
}

/** When what a start answers from was announced here; undefined where there is none. */
function announcedMs(): number | undefined {
  return statSync(pointerFile(dataDir), { throwIfNoEntry: false })?.mtimeMs;
}

/** Has queries answered from the snapshot of the pointer, also while the store lacks imports, where another daemon writes. */
function adoptNewest(): Promise<void> {
  const adopt = async () => {
    const to = target;
    const isDue = () => term?.current === undefined && to !== undefined && !taken.isLive(to);
    if (!fleet || !to || !isDue()) return;
    await Promise.all([fleet.exchange.fetch(to), fleet.learned.takenOver()]);
    if (!isDue()) return;
    await ask({ kind: 'adopt', snapshot: to.snapshot });
    taken.live = to.snapshot;
    await tellLive();
  };
  return (adopting = adopting.then(adopt, adopt));
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
  check?.stop();
  fleet?.imports.stop();
  await fleet?.lease.stop();
  await fleet?.files.close();
  await fleet?.learned.close();
  await fleet?.members.stop();
  await fleet?.connection.close();
}
