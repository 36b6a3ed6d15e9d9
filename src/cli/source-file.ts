/**
 * Sends a file to the daemon: as a stream, compressed unless it is gzip already (detected by its first bytes, not its
 * name).
 */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { constants, createGzip } from 'node:zlib';
import type { AdminClient, Answer } from './admin-client.js';
import { CommandFailure, describe } from './terminal/exit-codes.js';

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
