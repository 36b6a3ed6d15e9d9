/**
 * Streams a reply of any length to a file or to standard output; it is transferred compressed. The file is
 * renamed to its name when it is complete: until then, and after a failure, an existing file stays.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { AdminClient } from './admin-client.js';
import { CommandFailure, describe } from './terminal/exit-codes.js';

/**
 * @param out the file; compressed when its name ends in `.gz`.
 * @throws CommandFailure when the daemon refuses or cannot be reached, or the file cannot be written.
 */
export async function download(client: AdminClient, path: string, out: string | undefined): Promise<void> {
  const { body, encoding } = await client.open(path, { 'Accept-Encoding': 'gzip' });
  const plain = encoding !== 'gzip';
  try {
    if (out === undefined) await pipeTo(body, plain ? [] : [createGunzip()], process.stdout);
    else await writeFile(body, fileTransforms(plain, out.endsWith('.gz')), out);
  } catch (error) {
    // The reader of the output has closed it, as in `vitrine export … | head`.
    if (out === undefined && (error as NodeJS.ErrnoException).code === 'EPIPE') return;
    throw new CommandFailure(`the export is incomplete: ${describe(error)}`);
  }
}

function fileTransforms(plain: boolean, compressed: boolean): NodeJS.ReadWriteStream[] {
  if (plain) return compressed ? [createGzip()] : [];
  return compressed ? [] : [createGunzip()];
}

async function writeFile(body: Readable, transforms: NodeJS.ReadWriteStream[], out: string): Promise<void> {
  const partial = `${out}.${randomUUID()}.part`;
  try {
    await pipeTo(body, transforms, createWriteStream(partial, { flags: 'wx' }));
    await rename(partial, out);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function pipeTo(body: Readable, transforms: NodeJS.ReadWriteStream[], target: NodeJS.WritableStream): Promise<void> {
  return pipeline([body, ...transforms, target]);
}
