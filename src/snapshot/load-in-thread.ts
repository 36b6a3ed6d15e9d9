/** Has a thread read or check files of a snapshot, so that no other waits for a disk. The thread ends with its answer. */
import type { PartFile } from '../index/part.js';
import type { Protocol } from '../threads/thread-messages.js';
import { WorkerClient } from '../threads/worker-client.js';

export type LoadRequest =
  /** Parts into memory, and the heads of card files; `check`: with the checksums of the parts. */
  | { kind: 'read'; dataDir: string; files: PartFile[]; check: boolean }
  /** The checksums of parts in memory, by file, and of whole card files. At low priority. */
  | { kind: 'verify'; dataDir: string; parts: Map<string, SharedArrayBuffer>; cards: PartFile[] };

export interface LoadProtocol extends Protocol {
  request: LoadRequest;
  replies: {
    /** The parts by file. */
    read: Map<string, SharedArrayBuffer>;
  };
  toThread: never;
  fromThread: never;
}

const LOAD_THREAD = new URL('./load-thread.js', import.meta.url);
const LONGEST_READ_MS = 3_600_000;
/** Its thread has the lowest priority: on a busy machine it may take very long. */
const LONGEST_VERIFY_MS = 86_400_000;

/**
 * Reads in a thread for each share of files.
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
    // Where one has failed, what the others read is not wanted. Their ends are not waited for.
    for (const client of clients) void client.close();
  }
}

/** @param thread its module. @throws Problem snapshot_damaged that names the damaged file */
export async function verifyInThread(
  dataDir: string,
  parts: Map<string, SharedArrayBuffer>,
  cards: PartFile[],
  thread: URL = LOAD_THREAD,
): Promise<void> {
  const client = openClient(thread);
  try {
    await client.call({ kind: 'verify', dataDir, parts, cards }, LONGEST_VERIFY_MS);
  } finally {
    void client.close();
  }
}

function openClient(file: URL): WorkerClient<LoadProtocol> {
  return new WorkerClient<LoadProtocol>({ name: 'the snapshot loader', file });
}
