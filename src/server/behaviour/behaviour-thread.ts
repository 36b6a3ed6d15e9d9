/**
 * The behaviour thread: runs the visitor store and learning. Items that arrive while a batch is committed are committed
 * with the next. A failure ends the thread; its replacement continues from what is on disk.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { Visit } from '../../behaviour/activities/activity.js';
import { BehaviourMemory, type NumberedActivity } from '../../behaviour/behaviour-memory.js';
import { damagedSegments, type NotificationRecord } from '../../behaviour/index.js';
import { isDamage } from '../../behaviour/visitors/index.js';
import { KnownVisitors } from '../../behaviour/visitors/known-visitors.js';
import { releaseSoon, type SharedSignals, type SharedSnapshot } from '../../snapshot/index.js';
import { keepCompiledCode } from '../../threads/compiled-code.js';
import { RequestServer } from '../../threads/request-server.js';
import type { BehaviourProtocol, BehaviourThreadData, FromBehaviour, ToBehaviour } from './behaviour-messages.js';

const SAVE_EVERY_MS = 60_000;
/** Most of the time that saving may take, as a share: a large state is saved less often. */
const MAX_SAVING_SHARE = 0.05;
const SWEEP_EVERY_MS = 86_400_000;
/** How long visits wait for others to share a commit; notifications do not wait, because their replies do. */
const VISITS_EVERY_MS = 20;
/** How often the file of visitors is looked for, and the pause after it could not be written again. */
const LOOK_EVERY_MS = 200;
const RETRY_MS = 10_000;
const FIRST_SCRUB_MS = 600_000;
/** After each file, which takes a tenth of a second. */
const SCRUB_PAUSE_MS = 2_000;

const {
  dir,
  journalDir,
  visitorDays,
  mostVisitors,
  halfLifeDays,
  learnSeconds,
  ticketDays,
  rangeSignals,
  known,
  watch,
} = workerData as BehaviourThreadData;
const server = new RequestServer<BehaviourProtocol>();
let inbox: NumberedActivity[] = [];
/** The next time at which the inbox is processed. */
let due: { cancel(): void; soon: boolean } | undefined;
let lastTaken = 0;
let live = false;
/** Requests about visitors wait until the visitor store has caught up with the journal. */
let goLive!: () => void;
const caughtUp = new Promise<void>(resolve => {
  goLive = resolve;
});
let stopping = false;
let snapshot: SharedSnapshot | undefined;
/** The learner's count of changes at the last compilation. */
let compiledChanges = 0;
let compileSeconds = 0;

BehaviourMemory.open({
  dir,
  journalDir,
  visitorDays,
  mostVisitors,
  learning: { halfLifeDays, bounds: { ticketDays, rangeSignals } },
  known: new KnownVisitors(known),
  watch,
  warn: (facts, message) => tell({ type: 'warn', facts, message }),
  damagedSegment: file => tell({ type: 'damaged-segment', file }),
})
  .then(run)
  .catch((error: unknown) => server.refuse(error));

function run(memory: BehaviourMemory): void {
  server.serve(
    {
      'count-searches': async ({ market, customerKey, phrases }) => {
        await current(memory);
        return whole(() => memory.countSearches(market, customerKey, phrases, Date.now()));
      },
      export: async ({ customerKey }) => {
        await current(memory);
        return whole(() => memory.inAllMarkets(customerKey));
      },
      erase: async ({ customerKeys }) => {
        await current(memory);
        const markets = await whole(() => memory.erase(...customerKeys));
        // The file of before has the customers' sessions and phrases.
        await memory.save();
        return markets;
      },
      copy: async ({ to }) => {
        await current(memory);
        await whole(() => memory.copyTo(to));
        return true as const;
      },
      renew: async () => {
        await current(memory);
        return whole(() => memory.renew());
      },
      compile: request => {
        if (snapshot) releaseSoon(snapshot.parts, [request.snapshot.parts]);
        snapshot = request.snapshot;
        const signals = compile(memory, snapshot);
        keepCompiledCode('start');
        return signals;
      },
      stop: () => stop(memory),
    },
    message => hear(memory, message),
  );
  setInterval(() => learned(memory), learnSeconds * 1000).unref();
  void saveNowAndThen(memory);
  // A rejection of it is unhandled, and ends the thread.
  void keepInPlace(memory);
  sweep(memory);
  setTimeout(scrub, FIRST_SCRUB_MS).unref();
}

/** Reads the closed files of the journal, slowly: what disks change by themselves is told of before it is needed. */
async function scrub(): Promise<void> {
  try {
    for await (const file of damagedSegments(journalDir)) {
      if (stopping) return;
      if (file !== undefined) tell({ type: 'damaged-segment', file });
      await pause(SCRUB_PAUSE_MS, undefined, { ref: false });
    }
  } catch (error) {
    tell({ type: 'warn', facts: { err: error }, message: 'the journal of notifications cannot be read' });
  }
  setTimeout(scrub, SWEEP_EVERY_MS).unref();
}

function hear(memory: BehaviourMemory, message: ToBehaviour): void {
  if (message.type === 'happened') {
    receive(memory, message.first, message.items);
    return;
  }
  // Not awaited: a rejection is unhandled and ends the thread.
  void memory.follow(message.until, () => {
    live = true;
    tell({ type: 'live', next: memory.applied });
    take(memory);
    goLive();
  });
}

/**
 * Resolves when the memory has applied what arrived before a request. A failure of that ends the thread rather than the
 * request.
 */
async function current(memory: BehaviourMemory): Promise<void> {
  if (!live) await caughtUp;
  try {
    take(memory);
  } catch (error) {
    await endThread(error);
  }
}

/** Runs a request about visitors; where their store is damaged, the thread ends rather than the request fails. */
async function whole<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isDamage(error)) return endThread(error);
    throw error;
  }
}

/** Ends the thread: the batch is lost here, and its replacement reads it from the journal. */
function endThread(error: unknown): Promise<never> {
  process.nextTick(() => {
    throw error;
  });
  return new Promise(() => undefined);
}

function receive(memory: BehaviourMemory, first: number, items: readonly (string | Visit)[]): void {
  let number = first;
  for (const item of items) {
    if (typeof item !== 'string') inbox.push({ activity: item });
    else inbox.push({ number: number++, activity: JSON.parse(item) as NotificationRecord });
  }
  if (live) takeSoon(memory, number > first);
}

function takeSoon(memory: BehaviourMemory, soon: boolean): void {
  if (due && (due.soon || !soon)) return;
  due?.cancel();
  const waitMs = soon ? 0 : Math.max(0, lastTaken + VISITS_EVERY_MS - performance.now());
  if (waitMs > 0) {
    const timer = setTimeout(() => take(memory), waitMs);
    due = { soon, cancel: () => clearTimeout(timer) };
  } else {
    // After all messages that have arrived.
    const immediate = setImmediate(() => take(memory));
    due = { soon: true, cancel: () => clearImmediate(immediate) };
  }
}

function take(memory: BehaviourMemory): void {
  due?.cancel();
  due = undefined;
  if (inbox.length === 0) return;
  const batch = inbox;
  inbox = [];
  memory.take(batch);
  lastTaken = performance.now();
  const visits = batch.reduce((sum, { number }) => (number === undefined ? sum + 1 : sum), 0);
  tell({ type: 'applied', next: memory.applied, visits });
}

function compile(memory: BehaviourMemory, snapshot: SharedSnapshot): SharedSignals {
  const started = performance.now();
  const { changed } = memory;
  const signals = memory.compile(snapshot, Date.now());
  compiledChanges = changed;
  compileSeconds = (performance.now() - started) / 1000;
  return signals;
}

/** Sends new signals if anything has been learned since the last ones. */
function learned(memory: BehaviourMemory): void {
  tell({ type: 'state', visitors: memory.visitorCount, compileSeconds });
  if (stopping || snapshot === undefined || memory.changed === compiledChanges) return;
  tell({ type: 'signals', signals: compile(memory, snapshot) });
}

async function saveNowAndThen(memory: BehaviourMemory): Promise<void> {
  for (let waitMs = SAVE_EVERY_MS; !stopping; ) {
    await pause(waitMs, undefined, { ref: false });
    const started = performance.now();
    try {
      if (!stopping) await memory.save();
    } catch (error) {
      tell({ type: 'warn', facts: { err: error }, message: 'what was learned could not be saved' });
    }
    waitMs = Math.max(SAVE_EVERY_MS, (performance.now() - started) / MAX_SAVING_SHARE);
  }
}

/** @throws where the store is damaged */
async function keepInPlace(memory: BehaviourMemory): Promise<void> {
  for (let waitMs = LOOK_EVERY_MS; !stopping; ) {
    await pause(waitMs, undefined, { ref: false });
    try {
      await memory.keepInPlace();
      waitMs = LOOK_EVERY_MS;
    } catch (error) {
      if (isDamage(error)) throw error;
      tell({ type: 'warn', facts: { err: error }, message: 'the file of visitors could not be written again' });
      waitMs = RETRY_MS;
    }
  }
}

/** Sweeps the visitor store in slices, at the start and once a day. */
function sweep(memory: BehaviourMemory): void {
  if (stopping) return;
  if (!memory.sweep(Date.now())) setImmediate(() => sweep(memory));
  else setTimeout(() => sweep(memory), SWEEP_EVERY_MS).unref();
}

async function stop(memory: BehaviourMemory): Promise<void> {
  stopping = true;
  if (live) take(memory);
  await memory.close();
}

function tell(message: FromBehaviour): void {
  server.tell(message);
}
