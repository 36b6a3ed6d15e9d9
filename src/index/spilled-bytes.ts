/**
 * Bytes that a build keeps on disk rather than in memory until it needs them, in order and once or twice: what a view of
 * a million products consists of takes gigabytes. The file has no name, so that nothing is left of it where a build ends.
 */
import fs from 'node:fs';
import { threadId } from 'node:worker_threads';
import { unfinishedFile } from './unfinished-files.js';

/** Bytes that are read at once. */
const READ_BYTES = 1 << 20;

/** Where bytes lie in the file. */
export interface SpilledBytes {
  readonly offset: number;
  readonly length: number;
}

let files = 0;
/** Of this thread. */
const open = new Set<Spill>();

export class Spill {
  private readonly fd: number;
  private end = 0;

  /** @param dir a folder on disk */
  constructor(dir: string) {
    const file = unfinishedFile(dir, `spilled-${process.pid}-${threadId}-${files++}`);
    // One that a killed process of the same number has left is replaced.
    this.fd = fs.openSync(file, 'w+', 0o600);
    open.add(this);
    fs.rmSync(file);
  }

  add(bytes: Uint8Array): SpilledBytes {
    const offset = this.end;
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(this.fd, bytes, at, bytes.length - at, offset + at);
    this.end += bytes.length;
    return { offset, length: bytes.length };
  }

  /** Pieces of the bytes, each valid until the next one. */
  *read({ offset, length }: SpilledBytes): Generator<Uint8Array> {
    const piece = Buffer.allocUnsafe(Math.min(READ_BYTES, length));
    for (let at = 0; at < length; ) {
      const n = fs.readSync(this.fd, piece, 0, Math.min(piece.length, length - at), offset + at);
      if (n === 0) throw new Error(`spilled bytes end at ${offset + at}, expected ${offset + length}`);
      yield piece.subarray(0, n);
      at += n;
    }
  }

  /** Fills an array of their length with the bytes. */
  readInto(into: Uint8Array, spilled: SpilledBytes): void {
    let at = 0;
    for (const piece of this.read(spilled)) {
      into.set(piece, at);
      at += piece.length;
    }
  }

  /** To be called once. */
  close(): void {
    open.delete(this);
    fs.closeSync(this.fd);
  }
}

/**
 * Closes what a build of this thread has left open because it failed: the disk, which may have been full, would have no
 * room for what it wrote until the thread ends.
 */
export function closeSpills(): void {
  for (const spill of open) spill.close();
}
