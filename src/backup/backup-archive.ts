/**
 * A backup as one tar archive: the manifest, then the files in the order of the manifest. An archive that is sent to a
 * folder leaves out what the folder has.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Header } from 'tar/header';
import { Parser } from 'tar/parse';
import { Problem } from '../errors/problem.js';

const BLOCK = 512;
const MODE = 0o600;
/** Two blocks of zeros. */
const END = Buffer.alloc(2 * BLOCK);
const READ_BYTES = 256 << 10;

/** A file of an archive: its content, or where that is read from, of which there may be more. */
export interface ArchiveEntry {
  path: string;
  bytes: number;
  from: string | Buffer;
}

/** @throws Problem `backup_failed` where a file is shorter than it should be */
export async function* writeArchive(entries: Iterable<ArchiveEntry>, mtime: Date): AsyncGenerator<Buffer> {
  for (const { path, bytes, from } of entries) {
    const head = new Header({ path, size: bytes, mode: MODE, mtime, type: 'File' });
    head.encode();
    yield head.block!;
    yield* Buffer.isBuffer(from) ? [from] : contentOf(from, bytes);
    const rest = bytes % BLOCK;
    if (rest > 0) yield END.subarray(0, BLOCK - rest);
  }
  yield END;
}

/** The first bytes of a file. */
export async function* contentOf(file: string, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  // An empty range cannot be asked for.
  const stream = bytes === 0 ? [] : createReadStream(file, { end: bytes - 1, highWaterMark: READ_BYTES });
  for await (const chunk of stream) {
    left -= (chunk as Buffer).length;
    yield chunk as Buffer;
  }
  if (left > 0) throw new Problem('backup_failed', `${file}: ${bytes - left} bytes found, ${bytes} expected`);
}

/**
 * Reads an archive, compressed with gzip or not.
 * @param take is given each file, one after the other, and reads its content to the end
 * @throws Problem `backup_damaged` where it is no archive or cut short; what `take` throws
 */
export async function readArchive(
  source: AsyncIterable<Buffer>,
  where: string,
  take: (path: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const parser = new Parser({ strict: true });
  let taken: Promise<void> = Promise.resolve();
  const failed = new Promise<never>((_, reject) => {
    parser.on('error', (error: Error) => {
      reject(new Problem('backup_damaged', `${where}: it is no whole archive: ${error.message}`));
    });
    parser.on('entry', (entry: AsyncIterable<Buffer> & { path: string }) => {
      taken = taken.then(() => take(entry.path, entry));
      taken.catch(reject);
    });
  });
  // It may come before it is waited for.
  failed.catch(() => undefined);
  const ended = once(parser, 'end');
  ended.catch(() => undefined);
  for await (const chunk of source) {
    if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), failed]);
  }
  parser.end();
  await Promise.race([ended, failed]);
  await taken;
}
