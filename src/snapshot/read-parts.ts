/**
 * Reads the parts of a snapshot, by the threads that Node has for files, without checking checksums: at the start of
 * the daemon, threads of its own would take longer to start than to read.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '../errors/problem.js';
import { CARDS_CHECKSUM_BYTES, checkCardHeader, isCardFile } from '../index/cards.js';
import type { PartFile } from '../index/part.js';
import { partsDir } from './manifest.js';

/** The most that one call of the system reads. */
export const MOST_READ_BYTES = 1 << 26;

/**
 * Reads parts into shared memory, and checks the headers of card files, which stay on disk.
 * @returns the parts by file
 * @throws Problem snapshot_damaged that names a file that does not match the manifest
 */
export async function readParts(dataDir: string, files: readonly PartFile[]): Promise<Map<string, SharedArrayBuffer>> {
  const dir = partsDir(dataDir);
  const parts = new Map<string, SharedArrayBuffer>();
  await Promise.all(
    files.map(async entry => {
      try {
        const part = await readPart(dir, entry);
        if (part) parts.set(entry.file, part);
      } catch (error) {
        throw new Problem('snapshot_damaged', `snapshot part ${(error as Error).message}`);
      }
    }),
  );
  return parts;
}

/** @returns undefined for a card file. @throws an Error that names the file */
async function readPart(dir: string, { file, bytes }: PartFile): Promise<SharedArrayBuffer | undefined> {
  const handle = await fs.open(path.join(dir, file), 'r');
  try {
    const { size } = await handle.stat();
    requireSize(file, size, bytes);
    if (isCardFile(file)) {
      requireCardHeader(file, size, handle.fd);
      return undefined;
    }
    const shared = new SharedArrayBuffer(bytes);
    const view = new Uint8Array(shared);
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await handle.read(view, at, Math.min(bytes - at, MOST_READ_BYTES), at);
      if (bytesRead === 0) throw new Error(`${file} ends at ${at} of ${bytes} bytes`);
      at += bytesRead;
    }
    return shared;
  } finally {
    await handle.close();
  }
}

/** @throws an Error that names the file */
export function requireSize(file: string, size: number, bytes: number): void {
  if (size !== bytes) throw new Error(`${file} has ${size} bytes, expected ${bytes}`);
}

/** @throws an Error that names the card file */
export function requireCardHeader(file: string, size: number, fd: number): void {
  if (size < CARDS_CHECKSUM_BYTES || !checkCardHeader(fd)) throw new Error(`${file} is no card file of this version`);
}
