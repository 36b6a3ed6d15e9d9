/** Reads, verifies or writes snapshot files in worker threads, so that no other thread waits for a disk. */
import { availableParallelism } from 'node:os';
import type { PartFile } from '../index/part.js';
import type { Protocol, ReplyTo } from '../threads/thread-messages.js';
import { WorkerClient } from '../threads/worker-client.js';
import type { Inspection } from './damage.js';
import type { EqualJoins, JoinedParts } from './join-views.js';
import type { SharedSnapshot } from './shared-snapshot.js';
import { joinOf, type StoredJoin } from './stored-join.js';

export type LoadRequest =
  /** Reads parts into memory and checks their checksums, and the headers of card files. */
  | { kind: 'read'; dataDir: string; files: PartFile[]; areStored: boolean; behind: boolean }
  | JoinRequest
  | RepriceRequest
  /** Reads what has not been read of a snapshot's parts. */
  | { kind: 'rest'; snapshot: SharedSnapshot }
  /** Verifies the checksums of parts in memory, by file, and of whole files, at low priority. */
  | { kind: 'verify'; dataDir: string; parts: Map<string, SharedArrayBuffer>; files: PartFile[] }
  | InspectRequest
  /** Lists the kept snapshots that are whole, newest first. */
  | { kind: 'whole'; dataDir: string }
  | StoreRequest;

/** Joins views with overlays: see `JoinSource`. */
export interface JoinRequest {
  kind: 'join';
  dataDir: string;
  views: EqualJoins;
  changed: string[];
  known: Set<string>;
  keepsBase: boolean;
  /** Parts in memory, by name. */
  parts: Map<string, SharedArrayBuffer>;
  /** Files of the other parts that this may read, and those of which it checks the checksums. */
  files: PartFile[];
  unchecked: Set<string>;
  /** Whether queries have precedence, because another snapshot is live. */
  behind: boolean;
}

/** Makes the offers of a view from those before it: see `withChangedOffers`. */
export interface RepriceRequest {
  kind: 'reprice';
  dataDir: string;
  structure: SharedArrayBuffer;
  before: SharedArrayBuffer;
  /** The part with the offers that are new. */
  changed: PartFile;
  /** See `JoinRequest`. */
  behind: boolean;
}

/** Reads all files of some snapshots, and puts damaged ones aside: see `inspectSnapshots`. */
interface InspectRequest extends InspectOptions {
  kind: 'inspect';
  dataDir: string;
  /** All that are kept where absent. */
  ids?: string[];
}

interface InspectOptions {
  /** Most bytes that are read in a second, at the lowest priority; absent where queries wait for the result. */
  bytesPerSecond?: number;
}

/** Writes joined parts: see `writeJoin`. */
interface StoreRequest extends StoreOptions {
  kind: 'store';
  dataDir: string;
  join: StoredJoin;
  parts: Map<string, SharedArrayBuffer>;
}

interface StoreOptions {
  /** Of the disk, which must be left. */
  leastFreeBytes: number;
  /** Whether queries and imports have precedence. */
  background: boolean;
  /** See `writeJoin`. */
  isDurable: boolean;
}

export interface LoadProtocol extends Protocol {
  request: LoadRequest;
  replies: {
    /** The parts by file. */
    read: Map<string, SharedArrayBuffer>;
    join: JoinedParts;
    reprice: SharedArrayBuffer;
    inspect: Inspection;
    whole: string[];
    /** The bytes written. */
    store: number;
  };
  toThread: never;
  fromThread: never;
}

const LOAD_THREAD = new URL('./load-thread.js', import.meta.url);
const LONGEST_READ_MS = 3_600_000;
/** Of threads with the lowest priority: on a busy machine they may take very long. */
const LONGEST_IN_BACKGROUND_MS = 86_400_000;

/**
 * Threads that have read files or joined views and wait for the next time: with the code that they have compiled, they
 * take half as long as new ones.
 */
let waiting: WorkerClient<LoadProtocol>[] = [];
const MOST_WAITING = 4;
/** Threads that join or make offers at once: a shop may have a hundred views. */
const MOST_AT_ONCE = Math.max(MOST_WAITING, availableParallelism());
/** Those that have given way to queries: their priority cannot be raised again. */
const givenWay = new WeakSet<WorkerClient<LoadProtocol>>();
/**
 * Of each thread, three times its semi-space, in place of 48, to which it grows from join to join: what a join makes is
 * arrays beside the heap.
 */
const YOUNG_GENERATION_MB = 12;

/**
 * Reads and checks files in parallel, one thread for each share.
 * @param areStored whether they are of a stored join: then those of pages are compared, and none of the whole
 * @param behind whether queries have precedence, because another snapshot is live
 * @param thread its module; one of another module does not wait for a next time
 * @throws Problem snapshot_damaged that names the damaged file
 */
export async function readInThreads(
  dataDir: string,
  shares: readonly PartFile[][],
  areStored: boolean,
  behind: boolean,
  thread: URL = LOAD_THREAD,
): Promise<Map<string, SharedArrayBuffer>> {
  const clients = shares.map(() => (thread === LOAD_THREAD ? takeClient(behind) : openClient(thread)));
  try {
    const requests = shares.map((files, i) =>
      clients[i].call({ kind: 'read', dataDir, files, areStored, behind }, LONGEST_READ_MS),
    );
    const parts = new Map((await Promise.all(requests)).flatMap(parts => [...parts]));
    for (const client of clients) if (thread === LOAD_THREAD) keepClient(client);
    return parts;
  } catch (error) {
    // The results of the other threads are discarded, without waiting for their ends.
    for (const client of clients) void client.close();
    throw error;
  }
}

/** Joins views, each set of equal ones in one of several threads. @throws Problem snapshot_damaged that names the damaged file */
export function joinInThreads(joins: readonly Omit<JoinRequest, 'kind'>[]): Promise<JoinedParts[]> {
  return inThreads(joins.map(join => ({ kind: 'join', ...join })));
}

/** Makes the offers of views in several threads. @throws Problem snapshot_damaged that names the damaged file */
export function repriceInThreads(offers: readonly Omit<RepriceRequest, 'kind'>[]): Promise<SharedArrayBuffer[]> {
  return inThreads(offers.map(one => ({ kind: 'reprice', ...one })));
}

async function inThreads<R extends JoinRequest | RepriceRequest>(
  requests: readonly R[],
): Promise<ReplyTo<LoadProtocol, R['kind']>[]> {
  const replies: ReplyTo<LoadProtocol, R['kind']>[] = [];
  const left = requests.entries();
  const clients = requests.slice(0, MOST_AT_ONCE).map(({ behind }) => takeClient(behind));
  const work = async (client: WorkerClient<LoadProtocol>): Promise<void> => {
    for (const [i, request] of left) replies[i] = await client.call(request, LONGEST_READ_MS);
  };
  const done = await Promise.allSettled(clients.map(work));
  for (const client of clients) keepClient(client);
  for (const one of done) if (one.status === 'rejected') throw one.reason;
  return replies;
}

/** See `readRest`: comparing checksums takes long, so that a thread of low priority does it. */
export async function readRestInThread(snapshot: SharedSnapshot): Promise<void> {
  const client = takeClient(true);
  try {
    await client.call({ kind: 'rest', snapshot }, LONGEST_READ_MS);
  } finally {
    keepClient(client);
  }
}

/** @param behind see `readInThreads` */
function takeClient(behind: boolean): WorkerClient<LoadProtocol> {
  waiting = waiting.filter(({ alive }) => alive);
  const at = waiting.findLastIndex(client => behind || !givenWay.has(client));
  const client = at < 0 ? openClient(LOAD_THREAD, true) : waiting.splice(at, 1)[0]!;
  if (behind) givenWay.add(client);
  return client;
}

function keepClient(client: WorkerClient<LoadProtocol>): void {
  if (client.alive && waiting.length < MOST_WAITING) waiting.push(client);
  else void client.close();
}

/** @param thread its module. @throws Problem snapshot_damaged that names the damaged file */
export async function verifyInThread(
  dataDir: string,
  parts: Map<string, SharedArrayBuffer>,
  files: PartFile[],
  thread: URL = LOAD_THREAD,
): Promise<void> {
  const client = openClient(thread);
  try {
    await client.call({ kind: 'verify', dataDir, parts, files }, LONGEST_IN_BACKGROUND_MS);
  } finally {
    void client.close();
  }
}

/**
 * Reads all files of some snapshots, and puts damaged ones aside.
 * @param ids of the snapshots; undefined: all that are kept
 * @throws what reading throws that is no damage; ThreadDeath after `stop` was aborted
 */
export function inspectInThread(
  dataDir: string,
  ids: string[] | undefined,
  options: InspectOptions,
  stop: AbortSignal,
): Promise<Inspection> {
  const request = { kind: 'inspect', dataDir, ...(ids && { ids }), ...options } as const;
  return callOnce(request, stop);
}

/** The kept snapshots of which no file is missing, newest first. */
export function wholeSnapshots(dataDir: string, stop: AbortSignal): Promise<string[]> {
  return callOnce({ kind: 'whole', dataDir }, stop);
}

/** As `waiting`, of the one that writes joined parts in the background, which has the lowest priority from then on. */
let writer: WorkerClient<LoadProtocol> | undefined;

/**
 * Writes the joined parts of a snapshot beside it, for the next start of the daemon; one call after the other.
 * @returns the bytes written
 * @throws as `writeJoin`; ThreadDeath after `stop` was aborted
 */
export async function storeJoin(snapshot: SharedSnapshot, options: StoreOptions, stop: AbortSignal): Promise<number> {
  const { dataDir } = snapshot;
  const join = joinOf(snapshot);
  const parts = new Map(join.files.map(({ file }) => [file, snapshot.parts.get(file)!]));
  const request = { kind: 'store', dataDir, join, parts, ...options } as const;
  if (!options.background) return callOnce(request, stop);
  if (!writer?.alive) writer = openClient(LOAD_THREAD, true);
  return callUntil(writer, request, stop);
}

/** Runs a request in a thread of its own, which `stop` ends. */
async function callOnce<R extends LoadRequest>(
  request: R,
  stop: AbortSignal,
): Promise<ReplyTo<LoadProtocol, R['kind']>> {
  stop.throwIfAborted();
  const client = openClient(LOAD_THREAD, true);
  try {
    return await callUntil(client, request, stop);
  } finally {
    void client.close();
  }
}

/** Runs a request in a thread, which `stop` ends. */
async function callUntil<R extends LoadRequest>(
  client: WorkerClient<LoadProtocol>,
  request: R,
  stop: AbortSignal,
): Promise<ReplyTo<LoadProtocol, R['kind']>> {
  stop.throwIfAborted();
  const close = () => void client.close();
  stop.addEventListener('abort', close);
  try {
    return await client.call(request, LONGEST_IN_BACKGROUND_MS);
  } finally {
    stop.removeEventListener('abort', close);
  }
}

/** @param background see WorkerClientOptions */
function openClient(file: URL, background = false): WorkerClient<LoadProtocol> {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
  return new WorkerClient<LoadProtocol>({ name: 'the snapshot loader', file, background, resourceLimits });
}
