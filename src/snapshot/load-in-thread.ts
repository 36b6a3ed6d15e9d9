/** Reads or verifies snapshot files in worker threads, so that no other thread waits for a disk; each ends on reply. */
import type { PartFile } from '../index/part.js';
import type { Protocol } from '../threads/thread-messages.js';
import { WorkerClient } from '../threads/worker-client.js';
import type { EqualJoins, JoinedViews } from './join-views.js';

export type LoadRequest =
  /** Reads parts into memory and checks the headers of card files; `check`: also the checksums of the parts. */
  | { kind: 'read'; dataDir: string; files: PartFile[]; check: boolean }
  /**
   * Joins views with overlays. `known`: names of joined parts that are not made; `files`: those that this may read;
   * `unchecked`: those whose checksums it checks.
   */
  | {
      kind: 'join';
      dataDir: string;
      views: EqualJoins;
      changed: string;
      known: Set<string>;
      files: PartFile[];
      unchecked: Set<string>;
    }
  /** Verifies the checksums of parts in memory, by file, and of whole files, at low priority. */
  | { kind: 'verify'; dataDir: string; parts: Map<string, SharedArrayBuffer>; files: PartFile[] };

export interface LoadProtocol extends Protocol {
  request: LoadRequest;
  replies: {
    /** The parts by file. */
    read: Map<string, SharedArrayBuffer>;
    join: JoinedViews;
  };
  toThread: never;
  fromThread: never;
}

const LOAD_THREAD = new URL('./load-thread.js', import.meta.url);
const LONGEST_READ_MS = 3_600_000;
/** The verifying thread has the lowest priority: on a busy machine it may take very long. */
const LONGEST_VERIFY_MS = 86_400_000;

/**
 * Reads files in parallel, one thread for each share.
 * @param thread its module
 * @throws Problem snapshot_damaged that names the damaged file
 */
export async function readInThreads(
  dataDir: string,
  shares: readonly PartFile[][],
  check: boolean,
  thread: URL = LOAD_THREAD,
): Promise<Map<string, SharedArrayBuffer>> {
  const clients = shares.map(() => openClient(thread));
  try {
    const requests = shares.map((files, i) =>
      clients[i].call({ kind: 'read', dataDir, files, check }, LONGEST_READ_MS),
    );
    return new Map((await Promise.all(requests)).flatMap(parts => [...parts]));
  } finally {
    // After a failure, the results of the other threads are discarded, without waiting for their ends.
    for (const client of clients) void client.close();
  }
}

/** Joins views, a thread for each set of equal ones. @throws Problem snapshot_damaged that names the damaged file */
export async function joinInThreads(
  joins: readonly Omit<LoadRequest & { kind: 'join' }, 'kind'>[],
): Promise<JoinedViews> {
  const clients = joins.map(() => openClient(LOAD_THREAD));
  try {
    const requests = joins.map((join, i) => clients[i].call({ kind: 'join', ...join }, LONGEST_READ_MS));
    const joined = await Promise.all(requests);
    return {
      views: joined.flatMap(({ views }) => views),
      parts: new Map(joined.flatMap(({ parts }) => [...parts])),
    };
  } finally {
    for (const client of clients) void client.close();
  }
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
    await client.call({ kind: 'verify', dataDir, parts, files }, LONGEST_VERIFY_MS);
  } finally {
    void client.close();
  }
}

function openClient(file: URL): WorkerClient<LoadProtocol> {
  return new WorkerClient<LoadProtocol>({ name: 'the snapshot loader', file });
}
