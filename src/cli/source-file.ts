/**
 * Sends a file to the daemon: as a stream, compressed unless it is gzip already (detected by its first bytes, not its
 * name), and again while the daemon replies that it is busy.
 */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';
import type { AdminClient, Answer } from './admin-client.js';
import { CommandFailure, describe } from './terminal/exit-codes.js';

const BUSY_FROM_MS = 250;
const BUSY_UP_TO_MS = 4000;
/** Time after which a busy daemon counts as unavailable. */
const BUSY_FOR_MS = 60_000;

export interface SourceFile {
  path: string;
  /** Size in bytes. */
  size: number;
  gzipped: boolean;
}

/** @throws CommandFailure when the file cannot be read. */
export async function inspectFile(path: string): Promise<SourceFile> {
  try {
    const { size } = await stat(path);
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
      return { path, size, gzipped: bytesRead === 2 && buffer.readUInt16BE(0) === 0x1f8b };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new CommandFailure(`${path} cannot be read: ${describe(error)}`);
  }
}

/** The request with a file as its body. */
interface Destination {
  method: string;
  route: string;
  contentType: string;
}

/**
 * @param watchers transforms that the file's bytes pass before compression
 * @throws CommandFailure when the file cannot be read or the daemon cannot be reached.
 */
export async function sendFile(
  client: AdminClient,
  { method, route, contentType }: Destination,
  { path, gzipped }: SourceFile,
  watchers: NodeJS.ReadWriteStream[] = [],
): Promise<Answer> {
  const headers = { 'Content-Type': contentType, 'Content-Encoding': 'gzip' };
  const transforms = gzipped ? watchers : [...watchers, createGzip({ level: constants.Z_BEST_SPEED })];
  try {
    return await client.stream(method, route, headers, createReadStream(path), transforms);
  } catch (error) {
    throw error instanceof CommandFailure ? error : new CommandFailure(`${path}: ${describe(error)}`);
  }
}

/**
 * Repeats a request while the status is 503, which a daemon replies while it or its ingest process is starting. After a
 * minute, that reply is the outcome.
 */
export async function whileBusy(ask: () => Promise<Answer>, waiting: () => void): Promise<Answer> {
  const giveUpAt = performance.now() + BUSY_FOR_MS;
  for (let waitMs = BUSY_FROM_MS; ; waitMs = Math.min(BUSY_UP_TO_MS, waitMs * 2)) {
    const answer = await ask();
    if (answer.status !== 503 || performance.now() > giveUpAt) return answer;
    waiting();
    await delay(waitMs);
  }
}
