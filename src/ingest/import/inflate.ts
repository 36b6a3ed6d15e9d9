/**
 * Inflates a received body to a plain file beside it before any of it is read, so that later steps run synchronously at
 * their own speed. Refuses bodies that are not gzip, are truncated, or inflate to more than a catalog can have.
 */
import fs from 'node:fs';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Problem } from '../../errors/problem.js';

/**
 * Largest ratio of inflated to compressed bytes: gzip reaches about 1000 on zeros, JSON lines of a catalog about 20.
 */
const MAX_RATIO = 200;
const RATIO_FROM_BYTES = 64 << 20;
/** Bytes that are inflated, and written, at once: at the 16 KiB of the defaults, calls cost as much as inflating. */
const CHUNK_BYTES = 1 << 20;
/** Suffix of the file name of an inflated body. */
export const PLAIN_SUFFIX = '.plain';
/** Disk space that stays free. */
const RESERVED_BYTES = 256 << 20;
/** Inflated bytes between two checks of the free disk space. */
const DISK_CHECK_BYTES = 64 << 20;

export interface InflateInput {
  file: string;
  encoding: 'gzip' | 'identity';
  maxInflatedBytes: number;
  /** Called with the number of bytes of the body that are read, and their total. */
  progress(done: number, total: number): void;
}

/**
 * @returns the plain file; for an identity body that is the body itself
 * @throws `body_not_gzip` (truncated included), `inflated_too_large`, `disk_full`
 */
export async function inflate({ file, encoding, maxInflatedBytes, progress }: InflateInput): Promise<string> {
  const { size } = await fs.promises.stat(file);
  if (encoding === 'identity') {
    if (size > maxInflatedBytes) throw tooLarge(maxInflatedBytes);
    return file;
  }
  const directory = dirname(file);
  await requireFreeDisk(directory, size);
  const plain = `${file}${PLAIN_SUFFIX}`;
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  let inflated = 0;
  let nextDiskCheck = DISK_CHECK_BYTES;
  const limit = new Transform({
    writableHighWaterMark: CHUNK_BYTES,
    readableHighWaterMark: CHUNK_BYTES,
    transform(chunk: Buffer, _encoding, done) {
      inflated += chunk.length;
      if (inflated > maxInflatedBytes) return done(tooLarge(maxInflatedBytes));
      if (inflated > RATIO_FROM_BYTES && inflated > size * MAX_RATIO) {
        const message = `catalog: the body inflates to more than ${MAX_RATIO} times its size`;
        return done(new Problem('inflated_too_large', message));
      }
      progress(gunzip.bytesWritten, size);
      if (inflated < nextDiskCheck) return done(null, chunk);
      nextDiskCheck += DISK_CHECK_BYTES;
      requireFreeDisk(directory, DISK_CHECK_BYTES).then(() => done(null, chunk), done);
    },
  });
  try {
    const source = fs.createReadStream(file, { highWaterMark: CHUNK_BYTES });
    await pipeline(source, gunzip, limit, fs.createWriteStream(plain));
  } catch (error) {
    await fs.promises.rm(plain, { force: true });
    throw asProblem(error);
  }
  // An empty body inflates to nothing without an error, but is no gzip file.
  if (size === 0) {
    await fs.promises.rm(plain, { force: true });
    throw notGzip('it is empty');
  }
  return plain;
}

/** @throws `disk_full` when the disk of `directory` has less space than `bytes` and a reserve */
export async function requireFreeDisk(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await fs.promises.statfs(directory);
  const free = bavail * bsize;
  if (free >= bytes + RESERVED_BYTES) return;
  const mib = (value: number): number => Math.ceil(value / (1 << 20));
  throw new Problem(
    'disk_full',
    `catalog: the data disk has ${mib(free)} MiB free, and ${mib(bytes + RESERVED_BYTES)} MiB are needed`,
  );
}

function tooLarge(maxInflatedBytes: number): Problem {
  return new Problem('inflated_too_large', `catalog: the body inflates to more than ${maxInflatedBytes} bytes`);
}

function notGzip(why: string): Problem {
  return new Problem('body_not_gzip', `catalog: the body is not a complete gzip file: ${why}`);
}

function asProblem(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR') return notGzip((error as Error).message);
  if (code === 'ENOSPC') return new Problem('disk_full', 'catalog: the data disk is full');
  return error;
}
