/** Writes the bodies of imports to disk as they arrive; the socket is paused while the disk is behind. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { diskFault } from '../../errors/disk-fault.js';
import type { BodyReader } from '../http/body.js';

/** A body, of which the next pieces are taken as they arrive; undefined at its end. */
export type ArrivingPieces = Pick<BodyReader, 'take'>;

/** What a body is recognised by. */
export interface BodySum {
  bytes: number;
  /** Hex. */
  sha256: string;
}

/**
 * @param waits whether the body is to outlive a crash: it is flushed to the disk then, and summed up
 * @param received told the number of bytes that have come; what it throws ends the reading
 * @returns undefined for a body that need not
 * @throws Problem of the disk, and what reading the body throws
 */
export async function spool(
  body: ArrivingPieces,
  file: string,
  waits: boolean,
  received: (bytes: number) => void,
): Promise<BodySum | undefined> {
  const handle = await open(file, 'wx', 0o600);
  const hash = waits ? createHash('sha256') : undefined;
  let bytes = 0;
  try {
    for (let chunks = await body.take(); chunks !== undefined; chunks = await body.take()) {
      for (const chunk of chunks) {
        hash?.update(chunk);
        bytes += chunk.length;
      }
      received(bytes);
      await writeAll(handle, chunks);
    }
    if (waits) await handle.sync();
  } catch (error) {
    throw diskFault(error) ?? error;
  } finally {
    await handle.close();
  }
  return hash && { bytes, sha256: hash.digest('hex') };
}

async function writeAll(handle: Awaited<ReturnType<typeof open>>, chunks: Uint8Array[]): Promise<void> {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const { bytesWritten } = await handle.write(chunk, at);
      at += bytesWritten;
    }
  }
}
