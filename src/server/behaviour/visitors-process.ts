/**
 * The process that writes visitors: `node visitors-process.js SETTINGS`, forked by the behaviour thread. It alone maps
 * their store, so that damage which ends a process ends no other. Activities that arrive while a batch is committed are
 * committed with the next. After an unexpected error it ends; the next one inspects the store, and continues from what is
 * on disk and in the journal.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NumberedActivity } from '../../behaviour/activities/activity.js';
import type { NotificationRecord } from '../../behaviour/index.js';
import { VisitorMemory } from '../../behaviour/visitor-memory.js';
import { isDamage } from '../../behaviour/visitors/index.js';
import { keepCompiledCode } from '../../threads/compiled-code.js';
import { asFailure } from '../../threads/failure.js';
import { evictHolder, takeLock } from '../storage/data-lock.js';
import { KnownKeyBuffer } from './known-key-buffer.js';
import type { FromVisitors, Happened, ToVisitors, VisitorsRequest, VisitorsSettings } from './visitors-messages.js';

/** How long visits wait for others to share a commit; notifications do not wait, because their replies do. */
const VISITS_EVERY_MS = 50;
/** The same of visits that a query of their customer waits for. */
const AWAITED_EVERY_MS = 2;
const SWEEP_EVERY_MS = 86_400_000;
/** How often the file of visitors is looked for, and the pause after it could not be written again. */
const LOOK_EVERY_MS = 200;
const RETRY_MS = 10_000;
/** Keys of visitors that are sent at once: catching up with a long journal writes millions. */
const KEYS_SENT = 10_000;
/** How long the process of a daemon that was killed may take to end by itself. */
const PREDECESSOR_ENDS_MS = 1_000;

const [, , settingsJson] = process.argv;
if (settingsJson === undefined || !process.send) {
  process.stderr.write('the process that writes visitors is started by the daemon: visitors-process.js SETTINGS\n');
  process.exit(2);
}

const known = new KnownKeyBuffer();
let inbox: NumberedActivity[] = [];
/** `happened` messages in the inbox. */
let batches = 0;
/** The next time at which the inbox is processed. */
let due: { cancel(): void; ms: number } | undefined;
let lastTaken = 0;
let live = false;
/** Requests wait until the store has caught up with the journal. */
let goLive: () => void = () => undefined;
let caughtUp = awaitLive();
let ending = false;

// A terminal, or what stops a service, signals all processes of a group; the daemon decides when this one stops.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('uncaughtException', fail);

const settings: VisitorsSettings = JSON.parse(settingsJson);
const visitsEveryMs = settings.visitsEveryMs ?? VISITS_EVERY_MS;
const opened = open(settings);
if (opened) run(opened);

interface Opened {
  memory: VisitorMemory;
  release(): void;
}

/** @returns undefined where the store cannot be opened: the reason is sent to the daemon, and the process ends */
function open({ dir, journalDir, visitorDays, mostVisitors }: VisitorsSettings): Opened | undefined {
  try {
    const lock = join(dir, 'writer.lock');
    mkdirSync(dir, { recursive: true });
    evictHolder(lock, PREDECESSOR_ENDS_MS);
    const release = takeLock(lock, 'the store of visitors is written by the process with the id');
    const memory = new VisitorMemory({
      dir,
      journalDir,
      visitorDays,
      mostVisitors,
      known: {
        add: (key, hasProducts) => {
          known.add(key, hasProducts);
          if (known.size === KEYS_SENT) tell({ type: 'known', known: known.take() });
        },
        renew: () => tellSweep('begins'),
        renewed: () => tellSweep('ends'),
      },
      announce: inode => tell({ type: 'announced', inode: `${inode}` }),
      damagedSegment: file => tell({ type: 'damaged-segment', file }),
      warn: (facts, message) => tell({ type: 'warn', facts, message }),
    });
    return { memory, release };
  } catch (error) {
    tell({ type: 'refused', failure: asFailure(error) }, () => process.exit(1));
    return undefined;
  }
}

function tellSweep(state: 'begins' | 'goes-on' | 'ends', sent?: () => void): void {
  // What was put before a sweep begins is added to both filters, of which it clears one.
  tell({ type: 'sweep', state, known: known.take(), visitors: opened?.memory.visitorCount ?? 0 }, sent);
}

function run({ memory, release }: Opened): void {
  process.on('message', (message: ToVisitors) => {
    if (ending) return;
    switch (message.type) {
      case 'follow':
        // Not awaited: a rejection is unhandled, and ends the process.
        void follow(memory, message.until);
        break;
      case 'happened':
        receive(memory, message);
        break;
      case 'awaited':
        if (live && batches > 0) takeAfter(memory, AWAITED_EVERY_MS);
        break;
      case 'request':
        void answer(memory, message.id, message.request);
        break;
      case 'doubt':
        memory.doubt();
        break;
      case 'ping':
        tell({ type: 'pong', visitors: memory.visitorCount });
        break;
      case 'stop':
        void stop(memory, release);
        break;
    }
  });
  lookNowAndThen(memory, LOOK_EVERY_MS);
  sweep(memory);
}

/** Applies what the journal has, and then what arrives meanwhile. */
async function follow(memory: VisitorMemory, until: number): Promise<void> {
  if (live) {
    live = false;
    caughtUp = awaitLive();
  }
  if (!(await memory.follow(until))) return;
  live = true;
  tell({ type: 'live', next: memory.applied, known: known.take() });
  take(memory);
  goLive();
  memory.rehearse();
  keepCompiledCode('start');
}

function awaitLive(): Promise<void> {
  return new Promise(resolve => {
    goLive = resolve;
  });
}

async function answer(memory: VisitorMemory, id: number, request: VisitorsRequest): Promise<void> {
  if (!live) await caughtUp;
  // A failure of this ends the process rather than the request.
  take(memory);
  try {
    tell({ type: 'reply', id, reply: await reply(memory, request) });
  } catch (error) {
    if (isDamage(error)) fail(error);
    else tell({ type: 'failure', id, failure: asFailure(error) });
  }
}

async function reply(memory: VisitorMemory, request: VisitorsRequest): Promise<unknown> {
  switch (request.kind) {
    case 'count-searches':
      return memory.countSearches(request.market, request.customerKey, request.phrases, Date.now());
    case 'export':
      return memory.inAllMarkets(request.customerKey);
    case 'erase':
      return memory.erase(...request.customerKeys);
    case 'copy':
      await memory.copyTo(request.to);
      return true;
    case 'renew':
      return memory.renew();
  }
}

function receive(memory: VisitorMemory, { first, items, awaited }: Happened): void {
  let number = first;
  for (const item of items) {
    if (typeof item !== 'string') inbox.push({ activity: item });
    else inbox.push({ number: number++, activity: JSON.parse(item) as NotificationRecord });
  }
  batches++;
  if (!live) return;
  if (number > first) takeAfter(memory, 0);
  else takeAfter(memory, awaited ? AWAITED_EVERY_MS : visitsEveryMs);
}

/** @param pauseMs since the inbox was processed last; one that is due sooner stays so */
function takeAfter(memory: VisitorMemory, pauseMs: number): void {
  const now = performance.now();
  const ms = Math.max(now, lastTaken + pauseMs);
  if (due && due.ms <= ms) return;
  due?.cancel();
  if (ms > now) {
    const timer = setTimeout(() => take(memory), ms - now);
    due = { ms, cancel: () => clearTimeout(timer) };
  } else {
    // After all messages that have arrived.
    const immediate = setImmediate(() => take(memory));
    due = { ms, cancel: () => clearImmediate(immediate) };
  }
}

function take(memory: VisitorMemory): void {
  due?.cancel();
  due = undefined;
  if (batches === 0) return;
  memory.take(inbox);
  lastTaken = performance.now();
  tell({ type: 'applied', next: memory.applied, batches, known: known.take() });
  inbox = [];
  batches = 0;
}

/** Never rejects; where the store is damaged, the process ends. */
function lookNowAndThen(memory: VisitorMemory, waitMs: number): void {
  setTimeout(async () => {
    if (ending) return;
    try {
      await memory.keepInPlace();
      lookNowAndThen(memory, LOOK_EVERY_MS);
    } catch (error) {
      if (isDamage(error)) return fail(error);
      const fault = error instanceof Error ? error.message : String(error);
      tell({ type: 'warn', facts: { fault }, message: 'the file of visitors could not be written again' });
      lookNowAndThen(memory, RETRY_MS);
    }
  }, waitMs).unref();
}

/** Sweeps the store in slices, at the start and once a day. */
function sweep(memory: VisitorMemory): void {
  if (ending) return;
  if (memory.sweep(Date.now())) setTimeout(() => sweep(memory), SWEEP_EVERY_MS).unref();
  // When the keys of this slice have been sent: no more of them wait.
  else tellSweep('goes-on', () => setImmediate(() => sweep(memory)));
}

async function stop(memory: VisitorMemory, release: () => void): Promise<void> {
  if (live) take(memory);
  ending = true;
  await memory.close();
  release();
  process.exit();
}

/** Ends the process; what was not applied the next one has from the journal. */
function fail(error: unknown): void {
  if (ending) return;
  ending = true;
  tell({ type: 'failed', failure: asFailure(error), isDamage: isDamage(error) }, () => process.exit(1));
}

function tell(message: FromVisitors, sent: () => void = () => undefined): void {
  // Where the channel is broken, the daemon has gone, and this process ends too.
  process.send?.(message, undefined, undefined, sent);
}
